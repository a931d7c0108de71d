package io.gulliver.persistence.task;

import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.Access;
import io.gulliver.domain.people.RolePolicy;
import io.gulliver.domain.people.Speaker;
import io.gulliver.domain.task.GateApproval;
import io.gulliver.domain.task.GateEvidence;
import io.gulliver.domain.task.Task;
import io.gulliver.domain.task.TaskComment;
import io.gulliver.domain.task.TaskCustody;
import io.gulliver.domain.task.TaskKind;
import io.gulliver.persistence.Cursor;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.Visible;
import io.gulliver.persistence.audit.AuditStore;
import io.gulliver.persistence.evidence.EvidenceStore;
import io.gulliver.persistence.people.ActingFor;
import io.gulliver.persistence.view.Claim;
import io.gulliver.persistence.view.EvidenceRow;
import io.gulliver.persistence.view.FailedAlike;
import io.gulliver.persistence.view.Mention;
import io.gulliver.persistence.view.Page;
import io.gulliver.persistence.view.TaskCount;
import io.gulliver.persistence.view.TaskQuery;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Tasks in a table; a claim is one conditional update, so that of two at once one wins. */
public final class JdbcTaskStore implements TaskStore {
    private static final String COLUMNS = """
            id, program, migration, database_name, step_key, stage, kind, role, title, detail, four_eyes, blocks,
            claimed_by, claimed_name, claimed_at, snoozed_until, opened_at, closed_at, outcome, version
            """;

    private final StoreDatabase db;
    private final AuditStore audit;
    private final EvidenceStore evidence;

    public JdbcTaskStore(StoreDatabase db, AuditStore audit, EvidenceStore evidence) {
        this.db = db;
        this.evidence = evidence;
        this.audit = audit;
    }

    @Override
    public Page<Task> list(TaskQuery query) {
        Map<String, Object> params = new LinkedHashMap<>();
        StringBuilder where = where(query, params);
        if (query.cursor() != null) {
            List<String> parts = Cursor.parts(query.cursor(), 3);
            where.append("""
                     and (blocks < :blocks or (blocks = :blocks
                        and (opened_at > :opened or (opened_at = :opened and id > :id))))
                    """);
            params.put("blocks", Integer.valueOf(parts.get(0)));
            params.put("opened", Objects.requireNonNull(RowValues.at(Cursor.instant(parts.get(1)))));
            params.put("id", parts.get(2));
        }
        params.put("limit", query.limit() + 1);
        List<Task> rows = new ArrayList<>(db.jdbc()
                .sql("""
                select %s from tasks where %s order by blocks desc, opened_at, id limit :limit
                """.formatted(COLUMNS, where))
                .params(params)
                .query((row, n) -> task(row))
                .list());
        boolean more = rows.size() > query.limit();
        if (more) {
            rows.remove(query.limit());
        }
        Task last = more ? rows.get(rows.size() - 1) : null;
        return new Page<>(rows, last == null ? null : Cursor.of(last.blocks(), last.openedAt(), last.id()));
    }

    @Override
    public TaskCount count(TaskQuery query) {
        Map<String, Object> params = new LinkedHashMap<>();
        return db.jdbc()
                .sql("select count(*) as tasks, count(distinct (program, database_name)) as databases from tasks where "
                        + where(query, params))
                .params(params)
                .query((row, n) -> new TaskCount(row.getInt("tasks"), row.getInt("databases")))
                .single();
    }

    @Override
    public List<FailedAlike> failedAlike(TaskQuery query, int atMost) {
        Map<String, Object> params = new LinkedHashMap<>();
        TaskQuery every = new TaskQuery(
                query.scope(),
                query.subject(),
                query.access(),
                query.program(),
                TaskKind.ATTENTION,
                query.closed(),
                query.snoozed(),
                null,
                1);
        StringBuilder where = where(every, params);
        params.put("most", atMost);
        return db.jdbc()
                .sql("""
                select title, count(*) as tasks from tasks where %s and step_key is not null
                group by title having count(*) > 1 order by count(*) desc, title limit :most
                """.formatted(where))
                .params(params)
                .query((row, n) -> new FailedAlike(row.getString("title"), row.getInt("tasks")))
                .list();
    }

