package io.gulliver.activity.validation;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.SessionRestriction;
import io.gulliver.activity.systems.Systems;
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
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code validation.content}: checks V03 and V04 of {@code docs/domain/validation.md}, table by table, on both sides.
 * Both sides are quiet, so what a watch has found stays so: it is noted on the target's host, and the next watch goes
 * on there.
 */
final class CompareContent extends Comparison {
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
        /** Same number of rows; too large for a fingerprint. */
        NOT_COMPARED
    }

    /**
     * The verdict on one table.
     *
     * @param hashed whether the content was compared, and not the number of rows alone
     * @param leftOut columns that were not compared, with their types
     * @param ranges where it differs, as far as a whole-number key can tell
     */
    record Verdict(
            String table,
            State state,
            long rows,
            boolean hashed,
            List<String> leftOut,
            String words,
            List<DrillDown.Range> ranges) {
        /** A table that one side has not. */
        static Verdict lacking(String table, String words) {
            return new Verdict(table, State.DIFFERENT, 0, false, List.of(), words, List.of());
        }

        /** Whether nobody looked at its content although it has rows. */
        boolean counted() {
            return state == State.UNSUPPORTED_TYPE || state == State.NOT_COMPARED;
        }

        String difference() {
            return table + " (" + words + ")"
                    + (ranges.isEmpty()
                            ? ""
                            : ": " + ranges.stream().map(DrillDown.Range::words).collect(Collectors.joining("; ")));
        }
    }

    /** A watch reads the dictionaries anew, so it goes on for a while. */
    private static final Duration SHIFT = Duration.ofMinutes(5);

    private final Systems systems;
    private final Databases databases;

    CompareContent(Systems systems, Databases databases) {
        super("validation.content");
        this.systems = systems;
        this.databases = databases;
    }

    @Override
    void render(StepCall call, Rendering rendering) {
        rendering
                .says("Would compare the rows of " + rendering.shown("schemas") + " at " + rendering.database("source_")
                        + " with those at " + rendering.database("") + ", tables above "
                        + rendering.shown("largest_gb") + " GB by count alone")
                .asksBoth("character-sets", "tables", "external-tables", "table-columns")
                .asks(rendering.database("source_"), "key-columns", "table-sizes", "tables-without-key")
                .asksForLines(rendering.database("source_"), "row-count-statements")
                .check("each line of the last answer is a query: run all of them at "
                        + rendering.database("source_") + " and at " + rendering.database("")
                        + "; both print the same counts. Contents by hash are Gulliver's own step; without it the"
                        + " application's test stands for them.")
                .form("both", "table-row-hash")
                .form("both, where they differ by halves of the key's range", "table-chunk-hash")
                .form("both, for a small range that differs", "table-differing-rows")
                .form("both instead, where one is older than 12.1", "table-row-ora-hash")
                .form("both instead, by halves of the key's range", "table-chunk-ora-hash")
                .form("both instead, for a small range that differs", "table-differing-ora-rows");
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Address target = Address.of(call, "");
        Map<String, ?> owners = Map.of("owners", SessionRestriction.owners(inputs.texts("schemas")));
        double largest = inputs.number("largest_gb") * 1e9;
        List<Verdict> verdicts = new ArrayList<>();
        TableStatements statements;
        long end = System.nanoTime()
                + Math.max(
                        SHIFT.toNanos(),
                        Duration.ofSeconds(call.patienceSeconds()).toNanos());
        ComparisonNotes notes = new ComparisonNotes(systems, systems.host(target.host()), job(call));
        try (notes;
                OracleClient a = databases.read(Address.of(call, "source_"), context);
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
            statements = databases.tables(a, b);
            notes.read(statements.digest().words());
            for (Map.Entry<String, List<Column>> table : source.entrySet()) {
                Verdict known = notes.find(shown(table.getKey()));
                if (known != null) {
                    verdicts.add(known);
                    continue;
                }
                Progress progress =
                        new Progress(verdicts.size(), (double) source.size(), "tables", null, shown(table.getKey()));
                if (System.nanoTime() > end) {
                    return StepResult.running(job(call), progress);
                }
                context.progress(progress);
                double bytes = sizes.getOrDefault(table.getKey(), 0.0);
                String tooLarge = bytes > largest ? String.format(Locale.ROOT, "%.0f GB", bytes / 1e9) : null;
                Verdict verdict = there.containsKey(table.getKey())
                        ? verdict(
                                new Sides(a, b, statements), table.getKey(), table.getValue(), tooLarge, keyless, keys)
                        : Verdict.lacking(shown(table.getKey()), "missing");
                verdicts.add(verdict);
                notes.add(verdict);
            }
            there.keySet().stream()
                    .filter(table -> !source.containsKey(table))
                    .forEach(table -> verdicts.add(Verdict.lacking(shown(table), "not on the source")));
        }
        StepResult result = judged(
                context,
                target,
                verdicts,
                statements.digest().words(),
                approved(inputs.given("counted_tables") ? inputs.texts("counted_tables") : List.of()));
        notes.remove();
        return result;
    }

    /** Two databases, and the statements that both answer alike. */
    private record Sides(OracleClient source, OracleClient target, TableStatements statements) {}

    /** Why a table may be counted only, by OWNER.TABLE; a line without a reason approves nothing. */
    private static Map<String, String> approved(List<String> lines) {
        Map<String, String> reasons = new TreeMap<>();
        for (String line : lines) {
            int colon = line.indexOf(": ");
            if (colon > 0 && !line.substring(colon + 1).isBlank()) {
                reasons.put(
                        line.substring(0, colon).strip(),
                        line.substring(colon + 1).strip());
            }
        }
        return reasons;
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

    private static Verdict verdict(
            Sides sides,
            String key,
            List<Column> columns,
            @Nullable String tooLarge,
            Set<String> keyless,
            Map<String, String> keys) {
        String[] name = key.split("\u0000");
        Generated fingerprint = null;
        if (tooLarge == null) {
            try {
                fingerprint = sides.statements().rowHash(name[0], name[1], columns);
            } catch (IllegalArgumentException e) {
                fingerprint = null; // no column has a canonical form
            }
        }
        boolean hashed = fingerprint != null;
        Generated statement = fingerprint == null ? sides.statements().rowCount(name[0], name[1]) : fingerprint;
        OracleRow left = sides.source().query(statement, Map.of()).get(0);
        OracleRow right = sides.target().query(statement, Map.of()).get(0);
        long rows = left.number("ROW_COUNT").longValue();
        List<String> leftOut = fingerprint == null
                ? columns.stream()
                        .map(column -> column.name() + " (" + column.dataType() + ")")
                        .toList()
                : fingerprint.omitted();
        State state;
        String words;
        if (left.number("ROW_COUNT").compareTo(right.number("ROW_COUNT")) != 0) {
            state = State.DIFFERENT;
            words = rows + " rows, on the target " + right.number("ROW_COUNT").toPlainString();
        } else if (rows == 0) {
            state = State.EQUAL;
            words = "empty on both sides";
        } else if (!hashed) {
            state = tooLarge == null ? State.UNSUPPORTED_TYPE : State.NOT_COMPARED;
            words = tooLarge == null
                    ? "no column of a type that can be compared: " + leftOut
                    : "too large: " + tooLarge;
        } else if (!left.values().equals(right.values())) {
            state = State.DIFFERENT;
            words = "same number of rows, other content"
                    + (keys.containsKey(key) ? "" : "; no whole-number key to tell where");
        } else {
            state = keyless.contains(key) ? State.EQUAL_WITHOUT_KEY : State.EQUAL;
            words = "same content";
        }
        String column = keys.get(key);
        List<DrillDown.Range> ranges = state == State.DIFFERENT && hashed && column != null
                ? DrillDown.of(sides.source(), sides.target(), sides.statements(), name[0], name[1], columns, column)
                : List.of();
        return new Verdict(shown(key), state, rows, hashed, leftOut, words, ranges);
    }

    private static StepResult judged(
            StepContext context, Address target, List<Verdict> verdicts, String digest, Map<String, String> approved) {
        Map<State, Long> states =
                verdicts.stream().collect(Collectors.groupingBy(Verdict::state, TreeMap::new, Collectors.counting()));
        long rows = verdicts.stream().mapToLong(Verdict::rows).sum();
        long compared = verdicts.stream()
                .filter(Verdict::hashed)
                .mapToLong(Verdict::rows)
                .sum();
        double coverage = rows == 0 ? 100 : Math.floor(compared * 1000.0 / rows) / 10;
        Map<String, Object> outputs = new LinkedHashMap<>();
        outputs.put("tables", verdicts.size());
        outputs.put("tables_equal", count(states, State.EQUAL) + count(states, State.EQUAL_WITHOUT_KEY));
        outputs.put("tables_different", count(states, State.DIFFERENT));
        List<Verdict> counted = verdicts.stream().filter(Verdict::counted).toList();
        outputs.put("tables_counted_only", counted.size());
        outputs.put("counted_without_reason", (int) counted.stream()
                .filter(verdict -> !approved.containsKey(verdict.table()))
                .count());
        outputs.put(
                "counted_only",
                counted.stream()
                        .limit(NAMED)
                        .map(verdict -> cut(verdict.table() + " (" + verdict.words() + "; "
                                + (approved.containsKey(verdict.table())
                                        ? "approved: " + approved.get(verdict.table())
                                        : "nobody approved")
                                + ")"))
                        .toList());
        outputs.put("digest", digest);
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
                        .map(verdict -> cut(verdict.difference()))
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
                        + " rows by content (" + digest + "); different: "
                        + (different.isEmpty() ? "none" : outputs.get("different"))
                        + (counted.isEmpty() ? "" : "; counted only: " + outputs.get("counted_only")));
    }

    private static String cut(String words) {
        return words.length() > LONGEST ? words.substring(0, LONGEST) + " ..." : words;
    }

    private static int count(Map<State, Long> states, State state) {
        return states.getOrDefault(state, 0L).intValue();
    }
}
