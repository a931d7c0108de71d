package io.gulliver.persistence.journal;

import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.workflow.CommandOutcome;
import io.gulliver.contract.workflow.EngineTask;
import io.gulliver.contract.workflow.JournalBatch;
import io.gulliver.contract.workflow.JournalChain;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.contract.workflow.RunControl;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.estate.StepEvidence;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.program.ProgramClock;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.LostTaskException;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StaleGenerationException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.audit.AuditStore;
import io.gulliver.persistence.evidence.EvidenceStore;
import io.gulliver.persistence.lease.JdbcLeaseStore;
import io.gulliver.persistence.playbook.PlanIndex;
import io.gulliver.persistence.playbook.PlanSource;
import io.gulliver.persistence.view.Attempt;
import io.gulliver.persistence.view.DatabaseEvidence;
import io.gulliver.persistence.view.JournalListener;
import io.gulliver.persistence.view.JournalRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/**
 * The journal in tables. The migration's row is locked for the time of a flush, so that flushes of one migration follow
 * each other and the check of the generation holds until the commit.
 */
public final class JdbcJournalStore implements JournalStore {
    private final StoreDatabase db;
    private final NamedParameterJdbcTemplate batch;
    private final AuditStore audit;
    private final EvidenceStore evidence;
    private final JournalListener listener;
    private final RunProjections projections;

    public JdbcJournalStore(
            StoreDatabase db,
            PlanSource plans,
            AuditStore audit,
            EvidenceStore evidence,
            JdbcLeaseStore leases,
            SlotNames slotNames,
            JournalListener listener) {
        this.db = db;
        this.batch = new NamedParameterJdbcTemplate(db.dataSource());
        this.audit = audit;
        this.evidence = evidence;
        this.listener = listener;
        this.projections = new RunProjections(db, new PlanIndex.Cache(plans), leases, slotNames);
    }

    @Override
    public void flush(JournalBatch given) {
        if (given.entries().isEmpty()) {
            return;
        }
        boolean leasesMoved = db.inTransaction(() -> write(given));
        listener.flushed(given);
        if (leasesMoved) {
            listener.leasesMoved();
        }
    }

    private static void requireNewest(MigrationId migration, int newest, int generation) {
        if (generation < newest) {
            throw new StaleGenerationException("Migration " + migration + " is carried by generation " + newest
                    + "; generation " + generation
                    + " must not write or act any more. Nothing is to be done: the newer one goes on.");
        }
    }

    @Override
    public void admit(MigrationId migration, int generation) {
        int newest = db.jdbc()
                .sql("select generation from migrations where id = :id")
                .param("id", migration.value())
                .query(Integer.class)
                .optional()
                .orElseThrow(() -> new UnknownRowException("There is no migration '" + migration + "'."));
        requireNewest(migration, newest, generation);
    }

    /** Answers whether scarce things were asked for or given back. */
    private boolean write(JournalBatch given) {
        JournaledRun run = lock(given.migration());
        requireNewest(run.id(), run.generation(), given.generation());
        List<JournalEntry> entries = given.entries().stream()
                .sorted(Comparator.comparingLong(JournalEntry::seq))
                .toList();
        refuseLost(given, run);
        entries = unwritten(given, run, entries);
        if (!entries.isEmpty()) {
            fence(given, run, entries);
        }
        note(given, run);
        if (entries.isEmpty()) {
            return false;
        }
        // Behind the last event there is nothing to replace, and a step asks for nothing more than it must.
        boolean forked = entries.get(0).seq() <= run.lastSeq() && replaceFrom(given.generation(), run, entries);
        writeEntries(given, run, entries);
        boolean leasesMoved;
        if (forked) {
            JournalEntry last = entries.get(entries.size() - 1);
            projections.rewrite(
                    run, given.generation(), last.seq(), latestSteps(run.id()), latestControl(run.id()), last.at());
            leasesMoved = true;
        } else {
            leasesMoved = projections.steps(given.generation(), run, entries);
        }
        for (JournalEntry entry : entries) {
            StepRun step = entry.step();
            for (EvidenceRef ref : entry.evidence()) {
                evidence.attach(given.migration(), step == null ? null : step.key(), ref, null);
                give(run, ref, run.clock().program(entry.at()));
            }
        }
        return !forked && projections.run(given.generation(), run, entries) || leasesMoved;
    }

