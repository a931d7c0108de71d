package io.gulliver.service.planning;

import io.gulliver.domain.program.Program;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.persistence.program.ProgramStore;

/** Moves forecasts with what happened and was measured, and raises and closes risks by rule. */
public final class PlanningJob {
    private final ProgramStore programs;
    private final PlanService plan;
    private final RehearsalMeasures measures;
    private final RiskRuleJob sweep;
    private final ProgramCalendar calendar;

    public PlanningJob(
            ProgramStore programs,
            PlanService plan,
            RehearsalMeasures measures,
            RiskRuleJob sweep,
            ProgramCalendar calendar) {
        this.programs = programs;
        this.plan = plan;
        this.measures = measures;
        this.sweep = sweep;
        this.calendar = calendar;
    }

    public void run() {
        for (Program program : programs.atWork()) {
            measures.collect(program.key());
            plan.reforecast(program.key());
        }
        sweep.run(calendar);
    }
}