    @Override
    public Map<String, Duration> estimates(Collection<String> ids) {
        Map<String, Duration> estimates = new HashMap<>();
        if (!ids.isEmpty()) {
            db.jdbc().sql("""
                    select t.id, s.estimate_seconds
                    from tasks t join migration_steps s on s.migration = t.migration and s.step_key = t.step_key
                    where t.id in (:ids) and s.estimate_seconds is not null
                    """).param("ids", ids).query(row -> {
                estimates.put(row.getString("id"), Duration.ofSeconds(row.getInt("estimate_seconds")));
            });
        }
        return estimates;
    }

    @Override
    public Map<MigrationId, List<String>> waiting(Collection<MigrationId> runs) {
        Map<MigrationId, List<String>> waiting = new HashMap<>();
        if (!runs.isEmpty()) {
            db.jdbc()
                    .sql("""
                    select distinct t.run, m.database_name
                    from shared_things t
                    join shared_users u on u.program = t.program and u.kind = t.kind and u.thing = t.thing
                        and u.left_generation is null
                    join migrations m on m.id = u.migration
                    join migration_steps s on s.migration = m.id and s.state = 'AWAITING'
                        and s.action = 'shared.acquire'
                    where t.run in (:runs)
                    order by t.run, m.database_name
                    """)
                    .param("runs", runs.stream().map(MigrationId::value).toList())
                    .query(row -> {
                        waiting.computeIfAbsent(new MigrationId(row.getString("run")), run -> new ArrayList<>())
                                .add(row.getString("database_name"));
                    });
        }
        return waiting;
    }

    /** What a list is asked for, without the place where a page of it begins. */
    private StringBuilder where(TaskQuery query, Map<String, Object> params) {
        StringBuilder where = new StringBuilder(query.closed() ? "closed_at is not null" : "closed_at is null");
        switch (query.scope()) {
            case MINE -> {
                where.append(" and claimed_by = :subject");
                params.put("subject", query.subject());
            }
            case TEAM -> {
                where.append(" and ").append(Visible.queues(query.access(), "program", "role", params));
            }
            case ALL -> {}
        }
        where.append(" and ").append(Visible.programs(query.access(), "program", params));
        if (query.program() != null) {
            where.append(" and program = :program");
            params.put("program", query.program());
        }
        if (query.kind() != null) {
            where.append(" and kind = :kind");
            params.put("kind", query.kind().name());
        }
        if (query.title() != null) {
            where.append(" and title = :title");
            params.put("title", query.title());
        }
        if (!query.snoozed() && !query.closed()) {
            where.append(" and (snoozed_until is null or snoozed_until <= :now)");
            params.put("now", Objects.requireNonNull(RowValues.at(db.clock().instant())));
        }
        return where;
    }

    @Override
    public Optional<Task> find(String id) {
        return db.jdbc()
                .sql("select " + COLUMNS + " from tasks where id = :id")
                .param("id", id)
                .query((row, n) -> task(row))
                .optional();
    }

    @Override
    public Optional<Task> open(MigrationId migration, StepKey step) {
        return byOpenKey(TaskRows.openKey(migration, step), "");
    }

    @Override
    public List<String> ids(MigrationId migration) {
        return db.jdbc()
                .sql("select id from tasks where migration = :migration order by opened_at, id")
                .param("migration", migration.value())
                .query(String.class)
                .list();
    }

    @Override
    public Optional<Task> last(MigrationId migration, StepKey step) {
        return db.jdbc()
                .sql("select " + COLUMNS + """
                 from tasks where migration = :migration and step_key = :step
                order by closed_at desc nulls first, opened_at desc, id limit 1
                """)
                .param("migration", migration.value())
                .param("step", step.toString())
                .query((row, n) -> task(row))
                .optional();
    }

    @Override
    public Optional<Task> attention(MigrationId migration) {
        return byOpenKey(TaskRows.openKey(migration, null), "");
    }

    /** As {@link #open}, and nobody else changes the task until the caller's transaction ends. */
    public Optional<Task> lockOpen(MigrationId migration, StepKey step) {
        return byOpenKey(TaskRows.openKey(migration, step), "for update");
    }