    /** Some evidence of a step is evidence of its database too. */
    private void give(JournaledRun run, EvidenceRef ref, Instant at) {
        if (StepEvidence.isOfTheDatabase(ref.kind())
                && db.jdbc()
                                .sql("""
                                select count(*) from source_databases
                                where program = :program and database_name = :database
                                """)
                                .param("program", run.program())
                                .param("database", run.database())
                                .query(Long.class)
                                .single()
                        > 0) {
            evidence.give(run.program(), run.database(), new DatabaseEvidence(ref, 100, 0, 0, at, "Gulliver"));
        }
    }

    private JournaledRun lock(MigrationId id) {
        return db.jdbc()
                .sql("""
                select program, database_name, playbook_hash, purpose, wave, generation, last_seq, control_seq,
                    engine_run, engine_run_started_at, engine_task_history, engine_task_at
                from migrations where id = :id for update
                """)
                .param("id", id.value())
                .query((row, n) -> new JournaledRun(
                        id,
                        row.getString("program"),
                        row.getString("database_name"),
                        row.getString("playbook_hash"),
                        Purpose.valueOf(row.getString("purpose")),
                        RowValues.integerOrNull(row, "wave"),
                        row.getInt("generation"),
                        row.getLong("last_seq"),
                        row.getLong("control_seq"),
                        row.getString("engine_run"),
                        task(row),
                        db.time(row.getString("program"))))
                .optional()
                .orElseThrow(() -> new UnknownRowException("There is no migration '" + id + "' in this store."
                        + " Was the store put back from an older backup? See operations, recovery."));
    }

    /**
     * Lets one run of the engine write at a time. Whoever reaches the engine can start a run again from its recorded
     * input, or reset it: such a run begins in the past, so it has other events where the journal has some, and is
     * refused before it acts. Continue-as-new goes on behind the last event.
     */
    private void fence(JournalBatch given, JournaledRun run, List<JournalEntry> unwritten) {
        String writer = given.engineRun();
        if (writer == null || writer.equals(run.engineRun())) {
            return;
        }
        long first = unwritten.get(0).seq();
        if (run.engineRun() != null && first <= run.lastSeq()) {
            throw new StaleGenerationException("Migration " + given.migration() + " is written by run "
                    + run.engineRun() + " of its engine up to event " + run.lastSeq() + "; run " + writer
                    + " begins again at event " + first + " and must neither write nor act. Look who started or reset"
                    + " it in the engine, then take the migration over from its run log.");
        }
    }

    /**
     * A worker that was too slow for the engine, or died with a call of it under way, may write after the one that got its
     * task: what it writes is not what happens.
     */
    private static void refuseLost(JournalBatch given, JournaledRun run) {
        EngineTask task = given.task();
        EngineTask newest = run.task();
        if (task == null || newest == null) {
            return;
        }
        if (!Objects.equals(given.engineRun(), run.engineRun())) {
            if (task.ofEarlierRun(newest)) {
                throw new StaleGenerationException("Migration " + given.migration() + " went on in run "
                        + run.engineRun() + " of its engine, which began at " + newest.runStarted() + "; run "
                        + given.engineRun()
                        + " must neither write nor act any more. Nothing is to be done: the newer one goes on.");
            }
            return;
        }
        if (!task.before(newest)) {
            return;
        }
        throw new LostTaskException("The workflow task of " + given.migration() + " that began at " + task.at()
                + " was given out again: one that began at " + newest.at()
                + " has written. Nothing is to be done: that one goes on.");
    }

