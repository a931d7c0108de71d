package io.gulliver.persistence.journal;

import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.contract.workflow.RunControl;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.task.TaskKind;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.lease.JdbcLeaseStore;
import io.gulliver.persistence.migration.StepInsert;
import io.gulliver.persistence.playbook.PlanIndex;
import io.gulliver.persistence.task.TaskRows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/** What pages and people read of a run, derived from its journal: its steps and their items, open tasks, leases, how it stands. */
final class RunProjections {
    private static final String STEP_UPDATE = """
            update migration_steps
            set state = :state, generation = :generation, seq = :seq, started_at = :started, ended_at = :ended,
                program_waited = program_waited + case
                    when waited_since is null or waited_since = cast(:waited as timestamptz) then 0
                    else extract(epoch from cast(:at as timestamptz) - waited_since) end,
                waited_since = :waited, snapshot = :snapshot
            where migration = :migration and step_key = :step
            """;

    private final StoreDatabase db;
    private final NamedParameterJdbcTemplate batch;
    private final PlanIndex.Cache plans;
    private final JdbcLeaseStore leases;
    private final SlotNames slotNames;

    RunProjections(StoreDatabase db, PlanIndex.Cache plans, JdbcLeaseStore leases, SlotNames slotNames) {
        this.db = db;
        this.batch = new NamedParameterJdbcTemplate(db.dataSource());
        this.plans = plans;
        this.leases = leases;
        this.slotNames = slotNames;
    }

    /** Where a step's row stands. */
    private record Stood(int generation, long seq, StepState state) {
        boolean before(int otherGeneration, long otherSeq) {
            return generation < otherGeneration || generation == otherGeneration && seq < otherSeq;
        }
    }

    /** Writes every projection of a run from its whole state, whatever the projections say now. */
    void rewrite(
            JournaledRun run,
            int generation,
            long seq,
            Map<StepKey, StepRun> wanted,
            @Nullable RunControl control,
            Instant at) {
        PlanIndex plan = plans.require(run.playbookHash(), run.purpose());
        projectControl(run, generation, seq, control, at);
        Map<StepKey, StepState> present = new LinkedHashMap<>();
        db.jdbc().sql("""
                select step_key, state from migration_steps where migration = :migration
                order by plan_position, item_position, step_key
                """).param("migration", run.id().value()).query(row -> {
            present.put(StepKey.parse(row.getString("step_key")), StepState.valueOf(row.getString("state")));
        });
        boolean ended = control != null && control.mode() == RunMode.ENDED;
        present.forEach((key, before) -> {
            StepRun step = wanted.getOrDefault(key, StepRun.pending(key));
            if (!ended) {
                projectTask(run, plan, step, before, at);
                projectLease(generation, run, plan, step, at);
            }
            if (key.item() != null && !wanted.containsKey(key)) {
                leases.release(run.id(), key);
                db.jdbc()
                        .sql("delete from migration_steps where migration = :migration and step_key = :step")
                        .param("migration", run.id().value())
                        .param("step", key.toString())
                        .update();
            } else {
                batch.update(STEP_UPDATE, StepInsert.changing(run.id(), step, run.clock(), at, generation, seq));
            }
        });
        wanted.forEach((key, step) -> {
            if (!present.containsKey(key)) {
                if (!ended) {
                    projectTask(run, plan, step, StepState.PENDING, at);
                    projectLease(generation, run, plan, step, at);
                }
                StepRun parent = wanted.get(StepKey.of(key.step()));
                List<String> items = parent == null ? null : parent.items();
                int place = items == null || key.item() == null ? -1 : items.indexOf(key.item());
                batch.update(
                        StepInsert.SQL,
                        StepInsert.params(
                                run.id(),
                                plan,
                                plans.title(run.playbookHash(), key.step()),
                                step,
                                run.clock(),
                                at,
                                place < 0 && key.item() != null ? Integer.MAX_VALUE : place,
                                generation,
                                seq));
            }
        });
    }

    private void projectControl(JournaledRun run, int generation, long seq, @Nullable RunControl control, Instant at) {
        db.jdbc()
                .sql(
                        "update migrations set generation = :generation, last_seq = :seq, control_seq = :seq where id = :id")
                .param("generation", generation)
                .param("seq", seq)
                .param("id", run.id().value())
                .update();
        if (control == null) {
            return;
        }
        // A run that had ended in the replaced rows holds its database again, unless another run has it by now.
        db.jdbc().sql("""
                update migrations set active_key = program || '/' || purpose || '/' || database_name
                where id = :id and active_key is null and not evaluate_only and mode = 'ENDED' and not exists (
                    select 1 from migrations other
                    where other.active_key = migrations.program || '/' || migrations.purpose || '/'
                        || migrations.database_name)
                """).param("id", run.id().value()).update();
        boolean ended = control.mode() == RunMode.ENDED;
        db.jdbc()
                .sql("""
                update migrations
                set control = :control, mode = :mode, outcome = :outcome,
                    ended_at = case when :ended then coalesce(ended_at, :at) else null end
                where id = :id
                """)
                .param("control", Json.write(control))
                .param("mode", control.mode().name())
                .param("outcome", RowValues.name(control.outcome()))
                .param("ended", ended)
                .param("at", RowValues.at(at))
                .param("id", run.id().value())
                .update();
        if (ended) {
            db.jdbc()
                    .sql("update migrations set active_key = null where id = :id")
                    .param("id", run.id().value())
                    .update();
            TaskRows.closeAll(
                    db,
                    run.id(),
                    "Migration ended: " + RowValues.name(control.outcome()),
                    run.clock().program(at));
            leases.releaseAll(run.id());
        }
    }

