package io.gulliver.activity.validation;

import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.TableStatements;
import io.gulliver.adapter.oracle.TableStatements.Column;
import io.gulliver.assessment.comparison.KeyRange;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Narrows a difference of one table down to key ranges and rows: the range of keys is halved while the fingerprints of a
 * half differ, and the rows of a small range are compared one by one ({@code docs/domain/validation.md}, 4.1).
 *
 * <p>Every question is an aggregate inside each database, asked of both at once; only keys and fingerprints of at most {@link #SMALL} rows of a
 * range travel. The whole-number key is the first column of a one-column primary or unique key.
 */
final class DrillDown {
    /** A range of at most so many rows is read row by row. */
    private static final int SMALL = 200;

    /** So many ranges are looked for; a table that differs everywhere needs no longer list. */
    private static final int RANGES = 10;

    /** So many rows are named in each. */
    private static final int ROWS = 20;

    private final Sides sides;
    private final TableStatements statements;
    private final String owner;
    private final String table;
    private final List<Column> columns;
    private final String key;
    private final List<KeyRange> found = new ArrayList<>();

    private DrillDown(Sides sides, String owner, String table, List<Column> columns, String key) {
        this.sides = sides;
        this.statements = sides.statements();
        this.owner = owner;
        this.table = table;
        this.columns = columns;
        this.key = key;
    }

    /** The whole-number key of each table that has one, by owner and table as {@code CompareContent} joins them. */
    static Map<String, String> keys(OracleClient client, Map<String, ?> owners, Map<String, List<Column>> columns) {
        Map<String, List<OracleRow>> constraints = new TreeMap<>();
        for (OracleRow row : client.query("key-columns", owners)) {
            constraints
                    .computeIfAbsent(
                            row.text("OWNER") + "\u0000" + row.text("TABLE_NAME") + "\u0000"
                                    + row.text("CONSTRAINT_NAME"),
                            name -> new ArrayList<>())
                    .add(row);
        }
        Map<String, String> keys = new LinkedHashMap<>();
        constraints.forEach((name, rows) -> {
            String of = name.substring(0, name.lastIndexOf('\u0000'));
            String column = rows.get(0).text("COLUMN_NAME");
            boolean number = columns.getOrDefault(of, List.of()).stream()
                    .anyMatch(each ->
                            each.name().equals(column) && each.dataType().equals("NUMBER"));
            if (rows.size() == 1 && number) {
                keys.putIfAbsent(of, column);
            }
        });
        return keys;
    }

    /** The ranges in which a table differs, smallest keys first; none when they cannot be told. */
    static List<KeyRange> of(Sides sides, String owner, String table, List<Column> columns, String key) {
        DrillDown down = new DrillDown(sides, owner, table, columns, key);
        Sides.Answers ends = sides.ask(sides.statements().keyRange(owner, table, key), Map.of());
        OracleRow a = ends.source().get(0);
        OracleRow b = ends.target().get(0);
        BigInteger low = smaller(end(a, "LOW_KEY", false), end(b, "LOW_KEY", false));
        BigInteger high = larger(end(a, "HIGH_KEY", true), end(b, "HIGH_KEY", true));
        if (low != null && high != null) {
            down.narrow(low, high);
        }
        return List.copyOf(down.found);
    }

    private static @Nullable BigInteger end(OracleRow row, String column, boolean up) {
        if (row.values().get(column) == null) {
            return null; // an empty table
        }
        return row.number(column)
                .setScale(0, up ? java.math.RoundingMode.CEILING : java.math.RoundingMode.FLOOR)
                .toBigInteger();
    }

    private static @Nullable BigInteger smaller(@Nullable BigInteger a, @Nullable BigInteger b) {
        return a == null ? b : b == null ? a : a.min(b);
    }

    private static @Nullable BigInteger larger(@Nullable BigInteger a, @Nullable BigInteger b) {
        return a == null ? b : b == null ? a : a.max(b);
    }

    private void narrow(BigInteger low, BigInteger high) {
        if (found.size() >= RANGES) {
            return;
        }
        Map<String, ?> binds = Map.of("low", new BigDecimal(low), "high", new BigDecimal(high));
        Sides.Answers chunk = sides.ask(statements.chunkHash(owner, table, columns, key), binds);
        OracleRow a = chunk.source().get(0);
        OracleRow b = chunk.target().get(0);
        if (a.values().equals(b.values())) {
            return;
        }
        long here = a.number("ROW_COUNT").longValue();
        long there = b.number("ROW_COUNT").longValue();
        if (Math.max(here, there) <= SMALL || low.equals(high)) {
            found.add(new KeyRange(key, low, high, here, there, rows(binds)));
            return;
        }
        BigInteger middle = low.add(high).shiftRight(1);
        narrow(low, middle);
        narrow(middle.add(BigInteger.ONE), high);
    }

    /** The rows of a small range by key, with what is wrong with each. */
    private Map<String, String> rows(Map<String, ?> binds) {
        Sides.Answers rows = sides.ask(statements.differingRows(owner, table, columns, key), binds);
        Map<BigDecimal, String> a = hashes(rows.source());
        Map<BigDecimal, String> b = hashes(rows.target());
        Map<BigDecimal, String> wrong = new TreeMap<>();
        a.forEach((row, hash) -> {
            String other = b.get(row);
            if (other == null) {
                wrong.put(row, "missing on the target");
            } else if (!other.equals(hash)) {
                wrong.put(row, "other content");
            }
        });
        b.keySet().stream().filter(row -> !a.containsKey(row)).forEach(row -> wrong.put(row, "on the target only"));
        Map<String, String> named = new LinkedHashMap<>();
        wrong.entrySet().stream()
                .limit(ROWS)
                .forEach(row -> named.put(row.getKey().toPlainString(), row.getValue()));
        return named;
    }

    private static Map<BigDecimal, String> hashes(List<OracleRow> rows) {
        Map<BigDecimal, String> hashes = new TreeMap<>();
        rows.forEach(row -> hashes.put(row.number("ROW_KEY"), row.text("ROW_HASH")));
        return hashes;
    }
}