    /** Also where there was nothing new to write: whoever was given the task before may still come. */
    private void note(JournalBatch given, JournaledRun run) {
        EngineTask task = given.task();
        if (task == null || task.equals(run.task()) && Objects.equals(given.engineRun(), run.engineRun())) {
            return;
        }
        db.jdbc()
                .sql("""
                update migrations set engine_run = :run, engine_run_started_at = :started,
                    engine_task_history = :history, engine_task_at = :at
                where id = :id
                """)
                .param("run", given.engineRun())
                .param("started", RowValues.at(task.runStarted()))
                .param("history", task.history())
                .param("at", RowValues.at(task.at()))
                .param("id", run.id().value())
                .update();
    }

    private static @Nullable EngineTask task(ResultSet row) throws SQLException {
        Instant at = RowValues.instantOrNull(row, "engine_task_at");
        return at == null
                ? null
                : new EngineTask(
                        RowValues.instant(row, "engine_run_started_at"), row.getLong("engine_task_history"), at);
    }

    /** A row as two writings of one event are compared: by everything that people or a resume read. */
    private static List<@Nullable Object> content(
            Instant at,
            String event,
            @Nullable String step,
            @Nullable String command,
            @Nullable String stepSnapshot,
            @Nullable String controlSnapshot) {
        return java.util.Arrays.asList(
                at.truncatedTo(java.time.temporal.ChronoUnit.MILLIS),
                event,
                step,
                command,
                stepSnapshot,
                controlSnapshot);
    }

    private static List<@Nullable Object> content(JournalEntry entry) {
        StepRun step = entry.step();
        CommandOutcome command = entry.command();
        return content(
                entry.at(),
                RowValues.cut(entry.event(), 200),
                step == null ? null : step.key().toString(),
                command == null ? null : command.commandId(),
                step == null ? null : Json.write(step),
                entry.control() == null ? null : Json.write(entry.control()));
    }

    /** The entries that the journal does not hold exactly so: a flush whose answer was lost is written again. */
    private List<JournalEntry> unwritten(JournalBatch given, JournaledRun run, List<JournalEntry> entries) {
        if (entries.get(0).seq() > run.lastSeq()) {
            return entries;
        }
        Map<Long, List<@Nullable Object>> held = new HashMap<>();
        db.jdbc()
                .sql("""
                select seq, happened_at, event, step_key, command_id, step_snapshot, control_snapshot from journal
                where migration = :migration and generation = :generation and seq between :first and :last
                    and replaced = 0
                """)
                .param("migration", run.id().value())
                .param("generation", given.generation())
                .param("first", entries.get(0).seq())
                .param("last", entries.get(entries.size() - 1).seq())
                .query(row -> {
                    held.put(
                            row.getLong("seq"),
                            content(
                                    RowValues.instant(row, "happened_at"),
                                    row.getString("event"),
                                    row.getString("step_key"),
                                    row.getString("command_id"),
                                    row.getString("step_snapshot"),
                                    row.getString("control_snapshot")));
                });
        return entries.stream()
                .filter(entry -> !content(entry).equals(held.get(entry.seq())))
                .toList();
    }

    /**
     * Marks what another timeline of this generation wrote under these numbers and behind them. The engine lost the
     * workflow task that wrote it, so nothing of it ever happened by the engine's history. Answers whether there was any.
     */
    private boolean replaceFrom(int generation, JournaledRun run, List<JournalEntry> entries) {
        long fork = db.jdbc()
                .sql("""
                select coalesce(min(seq), 0) from journal
                where migration = :migration and generation = :generation and seq in (:numbers) and replaced = 0
                """)
                .param("migration", run.id().value())
                .param("generation", generation)
                .param("numbers", entries.stream().map(JournalEntry::seq).toList())
                .query(Long.class)
                .single();
        return fork > 0 && markReplaced(run, generation, fork) > 0;
    }

