package io.gulliver.persistence.migration;

import io.gulliver.contract.workflow.RunControl;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RehearsalSource;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.program.ProgramClock;
import io.gulliver.domain.program.ProgramRules;
import io.gulliver.domain.task.TaskKind;
import io.gulliver.persistence.AlreadyRunningException;
import io.gulliver.persistence.Cursor;
import io.gulliver.persistence.IdempotencyConflictException;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StaleGenerationException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.audit.AuditStore;
import io.gulliver.persistence.playbook.PlanIndex;
import io.gulliver.persistence.playbook.PlanSource;
import io.gulliver.persistence.view.MigrationQuery;
import io.gulliver.persistence.view.Page;
import io.gulliver.persistence.view.StepRow;
import io.gulliver.persistence.view.WaitingStep;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/** Migrations and steps in tables. */
public final class JdbcMigrationStore implements MigrationStore {
    /** How many earlier runs say what is usual. */
    private static final int EARLIER_RUNS = 10;

    private static final String COLUMNS = """
            id, program, number, database_name, purpose, playbook, playbook_version, playbook_hash, generation, wave,
            evaluate_only, pause_after_stage, pause_after_step, mode, outcome, last_seq, engine, created_by,
            created_at, started_at, ended_at, acts_from, rehearsal_source
            """;
    private static final String STEP_COLUMNS = """
            migration, step_key, plan_position, title, stage, phase, kind, role, action, four_eyes, estimate_seconds,
            seq, snapshot, program_waited
            """;

    private final StoreDatabase db;
    private final NamedParameterJdbcTemplate batch;
    private final PlanIndex.Cache plans;
    private final AuditStore audit;

    public JdbcMigrationStore(StoreDatabase db, PlanSource plans, AuditStore audit) {
        this.db = db;
        this.batch = new NamedParameterJdbcTemplate(db.dataSource());
        this.plans = new PlanIndex.Cache(plans);
        this.audit = audit;
    }

    @Override
    public Migration create(NewMigration wanted) {
        PlanIndex plan = plans.require(wanted.playbookHash(), wanted.purpose());
        try {
            return db.inTransaction(() -> insert(wanted, plan));
        } catch (DuplicateKeyException e) {
            // The same request at the same moment in another program, or another active run.
            Optional<Migration> there = byRequest(wanted.requestId());
            if (there.isPresent()) {
                return same(there.get(), wanted);
            }
            throw new AlreadyRunningException("Database " + wanted.database() + " of program " + wanted.program()
                    + " has a running migration with the purpose "
                    + wanted.purpose().name().toLowerCase(Locale.ROOT) + ". Finish or abort that one first.");
        }
    }

    private record Numbering(int last, boolean archived) {}

