package io.gulliver.evidence.discovery;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.evidence.FactList;
import io.gulliver.evidence.Series;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Gathers the facts that answers give, each with the questions (D ids) it comes from. */
public final class DiscoveredFacts {
    // Facts travel as outputs of a step, all of them in one message of at most 2 MB.
    private static final int MOST = 100;
    private static final int LONGEST = 160;

    private final Map<String, Found> found = new LinkedHashMap<>();

    /**
     * One fact without its time.
     *
     * @param from ids of the catalogue's questions: {@code D14} or {@code D13b, D13c}
     */
    public record Found(String name, Object value, @Nullable String unit, String from, Confidence confidence) {}

    void add(String name, @Nullable Object value, @Nullable String unit, String from) {
        add(name, value, unit, from, Confidence.MEASURED);
    }

    void add(String name, @Nullable Object value, String from) {
        add(name, value, null, from, Confidence.MEASURED);
    }

    void add(String name, @Nullable Object value, @Nullable String unit, String from, Confidence confidence) {
        if (value == null || value instanceof String text && text.isBlank()) {
            return;
        }
        Object kept = value instanceof Double number
                ? (Object) FactList.rounded(number)
                : value instanceof Collection<?> list ? shown(list) : value;
        found.putIfAbsent(name, new Found(name, kept, unit, from, confidence));
    }

    /** A list as a person can take it in; the answers themselves are kept whole as evidence. */
    private static List<String> shown(Collection<?> list) {
        List<String> shown = new ArrayList<>(list.stream()
                .limit(MOST)
                .map(String::valueOf)
                .map(text -> text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…")
                .toList());
        if (list.size() > MOST) {
            shown.add("… and " + (list.size() - MOST) + " more");
        }
        return List.copyOf(shown);
    }

    /** Adds mean, median, 95th, 99th percentile and maximum of a series that has figures. */
    void distribution(String name, String unit, Series series, String from, Confidence confidence) {
        if (series.size() > 0) {
            var figures = series.distribution();
            add(name + ".mean", figures.mean(), unit, from, confidence);
            add(name + ".p50", figures.p50(), unit, from, confidence);
            add(name + ".p95", figures.p95(), unit, from, confidence);
            add(name + ".p99", figures.p99(), unit, from, confidence);
            add(name + ".max", figures.max(), unit, from, confidence);
        }
    }

    /** All of them in the order in which they were found. */
    public List<Found> list() {
        return List.copyOf(found.values());
    }

    /** Value of a fact, or null. */
    public @Nullable Object value(String name) {
        Found one = found.get(name);
        return one == null ? null : one.value();
    }

    boolean is(String name) {
        return Boolean.TRUE.equals(value(name));
    }

    /**
     * As the store keeps them.
     *
     * @param of what follows the ids in each source: {@code live discovery}, or the name of a file
     */
    public List<Fact> facts(String of, Instant at) {
        return found.values().stream()
                .map(one -> new Fact(one.name(), one.value(), one.unit(), source(one.from(), of), at, one.confidence()))
                .toList();
    }

    /** How the source of a fact reads: {@code D14 of live discovery}. */
    public static String source(String from, String of) {
        return from + " of " + of;
    }
}
