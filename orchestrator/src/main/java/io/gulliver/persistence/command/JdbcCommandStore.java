package io.gulliver.persistence.command;

import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.RolePolicy;
import io.gulliver.domain.program.ProgramClock;
import io.gulliver.domain.task.CommandDelivery;
import io.gulliver.domain.task.CommandRules;
import io.gulliver.domain.task.GateCriterion;
import io.gulliver.domain.task.GateDecision;
import io.gulliver.domain.task.GateEvidence;
import io.gulliver.domain.task.Task;
import io.gulliver.persistence.IdempotencyConflictException;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.audit.AuditStore;
import io.gulliver.persistence.evidence.EvidenceStore;
import io.gulliver.persistence.people.ActingFor;
import io.gulliver.persistence.task.JdbcTaskStore;
import io.gulliver.persistence.view.CommandRow;
import io.gulliver.persistence.view.CommandState;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;

/** Commands in a table; the gate's open task is locked while approvals are counted. */
public final class JdbcCommandStore implements CommandStore {
    private static final String COLUMNS = """
            migration, said, evidence_hash, subject, state, recorded_at, delivered_at, settled_at, attempts,
            next_attempt_at, message
            """;
    private static final Duration ONE_TURN = Duration.ofSeconds(1);

    private final StoreDatabase db;
    private final JdbcTaskStore tasks;
    private final EvidenceStore evidence;
    private final AuditStore audit;

    public JdbcCommandStore(StoreDatabase db, JdbcTaskStore tasks, AuditStore audit, EvidenceStore evidence) {
        this.evidence = evidence;
        this.db = db;
        this.tasks = tasks;
        this.audit = audit;
    }

    @Override
    public CommandRow record(NewCommand command) {
        Optional<CommandRow> there = find(command.order().id());
        if (there.isPresent()) {
            return same(there.get(), command);
        }
        try {
            return db.inTransaction(() -> insert(command));
        } catch (DuplicateKeyException another) {
            return same(
                    find(command.order().id())
                            .orElseThrow(() -> new RefusedException(CommandRules.decidedAlready(
                                    command.speaker().name()))),
                    command);
        } catch (RefusedException e) {
            // In a transaction of its own: what was refused must be on record although nothing else is.
            StepKey step = command.order().step();
            Map<String, Object> more = new LinkedHashMap<>(actingFor(
                    command,
                    step == null ? null : tasks.open(command.migration(), step).orElse(null)));
            more.put("why", String.valueOf(e.getMessage()));
            audit.append(event(command, "command.refused", more));
            throw e;
        }
    }

    private static CommandRow same(CommandRow there, NewCommand command) {
        boolean same = there.migration().equals(command.migration())
                && there.subject().equals(command.speaker().subject())
                // a rejection that names no evidence is given on what the gate shows
                && (command.evidenceHash() == null || Objects.equals(there.evidenceHash(), command.evidenceHash()))
                // As JSON, because numbers come back from the store in other Java types.
                && Json.write(there.order()).equals(Json.write(command.order()));
        if (!same) {
            throw new IdempotencyConflictException("The idempotency key "
                    + command.order().id() + " was used for another command ("
                    + there.order().verb() + " by "
                    + there.order().by() + "). Use a new key.");
        }
        return there;
    }

