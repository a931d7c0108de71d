package io.gulliver.persistence.window;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.people.Access;
import io.gulliver.domain.window.WindowTask;
import io.gulliver.persistence.RowValues;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.Visible;
import io.gulliver.persistence.audit.AuditStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Tasks of collection windows in a table. */
public final class JdbcWindowTaskStore implements WindowTaskStore {
    private static final String TASK = """
            select program, database_name, kind, role, title, script, state, opened_at, closed_at, closed_by, reason
            from window_tasks
            """;

    private final StoreDatabase db;
    private final AuditStore audit;

    public JdbcWindowTaskStore(StoreDatabase db, AuditStore audit) {
        this.db = db;
        this.audit = audit;
    }

    @Override
    public List<KeptTask> list(String program) {
        return db.jdbc()
                .sql(TASK + " where program = :program order by database_name, kind")
                .param("program", program)
                .query((row, n) -> task(row))
                .list();
    }

    @Override
    public List<Waiting> waiting(Access access, boolean own) {
        Map<String, Object> params = new LinkedHashMap<>();
        String where = Visible.programs(access, "program", params)
                + (own ? " and " + Visible.queues(access, "program", "role", params) : "");
        return db.jdbc()
                .sql("""
                select program, kind, role, count(*) as databases, min(database_name) as first_name, min(title) as title,
                    min(opened_at) as opened_at
                from window_tasks where state = 'OPEN' and %s
                group by program, kind, role order by min(opened_at), program, kind
                """.formatted(where))
                .params(params)
                .query((row, n) -> new Waiting(
                        row.getString("program"),
                        WindowTask.Kind.valueOf(row.getString("kind")),
                        row.getString("role"),
                        row.getInt("databases"),
                        row.getString("first_name"),
                        row.getString("title"),
                        RowValues.instant(row, "opened_at")))
                .list();
    }

    private static KeptTask task(ResultSet row) throws SQLException {
        return new KeptTask(
                row.getString("program"),
                row.getString("database_name"),
                WindowTask.Kind.valueOf(row.getString("kind")),
                row.getString("role"),
                row.getString("title"),
                row.getString("script"),
                State.valueOf(row.getString("state")),
                RowValues.instant(row, "opened_at"),
                RowValues.instantOrNull(row, "closed_at"),
                row.getString("closed_by"),
                row.getString("reason"));
    }

    @Override
    public Followed follow(String program, Map<String, List<WindowTask>> now) {
        return db.inTransaction(() -> {
            // the program's row is the lock: two rounds at once go one after the other
            db.jdbc()
                    .sql("select program from programs where program = :program for update")
                    .param("program", program)
                    .query(String.class)
                    .optional()
                    .orElseThrow(() -> new UnknownRowException("There is no program '" + program + "'."));
            Map<String, KeptTask> there = new TreeMap<>();
            list(program).forEach(task -> there.put(key(task.database(), task.kind()), task));
            Set<String> opened = new TreeSet<>();
            Set<String> closed = new TreeSet<>();
            now.forEach((database, tasks) -> tasks.forEach(task -> {
                KeptTask before = there.remove(key(database, task.kind()));
                String done = task.done();
                if (done != null) {
                    if (before != null && before.state() != State.DONE) {
                        close(program, database, task.kind(), State.DONE, done, WindowStore.OURSELVES);
                        closed.add(database);
                    }
                } else if (before == null || before.state() == State.DONE) {
                    open(program, database, task, before == null);
                    opened.add(database);
                } else if (before.state() == State.OPEN && !same(before, task)) {
                    reword(program, database, task);
                }
            }));
            for (KeptTask gone : there.values()) {
                if (gone.state() == State.OPEN) {
                    close(
                            program,
                            gone.database(),
                            gone.kind(),
                            State.DONE,
                            "it is no longer wanted",
                            WindowStore.OURSELVES);
                    closed.add(gone.database());
                }
            }
            said(program, "window.tasks.opened", opened);
            said(program, "window.tasks.closed", closed);
            return new Followed(opened.size(), closed.size());
        });
    }

    private static String key(String database, WindowTask.Kind kind) {
        return database + "\n" + kind;
    }

    private static boolean same(KeptTask before, WindowTask task) {
        return before.title().equals(RowValues.cut(task.title(), 500))
                && Objects.equals(before.script(), RowValues.cut(task.script(), 4000));
    }

    private void said(String program, String action, Set<String> databases) {
        if (!databases.isEmpty()) {
            audit.append(new AuditEvent(
                    program,
                    db.clock().instant(),
                    WindowStore.OURSELVES,
                    action,
                    "program/" + program,
                    null,
                    null,
                    null,
                    JdbcWindowStore.named(databases)));
        }
    }

    private void open(String program, String database, WindowTask task, boolean fresh) {
        worded(fresh ? """
                                insert into window_tasks (program, database_name, kind, role, title, script, state, opened_at)
                                values (:program, :database, :kind, :role, :title, :script, 'OPEN', :at)
                                """ : """
                                update window_tasks
                                set role = :role, title = :title, script = :script, state = 'OPEN', opened_at = :at,
                                    closed_at = null, closed_by = null, reason = null
                                where program = :program and database_name = :database and kind = :kind
                                """, program, database, task)
                .param("role", task.role())
                .param("at", RowValues.at(db.clock().instant()))
                .update();
    }

    private void reword(String program, String database, WindowTask task) {
        worded("""
                update window_tasks set title = :title, script = :script
                where program = :program and database_name = :database and kind = :kind
                """, program, database, task).update();
    }

    private JdbcClient.StatementSpec worded(String sql, String program, String database, WindowTask task) {
        return db.jdbc()
                .sql(sql)
                .param("program", program)
                .param("database", database)
                .param("kind", task.kind().name())
                .param("title", RowValues.cut(task.title(), 500))
                .param("script", RowValues.cut(task.script(), 4000));
    }

    private int close(
            String program, String database, WindowTask.Kind kind, State state, @Nullable String reason, String by) {
        return db.jdbc()
                .sql("""
                update window_tasks set state = :state, closed_at = :at, closed_by = :by, reason = :reason
                where program = :program and database_name = :database and kind = :kind
                    and (state = 'OPEN' or state = 'DECLINED' and :state = 'DONE')
                """)
                .param("state", state.name())
                .param("at", RowValues.at(db.clock().instant()))
                .param("by", by)
                .param("reason", RowValues.cut(reason, 2000))
                .param("program", program)
                .param("database", database)
                .param("kind", kind.name())
                .update();
    }

    @Override
    public void decline(String program, String database, WindowTask.Kind kind, String reason, String by) {
        String why = JdbcWindowStore.reason(reason);
        db.inTransaction(() -> {
            if (close(program, database, kind, State.DECLINED, why, by) == 0) {
                throw new UnknownRowException("Database " + database + " of " + program + " has no open task " + kind
                        + ". Load the collection window again.");
            }
            audit.append(new AuditEvent(
                    program,
                    db.clock().instant(),
                    by,
                    "window.task.declined",
                    "database/" + program + "/" + database,
                    null,
                    null,
                    null,
                    Map.of("task", kind.name(), "reason", why)));
        });
    }
}