    private Optional<Task> byOpenKey(String key, String lock) {
        return db.jdbc()
                .sql("select " + COLUMNS + " from tasks where open_key = :key " + lock)
                .param("key", key)
                .query((row, n) -> task(row))
                .optional();
    }

    private Task require(String id) {
        return find(id).orElseThrow(() -> new UnknownRowException("There is no task '" + id + "'."));
    }

    @Override
    public Claim claim(String id, Speaker who) {
        return db.inTransaction(() -> {
            Task task = require(id);
            refuseOutsider(task, who);
            int changed = db.jdbc()
                    .sql("""
                    update tasks
                    set claimed_by = :subject, claimed_name = :name, claimed_at = :at, version = version + 1
                    where id = :id and closed_at is null and claimed_by is null
                    """)
                    .param("subject", who.subject())
                    .param("name", who.name())
                    .param("at", RowValues.at(db.clock().instant()))
                    .param("id", id)
                    .update();
            Task now = require(id);
            if (changed == 1) {
                audit(now, who, "task.claimed", Map.of());
            }
            RefusedException.throwIf(TaskCustody.closed(now));
            return new Claim(who.subject().equals(now.claimedBy()), now);
        });
    }

    @Override
    public Task release(String id, long version, Speaker who) {
        return change(id, version, who, "task.released", Map.of(), """
                update tasks
                set claimed_by = null, claimed_name = null, claimed_at = null, version = version + 1
                where id = :id and version = :version and claimed_by = :holder and closed_at is null
                """, Map.of());
    }

    @Override
    public Task handOver(String id, long version, Speaker from, Speaker to) {
        refuseOutsider(require(id), to);
        Map<String, Object> params = new LinkedHashMap<>();
        params.put("subject", to.subject());
        params.put("name", to.name());
        params.put("at", Objects.requireNonNull(RowValues.at(db.clock().instant())));
        return change(id, version, from, "task.handed-over", Map.of("to", to.name()), """
                update tasks
                set claimed_by = :subject, claimed_name = :name, claimed_at = :at, version = version + 1
                where id = :id and version = :version and claimed_by = :holder and closed_at is null
                """, params);
    }

    @Override
    public Task snooze(String id, long version, @Nullable Instant until, Speaker who) {
        Map<String, Object> params = new LinkedHashMap<>();
        String value = "null";
        if (until != null) {
            value = ":until";
            params.put("until", Objects.requireNonNull(RowValues.at(until)));
        }
        return change(
                id,
                version,
                who,
                until == null ? "task.woken" : "task.snoozed",
                until == null ? Map.of() : Map.of("until", until.toString()),
                """
                update tasks
                set snoozed_until = %s, version = version + 1
                where id = :id and version = :version and (claimed_by is null or claimed_by = :holder)
                    and closed_at is null
                """.formatted(value),
                params);
    }

    @Override
    public void attach(String id, EvidenceRef ref, Speaker who) {
        db.inTransaction(() -> {
            // the run first, as decisions and flushes lock it: a file comes before a decision or after it
            db.jdbc()
                    .sql("select 1 from migrations where id = (select migration from tasks where id = :id) for update")
                    .param("id", id)
                    .query(Integer.class)
                    .optional();
            Task task = require(id);
            RefusedException.throwIf(TaskCustody.attaching(task, who));
            if (evidence.attach(task.migration(), task.step(), ref, who.name())) {
                audit(
                        task,
                        who,
                        "task.attached",
                        Map.of("name", ref.name(), "sha256", ref.sha256(), "bytes", ref.bytes()),
                        task.kind() == TaskKind.GATE
                                ? RolePolicy.allowed(Verb.DECIDE, task.role())
                                : List.of(task.role()));
            }
        });
    }

