package io.gulliver.planning.facts;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a database, each fact once under its name in the catalogue.
 *
 * @param known facts by name
 * @param unreadable of facts that nobody told in a way that can be read, what was told, by name
 * @param problems words that cannot be read, in order
 */
public record CanonicalFacts(
        SortedMap<String, Known> known, SortedMap<String, Fact> unreadable, List<Problem> problems) {
    public CanonicalFacts {
        known = Collections.unmodifiableSortedMap(new TreeMap<>(known));
        unreadable = Collections.unmodifiableSortedMap(new TreeMap<>(unreadable));
        problems = List.copyOf(problems);
    }

    /**
     * A fact that is known.
     *
     * @param name in the catalogue
     * @param value in the unit of the catalogue: a number, text, yes or no, or list of texts
     * @param unit of the catalogue, or null
     * @param below whether a number is a bound: what was measured lies below it, too small for the digits of its source
     * @param told the word that holds, as it was told
     * @param teller who told it
     * @param over the words that it was chosen over, the strongest first
     */
    public record Known(
            String name,
            Object value,
            @Nullable String unit,
            boolean below,
            Fact told,
            Said.Teller teller,
            List<Fact> over) {
        public Known {
            over = List.copyOf(over);
        }

        public Confidence confidence() {
            return told.confidence();
        }
    }

    /**
     * A word that cannot be read, and therefore decides nothing.
     *
     * @param name in the catalogue
     * @param told as it was told
     * @param what is wrong with it
     */
    public record Problem(String name, Fact told, String what) {
        /** In a sentence. */
        public String text() {
            return told.name() + " of " + told.source() + " is '" + told.value()
                    + (told.unit() == null ? "" : " " + told.unit()) + "', " + what;
        }
    }

    /** A fact, or null while nobody knows it. */
    public @Nullable Known find(String name) {
        return known.get(name);
    }

    /** Which facts are others than before, and who says so, in one line each. */
    public List<String> changedSince(CanonicalFacts before) {
        TreeSet<String> names = new TreeSet<>(known.keySet());
        names.addAll(before.known.keySet());
        return changedSince(before, names);
    }

    /** The same of some facts, by name. */
    public List<String> changedSince(CanonicalFacts before, Collection<String> of) {
        TreeSet<String> names = new TreeSet<>(of);
        List<String> changed = new ArrayList<>();
        for (String name : names) {
            Known now = known.get(name);
            Known then = before.known.get(name);
            if (now == null && then == null) {
                continue;
            }
            if (now == null) {
                changed.add(name + " was " + then.value() + " and is unknown now");
            } else if (then == null || !then.value().equals(now.value())) {
                changed.add(name + " is " + now.value() + " by " + now.told().name() + " of "
                        + now.told().source() + (then == null ? ", unknown before" : ", was " + then.value()));
            }
        }
        return changed;
    }
}