    private Migration insert(NewMigration wanted, PlanIndex plan) {
        // The program's row is the lock that numbers its migrations.
        Numbering numbering = db.jdbc()
                .sql("select last_number, archived_at from programs where program = :program for update")
                .param("program", wanted.program())
                .query((row, n) -> new Numbering(row.getInt("last_number"), row.getObject("archived_at") != null))
                .optional()
                .orElseThrow(() ->
                        new UnknownRowException("There is no program '" + wanted.program() + "'. Make it first."));
        int number = numbering.last() + 1;
        Optional<Migration> there = byRequest(wanted.requestId());
        if (there.isPresent()) {
            return same(there.get(), wanted);
        }
        RefusedException.throwIf(ProgramRules.start(wanted.program(), wanted.database(), numbering.archived()));
        MigrationId id = new MigrationId(wanted.program() + "." + slug(wanted.database()) + "." + number);
        Instant now = db.clock().instant();
        RunControl control = new RunControl(
                1,
                0,
                0,
                RunMode.RUNNING,
                null,
                null,
                wanted.pauseAfterStage(),
                wanted.pauseAfterStep(),
                false,
                false,
                wanted.evaluateOnly(),
                List.of());
        db.jdbc()
                .sql("update programs set last_number = :number where program = :program")
                .param("number", number)
                .param("program", wanted.program())
                .update();
        db.jdbc()
                .sql("""
                insert into migrations (id, program, number, request_id, database_name, purpose, playbook,
                    playbook_version, playbook_hash, generation, wave, evaluate_only, pause_after_stage,
                    pause_after_step, mode, control, control_seq, last_seq, created_by, created_at, active_key,
                    rehearsal_source)
                values (:id, :program, :number, :request, :database, :purpose, :playbook, :version, :hash, 1, :wave,
                    :evaluate, :stage, :step, 'RUNNING', :control, 0, 0, :by, :at, :active, :source)
                """)
                .param("id", id.value())
                .param("program", wanted.program())
                .param("number", number)
                .param("request", wanted.requestId())
                .param("database", wanted.database())
                .param("purpose", wanted.purpose().name())
                .param("playbook", plan.plan().playbook())
                .param("version", plan.plan().version())
                .param("hash", wanted.playbookHash())
                .param("wave", wanted.wave())
                .param("evaluate", wanted.evaluateOnly())
                .param("stage", RowValues.name(wanted.pauseAfterStage()))
                .param("step", wanted.pauseAfterStep())
                .param("control", Json.write(control))
                .param("by", wanted.by())
                .param("at", RowValues.at(now))
                .param("source", wanted.source() == null ? null : Json.write(wanted.source()))
                .param(
                        "active",
                        wanted.evaluateOnly()
                                ? null
                                : wanted.program() + "/" + wanted.purpose() + "/" + wanted.database())
                .update();
        batch.batchUpdate(
                StepInsert.SQL,
                plan.plan().steps().stream()
                        .map(step -> StepInsert.params(
                                id,
                                plan,
                                plans.title(wanted.playbookHash(), step.id()),
                                StepRun.pending(StepKey.of(step.id())),
                                ProgramClock.REAL,
                                now,
                                -1,
                                1,
                                0))
                        .toArray(MapSqlParameterSource[]::new));
        Migration made = require(id);
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("database", wanted.database());
        details.put("purpose", wanted.purpose().name());
        details.put("playbook", plan.plan().playbook() + " " + plan.plan().version());
        details.put("playbookHash", wanted.playbookHash());
        if (wanted.source() != null) {
            details.put("source", wanted.source());
        }
        audit.append(new AuditEvent(
                wanted.program(),
                now,
                wanted.by(),
                "migration.created",
                "migration/" + id,
                null,
                Json.sha256(Json.write(made)),
                wanted.requestId(),
                details));
        return made;
    }

    private static String slug(String database) {
        String slug =
                database.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
        return slug.isEmpty() ? "database" : slug.substring(0, Math.min(60, slug.length()));
    }

    private static Migration same(Migration there, NewMigration wanted) {
        boolean same = there.program().equals(wanted.program())
                && there.database().equals(wanted.database())
                && there.purpose() == wanted.purpose()
                && there.playbookHash().equals(wanted.playbookHash())
                && Objects.equals(there.wave(), wanted.wave())
                && there.evaluateOnly() == wanted.evaluateOnly()
                && there.pauseAfterStage() == wanted.pauseAfterStage()
                && Objects.equals(there.pauseAfterStep(), wanted.pauseAfterStep())
                && Objects.equals(there.source(), wanted.source());
        if (!same) {
            throw new IdempotencyConflictException("The idempotency key " + wanted.requestId()
                    + " was used to start migration " + there.id() + " with other values. Use a new key.");
        }
        return there;
    }

    private Optional<Migration> byRequest(String requestId) {
        return db.jdbc()
                .sql("select " + COLUMNS + " from migrations where request_id = :request")
                .param("request", requestId)
                .query((row, n) -> migration(row))
                .optional();
    }

    @Override
    public Optional<Migration> find(MigrationId id) {
        return db.jdbc()
                .sql("select " + COLUMNS + " from migrations where id = :id")
                .param("id", id.value())
                .query((row, n) -> migration(row))
                .optional();
    }

    @Override
    public Set<String> carried(String program) {
        return new TreeSet<>(
                db.jdbc().sql("""
                select distinct database_name from migrations
                where program = :program and purpose = 'PRODUCTION' and not evaluate_only
                    and (mode <> 'ENDED' or outcome = 'COMPLETED')
                """).param("program", program).query(String.class).list());
    }

    @Override
    public List<String> unseen(String program, Instant by) {
        return db.jdbc()
                .sql("""
                select s.database_name from database_stages s
                where s.program = :program and s.stage = 'DISCOVERY' and s.planned_start <= :by
                    and not exists (
                        select 1 from migrations m
                        where m.program = s.program and m.database_name = s.database_name and not m.evaluate_only)
                order by s.database_name
                """)
                .param("program", program)
                .param("by", RowValues.at(by))
                .query(String.class)
                .list();
    }

