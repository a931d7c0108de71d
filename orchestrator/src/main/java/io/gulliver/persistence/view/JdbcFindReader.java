package io.gulliver.persistence.view;

import io.gulliver.domain.people.Access;
import io.gulliver.domain.risk.EntryKind;
import io.gulliver.domain.risk.RiskState;
import io.gulliver.domain.task.TaskKind;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.Visible;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds on the tables. Each kind of thing is read once through, and the store cuts the answer before it leaves it. */
public final class JdbcFindReader implements FindReader {
    private static final Pattern NUMBER = Pattern.compile("[raid]-?0*([1-9][0-9]{0,7})", Pattern.CASE_INSENSITIVE);

    private final StoreDatabase db;

    public JdbcFindReader(StoreDatabase db) {
        this.db = db;
    }

    @Override
    public Found find(Access access, List<String> words, @Nullable String here, List<What> what) {
        if (words.isEmpty()) {
            return new Found(List.of(), List.of(), List.of(), List.of());
        }
        // those that risks name by their databases are found through these
        boolean named = what.contains(What.DATABASES) || what.contains(What.RISKS);
        List<FoundDatabase> databases = named ? databases(access, words, here) : List.of();
        return new Found(
                what.contains(What.PROGRAMS) ? programs(access, words, here) : List.of(),
                what.contains(What.DATABASES) ? databases : List.of(),
                what.contains(What.TASKS) ? tasks(access, words, here) : List.of(),
                what.contains(What.RISKS) ? risks(access, words, here, databases) : List.of());
    }

    private List<FoundProgram> programs(Access access, List<String> words, @Nullable String here) {
        Map<String, Object> params = params(words, here);
        return db.jdbc()
                .sql("select p.program, p.title from programs p where p.archived_at is null and "
                        + Visible.programs(access, "p.program", params)
                        + all("lower(p.program || ' ' || p.title)", words)
                        + " order by case when p.program = :here then 1 else 0 end, p.title, p.program"
                        + " fetch first :most rows only")
                .params(params)
                .query((row, n) -> new FoundProgram(row.getString("program"), row.getString("title")))
                .list();
    }

    private List<FoundDatabase> databases(Access access, List<String> words, @Nullable String here) {
        Map<String, Object> params = params(words, here);
        String text = String.join(" ", words);
        params.put("exact", text.toUpperCase(Locale.ROOT));
        params.put("begin", escaped(text.toUpperCase(Locale.ROOT)) + "%");
        params.put("within", "%" + escaped(text.toUpperCase(Locale.ROOT)) + "%");
        return db.jdbc()
                .sql("""
                select d.program, d.database_name, d.application
                from source_databases d join programs p on p.program = d.program
                where p.archived_at is null and\s""" + Visible.programs(access, "d.program", params) + all("d.searched", words) + """

                        order by case when d.folded = :exact then 0 when d.folded like :begin escape '!' then 1
                            when d.folded like :within escape '!' then 2 else 3 end,
                            case when d.program = :here then 0 else 1 end, d.folded, d.program
                        fetch first :most rows only
                        """)
                .params(params)
                .query((row, n) -> new FoundDatabase(
                        row.getString("program"), row.getString("database_name"), row.getString("application")))
                .list();
    }

    private List<FoundTask> tasks(Access access, List<String> words, @Nullable String here) {
        Map<String, Object> params = params(words, here);
        return db.jdbc()
                .sql("""
                select t.id, t.program, t.database_name, t.kind, t.role, t.title
                from tasks t join programs p on p.program = t.program
                where p.archived_at is null and t.closed_at is null and\s"""
                        + Visible.programs(access, "t.program", params)
                        + all("lower(t.title || ' ' || t.database_name)", words)
                        + """

                        order by case when t.program = :here then 0 else 1 end, t.blocks desc, t.opened_at, t.id
                        fetch first :most rows only
                        """)
                .params(params)
                .query((row, n) -> new FoundTask(
                        row.getString("id"),
                        row.getString("program"),
                        row.getString("database_name"),
                        TaskKind.valueOf(row.getString("kind")),
                        row.getString("role"),
                        row.getString("title")))
                .list();
    }

    private List<FoundRisk> risks(
            Access access, List<String> words, @Nullable String here, List<FoundDatabase> databases) {
        Map<String, Object> params = params(words, here);
        StringBuilder either =
                new StringBuilder("(1 = 1").append(all("lower(k.event)", words)).append(')');
        Matcher number = words.size() == 1 ? NUMBER.matcher(words.get(0)) : NUMBER.matcher("");
        if (number.matches()) {
            either.append(" or k.number = :number");
            params.put("number", Integer.valueOf(number.group(1)));
        }
        if (!databases.isEmpty()) {
            List<Object[]> pairs = new ArrayList<>();
            databases.forEach(found -> pairs.add(new Object[] {found.program(), found.name()}));
            either.append(" or (k.program, k.number) in (select rd.program, rd.number from risk_databases rd")
                    .append(" where (rd.program, rd.database_name) in (:pairs))");
            params.put("pairs", pairs);
        }
        return db.jdbc()
                .sql("""
                select k.program, k.number, k.event, coalesce(k.score, 0) as score, k.state, k.kind
                from risks k join programs p on p.program = k.program
                where p.archived_at is null and\s""" + Visible.programs(access, "k.program", params) + " and (" + either + ")" + """

                        order by case when k.state in ('CLOSED', 'REJECTED') then 1 else 0 end,
                            case when k.program = :here then 0 else 1 end, coalesce(k.score, 0) desc, k.number,
                            k.program
                        fetch first :most rows only
                        """)
                .params(params)
                .query((row, n) -> new FoundRisk(
                        row.getString("program"),
                        row.getInt("number"),
                        row.getString("event"),
                        row.getInt("score"),
                        RiskState.valueOf(row.getString("state")).over(),
                        EntryKind.valueOf(row.getString("kind"))))
                .list();
    }

    private static Map<String, Object> params(List<String> words, @Nullable String here) {
        Map<String, Object> params = new HashMap<>();
        for (int i = 0; i < words.size(); i++) {
            params.put("word" + i, "%" + escaped(words.get(i).toLowerCase(Locale.ROOT)) + "%");
        }
        params.put("here", here == null ? "" : here);
        params.put("most", MOST);
        return params;
    }

    /** That every word stands in a column of small letters. */
    private static String all(String column, List<String> words) {
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < words.size(); i++) {
            all.append(" and ").append(column).append(" like :word").append(i).append(" escape '!'");
        }
        return all.toString();
    }

    private static String escaped(String text) {
        return text.replace("!", "!!").replace("%", "!%").replace("_", "!_");
    }
}