    private CommandRow insert(NewCommand given) {
        NewCommand command = given;
        CommandOrder order = command.order();
        // The lock first, as a flush takes it: commands of one migration get place and time one after the other, and
        // neither waits for a task that the other holds.
        String mode = db.jdbc()
                .sql("select mode from migrations where id = :id for update")
                .param("id", command.migration().value())
                .query(String.class)
                .optional()
                .orElseThrow(() -> new UnknownRowException("There is no migration '" + given.migration() + "'."));
        StepKey step = order.step();
        Task task =
                step == null ? null : tasks.lockOpen(command.migration(), step).orElse(null);
        // Read again under the lock: the same command may have been recorded while this one waited for it.
        Optional<CommandRow> there = find(order.id());
        if (there.isPresent()) {
            return same(there.get(), command);
        }
        RefusedException.throwIf(CommandRules.ended(command.migration(), mode.equals("ENDED")));
        RefusedException.throwIf(CommandRules.violation(command.forRules(), task));
        Instant now = db.clock().instant();
        CommandState state = CommandState.RECORDED;
        String message = null;
        if (order.verb() == Verb.DECIDE && task != null && step != null) {
            Map<String, Object> inputs =
                    snapshot(command.migration(), step).map(StepRun::inputs).orElse(Map.of());
            GateEvidence shown = tasks.shown(task).orElseThrow();
            String named = command.evidenceHash();
            RefusedException.throwIf(shown.violation(
                    command.forRules(),
                    task.title(),
                    named == null ? Optional.empty() : tasks.shownBefore(task, named)));
            keep(command, step, shown);
            if (named == null) {
                command = command.on(shown.sha256());
            }
            state = decide(command, task, GateCriterion.of(inputs), now);
            if (state == CommandState.AWAITING_SECOND) {
                message = "First approval; a second person must approve.";
            }
        }
        db.jdbc()
                .sql("""
                insert into commands (id, migration, verb, step_key, said, evidence_hash, subject, state, recorded_at,
                    attempts, message, step_seen)
                values (:id, :migration, :verb, :step, :said, :evidence, :subject, :state, :at, 0, :message, :seen)
                """)
                .param("id", order.id())
                .param("migration", command.migration().value())
                .param("verb", order.verb().name())
                .param("step", RowValues.text(step))
                .param("said", Json.write(order))
                .param("evidence", command.evidenceHash())
                .param("subject", command.speaker().subject())
                .param("state", state.name())
                .param("at", RowValues.at(now))
                .param("message", message)
                .param("seen", evidenceOf(command.migration(), step))
                .update();
        Map<String, Object> more = new LinkedHashMap<>(actingFor(command, task));
        more.put("state", state.name());
        audit.append(event(command, "command.recorded", more));
        return find(order.id()).orElseThrow(() -> new IllegalStateException("the command just recorded is not there"));
    }

    private Map<String, Object> actingFor(NewCommand command, @Nullable Task task) {
        return ActingFor.details(
                db,
                command.speaker().subject(),
                program(command.migration()),
                RolePolicy.allowed(command.order().verb(), task == null ? null : task.role()));
    }

    /** Counts approvals, under the lock of the gate's task. */
    private CommandState decide(NewCommand command, Task task, List<GateCriterion> criteria, Instant now) {
        GateDecision decision = new GateDecision(command.forRules(), task, criteria, tasks.approvals(task.id()));
        RefusedException.throwIf(decision.violation());
        decision.earlier().ifPresent(earlier -> {
            db.jdbc()
                    .sql("delete from gate_approvals where task = :task and subject = :subject")
                    .param("task", task.id())
                    .param("subject", command.speaker().subject())
                    .update();
            db.jdbc()
                    .sql("""
                    update commands set state = 'REFUSED', settled_at = :at, message = :message
                    where id = :id and state = 'AWAITING_SECOND'
                    """)
                    .param("at", RowValues.at(now))
                    .param("message", "Replaced by a later decision of the same person.")
                    .param("id", earlier.commandId())
                    .update();
        });
        db.jdbc()
                .sql("""
                insert into gate_approvals (task, subject, command_id, person, approved, evidence_hash, reason, said_at)
                values (:task, :subject, :command, :person, :approved, :evidence, :reason, :at)
                """)
                .param("task", task.id())
                .param("subject", command.speaker().subject())
                .param("command", command.order().id())
                .param("person", command.speaker().name())
                .param("approved", decision.command().approves())
                .param("evidence", command.evidenceHash())
                .param("reason", RowValues.cut(command.order().reason(), 4000))
                .param("at", RowValues.at(now))
                .update();
        return decision.settles() ? CommandState.RECORDED : CommandState.AWAITING_SECOND;
    }

