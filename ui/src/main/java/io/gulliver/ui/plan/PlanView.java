package io.gulliver.ui.plan;

import io.gulliver.ui.frame.StageCell;
import io.gulliver.ui.program.ProgramOverview.Freeze;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a program.
 *
 * @param waves in order
 * @param freezes when no cutover may happen
 * @param baselineAt when the baseline was agreed, or null when there is none
 */
public record PlanView(
        List<Wave> waves, List<Freeze> freezes, @Nullable Instant baselineAt) {
    public PlanView {
        waves = List.copyOf(waves);
        freezes = List.copyOf(freezes);
    }

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
    }

    /**
     * One database in the plan.
     *
     * @param name its name
     * @param times its four times
     * @param stages the six
     */
    public record Item(String name, Times times, List<StageCell> stages) {
        public Item {
            stages = List.copyOf(stages);
        }
    }

    /**
     * The four times of anything that is planned.
     *
     * @param baselineStart first agreed, or null
     * @param baselineEnd first agreed, or null
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
    }
}
