package io.gulliver.adapter.oracle;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The one place that writes SQL for a table of the customer: counts, fingerprints, key ranges.
 *
 * <p>A fingerprint is the same on both byte orders because every column is turned into canonical text first
 * ({@code docs/domain/validation.md}, 4.1); the forms stand in the catalogue, in {@code table-row-hash} and
 * {@code table-row-ora-hash}. Which of the two is used depends on the releases of both sides, for only equal statements
 * give comparable answers: see {@link #between}. Pure; safe for many threads.
 */
public final class TableStatements {

    /**
     * A column as {@code table-columns} describes it.
     *
     * @param dataLength bytes at most
     */
    public record Column(String name, String dataType, int dataLength) {}

    /**
     * A statement ready to be sent.
     *
     * @param statement name of its template in the catalogue
     * @param omitted columns that no form can turn into text, each with its type; a verdict must name them
     */
    public record Generated(String statement, String sql, List<String> omitted) {

        public Generated {
            omitted = List.copyOf(omitted);
        }
    }

    /** How the text of a row becomes its fingerprint. */
    public enum Digest {
        /** STANDARD_HASH, from 12.1 on. */
        SHA_256(
                "table-row-hash",
                "table-segment-hash",
                "table-chunk-hash",
                "table-differing-rows",
                "table-differing-keys",
                64,
                "SHA-256"),
        /** ORA_HASH with two seeds: 64 bits in all, which every release since 10.1 can compute. */
        ORA_HASH(
                "table-row-ora-hash",
                "table-segment-ora-hash",
                "table-chunk-ora-hash",
                "table-differing-ora-rows",
                "table-differing-ora-keys",
                22,
                "ORA_HASH with two seeds");

        private final String rows;
        private final String segment;
        private final String chunk;
        private final String differing;
        private final String keys;
        private final int length;
        private final String words;

        Digest(String rows, String segment, String chunk, String differing, String keys, int length, String words) {
            this.rows = rows;
            this.segment = segment;
            this.chunk = chunk;
            this.differing = differing;
            this.keys = keys;
            this.length = length;
            this.words = words;
        }

        /** What people call it. */
        public String words() {
            return words;
        }

        /** Text that stands for a text too long to share a string with others. */
        private String part(String text) {
            return this == SHA_256
                    ? "RAWTOHEX(STANDARD_HASH(" + text + ", 'SHA256'))"
                    : "TO_CHAR(ORA_HASH(" + text + ", " + MAX_BUCKET + ", 0)) || ':' || TO_CHAR(ORA_HASH(" + text + ", "
                            + MAX_BUCKET + ", 1))";
        }

        /** What the statement wants of one row: its digest, or the text that it digests itself with both seeds. */
        private String row(List<String> groups) {
            String text = groups.size() == 1
                    ? groups.get(0)
                    // Nested, not added up: of two rows that swapped half their columns the sums would be equal.
                    : groups.stream().map(this::part).collect(Collectors.joining(this == SHA_256 ? " || " : SEPARATOR));
            return this == SHA_256 ? "STANDARD_HASH(" + text + ", 'SHA256')" : text;
        }
    }

    /**
     * What the form of a fingerprint depends on at one side.
     *
     * @param release such as {@code 11.2.0.4.0}
     * @param characterSet {@code NLS_CHARACTERSET}
     */
    public record Side(String release, String characterSet) {}

    /** Largest bucket of ORA_HASH: all 32 bits. */
    private static final String MAX_BUCKET = "4294967295";

    /** Characters in one piece of converted text: at four bytes each they fill a RAW of 2000 bytes. */
    private static final int PIECE = 500;

    /** So many pieces of one column are compared; more fit no string, and only 32 KB strings have more. */
    private static final int PIECES = 32;

    /** Bytes that one SQL string may hold where MAX_STRING_SIZE is STANDARD. */
    private static final int MAX_STRING = 4000;

    /** Room kept for length prefixes and separators when columns share one string. */
    private static final int OVERHEAD = 12;

    /** Hexadecimal digits of the digest of a LOB: SHA-256, or SHA-1 where there is no better one. */
    private static final int LOB_DIGEST = 64;

    private static final Set<String> LOBS = Set.of("BLOB", "CLOB", "NCLOB");
    private static final Set<String> TEXTS = Set.of("CHAR", "VARCHAR2", "NCHAR", "NVARCHAR2");
    private static final Pattern ROWID = Pattern.compile("[A-Za-z0-9+/]{18}");
    private static final Pattern WHOLE = Pattern.compile("-?\\d{1,40}");
    private static final Pattern PRECISION = Pattern.compile("\\s*\\([^)]*\\)");
    private static final String RAW = "UTL_RAW.";
    private static final String SEPARATOR = " || CHR(31) || ";

    private final OracleStatements catalogue;
    private final Map<String, String> forms;
    private final Digest digest;
    private final boolean converted;
    private final boolean bytes;

    /** For two databases from 12.1 on with one character set. */
    public TableStatements(OracleStatements catalogue) {
        this(catalogue, Digest.SHA_256, false, true);
    }

    private TableStatements(OracleStatements catalogue, Digest digest, boolean converted, boolean bytes) {
        this.catalogue = catalogue;
        this.digest = digest;
        this.converted = converted;
        this.bytes = bytes;
        Map<String, String> declared = catalogue.require(digest.rows).forms();
        this.forms = new TreeMap<>(declared == null ? Map.of() : declared);
        if (!bytes) {
            forms.values().removeIf(form -> form.contains(RAW));
        }
    }

    /**
     * For two databases, whose answers are the same where their rows are.
     *
     * <p>SHA-256 where both sides have STANDARD_HASH, ORA_HASH with two seeds on both where one has not. Between two
     * character sets all text is compared as AL32UTF8, and trailing blanks of CHAR are left away, because a value that
     * becomes longer in bytes is padded with fewer of them.
     */
    public static TableStatements between(OracleStatements catalogue, Side a, Side b) {
        OracleStatement.Versions modern = catalogue.require(Digest.SHA_256.rows).versions();
        return new TableStatements(
                catalogue,
                modern.contains(a.release()) && modern.contains(b.release()) ? Digest.SHA_256 : Digest.ORA_HASH,
                !a.characterSet().equals(b.characterSet()),
                true);
    }

    /**
     * The same where one of the sides may not execute UTL_RAW (see {@code text-as-bytes}): what no other form turns into
     * text, BINARY_FLOAT and BINARY_DOUBLE, is omitted on both, and ranges of a text key cannot be asked for.
     */
    public TableStatements withoutBytes() {
        return new TableStatements(catalogue, digest, converted, false);
    }

    /** Whether ranges of a text key can be asked for: by its bytes. */
    public boolean bytes() {
        return bytes;
    }

    /** How rows are digested. */
    public Digest digest() {
        return digest;
    }

    /** Counts the rows. */
    public Generated rowCount(String owner, String table) {
        return filled("table-row-count", owner, table, List.of(), "");
    }

    /** How many rows, and the SCN of the last change of a block: {@code ROW_COUNT} and {@code LAST_CHANGE}. */
    public Generated change(String owner, String table) {
        return filled("table-change", owner, table, List.of(), "");
    }

    /** Fingerprint of all rows. */
    public Generated rowHash(String owner, String table, List<Column> columns) {
        return filled(digest.rows, owner, table, columns, "");
    }

    /**
     * Fingerprint of the rows of one segment; of all rows where both ends are open. By ROWID it says nothing beside another
     * database, whose ROWIDs are others.
     *
     * @param key column whose values the ends are; null for ROWIDs
     * @param from first ROWID or whole number, or null
     * @param below the same of the next segment, or null
     * @throws IllegalArgumentException for what is no ROWID of 18 characters, or no whole number
     */
    public Generated segmentHash(
            String owner,
            String table,
            List<Column> columns,
            @Nullable String key,
            @Nullable String from,
            @Nullable String below) {
        String rows = rows(key, from, below);
        return within(filled(rows.isEmpty() ? digest.rows : digest.segment, owner, table, columns, ""), rows);
    }

    /** Counts the rows of one segment, named as for {@link #segmentHash}. */
    public Generated segmentCount(
            String owner, String table, @Nullable String key, @Nullable String from, @Nullable String below) {
        String rows = rows(key, from, below);
        return rows.isEmpty()
                ? rowCount(owner, table)
                : within(filled("table-segment-count", owner, table, List.of(), ""), rows);
    }

    /**
     * ROWIDs at which a table is cut into bind {@code segments} parts, by a look at some of its blocks.
     *
     * @param percent of its blocks: 0.000001 up to less than 100 (SQL Language Reference, <em>sample_clause</em>)
     */
    public Generated sampledCuts(String owner, String table, double percent) {
        return sampled(filled("table-sampled-cuts", owner, table, List.of(), ""), percent);
    }

    private static Generated sampled(Generated open, double percent) {
        if (!(percent >= 0.000001 && percent < 100)) {
            throw new IllegalArgumentException(percent + " % is no sample of blocks: 0.000001 up to less than 100");
        }
        return new Generated(
                open.statement(),
                open.sql().replace("{{percent}}", String.format(Locale.ROOT, "%.6f", percent)),
                open.omitted());
    }

    /**
     * Fingerprint of the rows of a range of a text key; of all rows where both ends are open.
     *
     * @param key of CHAR or VARCHAR2
     * @param from whether bind {@code low} has the first key, in hexadecimal digits of its bytes; open otherwise
     * @param below whether bind {@code below} has the key that comes after the last
     */
    public Generated textHash(
            String owner, String table, List<Column> columns, String key, boolean from, boolean below) {
        return from || below
                ? within(filled(digest.segment, owner, table, columns, ""), texts(key, from, below))
                : rowHash(owner, table, columns);
    }

    /** Counts the rows of a range of a text key, named as for {@link #textHash}. */
    public Generated textCount(String owner, String table, String key, boolean from, boolean below) {
        return from || below
                ? within(filled("table-segment-count", owner, table, List.of(), ""), texts(key, from, below))
                : rowCount(owner, table);
    }

    /** Fingerprint of every single row of a small range of a text key, named as for {@link #textHash}. */
    public Generated differingTexts(
            String owner, String table, List<Column> columns, String key, boolean from, boolean below) {
        return within(filled(digest.keys, owner, table, columns, key), texts(key, from, below));
    }

    /** Beginnings of keys at which a range of a text key, named as for {@link #textHash}, is cut into bind {@code segments} parts. */
    public Generated rangeKeys(String owner, String table, String key, boolean from, boolean below) {
        return within(filled("table-range-keys", owner, table, List.of(), key), texts(key, from, below));
    }

    /** As {@link #sampledCuts} by the beginnings of a text key. */
    public Generated sampledKeys(String owner, String table, String key, double percent) {
        return sampled(filled("table-sampled-keys", owner, table, List.of(), key), percent);
    }

    /** Whether text is compared in the bytes that both sides hold. */
    public boolean oneCharacterSet() {
        return !converted;
    }

    /** On the key itself, so that a range is read from its index; in the database's own bytes, which no client converts. */
    private static String texts(String key, boolean from, boolean below) {
        String name = OracleName.quote(key);
        return from || below
                ? Stream.of(from ? name + " >= " + text(":low") : "", below ? name + " < " + text(":below") : "")
                        .filter(condition -> !condition.isEmpty())
                        .collect(Collectors.joining(" AND "))
                : name + " IS NOT NULL";
    }

    private static String text(String bind) {
        return RAW + "CAST_TO_VARCHAR2(HEXTORAW(" + bind + "))";
    }

    private static Generated within(Generated open, String rows) {
        return new Generated(open.statement(), open.sql().replace("{{segment}}", rows), open.omitted());
    }

    private static String rows(@Nullable String key, @Nullable String from, @Nullable String below) {
        return Stream.of(bound(key, ">=", from), bound(key, "<", below))
                .filter(condition -> !condition.isEmpty())
                .collect(Collectors.joining(" AND "));
    }

    private static String bound(@Nullable String key, String operator, @Nullable String end) {
        if (end == null) {
            return "";
        }
        if (key != null) {
            if (!WHOLE.matcher(end).matches()) {
                throw new IllegalArgumentException("\"" + end + "\" is no whole number of up to 40 digits");
            }
            return OracleName.quote(key) + " " + operator + " " + end;
        }
        if (!ROWID.matcher(end).matches()) {
            throw new IllegalArgumentException(
                    "\"" + end + "\" is no ROWID: 18 characters of A to Z, a to z, 0 to 9, + and /");
        }
        return "ROWID " + operator + " CHARTOROWID('" + end + "')";
    }

    /** Fingerprint of the rows with a key from bind {@code low} on and below bind {@code below}. */
    public Generated chunkHash(String owner, String table, List<Column> columns, String key) {
        return filled(digest.chunk, owner, table, columns, key);
    }

    /** Smallest and largest key. */
    public Generated keyRange(String owner, String table, String key) {
        return filled("table-key-range", owner, table, List.of(), key);
    }

    /** Fingerprint of every single row of a small key range. */
    public Generated differingRows(String owner, String table, List<Column> columns, String key) {
        return filled(digest.differing, owner, table, columns, key);
    }

    private Generated filled(String statement, String owner, String table, List<Column> columns, String key) {
        String sql = catalogue.require(statement).text().replace("{{table}}", OracleName.quote(owner, table));
        List<String> omitted = new ArrayList<>();
        String slot = digest == Digest.SHA_256 ? "{{row}}" : "{{text}}";
        if (sql.contains(slot)) {
            sql = sql.replace(slot, row(owner, table, columns, omitted));
        }
        if (!key.isEmpty()) {
            sql = sql.replace("{{key}}", OracleName.quote(key));
        }
        return new Generated(statement, sql, omitted);
    }

    /** A column's text, and the bytes it has at most. */
    private record Cell(String text, int width) {}

    /** One row: column texts in order of name, in as many strings as fit, digested together. */
    private String row(String owner, String table, List<Column> columns, List<String> omitted) {
        // By name, not by position: a table rebuilt on the target may have its columns in another order.
        List<Column> sorted = new ArrayList<>(columns);
        sorted.sort(Comparator.comparing(Column::name));
        List<String> groups = new ArrayList<>();
        List<String> group = new ArrayList<>();
        int length = 0;
        for (Column column : sorted) {
            Cell cell = cell(column);
            if (cell == null) {
                omitted.add(column.name() + " (" + column.dataType() + ")");
                continue;
            }
            if (length + cell.width() > MAX_STRING && !group.isEmpty()) {
                groups.add(String.join(SEPARATOR, group));
                group = new ArrayList<>();
                length = 0;
            }
            group.add(cell.text());
            length += cell.width();
        }
        if (group.isEmpty()) {
            throw new IllegalArgumentException(owner + "." + table + " has no column that can be compared by content: "
                    + omitted + ". Compare its row count.");
        }
        groups.add(String.join(SEPARATOR, group));
        return digest.row(groups);
    }

    private @Nullable Cell cell(Column column) {
        String type = type(column.dataType());
        String name = OracleName.quote(column.name());
        // National text always: TO_CHAR would make a question mark of what the database's character set lacks.
        if (TEXTS.contains(type) && (converted || type.startsWith("N"))) {
            return converted(name, type, column.dataLength());
        }
        String form = forms.get(type);
        if (form == null) {
            return null;
        }
        String value = form.replace("{{c}}", name);
        int width = width(type, column.dataLength()) + OVERHEAD;
        if (LOBS.contains(type)) {
            // NVL2 does not take a LOB.
            return new Cell("CASE WHEN " + name + " IS NULL THEN '-' ELSE " + value + " END", width);
        }
        if (width > MAX_STRING) {
            // Alone it fills a string already: its own digest stands for it.
            return new Cell("NVL2(" + name + ", " + digest.part(value) + ", '-')", digest.length + OVERHEAD);
        }
        return new Cell("NVL2(" + name + ", TO_CHAR(LENGTH(" + value + ")) || ':' || " + value + ", '-')", width);
    }

    /** Text in AL32UTF8, in pieces that fit a RAW; its length in characters stands before it. */
    private @Nullable Cell converted(String name, String type, int dataLength) {
        String form = forms.get("CONVERTED");
        int pieces = Math.max(1, (dataLength + PIECE - 1) / PIECE);
        if (form == null || pieces > PIECES) {
            return null;
        }
        // Blank-padded text is equal in Oracle whatever its trailing blanks.
        String value = type.endsWith("VARCHAR2") ? name : "RTRIM(" + name + ")";
        StringBuilder text = new StringBuilder("NVL2(" + name + ", TO_CHAR(LENGTH(" + value + "))");
        // One byte becomes at most three, each of two digits.
        int width = 6 * dataLength + OVERHEAD;
        boolean whole = pieces == 1 && width <= MAX_STRING;
        for (int piece = 0; piece < pieces; piece++) {
            String part = form.replace("{{c}}", value).replace("{{from}}", Integer.toString(piece * PIECE + 1));
            text.append(" || ':' || ").append(whole ? part : digest.part("NVL(" + part + ", '-')"));
        }
        return new Cell(text.append(", '-')").toString(), whole ? width : pieces * (digest.length + 1) + OVERHEAD);
    }

    /** {@code TIMESTAMP(6) WITH TIME ZONE} is {@code TIMESTAMP WITH TIME ZONE}; both kinds of interval are one. */
    private static String type(String dataType) {
        String plain = PRECISION.matcher(dataType).replaceAll("");
        return plain.startsWith("INTERVAL") ? "INTERVAL" : plain;
    }

    /** Longest text of a value, in bytes. */
    private static int width(String type, int dataLength) {
        switch (type) {
            case "CHAR", "VARCHAR2":
                return dataLength;
            case "RAW":
                return 2 * dataLength;
            case "BLOB", "CLOB", "NCLOB":
                return LOB_DIGEST;
            default:
                // Numbers have up to 40 digits, time zone texts about 80 characters.
                return 130;
        }
    }
}
