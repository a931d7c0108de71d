package io.gulliver.adapter.oracle;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The one place that writes SQL for a table of the customer: counts, fingerprints, key ranges.
 *
 * <p>A fingerprint is the same on both byte orders because every column is turned into canonical text first
 * (domain, section 4.1); the forms stand in the catalogue, in {@code table-row-hash}. Pure; safe for many threads.
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

    /** Bytes that one SQL string may hold where MAX_STRING_SIZE is STANDARD. */
    private static final int MAX_STRING = 4000;

    /** Room kept for length prefixes and separators when columns share one string. */
    private static final int OVERHEAD = 12;

    /** Hexadecimal digits of a SHA-256. */
    private static final int DIGEST_LENGTH = 64;

    private static final Set<String> LOBS = Set.of("BLOB", "CLOB", "NCLOB");
    private static final Pattern PRECISION = Pattern.compile("\\s*\\([^)]*\\)");
    private static final String DIGEST = "STANDARD_HASH(%s, 'SHA256')";
    private static final String SEPARATOR = " || CHR(31) || ";

    private final OracleStatements catalogue;
    private final Map<String, String> forms;

    public TableStatements(OracleStatements catalogue) {
        this.catalogue = catalogue;
        Map<String, String> declared = catalogue.require("table-row-hash").forms();
        this.forms = new TreeMap<>(declared == null ? Map.of() : declared);
    }

    /** Counts the rows. */
    public Generated rowCount(String owner, String table) {
        return filled("table-row-count", owner, table, List.of(), "");
    }

    /** Fingerprint of all rows. */
    public Generated rowHash(String owner, String table, List<Column> columns) {
        return filled("table-row-hash", owner, table, columns, "");
    }

    /** Fingerprint of the rows with a whole-number key between binds {@code low} and {@code high}. */
    public Generated chunkHash(String owner, String table, List<Column> columns, String key) {
        return filled("table-chunk-hash", owner, table, columns, key);
    }

    /** Smallest and largest key, and the count. */
    public Generated keyRange(String owner, String table, String key) {
        return filled("table-key-range", owner, table, List.of(), key);
    }

    /** Fingerprint of every single row of a small key range. */
    public Generated differingRows(String owner, String table, List<Column> columns, String key) {
        return filled("table-differing-rows", owner, table, columns, key);
    }

    private Generated filled(String statement, String owner, String table, List<Column> columns, String key) {
        String sql = catalogue.require(statement).text().replace("{{table}}", OracleName.quote(owner, table));
        List<String> omitted = new ArrayList<>();
        if (sql.contains("{{row}}")) {
            sql = sql.replace("{{row}}", row(owner, table, columns, omitted));
        }
        if (!key.isEmpty()) {
            sql = sql.replace("{{key}}", OracleName.quote(key));
        }
        return new Generated(statement, sql, omitted);
    }

    /** The digest of one row: column texts in order of name, in as many strings as fit, digested together. */
    private String row(String owner, String table, List<Column> columns, List<String> omitted) {
        // By name, not by position: a table rebuilt on the target may have its columns in another order.
        List<Column> sorted = new ArrayList<>(columns);
        sorted.sort(Comparator.comparing(Column::name));
        List<String> groups = new ArrayList<>();
        List<String> group = new ArrayList<>();
        int length = 0;
        for (Column column : sorted) {
            String type = type(column.dataType());
            String form = forms.get(type);
            if (form == null) {
                omitted.add(column.name() + " (" + column.dataType() + ")");
                continue;
            }
            int width = width(type, column.dataLength()) + OVERHEAD;
            if (length + Math.min(width, MAX_STRING) > MAX_STRING && !group.isEmpty()) {
                groups.add(String.join(SEPARATOR, group));
                group = new ArrayList<>();
                length = 0;
            }
            group.add(text(OracleName.quote(column.name()), type, form, width));
            length += width > MAX_STRING ? DIGEST_LENGTH + OVERHEAD : width;
        }
        if (group.isEmpty()) {
            throw new IllegalArgumentException(owner + "." + table + " has no column that can be compared by content: "
                    + omitted + ". Compare its row count.");
        }
        groups.add(String.join(SEPARATOR, group));
        if (groups.size() == 1) {
            return String.format(DIGEST, groups.get(0));
        }
        List<String> digests = groups.stream()
                .map(g -> "RAWTOHEX(" + String.format(DIGEST, g) + ")")
                .toList();
        return String.format(DIGEST, String.join(" || ", digests));
    }

    private static String text(String column, String type, String form, int width) {
        String value = form.replace("{{c}}", column);
        if (LOBS.contains(type)) {
            // NVL2 does not take a LOB.
            return "CASE WHEN " + column + " IS NULL THEN '-' ELSE " + value + " END";
        }
        if (width > MAX_STRING) {
            // Alone it fills a string already: its own digest stands for it.
            return "NVL2(" + column + ", RAWTOHEX(" + String.format(DIGEST, value) + "), '-')";
        }
        return "NVL2(" + column + ", TO_CHAR(LENGTH(" + value + ")) || ':' || " + value + ", '-')";
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
            case "NCHAR", "NVARCHAR2":
                // From two bytes a character to at most three.
                return dataLength * 3 / 2;
            case "RAW":
                return 2 * dataLength;
            case "BLOB", "CLOB", "NCLOB":
                return DIGEST_LENGTH;
            default:
                // Numbers have up to 40 digits, time zone texts about 80 characters.
                return 130;
        }
    }
}