    @Override
    public TaskComment comment(
            String id, String key, String text, List<String> mentions, List<EvidenceRef> files, Speaker who) {
        return db.inTransaction(() -> {
            Task task = require(id);
            Optional<Long> made = db.jdbc()
                    .sql("""
                    insert into task_comments (program, task, subject, person, said_at, text, request_key)
                    values (:program, :task, :subject, :person, :at, :text, :key)
                    on conflict (task, subject, request_key) do nothing
                    returning id
                    """)
                    .param("program", task.program())
                    .param("task", id)
                    .param("subject", who.subject())
                    .param("person", who.name())
                    .param("at", RowValues.at(db.clock().instant()))
                    .param("text", text)
                    .param("key", key)
                    .query(Long.class)
                    .optional();
            if (made.isPresent()) {
                for (String name : new TreeSet<>(mentions)) {
                    db.jdbc()
                            .sql("insert into task_mentions (comment_id, subject) values (:comment, :subject)")
                            .param("comment", made.get())
                            .param("subject", name)
                            .update();
                }
                int position = 0;
                for (EvidenceRef file : files) {
                    db.jdbc()
                            .sql("""
                            insert into comment_files (comment_id, position, program, name, sha256, bytes)
                            values (:comment, :position, :program, :name, :sha256, :bytes)
                            """)
                            .param("comment", made.get())
                            .param("position", position++)
                            .param("program", task.program())
                            .param("name", file.name())
                            .param("sha256", file.sha256())
                            .param("bytes", file.bytes())
                            .update();
                }
                Map<String, Object> details = new LinkedHashMap<>();
                details.put("text", text);
                details.put("mentions", mentions);
                if (!files.isEmpty()) {
                    details.put(
                            "files",
                            files.stream()
                                    .map(file -> Map.of("name", file.name(), "sha256", file.sha256()))
                                    .toList());
                }
                audit(task, who, "task.commented", details);
            }
            return comments("c.task = :task and c.subject = :subject and c.request_key = :key", "c.id", params -> {
                        params.put("task", id);
                        params.put("subject", who.subject());
                        params.put("key", key);
                    })
                    .get(0)
                    .comment();
        });
    }

    @Override
    public TaskComment withdrawFile(String id, long comment, String sha256, Speaker who, Access access) {
        return db.inTransaction(() -> {
            Task task = require(id);
            TaskComment said = requireComment(id, comment);
            TaskComment.File file = said.files().stream()
                    .filter(one -> one.sha256().equals(sha256))
                    .findFirst()
                    .orElseThrow(() -> new UnknownRowException("No file with the hash " + sha256 + " came with comment "
                            + comment + ". Look at the comments of the task."));
            RefusedException.throwIf(TaskCustody.withdrawing(said, who, access));
            int changed = db.jdbc()
                    .sql("""
                    update comment_files set withdrawn_by = :by, withdrawn_at = :at
                    where comment_id = :comment and sha256 = :sha256 and withdrawn_at is null
                    """)
                    .param("by", who.name())
                    .param("at", RowValues.at(db.clock().instant()))
                    .param("comment", comment)
                    .param("sha256", sha256)
                    .update();
            if (changed > 0) {
                audit(
                        task,
                        who,
                        "task.file-withdrawn",
                        Map.of("name", file.name(), "sha256", sha256, "comment", comment, "broughtBy", said.person()));
            }
            return requireComment(id, comment);
        });
    }

    private TaskComment requireComment(String task, long comment) {
        return comments("c.task = :task and c.id = :comment", "c.id", params -> {
                    params.put("task", task);
                    params.put("comment", comment);
                })
                .stream()
                .findFirst()
                .map(Mention::comment)
                .orElseThrow(() -> new UnknownRowException("Task '" + task + "' has no comment " + comment + "."));
    }

    @Override
    public List<TaskComment> comments(String task) {
        return comments("c.task = :task", "c.id", params -> params.put("task", task)).stream()
                .map(Mention::comment)
                .toList();
    }

    @Override
    public List<Mention> mentions(String subject, Access access, int atMost) {
        Map<String, Object> visible = new LinkedHashMap<>();
        String where = "c.id in (select comment_id from task_mentions where subject = :subject) and "
                + Visible.programs(access, "c.program", visible);
        return comments(where, "c.id desc limit :limit", params -> {
            params.putAll(visible);
            params.put("subject", subject);
            params.put("limit", atMost);
        });
    }