    @Override
    public Migration require(MigrationId id) {
        return find(id).orElseThrow(() -> new UnknownRowException("There is no migration '" + id + "'."));
    }

    @Override
    public Page<Migration> list(MigrationQuery query) {
        Map<String, Object> params = new LinkedHashMap<>();
        StringBuilder where = new StringBuilder("1 = 1");
        if (query.program() != null) {
            where.append(" and program = :program");
            params.put("program", query.program());
        }
        if (query.database() != null) {
            where.append(" and database_name = :database");
            params.put("database", query.database());
        }
        if (query.purpose() != null) {
            where.append(" and purpose = :purpose");
            params.put("purpose", query.purpose().name());
        }
        if (!query.modes().isEmpty()) {
            where.append(" and mode in (:modes)");
            params.put("modes", query.modes().stream().map(Enum::name).sorted().toList());
        }
        if (query.cursor() != null) {
            List<String> parts = Cursor.parts(query.cursor(), 2);
            where.append(" and (created_at < :created or (created_at = :created and id < :id))");
            params.put("created", Objects.requireNonNull(RowValues.at(Cursor.instant(parts.get(0)))));
            params.put("id", parts.get(1));
        }
        params.put("limit", query.limit() + 1);
        List<Migration> rows = new ArrayList<>(db.jdbc()
                .sql("""
                select %s from migrations where %s order by created_at desc, id desc limit :limit
                """.formatted(COLUMNS, where))
                .params(params)
                .query((row, n) -> migration(row))
                .list());
        boolean more = rows.size() > query.limit();
        if (more) {
            rows.remove(query.limit());
        }
        Migration last = more ? rows.get(rows.size() - 1) : null;
        return new Page<>(rows, last == null ? null : Cursor.of(last.createdAt(), last.id()));
    }

    @Override
    public List<Migration> running() {
        return db.jdbc()
                .sql("select " + COLUMNS + " from migrations where mode <> 'ENDED' order by id")
                .query((row, n) -> migration(row))
                .list();
    }

    @Override
    public List<Migration> endedSince(Instant since) {
        return db.jdbc()
                .sql("select " + COLUMNS + " from migrations where mode = 'ENDED' and ended_at >= :since order by id")
                .param("since", RowValues.at(since))
                .query((row, n) -> migration(row))
                .list();
    }

    @Override
    public List<StepRow> steps(MigrationId id) {
        ProgramClock clock = db.programClocks().of(id);
        return db.jdbc()
                .sql("""
                select %s from migration_steps where migration = :migration
                order by plan_position, item_position, step_key
                """.formatted(STEP_COLUMNS))
                .param("migration", id.value())
                .query((row, n) -> step(row, clock))
                .list();
    }

    @Override
    public List<EndedStep> ended(String program, @Nullable String database, String action) {
        ProgramClock clock = db.time(program);
        return db.jdbc()
                .sql("""
                select m.database_name, s.migration, s.plan_position, s.title, s.stage, s.phase, s.kind, s.role,
                    s.action, s.four_eyes, s.estimate_seconds, s.seq, s.snapshot, s.program_waited
                from migrations m join migration_steps s on s.migration = m.id
                where m.program = :program and (:every or m.database_name = :database) and not m.evaluate_only
                    and s.action = :action and s.ended_at is not null
                order by m.created_at desc, m.id desc, s.plan_position, s.item_position
                """)
                .param("program", program)
                .param("every", database == null)
                .param("database", database == null ? "" : database)
                .param("action", action)
                .query((row, n) -> new EndedStep(row.getString("database_name"), step(row, clock)))
                .list();
    }

    @Override
    public List<BegunStep> begun(String program, Collection<String> actions) {
        if (actions.isEmpty()) {
            return List.of();
        }
        ProgramClock clock = db.time(program);
        return db.jdbc()
                .sql("""
                select m.database_name, m.outcome, s.migration, s.plan_position, s.title, s.stage, s.phase, s.kind, s.role,
                    s.action, s.four_eyes, s.estimate_seconds, s.seq, s.snapshot, s.program_waited
                from migrations m join migration_steps s on s.migration = m.id
                where m.program = :program and not m.evaluate_only and s.action in (:actions)
                    and s.started_at is not null and s.state not in ('SKIPPED', 'UNDONE', 'FANNED_OUT')
                order by m.database_name, m.created_at, m.id, s.plan_position, s.item_position
                """)
                .param("program", program)
                .param("actions", actions)
                .query((row, n) -> new BegunStep(
                        row.getString("database_name"),
                        row.getString("outcome") == null ? null : RunOutcome.valueOf(row.getString("outcome")),
                        step(row, clock)))
                .list();
    }

