package io.gulliver.persistence.program;

import io.gulliver.persistence.StoreDatabase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Everything that belongs to one program, wherever it stands: the tables are asked of the catalogue, so that none that is
 * added later is forgotten. A row belongs to a program by its column {@code program}, or to one of its runs by {@code
 * migration}.
 */
final class ProgramRows {
    /**
     * What stays: the record of what was done, and the number of the last run. Names given on outside systems stay, too;
     * their table knows no programs.
     */
    private static final Set<String> STAYS = Set.of("audit_events", "deleted_programs");

    private final StoreDatabase db;

    ProgramRows(StoreDatabase db) {
        this.db = db;
    }

    /** Deletes them, children before parents; within the caller's transaction. */
    void delete(String program) {
        Set<String> files = new TreeSet<>(
                db.jdbc().sql("""
                select sha256 from database_evidence where program = :program
                union select sha256 from evidence_withdrawals where program = :program
                union select l.sha256 from evidence_links l join migrations m on m.id = l.migration
                    where m.program = :program
                union select sha256 from comment_files where program = :program
                """).param("program", program).query(String.class).list());
        run("delete from slots where starts_with(slot, :program || ':')", program);
        run("delete from gate_approvals where task in (select id from tasks where program = :program)", program);
        for (Map.Entry<String, String> table : inOrder()) {
            run("delete from " + table.getKey() + " where " + table.getValue(), program);
        }
        for (String file : files) {
            for (String table : List.of("evidence_parts", "evidence")) {
                db.jdbc()
                        .sql("delete from " + table + """
                         where sha256 = :sha256
                            and not exists (select 1 from database_evidence d where d.sha256 = :sha256)
                            and not exists (select 1 from evidence_links l where l.sha256 = :sha256)
                            and not exists (select 1 from comment_files f where f.sha256 = :sha256)
                        """)
                        .param("sha256", file)
                        .update();
            }
        }
    }

    private void run(String sql, String program) {
        db.jdbc().sql(sql).param("program", program).update();
    }

    /** Tables with what makes a row the program's; one stands before all that it refers to. */
    private List<Map.Entry<String, String>> inOrder() {
        Map<String, String> owned = new TreeMap<>();
        db.jdbc().sql("""
                select lower(c.table_name) as name, lower(c.column_name) as owner
                from information_schema.columns c
                join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
                where c.table_schema = current_schema and t.table_type = 'BASE TABLE'
                    and lower(c.column_name) in ('program', 'migration')
                """).query(row -> {
            String name = row.getString("name");
            if (!STAYS.contains(name)) {
                boolean direct = row.getString("owner").equals("program");
                owned.merge(
                        name,
                        direct
                                ? "program = :program"
                                : "migration in (select id from migrations where program = :program)",
                        (one, other) -> one.startsWith("program") ? one : other);
            }
        });
        Map<String, Set<String>> children = new HashMap<>();
        db.jdbc().sql("""
                select lower(child.table_name) as child, lower(parent.table_name) as parent
                from information_schema.referential_constraints r
                join information_schema.table_constraints child
                    on child.constraint_schema = r.constraint_schema and child.constraint_name = r.constraint_name
                join information_schema.table_constraints parent
                    on parent.constraint_schema = r.unique_constraint_schema
                    and parent.constraint_name = r.unique_constraint_name
                where r.constraint_schema = current_schema
                """).query(row -> {
            if (!row.getString("child").equals(row.getString("parent"))) {
                children.computeIfAbsent(row.getString("parent"), none -> new HashSet<>())
                        .add(row.getString("child").toLowerCase(Locale.ROOT));
            }
        });
        // what names a run stands before the runs, whether a constraint says so or not
        owned.keySet().stream()
                .filter(name -> !name.equals("migrations") && !name.equals("programs"))
                .forEach(name -> {
                    if (owned.get(name).startsWith("migration")) {
                        children.computeIfAbsent("migrations", none -> new HashSet<>())
                                .add(name);
                    }
                });
        List<Map.Entry<String, String>> order = new ArrayList<>();
        Set<String> left = new TreeSet<>(owned.keySet());
        while (!left.isEmpty()) {
            List<String> free = left.stream()
                    .filter(name ->
                            children.getOrDefault(name, Set.of()).stream().noneMatch(left::contains))
                    .toList();
            if (free.isEmpty()) {
                throw new IllegalStateException("Tables that refer to each other in a circle: " + left);
            }
            free.forEach(name -> order.add(Map.entry(name, owned.get(name))));
            left.removeAll(free);
        }
        return order;
    }
}