    /** What was shown stays, under the hash that the decision carries. */
    private void keep(NewCommand command, StepKey step, GateEvidence shown) {
        byte[] text = shown.text().getBytes(StandardCharsets.UTF_8);
        try {
            EvidenceRef ref = evidence.keep(GateEvidence.FILE, GateEvidence.KIND, new ByteArrayInputStream(text));
            evidence.attach(command.migration(), step, ref, command.speaker().name());
        } catch (IOException e) {
            throw new UncheckedIOException("what gate " + step + " shows could not be kept", e);
        }
    }

    /** A step as the interpreter left it; empty without one. */
    private Optional<StepRun> snapshot(MigrationId migration, @Nullable StepKey step) {
        return db.jdbc()
                .sql("select snapshot from migration_steps where migration = :migration and step_key = :step")
                .param("migration", migration.value())
                .param("step", RowValues.text(step))
                .query(String.class)
                .optional()
                .map(text -> Json.read(text, StepRun.class));
    }

    private AuditEvent event(NewCommand command, String action, Map<String, Object> more) {
        CommandOrder order = command.order();
        Map<String, Object> details = new LinkedHashMap<>(more);
        details.put("verb", order.verb().name());
        details.put("subject", command.speaker().subject());
        if (order.step() != null) {
            details.put("step", order.step().toString());
        }
        if (order.outcome() != null) {
            details.put("outcome", order.outcome());
        }
        if (order.reason() != null) {
            details.put("reason", order.reason());
        }
        List<String> waived = GateCriterion.waived(order.outputs());
        if (order.verb() == Verb.DECIDE && !waived.isEmpty()) {
            details.put(GateCriterion.WAIVED, waived);
        }
        if (command.evidenceHash() != null) {
            details.put("evidence", command.evidenceHash());
        }
        return new AuditEvent(
                program(command.migration()),
                db.clock().instant(),
                command.speaker().name(),
                action,
                "migration/" + command.migration(),
                null,
                Json.sha256(Json.write(order)),
                order.id(),
                details);
    }

    private @Nullable String program(MigrationId migration) {
        return db.jdbc()
                .sql("select program from migrations where id = :id")
                .param("id", migration.value())
                .query(String.class)
                .optional()
                .orElse(null);
    }

    @Override
    public Optional<CommandRow> find(String id) {
        return db.jdbc()
                .sql("select " + COLUMNS + " from commands where id = :id")
                .param("id", id)
                .query((row, n) -> command(row))
                .optional();
    }

    /** What a step shows to who decides on it (criteria, instructions, inputs), as a hash; null without a step. */
    private @Nullable String evidenceOf(MigrationId migration, @Nullable StepKey step) {
        return snapshot(migration, step)
                .map(run -> Json.sha256(Json.write(new TreeMap<>(run.inputs()))))
                .orElse(null);
    }

    /** What must be known of a command to say how it may be heard. */
    private record Hearing(
            MigrationId migration,
            CommandOrder order,
            Instant recordedAt,
            @Nullable String by,
            @Nullable String seen) {}

    @Override
    public Optional<CommandOrder> hear(String id, String hearing) {
        return db.inTransaction(() -> db.jdbc()
                .sql("""
                select migration, said, recorded_at, heard_by, step_seen from commands
                where id = :id and state in ('RECORDED', 'DELIVERED') for update
                """)
                .param("id", id)
                .query((row, n) -> new Hearing(
                        new MigrationId(row.getString("migration")),
                        Json.read(row.getString("said"), CommandOrder.class),
                        RowValues.instant(row, "recorded_at"),
                        row.getString("heard_by"),
                        row.getString("step_seen")))
                .optional()
                .map(found -> heard(found, hearing)));
    }