    private int markReplaced(JournaledRun run, int generation, long from) {
        int marked = db.jdbc()
                .sql("""
                update journal set replaced = 1 + (
                    select max(other.replaced) from journal other
                    where other.migration = :migration and other.generation = :generation and other.seq >= :from)
                where migration = :migration and generation = :generation and seq >= :from and replaced = 0
                """)
                .param("migration", run.id().value())
                .param("generation", generation)
                .param("from", from)
                .update();
        if (marked > 0) {
            audit.append(new AuditEvent(
                    run.program(),
                    db.clock().instant(),
                    "Gulliver",
                    "journal.replaced",
                    "migration/" + run.id(),
                    null,
                    null,
                    null,
                    Map.of("generation", generation, "from", from, "rows", marked)));
        }
        return marked;
    }

    /** The last state of every step and item by the rows that count, whoever wrote them. */
    private Map<StepKey, StepRun> latestSteps(MigrationId migration) {
        Map<StepKey, StepRun> latest = new LinkedHashMap<>();
        db.jdbc().sql("""
                select j.step_snapshot from journal j join (
                    select step_key, max(seq) as seq from journal
                    where migration = :migration and replaced = 0 and step_snapshot is not null
                    group by step_key) newest on newest.step_key = j.step_key and newest.seq = j.seq
                where j.migration = :migration and j.replaced = 0
                order by j.generation, j.seq
                """).param("migration", migration.value()).query(row -> {
            StepRun step = Json.read(row.getString(1), StepRun.class);
            latest.put(step.key(), step);
        });
        for (StepRun step : List.copyOf(latest.values())) {
            for (StepKey item : RunProjections.itemsOf(step)) {
                latest.putIfAbsent(item, StepRun.pending(item));
            }
        }
        return latest;
    }

    private @Nullable RunControl latestControl(MigrationId migration) {
        return db.jdbc()
                .sql("""
                select control_snapshot from journal
                where migration = :migration and replaced = 0 and control_snapshot is not null
                order by generation desc, seq desc limit 1
                """)
                .param("migration", migration.value())
                .query((row, n) -> Json.read(row.getString(1), RunControl.class))
                .optional()
                .orElse(null);
    }

    @Override
    public boolean rewrite(MigrationId migration, MigrationState state, long lastSeq) {
        return db.inTransaction(() -> {
            JournaledRun run = lock(migration);
            RunControl control = state.control();
            if (run.lastSeq() != lastSeq || run.generation() != control.generation() || control.seq() > lastSeq) {
                return false;
            }
            markReplaced(run, control.generation(), control.seq() + 1);
            Map<StepKey, StepRun> steps = new LinkedHashMap<>();
            state.steps().forEach(step -> steps.put(step.key(), step));
            projections.rewrite(
                    run,
                    control.generation(),
                    control.seq(),
                    steps,
                    control,
                    db.clock().instant());
            return true;
        });
    }

    private void writeEntries(JournalBatch given, JournaledRun run, List<JournalEntry> entries) {
        batch.batchUpdate(
                """
                insert into journal (migration, generation, seq, happened_at, program_at, event, step_key, state,
                    command_id, step_snapshot, control_snapshot, message)
                values (:migration, :generation, :seq, :at, :program_at, :event, :step, :state, :command,
                    :step_snapshot, :control_snapshot, :message)
                """,
                entries.stream()
                        .map(entry -> {
                            StepRun step = entry.step();
                            RunControl control = entry.control();
                            CommandOutcome command = entry.command();
                            return new MapSqlParameterSource()
                                    .addValue("migration", run.id().value())
                                    .addValue("generation", given.generation())
                                    .addValue("seq", entry.seq())
                                    .addValue("at", RowValues.at(entry.at()))
                                    .addValue(
                                            "program_at",
                                            RowValues.at(run.clock().program(entry.at())))
                                    .addValue("event", RowValues.cut(entry.event(), 200))
                                    .addValue(
                                            "step",
                                            step == null ? null : step.key().toString())
                                    .addValue(
                                            "state",
                                            step == null ? null : step.state().name())
                                    .addValue("command", command == null ? null : command.commandId())
                                    .addValue("step_snapshot", step == null ? null : Json.write(step))
                                    .addValue("control_snapshot", control == null ? null : Json.write(control))
                                    .addValue("message", RowValues.cut(entry.message(), 4000));
                        })
                        .toArray(MapSqlParameterSource[]::new));
    }

