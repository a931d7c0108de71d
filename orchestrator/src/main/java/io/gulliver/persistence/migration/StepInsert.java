package io.gulliver.persistence.migration;

import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.program.ProgramClock;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.playbook.PlanIndex;
import java.time.Instant;
import java.util.Locale;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;

/** How a step's row is first written: by the store when a migration is made, by the journal for items. */
public final class StepInsert {
    public static final String SQL = """
            insert into migration_steps (migration, step_key, step_id, plan_position, item_position, title, stage,
                phase, kind, role, action, four_eyes, estimate_seconds, state, generation, seq, started_at, ended_at,
                waited_since, snapshot)
            values (:migration, :step, :step_id, :place, :item_place, :title, :stage, :phase, :kind, :role, :action,
                :four_eyes, :estimate, :state, :generation, :seq, :started, :ended, :waited, :snapshot)
            """;

    private StepInsert() {}

    public static MapSqlParameterSource params(
            MigrationId migration,
            PlanIndex plan,
            String title,
            StepRun run,
            ProgramClock clock,
            Instant at,
            int itemPlace,
            int generation,
            long seq) {
        PlanStep step = plan.step(run.key().step());
        return changing(migration, run, clock, at, generation, seq)
                .addValue("step_id", step.id())
                .addValue("place", plan.place(step.id()))
                .addValue("item_place", itemPlace)
                .addValue(
                        "title",
                        RowValues.cut(
                                run.key().item() == null
                                        ? title
                                        : title + ": " + run.key().item(),
                                200))
                .addValue("stage", step.stage().name())
                .addValue("phase", step.phase().name().toUpperCase(Locale.ROOT))
                .addValue("kind", step.kind().name())
                .addValue("role", step.role())
                .addValue("action", step.action())
                .addValue("four_eyes", step.fourEyes())
                .addValue("estimate", step.estimateSeconds());
    }

    /**
     * The columns that change with every snapshot: times as the program's calendar has them, the snapshot as the engine
     * has it, which goes on from it.
     *
     * @param at when it changed, in real time
     */
    public static MapSqlParameterSource changing(
            MigrationId migration, StepRun run, ProgramClock clock, Instant at, int generation, long seq) {
        return new MapSqlParameterSource()
                .addValue("migration", migration.value())
                .addValue("step", run.key().toString())
                .addValue("state", run.state().name())
                .addValue("generation", generation)
                .addValue("seq", seq)
                .addValue("at", RowValues.at(clock.program(at)))
                .addValue("started", RowValues.at(clock.programOrNull(run.startedAt())))
                .addValue("ended", RowValues.at(clock.programOrNull(run.endedAt())))
                .addValue("waited", RowValues.at(clock.programOrNull(run.waitedSince())))
                .addValue("snapshot", Json.write(run));
    }
}