    private List<Mention> comments(String where, String order, Consumer<Map<String, Object>> values) {
        Map<String, Object> params = new LinkedHashMap<>();
        values.accept(params);
        return db.jdbc()
                .sql("""
                select c.id, c.task, c.program, c.subject, c.person, c.said_at, c.text, t.title, t.database_name,
                    (select string_agg(m.subject, chr(10) order by m.subject)
                     from task_mentions m where m.comment_id = c.id) as called,
                    (select string_agg(concat_ws(chr(9), f.sha256, f.bytes, f.name,
                            floor(extract(epoch from f.withdrawn_at) * 1000)::bigint, f.withdrawn_by),
                        chr(10) order by f.position)
                     from comment_files f where f.comment_id = c.id) as files
                from task_comments c join tasks t on t.id = c.task
                where %s order by %s
                """.formatted(where, order))
                .params(params)
                .query((row, n) -> {
                    String called = row.getString("called");
                    String files = row.getString("files");
                    return new Mention(
                            new TaskComment(
                                    row.getLong("id"),
                                    row.getString("task"),
                                    row.getString("program"),
                                    row.getString("subject"),
                                    row.getString("person"),
                                    RowValues.instant(row, "said_at"),
                                    row.getString("text"),
                                    called == null ? List.of() : called.lines().toList(),
                                    files == null
                                            ? List.of()
                                            : files.lines()
                                                    .map(JdbcTaskStore::file)
                                                    .toList()),
                            row.getString("title"),
                            row.getString("database_name"));
                })
                .list();
    }

    private static TaskComment.File file(String line) {
        String[] parts = line.split("\t", 5);
        return new TaskComment.File(
                parts[2],
                parts[0],
                Long.parseLong(parts[1]),
                parts.length < 5
                        ? null
                        : new TaskComment.Withdrawn(parts[4], Instant.ofEpochMilli(Long.parseLong(parts[3]))));
    }

    private Task change(
            String id,
            long version,
            Speaker who,
            String action,
            Map<String, Object> details,
            String sql,
            Map<String, Object> params) {
        return db.inTransaction(() -> {
            Task task = require(id);
            refuseOutsider(task, who);
            int changed = db.jdbc()
                    .sql(sql)
                    .params(params)
                    .param("id", id)
                    .param("version", version)
                    .param("holder", who.subject())
                    .update();
            Task now = require(id);
            if (changed == 0) {
                RefusedException.throwIf(TaskCustody.closed(now));
                if (now.version() != version) {
                    throw new StaleVersionException(
                            "Task '" + now.title() + "' changed meanwhile"
                                    + (now.claimedName() == null ? "" : "; " + now.claimedName() + " has it")
                                    + ". Look at it again.",
                            now.version());
                }
                throw new RefusedException(TaskCustody.elsewhere(now));
            }
            audit(now, who, action, details);
            return now;
        });
    }

    private static void refuseOutsider(Task task, Speaker who) {
        RefusedException.throwIf(RolePolicy.violation(task.role(), task.title(), who));
    }

    private void audit(Task task, Speaker who, String action, Map<String, Object> details) {
        audit(task, who, action, details, List.of(task.role()));
    }

    private void audit(
            Task task, Speaker who, String action, Map<String, Object> details, Collection<String> functions) {
        Map<String, Object> all = new LinkedHashMap<>(details);
        all.put("title", task.title());
        all.put("migration", task.migration().value());
        all.putAll(ActingFor.details(db, who.subject(), task.program(), functions));
        audit.append(new AuditEvent(
                task.program(), db.clock().instant(), who.name(), action, "task/" + task.id(), null, null, null, all));
    }

    @Override
    public Optional<GateEvidence> shown(Task gate) {
        StepKey step = gate.step();
        if (gate.kind() != TaskKind.GATE || step == null) {
            return Optional.empty();
        }
        return Optional.of(db.jdbc()
                .sql("select snapshot from migration_steps where migration = :migration and step_key = :step")
                .param("migration", gate.migration().value())
                .param("step", step.toString())
                .query(String.class)
                .optional()
                .map(snapshot -> evidence(gate, step, snapshot))
                .orElseGet(() -> GateEvidence.of(gate.migration(), step, gate.title(), Map.of()))
                .showing(attached(gate, step)));
    }