    @Override
    public MigrationState loadState(MigrationId migration) {
        return db.inTransaction(() -> {
            RunControl control = db.jdbc()
                    .sql("select control, generation, last_seq from migrations where id = :id")
                    .param("id", migration.value())
                    .query((row, n) -> {
                        RunControl c = Json.read(row.getString("control"), RunControl.class);
                        return new RunControl(
                                row.getInt("generation"),
                                row.getLong("last_seq"),
                                c.interpreterVersion(),
                                c.mode(),
                                c.outcome(),
                                c.reason(),
                                c.pauseAfterStage(),
                                c.pauseAfterStep(),
                                c.pauseNow(),
                                c.pastPointOfNoReturn(),
                                c.evaluateOnly(),
                                recentCommands(migration));
                    })
                    .optional()
                    .orElseThrow(() -> new UnknownRowException("There is no migration '" + migration + "'."));
            List<StepRun> steps = db.jdbc()
                    .sql("""
                    select snapshot from migration_steps where migration = :migration
                    order by plan_position, item_position, step_key
                    """)
                    .param("migration", migration.value())
                    .query((row, n) -> Json.read(row.getString("snapshot"), StepRun.class))
                    .list();
            return new MigrationState(control, steps);
        });
    }

    /** Ids of the commands that the journal says were applied or refused, newest last. */
    private List<String> recentCommands(MigrationId migration) {
        List<String> newestFirst = db.jdbc()
                .sql("""
                select command_id from journal
                where migration = :migration and command_id is not null and replaced = 0
                order by generation desc, seq desc limit 500
                """)
                .param("migration", migration.value())
                .query(String.class)
                .list();
        List<String> newestLast = new ArrayList<>(newestFirst);
        java.util.Collections.reverse(newestLast);
        return newestLast;
    }

    @Override
    public Optional<CommandOutcome> outcome(MigrationId migration, String commandId) {
        return db.jdbc()
                .sql("""
                select event, message from journal
                where migration = :migration and command_id = :command and replaced = 0
                order by generation desc, seq desc limit 1
                """)
                .param("migration", migration.value())
                .param("command", commandId)
                .query((row, n) -> new CommandOutcome(
                        commandId,
                        row.getString("event").equals(JournalEntry.COMMAND_APPLIED),
                        String.valueOf(row.getString("message"))))
                .optional();
    }

    @Override
    public String chain(MigrationId migration, int generation, long afterSeq, long upToSeq) {
        JournalChain chain = new JournalChain();
        db.jdbc()
                .sql("""
                select seq, happened_at, event, step_key, state, command_id from journal
                where migration = :migration and generation = :generation and seq > :after and seq <= :last
                    and replaced = 0
                order by seq
                """)
                .param("migration", migration.value())
                .param("generation", generation)
                .param("after", afterSeq)
                .param("last", upToSeq)
                .query(row -> {
                    chain.add(
                            row.getLong("seq"),
                            RowValues.instant(row, "happened_at"),
                            row.getString("event"),
                            row.getString("step_key"),
                            row.getString("state"),
                            row.getString("command_id"));
                });
        return chain.hash();
    }

