package io.gulliver.lab;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * In which ways a lab is kinder than the real thing now; in none unless somebody says so. Like {@link Faults} not kept over
 * a restart. Safe for many threads.
 */
public final class Kindnesses {

    /** What labs that this thread opens, or one that it starts, begin with. */
    private static final InheritableThreadLocal<Set<Kindness>> OPENED_WITH = new InheritableThreadLocal<>();

    private final Set<Kindness> putBack = ConcurrentHashMap.newKeySet();

    /** None, but what {@link #during} says. */
    public Kindnesses() {
        Set<Kindness> around = OPENED_WITH.get();
        if (around != null) {
            putBack.addAll(around);
        }
    }

    /** Whether the lab is kind in this way. */
    public boolean has(Kindness kindness) {
        return putBack.contains(kindness);
    }

    /** Makes the lab kind in this way from now on. What is laid when a database is made stays as it was made. */
    public void putBack(Kindness kindness) {
        putBack.add(kindness);
    }

    /** In which ways the lab is kind, in the order of the enum. */
    public Set<Kindness> all() {
        EnumSet<Kindness> all = EnumSet.noneOf(Kindness.class);
        all.addAll(putBack);
        return Collections.unmodifiableSet(all);
    }

    /** Lets every lab that this thread opens meanwhile be kind in these ways from its first moment; other threads' not. */
    public static void during(Set<Kindness> kindnesses, Runnable work) {
        Set<Kindness> before = OPENED_WITH.get();
        OPENED_WITH.set(Set.copyOf(kindnesses));
        try {
            work.run();
        } finally {
            if (before == null) {
                OPENED_WITH.remove();
            } else {
                OPENED_WITH.set(before);
            }
        }
    }
}