    private CommandOrder heard(Hearing found, String hearing) {
        CommandOrder order = found.order();
        if (found.by() == null) {
            db.jdbc()
                    .sql("update commands set heard_by = :hearing where id = :id")
                    .param("hearing", hearing)
                    .param("id", order.id())
                    .update();
        }
        if (hearing.equals(found.by())) {
            return order;
        }
        Optional<String> outdated =
                CommandDelivery.outdated(found.recordedAt(), db.clock().instant());
        if (outdated.isPresent()) {
            return order.redelivered(outdated.get());
        }
        if (found.by() == null) {
            return order;
        }
        return order.redelivered(
                Objects.equals(found.seen(), evidenceOf(found.migration(), order.step()))
                        ? null
                        : "The engine lost it, and what step " + order.step() + " shows has changed since.");
    }

    @Override
    public Optional<CommandRow> ended(Task task) {
        Instant closed = task.closedAt();
        if (closed == null || task.step() == null) {
            return Optional.empty();
        }
        // the run log has a word and what it did to the step in one turn, at one time
        ProgramClock time = db.time(task.program());
        Optional<String> id = db
                .jdbc()
                .sql("""
                select j.command_id, j.happened_at from journal j
                join commands c on c.id = j.command_id
                where j.migration = :migration and j.event = :applied and j.replaced = 0
                    and (c.step_key = :step or c.step_key is null)
                order by j.seq desc
                """)
                .param("migration", task.migration().value())
                .param("applied", JournalEntry.COMMAND_APPLIED)
                .param("step", task.step().toString())
                .query((row, n) -> Map.entry(row.getString("command_id"), RowValues.instant(row, "happened_at")))
                .list()
                .stream()
                .filter(said -> Duration.between(time.program(said.getValue()), closed)
                                .abs()
                                .compareTo(ONE_TURN)
                        < 0)
                .map(Map.Entry::getKey)
                .findFirst();
        return id.flatMap(this::find);
    }

    @Override
    public Set<StepKey> skipped(MigrationId migration) {
        return db.jdbc().sql("""
                select distinct step_key from commands
                where migration = :migration and verb = 'SKIP' and state not in ('REFUSED', 'RETURNED')
                """).param("migration", migration.value()).query(String.class).list().stream()
                .map(StepKey::parse)
                .collect(Collectors.toSet());
    }

    @Override
    public List<CommandRow> list(MigrationId migration, int limit) {
        return db.jdbc()
                .sql("""
                select %s from commands where migration = :migration order by place desc limit :limit
                """.formatted(COLUMNS))
                .param("migration", migration.value())
                .param("limit", limit)
                .query((row, n) -> command(row))
                .list();
    }

    @Override
    public List<CommandRow> waiting(int eachMigration) {
        return db.jdbc()
                .sql("""
                select %1$s from (
                    select %1$s, place, row_number() over (partition by migration order by place) as nth
                    from commands where state in ('RECORDED', 'DELIVERED')) open_commands
                where nth <= :most order by migration, place
                """.formatted(COLUMNS))
                .param("most", eachMigration)
                .query((row, n) -> command(row))
                .list();
    }

    @Override
    public int deliverAgain() {
        return db.jdbc().sql("""
                update commands set state = 'RECORDED', attempts = 0, next_attempt_at = null
                where state in ('RECORDED', 'DELIVERED')
                """).update();
    }

    @Override
    public void delivered(String id, Instant at) {
        db.jdbc().sql("""
                update commands set state = 'DELIVERED', delivered_at = :at, attempts = attempts + 1,
                    next_attempt_at = null, message = null
                where id = :id and state in ('RECORDED', 'DELIVERED')
                """).param("at", RowValues.at(at)).param("id", id).update();
    }

