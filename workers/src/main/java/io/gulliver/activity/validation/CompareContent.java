package io.gulliver.activity.validation;

import io.gulliver.activity.Databases;
import io.gulliver.activity.Databases.Address;
import io.gulliver.activity.Inputs;
import io.gulliver.activity.Quiet;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.TableStatements;
import io.gulliver.adapter.oracle.TableStatements.Column;
import io.gulliver.adapter.oracle.TableStatements.Generated;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** {@code validation.content}: checks V03 and V04 of the domain document, table by table, on both sides. */
final class CompareContent extends ShortAction {
    private static final int NAMED = 20;
    private static final int LISTED = 500;
    private static final int LONGEST = 400;

    /** What is known of one table. */
    enum State {
        /** Same number of rows and same fingerprint. */
        EQUAL,
        /** Something differs. */
        DIFFERENT,
        /** Equal; without a key a difference could not have been traced to a row. */
        EQUAL_WITHOUT_KEY,
        /** Same number of rows; no column can be compared by content. */
        UNSUPPORTED_TYPE,
        /** Same number of rows; too large for a fingerprint, or too old a release. */
        NOT_COMPARED
    }

    /**
     * The verdict on one table.
     *
     * @param leftOut columns that were not compared, with their types
     * @param ranges where it differs, as far as a whole-number key can tell
     */
    record Verdict(
            String table, State state, long rows, List<String> leftOut, String words, List<DrillDown.Range> ranges) {
        static Verdict of(String table, State state, long rows, List<String> leftOut, String words) {
            return new Verdict(table, state, rows, leftOut, words, List.of());
        }

        String difference() {
            return table + " (" + words + ")"
                    + (ranges.isEmpty()
                            ? ""
                            : ": " + ranges.stream().map(DrillDown.Range::words).collect(Collectors.joining("; ")));
        }
    }

    private final Databases databases;

    CompareContent(Databases databases) {
        super("validation.content");
        this.databases = databases.withQueryLimit(Duration.ofHours(6));
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        rendering
                .says("Would compare the rows of " + rendering.shown("schemas") + " at " + rendering.database("source_")
                        + " with those at " + rendering.database("") + ", tables above "
                        + rendering.shown("largest_gb") + " GB by count alone")
                .asks("both", "tables", "external-tables", "table-columns", "key-columns")
                .asks("the source", "table-sizes", "tables-without-key")
                .form("both", "table-row-hash")
                .form("both, where they differ by halves of the key's range", "table-chunk-hash")
                .form("both, for a small range that differs", "table-differing-rows");
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Address target = Address.of(call, "");
        Map<String, ?> owners = Map.of("owners", Quiet.owners(inputs.texts("schemas")));
        double largest = inputs.number("largest_gb") * 1e9;
        List<Verdict> verdicts = new ArrayList<>();
        try (OracleClient a = databases.read(Address.of(call, "source_"), context);
                OracleClient b = databases.read(target, context)) {
            SortedMap<String, List<Column>> source = columns(a, owners);
            SortedMap<String, List<Column>> there = columns(b, owners);
            if (inputs.given("tables")) {
                // Looked at again: those tables alone that differed before.
                Set<String> wanted = Set.copyOf(inputs.texts("tables"));
                source.keySet().removeIf(table -> !wanted.contains(shown(table)));
                there.keySet().removeIf(table -> !wanted.contains(shown(table)));
            }
            Map<String, String> keys = DrillDown.keys(a, owners, source);
            Map<String, Double> sizes = new TreeMap<>();
            for (OracleRow row : a.query("table-sizes", owners)) {
                sizes.put(
                        key(row.text("OWNER"), row.text("SEGMENT_NAME")),
                        row.number("BYTES").doubleValue());
            }
            Set<String> keyless = a.query("tables-without-key", owners).stream()
                    .map(row -> key(row.text("OWNER"), row.text("TABLE_NAME")))
                    .collect(Collectors.toSet());
            boolean hashes = Integer.parseInt(a.release().split("\\.")[0]) >= 12;
            for (Map.Entry<String, List<Column>> table : source.entrySet()) {
                context.progress(
                        new Progress(verdicts.size(), (double) source.size(), "tables", null, shown(table.getKey())));
                boolean hash = hashes && sizes.getOrDefault(table.getKey(), 0.0) <= largest;
                verdicts.add(
                        there.containsKey(table.getKey())
                                ? verdict(a, b, table.getKey(), table.getValue(), hash, keyless, keys)
                                : Verdict.of(shown(table.getKey()), State.DIFFERENT, 0, List.of(), "missing"));
            }
            there.keySet().stream()
                    .filter(table -> !source.containsKey(table))
                    .forEach(table ->
                            verdicts.add(Verdict.of(shown(table), State.DIFFERENT, 0, List.of(), "not on the source")));
        }
        return judged(context, target, verdicts);
    }

    private static String key(String owner, String table) {
        return owner + "\u0000" + table;
    }

    private static String shown(String key) {
        return key.replace('\u0000', '.');
    }

    /** Columns by table; views have no rows of their own, temporary tables none to keep. */
    private static SortedMap<String, List<Column>> columns(OracleClient client, Map<String, ?> owners) {
        SortedMap<String, List<Column>> tables = new TreeMap<>();
        for (OracleRow row : client.query("tables", owners)) {
            if (!"Y".equals(row.findText("TEMPORARY")) && !"YES".equals(row.findText("NESTED"))) {
                tables.put(key(row.text("OWNER"), row.text("TABLE_NAME")), new ArrayList<>());
            }
        }
        for (OracleRow row : client.query("external-tables")) {
            tables.remove(key(row.text("OWNER"), row.text("TABLE_NAME")));
        }
        for (OracleRow row : client.query("table-columns", owners)) {
            List<Column> columns = tables.get(key(row.text("OWNER"), row.text("TABLE_NAME")));
            if (columns != null) {
                columns.add(new Column(
                        row.text("COLUMN_NAME"),
                        row.text("DATA_TYPE"),
                        row.number("DATA_LENGTH").intValueExact()));
            }
        }
        return tables;
    }