    @Override
    public Map<StepKey, Duration> usual(Migration migration) {
        Map<StepKey, List<Duration>> taken = new LinkedHashMap<>();
        ProgramClock clock = db.time(migration.program());
        db.jdbc()
                .sql("""
                select s.step_key, s.snapshot, s.program_waited from migration_steps s
                where s.state = 'DONE' and s.migration in (
                    select id from migrations
                    where program = :program and playbook = :playbook and id <> :id and created_at <= :created
                    order by created_at desc limit :runs)
                """)
                .param("program", migration.program())
                .param("playbook", migration.playbook())
                .param("id", migration.id().value())
                .param("created", RowValues.at(migration.createdAt()))
                .param("runs", EARLIER_RUNS)
                .query(row -> {
                    StepRun run = shown(row, clock);
                    if (run.startedAt() != null && run.endedAt() != null) {
                        Duration worked =
                                Duration.between(run.startedAt(), run.endedAt()).minusSeconds(run.waitedSeconds());
                        taken.computeIfAbsent(StepKey.parse(row.getString("step_key")), key -> new ArrayList<>())
                                .add(worked.isNegative() ? Duration.ZERO : worked);
                    }
                });
        Map<StepKey, Duration> usual = new LinkedHashMap<>();
        taken.forEach((key, spans) -> {
            List<Duration> sorted = spans.stream().sorted().toList();
            usual.put(key, sorted.get((sorted.size() - 1) / 2));
        });
        return usual;
    }

    @Override
    public Optional<StepRow> step(MigrationId id, StepKey key) {
        ProgramClock clock = db.programClocks().of(id);
        return db.jdbc()
                .sql("select %s from migration_steps where migration = :migration and step_key = :step"
                        .formatted(STEP_COLUMNS))
                .param("migration", id.value())
                .param("step", key.toString())
                .query((row, n) -> step(row, clock))
                .optional();
    }

    @Override
    public List<WaitingStep> waiting(String program, Collection<String> databases) {
        return databases.isEmpty()
                ? List.of()
                : waiting(
                        program,
                        "m.program = :program and m.database_name in (:databases) and not m.evaluate_only",
                        Map.of("program", program, "databases", databases));
    }

    @Override
    public List<WaitingStep> waiting(Migration run) {
        return waiting(run.program(), "m.id = :run", Map.of("run", run.id().value()));
    }

    private List<WaitingStep> waiting(String program, String which, Map<String, ?> params) {
        ProgramClock clock = db.time(program);
        return db.jdbc()
                .sql("""
                select m.database_name, s.migration, s.plan_position, s.title, s.stage, s.phase, s.kind, s.role,
                    s.action, s.four_eyes, s.estimate_seconds, s.seq, s.snapshot, s.program_waited,
                    t.kind as task, t.claimed_name, t.opened_at, t.snoozed_until
                from migrations m join migration_steps s on s.migration = m.id
                    left join tasks t on t.open_key = s.migration || '#' || s.step_key
                where %s and m.mode <> 'ENDED' and (s.state in ('WAITING_PERSON', 'PARKED', 'UNDO_PARKED',
                        'WAITING_SLOT', 'WAITING_TIME', 'BACKING_OFF')
                    or s.state = 'AWAITING' and s.action = 'shared.acquire')
                order by s.migration, s.plan_position, s.item_position, s.step_key
                """.formatted(which))
                .params(params)
                .query((row, n) -> new WaitingStep(
                        row.getString("database_name"),
                        step(row, clock),
                        RowValues.enumOrNull(row, "task", TaskKind.class),
                        row.getString("claimed_name"),
                        RowValues.instantOrNull(row, "opened_at"),
                        RowValues.instantOrNull(row, "snoozed_until")))
                .list();
    }