    @Override
    public void settled(String id, boolean applied, String message, Instant at) {
        db.inTransaction(() -> {
            int changed = db.jdbc()
                    .sql("""
                    update commands
                    set state = :state, settled_at = :at, delivered_at = coalesce(delivered_at, :at), message = :message,
                        next_attempt_at = null
                    where id = :id and state in ('RECORDED', 'DELIVERED')
                    """)
                    .param("state", applied ? "APPLIED" : "REFUSED")
                    .param("at", RowValues.at(at))
                    .param("message", RowValues.cut(message, 4000))
                    .param("id", id)
                    .update();
            if (changed == 0) {
                return;
            }
            // The first of two approvals shares the fate of the second.
            db.jdbc()
                    .sql("""
                    update commands set state = :state, settled_at = :at, message = :message
                    where state = 'AWAITING_SECOND' and id in (
                        select a.command_id from gate_approvals a
                        where a.task in (select b.task from gate_approvals b where b.command_id = :id))
                    """)
                    .param("state", applied ? "APPLIED" : "REFUSED")
                    .param("at", RowValues.at(at))
                    .param("message", RowValues.cut("With the second person's decision: " + message, 4000))
                    .param("id", id)
                    .update();
        });
    }

    @Override
    public void returned(String id, String why, Instant at) {
        String message = RowValues.cut("Returned: " + why + " Look at the migration, then say it again.", 4000);
        db.inTransaction(() -> {
            int changed = db.jdbc()
                    .sql("""
                    update commands set state = 'RETURNED', settled_at = :at, message = :message, next_attempt_at = null
                    where id = :id and state in ('RECORDED', 'DELIVERED')
                    """)
                    .param("at", RowValues.at(at))
                    .param("message", message)
                    .param("id", id)
                    .update();
            if (changed == 0) {
                return;
            }
            CommandRow row = find(id).orElseThrow(() -> new IllegalStateException("command " + id + " is gone"));
            List<String> approvals =
                    db.jdbc().sql("""
                    select distinct a.task from gate_approvals a where a.command_id = :id
                    """).param("id", id).query(String.class).list();
            for (String task : approvals) {
                db.jdbc()
                        .sql("""
                        update commands set state = 'RETURNED', settled_at = :at, message = :message
                        where state = 'AWAITING_SECOND' and id in (
                            select command_id from gate_approvals where task = :task)
                        """)
                        .param("at", RowValues.at(at))
                        .param("message", RowValues.cut("With the second person's decision: " + message, 4000))
                        .param("task", task)
                        .update();
                db.jdbc()
                        .sql("delete from gate_approvals where task = :task")
                        .param("task", task)
                        .update();
            }
            audit.append(new AuditEvent(
                    program(row.migration()),
                    at,
                    "Gulliver",
                    "command.returned",
                    "migration/" + row.migration(),
                    null,
                    null,
                    id,
                    Map.of("verb", row.order().verb().name(), "by", row.order().by(), "why", why)));
        });
    }

    @Override
    public void postponed(String id, Instant nextAttempt, String why) {
        db.jdbc()
                .sql("""
                update commands set attempts = attempts + 1, next_attempt_at = :next, message = :message
                where id = :id and state in ('RECORDED', 'DELIVERED')
                """)
                .param("next", RowValues.at(nextAttempt))
                .param("message", RowValues.cut(why, 4000))
                .param("id", id)
                .update();
    }

    private static CommandRow command(ResultSet row) throws SQLException {
        return new CommandRow(
                new MigrationId(row.getString("migration")),
                Json.read(row.getString("said"), CommandOrder.class),
                row.getString("evidence_hash"),
                row.getString("subject"),
                CommandState.valueOf(row.getString("state")),
                RowValues.instant(row, "recorded_at"),
                RowValues.instantOrNull(row, "delivered_at"),
                RowValues.instantOrNull(row, "settled_at"),
                row.getInt("attempts"),
                RowValues.instantOrNull(row, "next_attempt_at"),
                row.getString("message"));
    }
}
