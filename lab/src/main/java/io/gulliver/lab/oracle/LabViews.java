package io.gulliver.lab.oracle;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which views a lab database has, with which columns, since which release: {@code dictionary.txt} for those with rows of
 * their own, {@code computed.txt} for those whose rows are made when somebody asks.
 */
final class LabViews {

    /**
     * A column.
     *
     * @param type n, s, l, t, p or i
     * @param preset what it holds when nobody says, or empty
     * @param since first release that has it, or empty
     */
    record Column(String name, char type, String preset, String since) {

        String ddl() {
            String words = switch (type) {
                case 'n' -> "NUMBER";
                case 't' -> "DATE";
                case 'p' -> "TIMESTAMP(3)";
                case 'i' -> "INTERVAL DAY(5) TO SECOND(1)";
                case 'l' -> "VARCHAR2(1000000)";
                default -> "VARCHAR2(4000)";
            };
            // Quoted, because some of Oracle's columns are key words of the store.
            return '"' + name + "\" " + words
                    + (preset.isEmpty() ? "" : " DEFAULT " + (type == 'n' ? preset : "'" + preset + "'"));
        }
    }

    /**
     * A view.
     *
     * @param since first release that has it, or empty
     * @param of the view of all instances that this one shows one instance of, or empty
     */
    record View(String name, String since, List<Column> columns, boolean computed, String of) {}

    private static final String HIDDEN = "V$DATABASE_ROW";
    private static final Pattern NOISE = Pattern.compile("'(?:[^']|'')*'|/\\*.*?\\*/|--[^\\n]*", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_$#]*");
    private static final Pattern NAMED =
            Pattern.compile("(?i)(?:\\bAS\\s+|\\bNULL\\s+(?!AS\\b)|\\)\\s+(?!AS\\b))\"?([A-Z_][A-Z0-9_$#]*)\"?");

    static final LabViews ALL = new LabViews();

    private final Map<String, View> views = new LinkedHashMap<>();

    private LabViews() {
        read("dictionary.txt", false);
        read("computed.txt", true);
        View row = Objects.requireNonNull(views.get(HIDDEN));
        List<Column> columns = new ArrayList<>(row.columns());
        columns.add(new Column("CURRENT_SCN", 'n', "", ""));
        views.put("V$DATABASE", new View("V$DATABASE", "", columns, false, HIDDEN));
    }

    private void read(String file, boolean computed) {
        for (String line : LabDatabase.resource(file).split("\n")) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] words = line.split(" ");
            String[] alias = words[0].split("=");
            String name = since(alias[0])[0];
            if (alias.length == 2) {
                View whole = Objects.requireNonNull(views.get(alias[1]), () -> name + " of nothing");
                List<Column> columns = whole.columns().stream()
                        .filter(column -> !column.name().equals("INST_ID") || name.equals("V$INSTANCE"))
                        .toList();
                views.put(name, new View(name, whole.since(), columns, computed, whole.name()));
                continue;
            }
            List<Column> columns = new ArrayList<>();
            for (int i = 1; i < words.length; i++) {
                String[] dated = since(words[i]);
                String[] preset = dated[0].split("=", 2);
                int colon = preset[0].indexOf(':');
                columns.add(new Column(
                        preset[0].substring(0, colon).toUpperCase(Locale.ROOT),
                        preset[0].charAt(colon + 1),
                        preset.length == 2 ? preset[1].replace('~', ' ') : "",
                        dated[1]));
            }
            views.put(name, new View(name, since(words[0])[1], columns, computed, ""));
        }
    }

    private static String[] since(String word) {
        int at = word.indexOf('@');
        return at < 0 ? new String[] {word, ""} : new String[] {word.substring(0, at), word.substring(at + 1)};
    }

    /** Lays the views that have rows of their own; one laid by an older lab gains the columns that came since. */
    void lay(Connection c) {
        Map<String, Set<String>> there = new LinkedHashMap<>();
        Rows.query(
                        c,
                        "select table_name t, column_name n from INFORMATION_SCHEMA.COLUMNS where table_schema = 'PUBLIC'")
                .forEach(row -> there.computeIfAbsent(String.valueOf(row.get("T")), name -> new HashSet<>())
                        .add(String.valueOf(row.get("N"))));
        for (View view : views.values()) {
            if (view.computed() || !view.of().isEmpty()) {
                continue;
            }
            Set<String> has = there.get(view.name());
            if (has == null) {
                Rows.run(c, "CREATE TABLE " + view.name() + " (" + ddl(view) + ")");
                continue;
            }
            view.columns().stream()
                    .filter(column -> !has.contains(column.name()))
                    .forEach(column -> Rows.run(c, "ALTER TABLE " + view.name() + " ADD COLUMN " + column.ddl()));
        }
        for (View view : views.values()) {
            if (!view.computed() && !view.of().isEmpty() && !view.name().equals("V$DATABASE")) {
                Rows.run(
                        c,
                        "CREATE OR REPLACE VIEW " + view.name() + " AS SELECT "
                                + String.join(
                                        ", ",
                                        view.columns().stream()
                                                .map(column -> '"' + column.name() + '"')
                                                .toList())
                                + " FROM " + view.of() + " WHERE INST_ID = 1");
            }
        }
    }

    static String ddl(View view) {
        return String.join(", ", view.columns().stream().map(Column::ddl).toList());
    }

    /** All views. */
    java.util.Collection<View> views() {
        return java.util.Collections.unmodifiableCollection(views.values());
    }

    /**
     * The views that a query asks, after a look whether this release has them and the columns it names.
     *
     * @throws OraError 942 for a view and 904 for a column that came later
     */
    List<View> asked(String sql, String release) {
        String bare = NOISE.matcher(sql).replaceAll(" ");
        Set<String> named = new HashSet<>();
        Matcher name = NAMED.matcher(bare);
        while (name.find()) {
            named.add(name.group(1).toUpperCase(Locale.ROOT));
        }
        Set<String> words = new LinkedHashSet<>();
        Matcher word = WORD.matcher(bare);
        while (word.find()) {
            words.add(word.group().toUpperCase(Locale.ROOT));
        }
        List<View> asked =
                words.stream().filter(views::containsKey).map(views::get).toList();
        for (View view : asked) {
            if (later(view.since(), release)) {
                throw new OraError(942, "table or view does not exist");
            }
        }
        Set<String> open = new HashSet<>();
        Set<String> closed = new TreeSet<>();
        asked.forEach(view ->
                view.columns().forEach(column -> (later(column.since(), release) ? closed : open).add(column.name())));
        for (String column : closed) {
            if (words.contains(column) && !open.contains(column) && !named.contains(column)) {
                throw new OraError(904, "\"" + column + "\": invalid identifier");
            }
        }
        return asked;
    }

    private static boolean later(String since, String release) {
        return !since.isEmpty() && LabSession.compare(release, since) < 0;
    }
}