    @Override
    public Optional<GateEvidence> shownBefore(Task gate, String sha256) {
        StepKey step = gate.step();
        if (gate.kind() != TaskKind.GATE || step == null) {
            return Optional.empty();
        }
        List<GateEvidence.Attached> attached = attached(gate, step);
        return db
                .jdbc()
                .sql("""
                select step_snapshot from journal
                where migration = :migration and step_key = :step and step_snapshot is not null
                order by generation desc, seq desc, replaced desc limit 200
                """)
                .param("migration", gate.migration().value())
                .param("step", step.toString())
                .query(String.class)
                .list()
                .stream()
                .map(snapshot -> evidence(gate, step, snapshot))
                .distinct()
                .flatMap(shown -> shown.showing(attached).under(sha256).stream())
                .findFirst();
    }

    private List<GateEvidence.Attached> attached(Task gate, StepKey step) {
        return EvidenceRow.shown(evidence.list(gate.migration(), step));
    }

    private static GateEvidence evidence(Task gate, StepKey step, String snapshot) {
        return GateEvidence.of(
                gate.migration(),
                step,
                gate.title(),
                Json.read(snapshot, StepRun.class).inputs());
    }

    @Override
    public List<GateApproval> approvals(String task) {
        return db.jdbc()
                .sql("""
                select task, command_id, subject, person, approved, evidence_hash, reason, said_at
                from gate_approvals where task = :task order by said_at, subject
                """)
                .param("task", task)
                .query((row, n) -> new GateApproval(
                        row.getString("task"),
                        row.getString("command_id"),
                        row.getString("subject"),
                        row.getString("person"),
                        row.getBoolean("approved"),
                        row.getString("evidence_hash"),
                        row.getString("reason"),
                        RowValues.instant(row, "said_at")))
                .list();
    }

    @Override
    public Task askAttention(MigrationId migration, String role, String title, String detail) {
        String key = TaskRows.openKey(migration, null);
        Optional<Task> there = byOpenKey(key, "");
        if (there.isPresent()) {
            return there.get();
        }
        // None is made when another process opens it at the same moment.
        int made = db.jdbc()
                .sql("""
                insert into tasks (id, program, migration, database_name, kind, role, title, detail, four_eyes,
                    blocks, opened_at, version, open_key)
                select :id, m.program, m.id, m.database_name, 'ATTENTION', :role, :title, :detail, false, 0,
                    cast(:at as timestamptz), 1, :key
                from migrations m where m.id = :migration
                on conflict (open_key) do nothing
                """)
                .param("id", UUID.randomUUID().toString())
                .param("role", role)
                .param("title", RowValues.cut(title, 200))
                .param("detail", RowValues.cut(detail, 4000))
                .param("at", RowValues.at(now(migration)))
                .param("key", key)
                .param("migration", migration.value())
                .update();
        if (made == 0 && !exists(migration)) {
            throw new UnknownRowException("There is no migration '" + migration + "'.");
        }
        return byOpenKey(key, "")
                .orElseThrow(() -> new UnknownRowException("The task for " + migration + " was closed at once."));
    }

    private boolean exists(MigrationId migration) {
        return db.jdbc()
                .sql("select exists (select 1 from migrations where id = :id)")
                .param("id", migration.value())
                .query(Boolean.class)
                .single();
    }

    @Override
    public void settleAttention(MigrationId migration, String outcome) {
        TaskRows.close(db, TaskRows.openKey(migration, null), outcome, now(migration));
    }

    /** By the calendar of the run's program, as its other tasks. */
    private Instant now(MigrationId migration) {
        return db.programClocks().of(migration).program(db.clock().instant());
    }

    private static Task task(ResultSet row) throws SQLException {
        return new Task(
                row.getString("id"),
                row.getString("program"),
                new MigrationId(row.getString("migration")),
                row.getString("database_name"),
                RowValues.stepOrNull(row, "step_key"),
                RowValues.enumOrNull(row, "stage", Stage.class),
                TaskKind.valueOf(row.getString("kind")),
                row.getString("role"),
                row.getString("title"),
                row.getString("detail"),
                row.getBoolean("four_eyes"),
                row.getInt("blocks"),
                row.getString("claimed_by"),
                row.getString("claimed_name"),
                RowValues.instantOrNull(row, "claimed_at"),
                RowValues.instantOrNull(row, "snoozed_until"),
                RowValues.instant(row, "opened_at"),
                RowValues.instantOrNull(row, "closed_at"),
                row.getString("outcome"),
                row.getLong("version"));
    }
}