    @Override
    public List<StageCount> stageCounts(Collection<MigrationId> ids) {
        if (ids.isEmpty()) {
            return List.of();
        }
        List<StageCount> counts = new ArrayList<>(db.jdbc()
                .sql("""
                select migration, stage, state, count(*) as steps
                from migration_steps
                where migration in (:ids)
                group by migration, stage, state
                """)
                .param("ids", ids.stream().map(MigrationId::value).toList())
                .query((row, n) -> new StageCount(
                        new MigrationId(row.getString("migration")),
                        Stage.valueOf(row.getString("stage")),
                        StepState.valueOf(row.getString("state")),
                        row.getInt("steps")))
                .list());
        counts.sort(java.util.Comparator.comparing(StageCount::migration)
                .thenComparing(StageCount::stage)
                .thenComparing(StageCount::state));
        return counts;
    }

    @Override
    public void carriedBy(MigrationId id, String engineCluster) {
        db.jdbc()
                .sql("update migrations set engine = :engine where id = :id")
                .param("engine", engineCluster)
                .param("id", id.value())
                .update();
    }

    @Override
    public Migration startNextGeneration(
            MigrationId id,
            int expected,
            String engineCluster,
            String by,
            @Nullable String reason,
            @Nullable Instant actsFrom) {
        return db.inTransaction(() -> {
            Migration before = require(id);
            int changed = db.jdbc()
                    .sql("""
                    update migrations set generation = generation + 1, engine = :engine, engine_run = null,
                        engine_run_started_at = null, engine_task_history = null, engine_task_at = null,
                        acts_from = coalesce(:actsFrom, acts_from)
                    where id = :id and generation = :expected and mode <> 'ENDED'
                    """)
                    .param("engine", engineCluster)
                    .param("id", id.value())
                    .param("expected", expected)
                    .param("actsFrom", RowValues.at(actsFrom))
                    .update();
            if (changed == 0) {
                throw new StaleGenerationException("Migration " + id + " is at generation " + before.generation()
                        + " (" + before.mode() + "), not a running generation " + expected
                        + ". Another process resumed or ended it: look at it again.");
            }
            Map<String, Object> details = new LinkedHashMap<>();
            details.put("generation", expected + 1);
            details.put("engine", engineCluster);
            if (reason != null) {
                details.put("reason", reason);
            }
            if (actsFrom != null) {
                details.put("actsFrom", actsFrom.toString());
            }
            audit.append(new AuditEvent(
                    before.program(),
                    db.clock().instant(),
                    by,
                    "migration.resumed",
                    "migration/" + id,
                    null,
                    null,
                    null,
                    details));
            return require(id);
        });
    }

    private static @Nullable RehearsalSource source(@Nullable String json) {
        return json == null ? null : Json.read(json, RehearsalSource.class);
    }

    private static Migration migration(ResultSet row) throws SQLException {
        return new Migration(
                new MigrationId(row.getString("id")),
                row.getString("program"),
                row.getInt("number"),
                row.getString("database_name"),
                Purpose.valueOf(row.getString("purpose")),
                row.getString("playbook"),
                row.getInt("playbook_version"),
                row.getString("playbook_hash"),
                row.getInt("generation"),
                RowValues.integerOrNull(row, "wave"),
                row.getBoolean("evaluate_only"),
                RowValues.enumOrNull(row, "pause_after_stage", Stage.class),
                row.getString("pause_after_step"),
                RunMode.valueOf(row.getString("mode")),
                RowValues.enumOrNull(row, "outcome", RunOutcome.class),
                row.getLong("last_seq"),
                row.getString("engine"),
                row.getString("created_by"),
                RowValues.instant(row, "created_at"),
                RowValues.instantOrNull(row, "started_at"),
                RowValues.instantOrNull(row, "ended_at"),
                RowValues.instantOrNull(row, "acts_from"),
                source(row.getString("rehearsal_source")));
    }

    /** A step's snapshot as the program's calendar has it. */
    private static StepRun shown(ResultSet row, ProgramClock clock) throws SQLException {
        return Json.read(row.getString("snapshot"), StepRun.class).on(clock, row.getLong("program_waited"));
    }

    private static StepRow step(ResultSet row, ProgramClock clock) throws SQLException {
        return new StepRow(
                new MigrationId(row.getString("migration")),
                row.getInt("plan_position"),
                row.getString("title"),
                Stage.valueOf(row.getString("stage")),
                Phase.valueOf(row.getString("phase")),
                StepKind.valueOf(row.getString("kind")),
                row.getString("role"),
                row.getString("action"),
                row.getBoolean("four_eyes"),
                RowValues.integerOrNull(row, "estimate_seconds"),
                row.getLong("seq"),
                shown(row, clock));
    }
}
