package io.gulliver.domain.people;

import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a person may do at one moment: what is over is left out, what is held for others is in.
 *
 * @param administrator makes programs and people, whatever the right in any of them
 * @param rights by program; {@link Account#EVERY} for all there are and will be
 * @param functions keys by program, likewise
 */
public record Access(
        boolean administrator, SortedMap<String, Right> rights, SortedMap<String, SortedSet<String>> functions) {
    /** Of whoever may do nothing. */
    public static final Access NONE = new Access(false, new TreeMap<>(), new TreeMap<>());

    /** Of the product itself, which reads all and holds no queue. */
    public static final Access EVERYTHING = everywhere(Right.READ, Set.of());

    public Access {
        rights = Collections.unmodifiableSortedMap(new TreeMap<>(rights));
        TreeMap<String, SortedSet<String>> copy = new TreeMap<>();
        functions.forEach((program, keys) -> copy.put(program, Collections.unmodifiableSortedSet(new TreeSet<>(keys))));
        functions = Collections.unmodifiableSortedMap(copy);
    }

    /** The same in every program. */
    public static Access everywhere(Right right, Set<String> functions) {
        return new Access(
                false,
                new TreeMap<>(Map.of(Account.EVERY, right)),
                new TreeMap<>(Map.of(Account.EVERY, new TreeSet<>(functions))));
    }

    /**
     * What an account may do.
     *
     * @param represented accounts whose deputy this one is now
     */
    public static Access of(Account account, Collection<Account> represented, Instant now) {
        if (!account.opens(now)) {
            return NONE;
        }
        TreeMap<String, Right> rights = new TreeMap<>();
        for (Account.HeldRight held : account.rights()) {
            if (Account.holds(held.endsAt(), now)) {
                rights.merge(held.program(), held.right(), (a, b) -> a.covers(b) ? a : b);
            }
        }
        TreeMap<String, SortedSet<String>> functions = new TreeMap<>();
        add(functions, account.functions(), now);
        // a deputy acts for whoever is away, not for whoever has left
        represented.stream().filter(other -> other.opens(now)).forEach(other -> add(functions, other.functions(), now));
        return new Access(account.administrator(), rights, functions);
    }

    private static void add(Map<String, SortedSet<String>> into, List<Account.HeldFunction> functions, Instant now) {
        for (Account.HeldFunction held : functions) {
            if (Account.holds(held.endsAt(), now)) {
                into.computeIfAbsent(held.program(), program -> new TreeSet<>())
                        .add(held.function().key());
            }
        }
    }

    public Right right(String program) {
        Right own = rights.getOrDefault(program, Right.NONE);
        Right everywhere = rights.getOrDefault(Account.EVERY, Right.NONE);
        return own.covers(everywhere) ? own : everywhere;
    }

    /** The highest right in any program. */
    public Right anywhere() {
        return rights.values().stream().max(Right::compareTo).orElse(Right.NONE);
    }

    /** Whether the program is there for the person. */
    public boolean sees(String program) {
        return right(program).covers(Right.READ);
    }

    /** Whether every program is. */
    public boolean seesAll() {
        return sees(Account.EVERY);
    }

    /** Programs that the person sees by name, {@link Account#EVERY} left out. */
    public SortedSet<String> seen() {
        TreeSet<String> seen = new TreeSet<>();
        rights.forEach((program, right) -> {
            if (right.covers(Right.READ) && !program.equals(Account.EVERY)) {
                seen.add(program);
            }
        });
        return seen;
    }

    /** Keys of the functions in a program, or in every one; none where it is not there for the person. */
    public SortedSet<String> functions(String program) {
        TreeSet<String> keys = new TreeSet<>();
        if (sees(program)) {
            keys.addAll(functions.getOrDefault(program, Collections.emptySortedSet()));
            keys.addAll(functions.getOrDefault(Account.EVERY, Collections.emptySortedSet()));
        }
        return keys;
    }

    /**
     * The part of it that a token lets through. To work on a task takes WORK, to decide a gate DECIDE; an administrator's
     * token makes programs and people only when it is for every program and for everything.
     *
     * @param most the highest right
     * @param programs these alone, or null for all
     */
    public Access limited(Right most, @Nullable Set<String> programs) {
        TreeMap<String, Right> less = new TreeMap<>();
        TreeMap<String, SortedSet<String>> keys = new TreeMap<>();
        if (programs == null) {
            rights.forEach((program, right) -> less.put(program, right.covers(most) ? most : right));
            functions.forEach((program, held) -> keys.put(program, kept(held, most)));
        } else {
            for (String program : programs) {
                Right right = right(program);
                less.put(program, right.covers(most) ? most : right);
                keys.put(program, kept(functions(program), most));
            }
        }
        return new Access(administrator && programs == null && most == Right.ADMINISTER, less, keys);
    }

    private static SortedSet<String> kept(SortedSet<String> keys, Right most) {
        TreeSet<String> kept = new TreeSet<>(most.covers(Right.WORK) ? keys : Set.of());
        if (!most.covers(Right.DECIDE)) {
            kept.remove(Function.APPROVER.key());
        }
        return kept;
    }
}
