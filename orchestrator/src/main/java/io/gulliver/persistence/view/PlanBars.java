package io.gulliver.persistence.view;

import io.gulliver.domain.plan.Freeze;
import io.gulliver.domain.plan.PlanBreak;
import io.gulliver.domain.plan.StageProgress;
import io.gulliver.domain.plan.Wave;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Reads the plan with what became of it. */
public interface PlanBars {
    PlanView plan(String program);

    /**
     * The plan of a program.
     *
     * @param waves by number, each with its databases by planned cutover and name
     * @param unplanned databases without a wave, by name
     * @param freezes by start
     * @param broken what does not hold with the dates, by database
     * @param baselineAt when the baseline was agreed, or null
     */
    record PlanView(
            List<WaveBars> waves,
            List<DatabaseBars> unplanned,
            List<Freeze> freezes,
            SortedMap<String, List<PlanBreak>> broken,
            @Nullable Instant baselineAt) {
        public PlanView {
            waves = List.copyOf(waves);
            unplanned = List.copyOf(unplanned);
            freezes = List.copyOf(freezes);
        }
    }

    /** A wave with its databases. */
    record WaveBars(Wave wave, List<DatabaseBars> databases) {
        public WaveBars {
            databases = List.copyOf(databases);
        }
    }

    /** A database with its six stages. */
    record DatabaseBars(String name, List<StageProgress> stages) {
        public DatabaseBars {
            stages = List.copyOf(stages);
        }
    }
}
