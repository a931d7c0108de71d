package io.gulliver.planning.schedule;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.StageStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that dates follow from.
 *
 * @param waves by number
 * @param items databases that stand in a wave
 * @param closed times in which no cutover may run, in any order
 */
public record PlanInput(List<WaveInput> waves, List<Item> items, List<Closed> closed) {
    public PlanInput {
        waves = List.copyOf(waves);
        items = List.copyOf(items);
        closed = List.copyOf(closed);
    }

    /**
     * A wave.
     *
     * @param number of it
     * @param start typed, or null to start when the waves before it have ended
     * @param after waves that must have ended
     */
    public record WaveInput(int number, @Nullable Instant start, List<Integer> after) {
        public WaveInput {
            after = List.copyOf(after);
        }
    }

    /**
     * A database.
     *
     * @param database its name
     * @param wave it stands in
     * @param moveGroup that it cuts over with, or null
     * @param durations of its stages
     * @param notBefore earliest cutover, or null
     * @param progress how far its stages are, for the forecast; missing stages have not begun
     */
    public record Item(
            String database,
            int wave,
            @Nullable String moveGroup,
            StageDurations durations,
            @Nullable Instant notBefore,
            Map<Stage, Progress> progress) {}

    /**
     * How far a stage is.
     *
     * @param status in the words of pages
     * @param started first start, or null
     * @param ended last end once it is through, or null
     * @param share of its steps that are done, 0 to 1
     */
    public record Progress(
            StageStatus status,
            @Nullable Instant started,
            @Nullable Instant ended,
            double share) {}

    /**
     * A time in which no cutover may run.
     *
     * @param from first instant
     * @param to first instant after it
     */
    public record Closed(Instant from, Instant to) {}

    /** The start and end of a stage. */
    public record Bar(Instant start, Instant end) {
        public Bar {
            if (end.isBefore(start)) {
                throw new IllegalArgumentException("a bar from " + start + " to " + end);
            }
        }

        Duration length() {
            return Duration.between(start, end);
        }
    }
}