    private Verdict verdict(
            OracleClient a,
            OracleClient b,
            String key,
            List<Column> columns,
            boolean hash,
            Set<String> keyless,
            Map<String, String> keys) {
        String[] name = key.split("\u0000");
        TableStatements generator = databases.tables();
        Generated fingerprint = null;
        State unhashed = hash ? State.UNSUPPORTED_TYPE : State.NOT_COMPARED;
        if (hash) {
            try {
                fingerprint = generator.rowHash(name[0], name[1], columns);
            } catch (IllegalArgumentException e) {
                fingerprint = null; // no column has a canonical form
            }
        }
        Generated statement = fingerprint == null ? generator.rowCount(name[0], name[1]) : fingerprint;
        OracleRow left = a.query(statement, Map.of()).get(0);
        OracleRow right = b.query(statement, Map.of()).get(0);
        long rows = left.number("ROW_COUNT").longValue();
        List<String> leftOut = fingerprint == null
                ? columns.stream()
                        .map(column -> column.name() + " (" + column.dataType() + ")")
                        .toList()
                : fingerprint.omitted();
        if (left.number("ROW_COUNT").compareTo(right.number("ROW_COUNT")) != 0) {
            return new Verdict(
                    shown(key),
                    State.DIFFERENT,
                    rows,
                    leftOut,
                    rows + " rows, on the target " + right.number("ROW_COUNT").toPlainString(),
                    ranges(a, b, name, columns, fingerprint, keys.get(key)));
        }
        if (fingerprint == null) {
            return Verdict.of(shown(key), unhashed, rows, leftOut, "rows counted");
        }
        if (!left.values().equals(right.values())) {
            String blind = keys.containsKey(key) ? "" : "; no whole-number key to tell where";
            return new Verdict(
                    shown(key),
                    State.DIFFERENT,
                    rows,
                    leftOut,
                    "same number of rows, other content" + blind,
                    ranges(a, b, name, columns, fingerprint, keys.get(key)));
        }
        return Verdict.of(
                shown(key),
                keyless.contains(key) ? State.EQUAL_WITHOUT_KEY : State.EQUAL,
                rows,
                leftOut,
                "same content");
    }

    private List<DrillDown.Range> ranges(
            OracleClient a,
            OracleClient b,
            String[] name,
            List<Column> columns,
            @Nullable Generated fingerprint,
            @Nullable String key) {
        return fingerprint == null || key == null
                ? List.of()
                : DrillDown.of(a, b, databases.tables(), name[0], name[1], columns, key);
    }

    private static StepResult judged(StepContext context, Address target, List<Verdict> verdicts) {
        Map<State, Long> states =
                verdicts.stream().collect(Collectors.groupingBy(Verdict::state, TreeMap::new, Collectors.counting()));
        long rows = verdicts.stream().mapToLong(Verdict::rows).sum();
        long compared = verdicts.stream()
                .filter(verdict -> verdict.state() != State.UNSUPPORTED_TYPE && verdict.state() != State.NOT_COMPARED)
                .mapToLong(Verdict::rows)
                .sum();
        double coverage = rows == 0 ? 100 : Math.floor(compared * 1000.0 / rows) / 10;
        Map<String, Object> outputs = new LinkedHashMap<>();
        outputs.put("tables", verdicts.size());
        outputs.put("tables_equal", count(states, State.EQUAL) + count(states, State.EQUAL_WITHOUT_KEY));
        outputs.put("tables_different", count(states, State.DIFFERENT));
        outputs.put("tables_counted_only", count(states, State.UNSUPPORTED_TYPE) + count(states, State.NOT_COMPARED));
        outputs.put("tables_without_key", count(states, State.EQUAL_WITHOUT_KEY));
        outputs.put(
                "columns_left_out",
                verdicts.stream().mapToInt(verdict -> verdict.leftOut().size()).sum());
        outputs.put("rows", rows);
        outputs.put("coverage_percent", coverage);
        List<Verdict> different = verdicts.stream()
                .filter(verdict -> verdict.state() == State.DIFFERENT)
                .toList();
        outputs.put(
                "different",
                different.stream()
                        .limit(NAMED)
                        .map(Verdict::difference)
                        .map(words -> words.length() > LONGEST ? words.substring(0, LONGEST) + " ..." : words)
                        .toList());
        outputs.put(
                "different_tables",
                different.stream().limit(LISTED).map(Verdict::table).toList());
        Map<String, Object> report = new LinkedHashMap<>(outputs);
        report.put("verdicts", verdicts);
        report.remove("different");
        EvidenceRef kept =
                context.evidence("content.json", "report", JsonMapper.shared().writeValueAsString(report));
        return new StepResult(
                true,
                outputs,
                null,
                null,
                List.of(kept),
                verdicts.size() + " tables of " + target.name() + " compared, " + coverage + " % of " + rows
                        + " rows by content; different: " + (different.isEmpty() ? "none" : outputs.get("different")));
    }

    private static int count(Map<State, Long> states, State state) {
        return states.getOrDefault(state, 0L).intValue();
    }
}