    /** Takes the steps of new entries over. Answers whether scarce things were asked for or given back. */
    boolean steps(int generation, JournaledRun run, List<JournalEntry> entries) {
        Set<String> keys = new java.util.LinkedHashSet<>();
        for (JournalEntry entry : entries) {
            StepRun step = entry.step();
            if (step != null) {
                keys.add(step.key().toString());
            }
        }
        if (keys.isEmpty()) {
            return false;
        }
        boolean leasesMoved = false;
        PlanIndex plan = plans.require(run.playbookHash(), run.purpose());
        projectItems(generation, run, plan, entries);
        Map<String, Stood> stood = new HashMap<>();
        db.jdbc()
                .sql("""
                select step_key, generation, seq, state from migration_steps
                where migration = :migration and step_key in (:keys)
                """)
                .param("migration", run.id().value())
                .param("keys", keys)
                .query(row -> {
                    stood.put(
                            row.getString("step_key"),
                            new Stood(
                                    row.getInt("generation"),
                                    row.getLong("seq"),
                                    StepState.valueOf(row.getString("state"))));
                });
        Set<String> known = Set.copyOf(stood.keySet());
        Map<String, JournalEntry> newest = new LinkedHashMap<>();
        for (JournalEntry entry : entries) {
            StepRun step = entry.step();
            if (step == null) {
                continue;
            }
            String key = step.key().toString();
            Stood before = stood.getOrDefault(key, new Stood(0, 0, StepState.PENDING));
            if (!before.before(generation, entry.seq())) {
                // Written before, and projected then; a later snapshot must not go back.
                continue;
            }
            projectTask(run, plan, step, before.state(), entry.at());
            leasesMoved |= projectLease(generation, run, plan, step, entry.at());
            stood.put(key, new Stood(generation, entry.seq(), step.state()));
            newest.put(key, entry);
        }
        List<MapSqlParameterSource> updates = new ArrayList<>();
        List<MapSqlParameterSource> inserts = new ArrayList<>();
        for (JournalEntry entry : newest.values()) {
            StepRun step = Objects.requireNonNull(entry.step());
            if (known.contains(step.key().toString())) {
                updates.add(StepInsert.changing(run.id(), step, run.clock(), entry.at(), generation, entry.seq()));
            } else {
                // An item whose fan-out this store did not see: shown behind the others rather than not at all.
                String title = plans.title(run.playbookHash(), step.key().step());
                inserts.add(StepInsert.params(
                        run.id(),
                        plan,
                        title,
                        step,
                        run.clock(),
                        entry.at(),
                        Integer.MAX_VALUE,
                        generation,
                        entry.seq()));
            }
        }
        if (!updates.isEmpty()) {
            batch.batchUpdate(STEP_UPDATE, updates.toArray(MapSqlParameterSource[]::new));
        }
        if (!inserts.isEmpty()) {
            batch.batchUpdate(StepInsert.SQL, inserts.toArray(MapSqlParameterSource[]::new));
        }
        return leasesMoved;
    }

    /**
     * Gives every item of a step that fanned out its row, also those that wait for their turn: pages count them, and what
     * is left to do by hand names them.
     */
    private void projectItems(int generation, JournaledRun run, PlanIndex plan, List<JournalEntry> entries) {
        List<MapSqlParameterSource> items = new ArrayList<>();
        for (JournalEntry entry : entries) {
            StepRun step = entry.step();
            if (step == null || step.state() != StepState.FANNED_OUT) {
                continue;
            }
            String title = plans.title(run.playbookHash(), step.key().step());
            int place = 0;
            for (StepKey item : itemsOf(step)) {
                items.add(StepInsert.params(
                        run.id(),
                        plan,
                        title,
                        StepRun.pending(item),
                        run.clock(),
                        entry.at(),
                        place++,
                        generation,
                        entry.seq()));
            }
        }
        if (!items.isEmpty()) {
            batch.batchUpdate(
                    StepInsert.SQL + "on conflict (migration, step_key) do nothing",
                    items.toArray(MapSqlParameterSource[]::new));
        }
    }

    static List<StepKey> itemsOf(StepRun step) {
        return step.items() == null
                ? List.of()
                : step.items().stream()
                        .map(item -> new StepKey(step.key().step(), item))
                        .toList();
    }

