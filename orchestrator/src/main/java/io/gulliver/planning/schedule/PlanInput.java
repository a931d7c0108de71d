package io.gulliver.planning.schedule;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.StageStatus;
import io.gulliver.domain.plan.WorkingHours;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Everything that dates follow from.
 *
 * @param waves by number
 * @param items databases that stand in a wave
 * @param closed times in which no cutover may run, in any order
 * @param hours in which people work and no outage may run, or null when nobody said
 * @param zone in which dates are told
 */
public record PlanInput(
        List<WaveInput> waves,
        List<Item> items,
        List<Closed> closed,
        @Nullable WorkingHours hours,
        ZoneId zone) {
    public PlanInput {
        waves = List.copyOf(waves);
        items = List.copyOf(items);
        closed = List.copyOf(closed);
    }

    /** Where people work around the clock. */
    public PlanInput(List<WaveInput> waves, List<Item> items, List<Closed> closed) {
        this(waves, items, closed, null, ZoneOffset.UTC);
    }

    /**
     * A wave.
     *
     * @param number of it
     * @param start typed, or null to start when the waves before it have ended
     * @param after waves that must have ended
     * @param usersOut T as it is typed, or null
     * @param goLive users in as it is typed, from which T follows, or null
     */
    public record WaveInput(
            int number,
            @Nullable Instant start,
            List<Integer> after,
            @Nullable Instant usersOut,
            @Nullable Instant goLive) {
        public WaveInput {
            after = List.copyOf(after);
        }

        /** Without a date for its cutovers. */
        public WaveInput(int number, @Nullable Instant start, List<Integer> after) {
            this(number, start, after, null, null);
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
     * @param bounds what else its dates must keep to
     */
    public record Item(
            String database,
            int wave,
            @Nullable String moveGroup,
            StageDurations durations,
            @Nullable Instant notBefore,
            Map<Stage, Progress> progress,
            Bounds bounds) {
        /** Without further bounds. */
        public Item(
                String database,
                int wave,
                @Nullable String moveGroup,
                StageDurations durations,
                @Nullable Instant notBefore,
                Map<Stage, Progress> progress) {
            this(database, wave, moveGroup, durations, notBefore, progress, Bounds.NONE);
        }
    }

    /**
     * What the dates of a database must keep to.
     *
     * @param usersOut T as it is typed for this database, before that of its wave; or null
     * @param latest first instant at which it is too late for users to come in, or null
     * @param collecting until when its load is collected, by when its discovery begins, before which it is not sized; or null
     */
    public record Bounds(
            @Nullable Instant usersOut,
            @Nullable Instant latest,
            @Nullable UnaryOperator<Instant> collecting) {
        public static final Bounds NONE = new Bounds(null, null, null);

        /** When it may be sized, of a database whose discovery begins at an instant; null for as soon as that is through. */
        @Nullable
        Instant sized(Instant discovery) {
            return collecting == null ? null : collecting.apply(discovery);
        }
    }

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
     * @param reason why, for people
     */
    public record Closed(Instant from, Instant to, String reason) {
        /** Without a reason. */
        public Closed(Instant from, Instant to) {
            this(from, to, "freeze");
        }
    }

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
