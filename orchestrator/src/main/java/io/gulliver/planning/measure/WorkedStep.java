package io.gulliver.planning.measure;

import io.gulliver.domain.migration.Phase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run did in one step, its items together.
 *
 * @param id of the step
 * @param title for people
 * @param phase relative to the outage
 * @param action that did it, or null where people did
 * @param estimate of the playbook, or null
 * @param worked when a machine worked on it: without waiting for people, for scarce things, or for the next try
 * @param inputs of the step, of its first item where it has items
 * @param outputs of each of its items, or its own
 */
public record WorkedStep(
        String id,
        String title,
        Phase phase,
        @Nullable String action,
        @Nullable Duration estimate,
        List<Interval> worked,
        Map<String, Object> inputs,
        List<Map<String, Object>> outputs) {
    public WorkedStep {
        worked = List.copyOf(worked);
        outputs = List.copyOf(outputs);
    }

    /** A stretch of work. */
    public record Interval(Instant from, Instant to) {}

    /** How long somebody worked on it. */
    double seconds() {
        return seconds(worked);
    }

    /** How long it is until all of these stretches are over, what overlaps counted once and what lies between not at all. */
    static double seconds(Collection<Interval> stretches) {
        List<Interval> sorted = new ArrayList<>(stretches);
        sorted.sort(Comparator.comparing(Interval::from).thenComparing(Interval::to));
        Duration whole = Duration.ZERO;
        Instant reached = Instant.MIN;
        for (Interval one : sorted) {
            Instant from = one.from().isAfter(reached) ? one.from() : reached;
            if (one.to().isAfter(from)) {
                whole = whole.plus(Duration.between(from, one.to()));
                reached = one.to();
            }
        }
        return whole.toMillis() / 1000.0;
    }
}