    private void projectTask(JournaledRun run, PlanIndex plan, StepRun step, StepState before, Instant at) {
        boolean now = step.state().asksAPerson();
        boolean then = before.asksAPerson();
        String key = TaskRows.openKey(run.id(), step.key());
        if (now && before == step.state()) {
            int open = db.jdbc()
                    .sql("update tasks set detail = :detail, version = version + 1 where open_key = :key")
                    .param("detail", detail(step))
                    .param("key", key)
                    .update();
            if (open > 0) {
                return;
            }
        }
        if (then || now) {
            TaskRows.close(db, key, closing(step), run.clock().program(at));
        }
        if (!now) {
            return;
        }
        PlanStep planned = plan.step(step.key().step());
        TaskKind kind = TaskKind.of(step.state(), planned.kind());
        String title = plans.title(run.playbookHash(), planned.id());
        db.jdbc()
                .sql("""
                insert into tasks (id, program, migration, database_name, step_key, stage, kind, role, title, detail,
                    four_eyes, blocks, opened_at, version, open_key)
                values (:id, :program, :migration, :database, :step, :stage, :kind, :role, :title, :detail, :four_eyes,
                    :blocks, :at, 1, :key)
                """)
                .param("id", UUID.randomUUID().toString())
                .param("program", run.program())
                .param("migration", run.id().value())
                .param("database", run.database())
                .param("step", step.key().toString())
                .param("stage", planned.stage().name())
                .param("kind", kind.name())
                .param("role", planned.role())
                .param(
                        "title",
                        RowValues.cut(
                                step.key().item() == null
                                        ? title
                                        : title + ": " + step.key().item(),
                                200))
                .param("detail", detail(step))
                .param("four_eyes", kind == TaskKind.GATE && planned.fourEyes())
                .param("blocks", plan.blocks(planned.id()))
                .param("at", RowValues.at(run.clock().program(at)))
                .param("key", key)
                .update();
    }

    private static @Nullable String detail(StepRun step) {
        StepFailure failure = step.failure();
        if (step.state() == StepState.WAITING_PERSON) {
            Object instructions = step.inputs().get(StepRun.INSTRUCTIONS);
            return instructions == null
                    ? null
                    : RowValues.cut(instructions.toString().strip(), 4000);
        }
        if (failure == null) {
            return null;
        }
        String message = failure.message().strip();
        String sentence = message.matches("(?s).*[.!?]") ? message : message + ".";
        return RowValues.cut(failure.advice() == null ? message : sentence + " " + failure.advice(), 4000);
    }

    private static String closing(StepRun step) {
        return step.reason() == null ? step.state().name() : step.state().name() + ": " + step.reason();
    }

    private boolean projectLease(int generation, JournaledRun run, PlanIndex plan, StepRun step, Instant at) {
        PlanStep planned = plan.step(step.key().step());
        if (planned.slots().isEmpty()) {
            return false;
        }
        if (step.state() == StepState.WAITING_SLOT) {
            leases.request(
                    run.id(),
                    step.key(),
                    generation,
                    slotNames.of(run.program(), planned, step),
                    planned.phase() == Phase.OUTAGE,
                    run.wave(),
                    at);
        } else if (step.state().givesSlotsBack(Boolean.TRUE.equals(step.slotsHeld()))) {
            leases.release(run.id(), step.key());
        } else {
            return false;
        }
        return true;
    }

    /** Takes the run itself over from new entries. Answers whether it has ended by them. */
    boolean run(int generation, JournaledRun run, List<JournalEntry> entries) {
        JournalEntry first = entries.get(0);
        JournalEntry last = entries.get(entries.size() - 1);
        db.jdbc()
                .sql("""
                update migrations
                set generation = :generation, last_seq = greatest(last_seq, :seq),
                    started_at = coalesce(started_at, :at)
                where id = :id
                """)
                .param("generation", Math.max(generation, run.generation()))
                .param("seq", last.seq())
                .param("at", RowValues.at(first.at()))
                .param("id", run.id().value())
                .update();
        JournalEntry newest = null;
        for (JournalEntry entry : entries) {
            if (entry.control() != null && entry.seq() >= run.controlSeq()) {
                newest = entry;
            }
        }
        if (newest == null) {
            return false;
        }
        RunControl control = Objects.requireNonNull(newest.control());
        boolean ended = control.mode() == RunMode.ENDED;
        String outcome = RowValues.name(control.outcome());
        db.jdbc()
                .sql("""
                update migrations
                set control = :control, control_seq = :seq, mode = :mode, outcome = :outcome
                where id = :id
                """)
                .param("control", Json.write(control))
                .param("seq", newest.seq())
                .param("mode", control.mode().name())
                .param("outcome", outcome)
                .param("id", run.id().value())
                .update();
        if (ended) {
            db.jdbc()
                    .sql("update migrations set ended_at = :at, active_key = null where id = :id")
                    .param("at", RowValues.at(newest.at()))
                    .param("id", run.id().value())
                    .update();
            TaskRows.closeAll(
                    db,
                    run.id(),
                    "Migration ended" + (outcome == null ? "" : ": " + outcome),
                    run.clock().program(newest.at()));
            leases.releaseAll(run.id());
        }
        return ended;
    }
}
