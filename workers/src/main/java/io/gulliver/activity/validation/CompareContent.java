package io.gulliver.activity.validation;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.SessionRestriction;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleException;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.TableStatements;
import io.gulliver.adapter.oracle.TableStatements.Column;
import io.gulliver.adapter.oracle.TableStatements.Generated;
import io.gulliver.assessment.comparison.ContentReport;
import io.gulliver.assessment.comparison.KeyRange;
import io.gulliver.assessment.comparison.Narrowing.Both;
import io.gulliver.assessment.comparison.RowSum;
import io.gulliver.assessment.comparison.SegmentedTable;
import io.gulliver.assessment.comparison.SegmentedTable.Segment;
import io.gulliver.assessment.comparison.TableKind;
import io.gulliver.assessment.comparison.TableState;
import io.gulliver.assessment.comparison.TableVerdict;
import io.gulliver.assessment.comparison.TextCuts;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code validation.content}: checks V03 and V04 of {@code docs/domain/validation.md}, both sides at once and several tables
 * at a time, the largest first; a table that is large is cut into segments of ROWIDs, or of its key where it is
 * index-organized, on which all sessions work, be it hashed or only counted. Both sides are quiet, so what a watch has found
 * stays so: it is noted on the target's host, segment by segment, and the next watch goes on there.
 */
final class CompareContent extends Comparison {
    /** A watch reads the dictionaries anew, so it goes on for a while. */
    private static final Duration SHIFT = Duration.ofMinutes(5);

    private static final long LOOK_MILLIS = 200;

    /** A table is cut at each so many gigabytes where nobody says otherwise (judged): what a lost session loses at most. */
    private static final double SEGMENT_GB = 4;

    /** So many blocks are looked at for each segment of a table whose extents do not tell where to cut (judged). */
    private static final int SAMPLED_BLOCKS = 20;

    private static final int BLOCK_BYTES = 8192;

    private static final String PACKAGE = "SYS.UTL_RAW";

