package io.gulliver.service.planning;

import io.gulliver.domain.program.Program;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.domain.risk.RiskSeed;
import io.gulliver.persistence.program.ProgramStore;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Moves forecasts with what happened and was measured, and raises and closes risks by rule. */
public final class PlanningJob {
    private final ProgramStore programs;
    private final PlanService plan;
    private final RehearsalMeasures measures;
    private final RiskService risks;
    private final RiskRuleJob sweep;
    private final List<RiskSeed> seeds;
    private final ProgramCalendar calendar;
    private final Set<String> seeded = ConcurrentHashMap.newKeySet();

    public PlanningJob(
            ProgramStore programs,
            PlanService plan,
            RehearsalMeasures measures,
            RiskService risks,
            RiskRuleJob sweep,
            List<RiskSeed> seeds,
            ProgramCalendar calendar) {
        this.programs = programs;
        this.plan = plan;
        this.measures = measures;
        this.risks = risks;
        this.sweep = sweep;
        this.seeds = List.copyOf(seeds);
        this.calendar = calendar;
    }

    public void run() {
        for (Program program : programs.atWork()) {
            if (seeded.add(program.key())) {
                risks.seed(program.key(), seeds, "Gulliver");
            }
            measures.collect(program.key());
            plan.reforecast(program.key());
        }
        sweep.run(calendar);
    }
}