    @Override
    public String saveCarried(MigrationId migration, MigrationState state) {
        String content = Json.write(state);
        String hash = Json.sha256(content);
        db.inTransaction(() -> {
            // The lock makes two saves of one state follow each other.
            lock(migration);
            int there = db.jdbc()
                    .sql("select count(*) from carried_states where migration = :migration and hash = :hash")
                    .param("migration", migration.value())
                    .param("hash", hash)
                    .query(Integer.class)
                    .single();
            if (there == 0) {
                db.jdbc()
                        .sql("""
                        insert into carried_states (migration, hash, content, saved_at)
                        values (:migration, :hash, :content, :at)
                        """)
                        .param("migration", migration.value())
                        .param("hash", hash)
                        .param("content", content)
                        .param("at", RowValues.at(db.clock().instant()))
                        .update();
            }
        });
        return hash;
    }

    @Override
    public MigrationState loadCarried(MigrationId migration, String hash) {
        String content = db.jdbc()
                .sql("select content from carried_states where migration = :migration and hash = :hash")
                .param("migration", migration.value())
                .param("hash", hash)
                .query(String.class)
                .optional()
                .orElseThrow(() ->
                        new UnknownRowException("No state of migration " + migration + " is kept under " + hash + "."));
        if (!Json.sha256(content).equals(hash)) {
            throw new io.gulliver.persistence.StoreException("The state of migration " + migration + " kept under "
                    + hash + " was changed in the store. Compare with the audit record and restore a backup.");
        }
        return Json.read(content, MigrationState.class);
    }

    @Override
    public List<Attempt> attempts(MigrationId migration, StepKey step) {
        Map<List<Integer>, Attempt> attempts = new LinkedHashMap<>();
        ProgramClock clock = db.programClocks().of(migration);
        db.jdbc()
                .sql("""
                select coalesce(program_at, happened_at) as at, step_snapshot from journal
                where migration = :migration and step_key = :step and step_snapshot is not null and replaced = 0
                order by seq, generation
                """)
                .param("migration", migration.value())
                .param("step", step.toString())
                .query(row -> {
                    StepRun snapshot = Json.read(row.getString("step_snapshot"), StepRun.class);
                    StepRun run = snapshot.on(clock, snapshot.waitedSeconds());
                    Instant at = RowValues.instant(row, "at");
                    if (run.attempt() > 0) {
                        attempts.merge(
                                List.of(run.round(), run.attempt()),
                                new Attempt(at, at, run),
                                (before, now) -> new Attempt(before.from(), now.to(), now.last()));
                    }
                });
        return List.copyOf(attempts.values());
    }

    @Override
    public List<JournalRow> entries(MigrationId migration, @Nullable StepKey step, long afterSeq, int limit) {
        return lines(migration, step, "seq > :seq", afterSeq, "order by seq, generation", limit);
    }

    @Override
    public List<JournalRow> entriesBefore(MigrationId migration, @Nullable StepKey step, long beforeSeq, int limit) {
        List<JournalRow> lines = new ArrayList<>(
                lines(migration, step, "seq < :seq", beforeSeq, "order by seq desc, generation desc", limit));
        Collections.reverse(lines);
        return lines;
    }

    private List<JournalRow> lines(
            MigrationId migration, @Nullable StepKey step, String which, long seq, String order, int limit) {
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("migration", migration.value());
        params.put("seq", seq);
        params.put("limit", limit);
        String onlyStep = "";
        if (step != null) {
            onlyStep = "and step_key = :step";
            params.put("step", step.toString());
        }
        return db.jdbc()
                .sql("""
                select generation, seq, coalesce(program_at, happened_at) as at, event, step_key, state, message
                from journal where migration = :migration %s and %s and replaced = 0
                %s limit :limit
                """.formatted(onlyStep, which, order))
                .params(params)
                .query((row, n) -> new JournalRow(
                        migration,
                        row.getInt("generation"),
                        row.getLong("seq"),
                        RowValues.instant(row, "at"),
                        row.getString("event"),
                        RowValues.stepOrNull(row, "step_key"),
                        RowValues.enumOrNull(row, "state", StepState.class),
                        row.getString("message")))
                .list();
    }
}
