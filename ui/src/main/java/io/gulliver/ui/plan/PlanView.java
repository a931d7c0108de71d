package io.gulliver.ui.plan;

import io.gulliver.domain.plan.PlanBreak;
import io.gulliver.domain.plan.Slip;
import io.gulliver.ui.frame.StageCell;
import io.gulliver.ui.program.ProgramOverview.Freeze;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a program.
 *
 * @param waves in order
 * @param freezes when no cutover may happen
 * @param broken what does not hold with the dates, by database and kind
 * @param baselineAt when the baseline in force was agreed, or null when there is none
 */
public record PlanView(
        List<Wave> waves,
        List<Freeze> freezes,
        List<Broken> broken,
        @Nullable Instant baselineAt) {
    public PlanView {
        waves = List.copyOf(waves);
        freezes = List.copyOf(freezes);
        broken = List.copyOf(broken);
    }

    /** What does not hold with the dates of a database. */
    public record Broken(String database, PlanBreak what) {}

    /**
     * One wave.
     *
     * @param key short name
     * @param title for people
     * @param times its four times
     * @param databases by date
     */
    public record Wave(String key, String title, Times times, List<Item> databases) {
        public Wave {
            databases = List.copyOf(databases);
        }

        /** As late as the latest of its databases; null where none was agreed. */
        public @Nullable Duration slip() {
            return Slip.worst(databases.stream().map(Item::slip).toList());
        }
    }

    /**
     * One database in the plan.
     *
     * @param name its name
     * @param times its four times, from its first stage to its last
     * @param slip how much later than agreed its cutover ends, negative when earlier, null when nothing was agreed
     * @param stages the six
     */
    public record Item(String name, Times times, @Nullable Duration slip, List<StageCell> stages) {
        public Item {
            stages = List.copyOf(stages);
        }
    }

    /**
     * The four times of anything that is planned.
     *
     * @param baselineStart as agreed last, or null
     * @param baselineEnd as agreed last, or null
     * @param plannedStart now, or null
     * @param plannedEnd now, or null
     * @param forecastEnd now expected, or null
     * @param actualStart as it happened, or null
     * @param actualEnd as it happened, or null
     */
    public record Times(
            @Nullable Instant baselineStart,
            @Nullable Instant baselineEnd,
            @Nullable Instant plannedStart,
            @Nullable Instant plannedEnd,
            @Nullable Instant forecastEnd,
            @Nullable Instant actualStart,
            @Nullable Instant actualEnd) {
        /** Where it starts, as far as is known. */
        public @Nullable Instant start() {
            return actualStart != null ? actualStart : plannedStart;
        }

        /** Where it ends, as far as is known. */
        public @Nullable Instant end() {
            return actualEnd != null ? actualEnd : forecastEnd != null ? forecastEnd : plannedEnd;
        }

        /** From the first start to the last end of several; over only when all are. */
        static Times together(List<Times> all) {
            return new Times(
                    first(all.stream().map(Times::baselineStart).toList()),
                    last(all.stream().map(Times::baselineEnd).toList()),
                    first(all.stream().map(Times::plannedStart).toList()),
                    last(all.stream().map(Times::plannedEnd).toList()),
                    last(all.stream().map(Times::end).toList()),
                    first(all.stream().map(Times::actualStart).toList()),
                    all.stream().allMatch(one -> one.actualEnd() != null)
                            ? last(all.stream().map(Times::actualEnd).toList())
                            : null);
        }

        private static @Nullable Instant first(List<? extends @Nullable Instant> all) {
            return all.stream()
                    .filter(Objects::nonNull)
                    .min(Comparator.naturalOrder())
                    .orElse(null);
        }

        private static @Nullable Instant last(List<? extends @Nullable Instant> all) {
            return all.stream()
                    .filter(Objects::nonNull)
                    .max(Comparator.naturalOrder())
                    .orElse(null);
        }
    }
}