    /** ORA-00904, invalid identifier. */
    private static final int NO_NAME = 904;

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
                .asksBoth(
                        "character-sets",
                        "tables",
                        "text-as-bytes",
                        "external-tables",
                        "table-columns",
                        "row-policies",
                        "redaction-policies",
                        "encrypted-tablespaces")
                .asks(rendering.database("source_"), "key-columns", "table-sizes", "tables-without-key")
                .form("both, once where a table is larger than a segment", "table-cuts")
                .form(
                        "each side, for such a table that lies in a bigfile tablespace or a cluster",
                        "table-sampled-cuts")
                .form("both, for such a table that is index-organized", "table-key-range")
                .form("both instead, where its key begins with a text", "table-sampled-keys")
                .asksForLines(rendering.database("source_"), "row-count-statements")
                .check("each line of the last answer is a query: run all of them at "
                        + rendering.database("source_") + " and at " + rendering.database("")
                        + "; both print the same counts. Contents by hash are Gulliver's own step; without it the"
                        + " application's test stands for them.")
                .form("both", "session-rights")
                .form("both", "table-row-hash")
                .form("both, for a table that is only counted", "table-row-count")
                .form("each side, a segment of a large one of those", "table-segment-count")
                .form("each side, a segment of a large table", "table-segment-hash")
                .form("both, where they differ by halves of the key's range", "table-chunk-hash")
                .form("both, for a small range that differs", "table-differing-rows")
                .form("both instead, where the key is a text", "table-range-keys")
                .form("both then, for a small range that differs", "table-differing-keys")
                .form("both instead, where one is older than 12.1", "table-row-ora-hash")
                .form("each side instead, a segment of a large table", "table-segment-ora-hash")
                .form("both instead, by halves of the key's range", "table-chunk-ora-hash")
                .form("both instead, for a small range that differs", "table-differing-ora-rows")
                .form("both instead, for one of a key that is a text", "table-differing-ora-keys");
    }

    @Override
    public StepResult await(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        Address from = Address.of(call, "source_");
        Address target = Address.of(call, "");
        Map<String, ?> owners = Map.of("owners", SessionRestriction.owners(inputs.texts("schemas")));
        long end = System.nanoTime()
                + Math.max(
                        SHIFT.toNanos(),
                        Duration.ofSeconds(call.patienceSeconds()).toNanos());
        int sessions = Math.max(1, inputs.findWhole("sessions").orElse(1));
        ExecutorService threads = Executors.newFixedThreadPool(2 * sessions);
        ComparisonNotes notes = new ComparisonNotes(systems, systems.host(target.host()), job(call));
        List<AutoCloseable> opened = new ArrayList<>();
        try (notes;
                OracleClient a = databases.read(from, context);
                OracleClient b = databases.read(target, context)) {
            Task task = task(inputs, owners, a, b);
            notes.read(task.statements().digest().words() + (task.unable().isEmpty() ? "" : " without " + PACKAGE));
            List<TableVerdict> verdicts = new ArrayList<>(task.settled());
            List<Table> open = new ArrayList<>();
            for (Table table : task.tables()) {
                TableVerdict known = notes.find(table.shown());
                if (known == null) {
                    open.add(table);
                } else {
                    verdicts.add(known);
                }
            }
            List<String> uncut = new ArrayList<>();
            double segment = inputs.given("segment_gb") ? inputs.number("segment_gb") : SEGMENT_GB;
            ConcurrentLinkedQueue<Piece> left =
                    pieces(open, notes, new Sides(a, b, task.statements(), threads), owners, segment * 1e9, uncut);
            ConcurrentLinkedQueue<TableVerdict> found = new ConcurrentLinkedQueue<>();
            Counting counting = new Counting();
            // All sessions stand before the first piece begins: a logon that is refused is never the word
            // for an instance that was lost under a session which was at work already.
            List<Sides> pairs = new ArrayList<>();
            for (int lane = 0; lane < Math.min(sessions, left.size()); lane++) {
                OracleClient source = lane == 0 ? a : open(opened, from, context);
                OracleClient there = lane == 0 ? b : open(opened, target, context);
                pairs.add(new Sides(source, there, task.statements(), threads));
            }
            List<Future<?>> lanes = new ArrayList<>();
            for (Sides sides : pairs) {
                lanes.add(threads.submit(() -> {
                    try {
                        for (Piece next = left.poll(); next != null; next = left.poll()) {
                            counting.timed(next, sides).ifPresent(verdict -> {
                                notes.add(verdict);
                                found.add(verdict);
                            });
                            if (System.nanoTime() > end) {
                                return;
                            }
                        }
                    } catch (RuntimeException e) {
                        // Nobody begins another piece for a step that fails.
                        left.clear();
                        throw e;
                    }
                }));
            }
            Progress progress =
                    watch(context, lanes, verdicts.size(), found, task.tables().size());
            if (!left.isEmpty()) {
                return StepResult.running(job(call), progress);
            }
            verdicts.addAll(found);
            verdicts.sort(Comparator.comparing(TableVerdict::table));
            Map<String, String> conditions = new TreeMap<>(Map.of(
                    "release",
                    a.release() + " to " + b.release(),
                    "encryption",
                    encrypted(a) + " encrypted tablespaces at the source, " + encrypted(b) + " at the target"));
            if (!task.unable().isEmpty()) {
                conditions.put(
                        "no EXECUTE on " + PACKAGE,
                        String.join(", ", task.unable())
                                + ": BINARY_FLOAT and BINARY_DOUBLE are left out, and no table is"
                                + " cut by a key that is a text");
            }
            if (!uncut.isEmpty()) {
                conditions.put("large and read in one statement, since the last look", String.join(", ", uncut));
            }
            counting.words().ifPresent(words -> conditions.put("counted only, since the last look", words));
            StepResult result = judged(
                    context,
                    target,
                    conditions,
                    new ContentReport(
                            verdicts,
                            task.statements().digest().words(),
                            ContentReport.approvals(
                                    inputs.given("counted_tables") ? inputs.texts("counted_tables") : List.of())));
            notes.remove();
            return result;
        } finally {
            threads.shutdownNow();
            opened.forEach(CompareContent::close);
        }
    }

    private OracleClient open(List<AutoCloseable> opened, Address address, StepContext context) {
        OracleClient client = databases.read(address, context);
        opened.add(client);
        return client;
    }

    private static void close(AutoCloseable client) {
        try {
            client.close();
        } catch (Exception e) {
            throw new IllegalStateException("A session cannot be closed", e);
        }
    }

    /** Tells how far it is until all lanes have ended; the first that failed fails the step. */
    private static Progress watch(
            StepContext context,
            List<Future<?>> lanes,
            int before,
            ConcurrentLinkedQueue<TableVerdict> found,
            int all) {
        Progress progress = new Progress(before, (double) all, "tables", null, "");
        RuntimeException failure = null;
        for (Future<?> lane : lanes) {
            boolean ended = false;
            while (!ended) {
                try {
                    lane.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                    ended = true;
                } catch (TimeoutException e) {
                    TableVerdict newest = null;
                    for (TableVerdict verdict : found) {
                        newest = verdict;
                    }
                    progress = new Progress(
                            before + found.size(), (double) all, "tables", null, newest == null ? "" : newest.table());
                    context.progress(progress);
                } catch (ExecutionException e) {
                    ended = true;
                    if (failure == null) {
                        failure = e.getCause() instanceof RuntimeException cause
                                ? cause
                                : new IllegalStateException(e.getCause());
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("Interrupted while tables are compared", e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
        return new Progress(before + found.size(), (double) all, "tables", null, "");
    }

    /**
     * One table to compare.
     *
     * @param bytes of its segments on the source
     * @param tooLarge how large, where it is only counted
     * @param filtered which policies hide what of it, or null
     * @param uneven whether they hide less, more or other things on one of the sides
     * @param column its whole-number key, or null
     * @param organized whether its rows lie in an index at one of the sides at least, and have no ROWID there
     * @param leading first column of its primary key where that is a number, or null
     * @param text the same where it is CHAR or VARCHAR2
     */
    private record Table(
            String key,
            List<Column> columns,
            double bytes,
            @Nullable String tooLarge,
            boolean keyless,
            @Nullable String filtered,
            boolean uneven,
            @Nullable String column,
            boolean organized,
            @Nullable String leading,
            @Nullable String text) {
        String shown() {
            return CompareContent.shown(key);
        }

        String owner() {
            return key.substring(0, key.indexOf('\u0000'));
        }

        String name() {
            return key.substring(key.indexOf('\u0000') + 1);
        }
    }

    /**
     * What is to be done.
     *
     * @param unable where nobody may turn text into bytes
     * @param settled verdicts that need no look at rows
     * @param tables the largest first
     */
    private record Task(
            TableStatements statements, List<String> unable, List<TableVerdict> settled, List<Table> tables) {}

    private static final String SOURCE = "on the source";
    private static final String TARGET = "on the target";

    private Task task(Inputs inputs, Map<String, ?> owners, OracleClient a, OracleClient b) {
        SortedMap<String, TableKind> source = kinds(a, owners);
        SortedMap<String, TableKind> there = kinds(b, owners);
        if (inputs.given("tables")) {
            // Looked at again: those tables alone that differed before.
            Set<String> wanted = Set.copyOf(inputs.texts("tables"));
            source.keySet().removeIf(table -> !wanted.contains(shown(table)));
            there.keySet().removeIf(table -> !wanted.contains(shown(table)));
        }
        List<TableVerdict> settled = new ArrayList<>();
        for (SortedMap<String, TableKind> side : List.of(source, there)) {
            side.forEach((table, kind) -> {
                String name = shown(table);
                Optional<String> why = kind.excludedBecause();
                if (why.isPresent()
                        && settled.stream().noneMatch(verdict -> verdict.table().equals(name))) {
                    settled.add(TableVerdict.excluded(name, why.get()));
                }
            });
        }
        Set<String> excluded = settled.stream().map(TableVerdict::table).collect(Collectors.toSet());
        source.keySet().removeIf(table -> excluded.contains(shown(table)));
        there.keySet().removeIf(table -> excluded.contains(shown(table)));
        source.keySet().stream()
                .filter(table -> !there.containsKey(table))
                .forEach(table -> settled.add(TableVerdict.lacking(shown(table), "missing")));
        there.keySet().stream()
                .filter(table -> !source.containsKey(table))
                .forEach(table -> settled.add(TableVerdict.lacking(shown(table), "not on the source")));
        source.keySet().retainAll(there.keySet());

        SortedMap<String, List<Column>> columns = columns(a, owners, source.keySet());
        List<OracleRow> keyColumns = a.query("key-columns", owners);
        Map<String, String> keys = DrillDown.keys(keyColumns, columns);
        Map<String, String> leading = DrillDown.leading(keyColumns, columns, DrillDown.NUMBER);
        Map<String, String> texts = DrillDown.leading(keyColumns, columns, DrillDown.TEXT);
        Map<String, Double> sizes = new TreeMap<>();
        for (OracleRow row : a.query("table-sizes", owners)) {
            sizes.put(
                    key(row.text("OWNER"), row.text("SEGMENT_NAME")),
                    row.number("BYTES").doubleValue());
        }
        Set<String> keyless = a.query("tables-without-key", owners).stream()
                .map(row -> key(row.text("OWNER"), row.text("TABLE_NAME")))
                .collect(Collectors.toSet());
        Map<String, String> here = filtered(a, owners, SOURCE);
        Map<String, String> atTarget = filtered(b, owners, TARGET);
        double largest = inputs.number("largest_gb") * 1e9;
        List<Table> tables = new ArrayList<>();
        columns.forEach((table, of) -> {
            double bytes = sizes.getOrDefault(table, 0.0);
            tables.add(new Table(
                    table,
                    of,
                    bytes,
                    bytes > largest ? String.format(Locale.ROOT, "%.0f GB", bytes / 1e9) : null,
                    keyless.contains(table),
                    Stream.of(here.get(table), atTarget.get(table))
                            .filter(Objects::nonNull)
                            .reduce((x, y) -> x + ", " + y)
                            .orElse(null),
                    !Objects.equals(
                            here.getOrDefault(table, "").replace(SOURCE, ""),
                            atTarget.getOrDefault(table, "").replace(TARGET, "")),
                    keys.get(table),
                    organized(source.get(table)) || organized(there.get(table)),
                    leading.get(table),
                    texts.get(table)));
        });
        tables.sort(Comparator.comparingDouble(Table::bytes).reversed().thenComparing(Table::key));
        List<String> unable = Stream.of(unable(a) ? SOURCE : null, unable(b) ? TARGET : null)
                .filter(Objects::nonNull)
                .toList();
        TableStatements statements = databases.tables(a, b);
        return new Task(unable.isEmpty() ? statements : statements.withoutBytes(), unable, settled, tables);
    }

    /** Somebody may have taken the package from PUBLIC: its functions are then no names (ORA-00904). */
    private static boolean unable(OracleClient client) {
        try {
            client.query("text-as-bytes");
            return false;
        } catch (OracleException e) {
            if (e.code() == NO_NAME) {
                return true;
            }
            throw e;
        }
    }

    private static boolean organized(@Nullable TableKind kind) {
        return kind != null && "IOT".equals(kind.iotType());
    }

    static String key(String owner, String table) {
        return owner + "\u0000" + table;
    }

    private static String shown(String key) {
        return key.replace('\u0000', '.');
    }

    /** Tables by their key: owner, a zero character, name. */
    static SortedMap<String, TableKind> kinds(OracleClient client, Map<String, ?> owners) {
        Set<String> external = client.query("external-tables").stream()
                .map(row -> key(row.text("OWNER"), row.text("TABLE_NAME")))
                .collect(Collectors.toSet());
        SortedMap<String, TableKind> kinds = new TreeMap<>();
        for (OracleRow row : client.query("tables", owners)) {
            String key = key(row.text("OWNER"), row.text("TABLE_NAME"));
            kinds.put(
                    key,
                    new TableKind(
                            row.text("TABLE_NAME"),
                            row.findText("IOT_TYPE"),
                            "YES".equals(row.findText("NESTED")),
                            "Y".equals(row.findText("TEMPORARY")),
                            external.contains(key),
                            "Y".equals(row.findText("SECONDARY")),
                            "YES".equals(row.findText("DROPPED"))));
        }
        return kinds;
    }

    private static SortedMap<String, List<Column>> columns(
            OracleClient client, Map<String, ?> owners, Set<String> wanted) {
        SortedMap<String, List<Column>> tables = new TreeMap<>();
        wanted.forEach(table -> tables.put(table, new ArrayList<>()));
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

    /** Whoever has not the privilege sees some rows, or masked values, on both sides alike: equal would be said too early. */
    private Map<String, String> filtered(OracleClient client, Map<String, ?> owners, String where) {
        Set<String> held = client.query("session-rights").stream()
                .filter(row -> row.text("KIND").equals("PRIVILEGE"))
                .map(row -> row.text("NAME"))
                .collect(Collectors.toCollection(TreeSet::new));
        Map<String, String> filtered = new TreeMap<>();
        if (held.contains("SYSDBA")) {
            return filtered; // no policy applies to SYS
        }
        if (!held.contains("EXEMPT ACCESS POLICY")) {
            for (OracleRow row : client.query("row-policies", owners)) {
                if ("YES".equals(row.findText("ENABLE"))) {
                    filtered.merge(
                            key(row.text("OWNER"), row.text("OBJECT_NAME")),
                            "rows filtered by policy " + row.text("POLICY_NAME") + " " + where
                                    + ", no EXEMPT ACCESS POLICY",
                            (x, y) -> x + ", " + y);
                }
            }
        }
        if (!held.contains("EXEMPT REDACTION POLICY")) {
            for (OracleRow row : askedFrom(databases, "redaction-policies", client)) {
                if ("YES".equals(row.findText("ENABLE"))) {
                    filtered.merge(
                            key(row.text("OBJECT_OWNER"), row.text("OBJECT_NAME")),
                            "values masked by redaction " + row.text("POLICY_NAME") + " " + where
                                    + ", no EXEMPT REDACTION POLICY",
                            (x, y) -> x + ", " + y);
                }
            }
        }
        return filtered;
    }

    private int encrypted(OracleClient client) {
        return askedFrom(databases, "encrypted-tablespaces", client).size();
    }

    /** No rows where the release is older than the statement. */
    static List<OracleRow> askedFrom(Databases databases, String statement, OracleClient client) {
        return askedFrom(databases, statement, client, Map.of());
    }

    static List<OracleRow> askedFrom(Databases databases, String statement, OracleClient client, Map<String, ?> binds) {
        return databases.statements().require(statement).versions().contains(client.release())
                ? client.query(statement, binds)
                : List.of();
    }

    /**
     * Work for one session at each side, which ends with the verdict on a table or is part of the way there.
     *
     * @param counted bytes on the source that are only counted; 0 where rows are hashed
     */
    private record Piece(double counted, Function<Sides, Optional<TableVerdict>> work) {}

    /** What was only counted in this watch, and the time that sessions took; safe for many threads. */
    private static final class Counting {
        private double bytes;
        private double seconds;

        Optional<TableVerdict> timed(Piece piece, Sides sides) {
            long begun = System.nanoTime();
            Optional<TableVerdict> verdict = piece.work().apply(sides);
            if (piece.counted() > 0) {
                add(piece.counted(), (System.nanoTime() - begun) / 1e9);
            }
            return verdict;
        }

        private synchronized void add(double more, double longer) {
            bytes += more;
            seconds += longer;
        }

        /** Empty where nothing was counted. */
        synchronized Optional<String> words() {
            return bytes == 0
                    ? Optional.empty()
                    : Optional.of(String.format(
                            Locale.ROOT,
                            "%.1f GB at %.0f MB/s a session",
                            bytes / 1e9,
                            bytes / 1e6 / Math.max(0.001, seconds)));
        }
    }

    /**
     * The tables to look at, the large ones cut; their segments stand where the tables stood, for any session to take.
     *
     * @param whole where those are named that are large and could not be cut
     */
    private static ConcurrentLinkedQueue<Piece> pieces(
            List<Table> tables,
            ComparisonNotes notes,
            Sides sides,
            Map<String, ?> owners,
            double segmentBytes,
            List<String> whole) {
        ConcurrentLinkedQueue<Piece> pieces = new ConcurrentLinkedQueue<>();
        List<Table> large =
                tables.stream().filter(table -> table.bytes() > segmentBytes).toList();
        Map<String, Both<SegmentedTable>> segmented = new TreeMap<>();
        large.forEach(table -> notes.findSegments(table.shown()).ifPresent(noted -> segmented.put(table.key(), noted)));
        List<Table> uncut = large.stream()
                .filter(table -> !segmented.containsKey(table.key()))
                .toList();
        if (uncut.stream().anyMatch(table -> !table.organized())) {
            Map<String, Object> binds = new TreeMap<>(owners);
            binds.put("segment_bytes", Math.round(segmentBytes));
            Sides.Answers cuts = sides.ask("table-cuts", binds);
            Map<String, List<String>> source = cuts(cuts.source());
            Map<String, List<String>> target = cuts(cuts.target());
            for (Table table : uncut) {
                if (!table.organized()) {
                    segmented.put(
                            table.key(),
                            byRows(sides, table, source.get(table.key()), target.get(table.key()), segmentBytes));
                }
            }
        }
        for (Table table : uncut) {
            if (table.organized() && table.leading() != null) {
                segmented.put(table.key(), byKey(sides, table, table.leading(), segmentBytes));
            } else if (table.organized()
                    && table.text() != null
                    && table.filtered() == null
                    && sides.statements().bytes()) {
                byText(sides, table, table.text(), segmentBytes).ifPresent(cut -> segmented.put(table.key(), cut));
            }
        }
        large.stream().filter(table -> !segmented.containsKey(table.key())).forEach(table -> whole.add(table.shown()));
        for (Table table : tables) {
            Generated fingerprint = fingerprint(sides.statements(), table);
            Both<SegmentedTable> both = segmented.get(table.key());
            if (both == null) {
                pieces.add(new Piece(
                        fingerprint == null ? table.bytes() : 0,
                        asked -> Optional.of(
                                verdict(asked, table, fingerprint, whole(asked, table, fingerprint), TextCuts.NONE))));
            } else {
                pieces.addAll(new Segments(table, fingerprint, notes, both).pieces());
            }
        }
        return pieces;
    }

    /** By its extents; where they tell no place, as in a bigfile tablespace and in a cluster, by rows of a few blocks. */
    private static Both<SegmentedTable> byRows(
            Sides sides,
            Table table,
            @Nullable List<String> source,
            @Nullable List<String> target,
            double segmentBytes) {
        // A policy turns the table into a view, of which no blocks are to be had.
        boolean plain = table.filtered() == null;
        Generated sample = sides.statements().sampledCuts(table.owner(), table.name(), percent(segmentBytes));
        Sides.Answers sampled = sides.ask(
                source == null && plain ? sample : null,
                target == null && plain ? sample : null,
                Map.of("segments", segments(table, segmentBytes)));
        return new Both<>(
                SegmentedTable.of(source == null ? first(sampled.source()) : source),
                SegmentedTable.of(target == null ? first(sampled.target()) : target));
    }

    private static Both<SegmentedTable> byKey(Sides sides, Table table, String key, double segmentBytes) {
        List<BigInteger> ends = DrillDown.ends(sides, table.owner(), table.name(), key);
        SegmentedTable cut = ends.isEmpty()
                ? SegmentedTable.of(List.of())
                : SegmentedTable.of(key, ends.get(0), ends.get(ends.size() - 1), segments(table, segmentBytes));
        return new Both<>(cut, cut);
    }

    /**
     * By the keys of some of its blocks at the source, which both sides take. Empty where one of them told no keys: it has
     * hardly any, or its session does not compare texts by their bytes, and ranges that it sees otherwise would show a
     * difference that there is not.
     */
    private static Optional<Both<SegmentedTable>> byText(Sides sides, Table table, String key, double segmentBytes) {
        Sides.Answers sampled = sides.ask(
                sides.statements().sampledKeys(table.owner(), table.name(), key, percent(segmentBytes)),
                Map.of("segments", segments(table, segmentBytes)));
        TextCuts cuts = TextDrillDown.cuts(sampled.source(), sides.statements().oneCharacterSet());
        if (cuts.digits().isEmpty() || sampled.target().isEmpty()) {
            return Optional.empty();
        }
        SegmentedTable cut = SegmentedTable.ofTexts(key, cuts);
        return Optional.of(new Both<>(cut, cut));
    }

    private static double percent(double segmentBytes) {
        return Math.max(0.000001, Math.min(99, 100.0 * SAMPLED_BLOCKS * BLOCK_BYTES / segmentBytes));
    }

    private static int segments(Table table, double segmentBytes) {
        return (int) Math.ceil(table.bytes() / segmentBytes);
    }

    private static List<String> first(List<OracleRow> rows) {
        return rows.stream().map(row -> row.text("FIRST_ROW")).toList();
    }

    private static Map<String, List<String>> cuts(List<OracleRow> rows) {
        Map<String, List<String>> cuts = new TreeMap<>();
        rows.forEach(
                row -> cuts.computeIfAbsent(key(row.text("OWNER"), row.text("TABLE_NAME")), table -> new ArrayList<>())
                        .add(row.text("FIRST_ROW")));
        return cuts;
    }

    /** One large table on its way to a verdict; safe for many threads. */
    private static final class Segments {
        private final Table table;
        private final @Nullable Generated fingerprint;
        private final ComparisonNotes notes;
        private Both<SegmentedTable> sides;

        Segments(Table table, @Nullable Generated fingerprint, ComparisonNotes notes, Both<SegmentedTable> sides) {
            this.table = table;
            this.fingerprint = fingerprint;
            this.notes = notes;
            this.sides = sides;
        }

        /** A segment of each side in one piece, as they come: they have nothing in common but that both are asked at once. */
        List<Piece> pieces() {
            List<Segment> source = sides.source().left();
            List<Segment> target = sides.target().left();
            List<Piece> pieces = new ArrayList<>();
            double counted =
                    fingerprint == null ? table.bytes() / sides.source().segments() : 0;
            for (int i = 0; i < Math.max(source.size(), target.size()); i++) {
                Segment here = i < source.size() ? source.get(i) : null;
                Segment there = i < target.size() ? target.get(i) : null;
                pieces.add(new Piece(here == null ? 0 : counted, asked -> compare(asked, here, there)));
            }
            return pieces.isEmpty() ? List.of(new Piece(0, asked -> compare(asked, null, null))) : pieces;
        }

        private Optional<TableVerdict> compare(Sides asked, @Nullable Segment here, @Nullable Segment there) {
            Both<RowSum> sums = DrillDown.sums(asked.ask(
                    question(asked, here, sides.source()),
                    binds(here, sides.source()),
                    question(asked, there, sides.target()),
                    binds(there, sides.target())));
            return done(here, there, sums).map(whole -> verdict(asked, table, fingerprint, whole, texts()));
        }

        /** So that no statement of a search for the difference works on all of the table either. */
        private synchronized TextCuts texts() {
            return sides.source().cutByTexts() ? new TextCuts(sides.source().cuts()) : TextCuts.NONE;
        }

        private static Map<String, ?> binds(@Nullable Segment segment, SegmentedTable cut) {
            return segment == null || !cut.cutByTexts()
                    ? Map.of()
                    : TextDrillDown.binds(segment.from(), segment.below());
        }

        private @Nullable Generated question(Sides asked, @Nullable Segment segment, SegmentedTable cut) {
            if (segment == null) {
                return null;
            }
            String key = cut.key();
            if (key != null && cut.cutByTexts()) {
                boolean from = segment.from() != null;
                boolean below = segment.below() != null;
                return fingerprint == null
                        ? asked.statements().textCount(table.owner(), table.name(), key, from, below)
                        : asked.statements().textHash(table.owner(), table.name(), table.columns(), key, from, below);
            }
            return fingerprint == null
                    ? asked.statements().segmentCount(table.owner(), table.name(), key, segment.from(), segment.below())
                    : asked.statements()
                            .segmentHash(
                                    table.owner(), table.name(), table.columns(), key, segment.from(), segment.below());
        }

        /** Notes what was found; the fingerprints of the table for the one piece that was the last. */
        private synchronized Optional<Both<RowSum>> done(
                @Nullable Segment here, @Nullable Segment there, Both<RowSum> sums) {
            sides = new Both<>(
                    here == null ? sides.source() : sides.source().with(here, sums.source()),
                    there == null ? sides.target() : sides.target().with(there, sums.target()));
            notes.add(table.shown(), sides);
            return sides.source()
                    .whole()
                    .flatMap(source -> sides.target().whole().map(target -> new Both<>(source, target)));
        }
    }

    /** Null for a table that is only counted: it is too large, or no column has a canonical form. */
    private static @Nullable Generated fingerprint(TableStatements statements, Table table) {
        if (table.tooLarge() != null) {
            return null;
        }
        try {
            return statements.rowHash(table.owner(), table.name(), table.columns());
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static Both<RowSum> whole(Sides sides, Table table, @Nullable Generated fingerprint) {
        return DrillDown.sums(sides.ask(
                fingerprint == null ? sides.statements().rowCount(table.owner(), table.name()) : fingerprint,
                Map.of()));
    }

    private static TableVerdict verdict(
            Sides sides, Table table, @Nullable Generated fingerprint, Both<RowSum> sums, TextCuts cuts) {
        boolean hashed = fingerprint != null;
        long rows = sums.source().rows();
        List<String> leftOut = fingerprint == null
                ? table.columns().stream()
                        .map(column -> column.name() + " (" + column.dataType() + ")")
                        .toList()
                : fingerprint.omitted();
        String column = table.column();
        List<KeyRange> ranges = List.of();
        TableState state;
        String words;
        if (table.uneven()) {
            // One side sees what the other does not: a difference would say nothing of the rows.
            state = TableState.FILTERED;
            words = table.filtered() + "; " + rows + " rows seen, on the target "
                    + sums.target().rows();
        } else if (!sums.source().equals(sums.target())) {
            state = TableState.DIFFERENT;
            String text = table.organized() ? table.text() : null;
            ranges = !hashed
                    ? List.of()
                    : column != null
                            ? new DrillDown(sides, table.owner(), table.name(), table.columns(), column).ranges()
                            : text != null
                                    ? new TextDrillDown(sides, table.owner(), table.name(), table.columns(), text)
                                            .ranges(cuts)
                                    : List.of();
            words = rows != sums.target().rows()
                    ? rows + " rows, on the target " + sums.target().rows()
                    : "same number of rows, other content"
                            + (column == null && text == null ? "; no whole-number key to tell where" : "");
            if (hashed && column != null && ranges.isEmpty()) {
                words += "; in rows whose " + column + " is empty";
            }
        } else if (table.filtered() != null) {
            state = TableState.FILTERED;
            words = table.filtered();
        } else if (rows == 0) {
            state = TableState.EQUAL;
            words = "empty on both sides";
        } else if (!hashed) {
            state = table.tooLarge() == null ? TableState.UNSUPPORTED_TYPE : TableState.NOT_COMPARED;
            words = table.tooLarge() == null
                    ? "no column of a type that can be compared: " + leftOut
                    : "too large: " + table.tooLarge();
        } else {
            state = table.keyless() ? TableState.EQUAL_WITHOUT_KEY : TableState.EQUAL;
            words = "same content";
        }
        return new TableVerdict(
                table.shown(), state, rows, hashed, hashed ? Math.round(table.bytes()) : 0, leftOut, words, ranges);
    }

    private static StepResult judged(
            StepContext context, Address target, Map<String, String> conditions, ContentReport report) {
        Map<String, Object> figures = report.figures();
        figures.put("conditions", conditions);
        Map<String, Object> kept = new LinkedHashMap<>(figures);
        kept.put("verdicts", report.verdicts());
        kept.remove("different");
        EvidenceRef evidence =
                context.evidence("content.json", "report", JsonMapper.shared().writeValueAsString(kept));
        return new StepResult(true, figures, null, null, List.of(evidence), report.words(target.name()));
    }
}
