package io.gulliver.activity.validation;

import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.TableStatements.Column;
import io.gulliver.assessment.comparison.KeyRange;
import io.gulliver.assessment.comparison.Narrowing;
import io.gulliver.assessment.comparison.Narrowing.Both;
import io.gulliver.assessment.comparison.Narrowing.KeyedRow;
import io.gulliver.assessment.comparison.RowSum;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Asks both databases what {@link Narrowing} wants to know of one table. Every question is an aggregate inside each database,
 * asked of both at once; only keys and fingerprints of the rows of a small range travel. The key is a number, the only column
 * of a primary key, or of a unique one where there is no such primary key.
 */
record DrillDown(Sides sides, String owner, String table, List<Column> columns, String key) implements Narrowing.Look {
    static final Set<String> NUMBER = Set.of("NUMBER");
    static final Set<String> TEXT = Set.of("CHAR", "VARCHAR2");

    /** The key of each table that has one, by owner and table as {@code CompareContent} joins them. */
    static Map<String, String> keys(List<OracleRow> keyColumns, Map<String, List<Column>> columns) {
        Map<String, List<OracleRow>> constraints = new TreeMap<>();
        for (OracleRow row : keyColumns) {
            constraints
                    .computeIfAbsent(
                            row.text("OWNER") + "\u0000" + row.text("TABLE_NAME") + "\u0000"
                                    // P comes before U, whose column may be empty.
                                    + row.text("CONSTRAINT_TYPE") + row.text("CONSTRAINT_NAME"),
                            name -> new ArrayList<>())
                    .add(row);
        }
        Map<String, String> keys = new LinkedHashMap<>();
        constraints.forEach((name, rows) -> {
            String of = name.substring(0, name.lastIndexOf('\u0000'));
            if (rows.size() == 1 && of(NUMBER, rows.get(0), columns.get(of))) {
                keys.putIfAbsent(of, rows.get(0).text("COLUMN_NAME"));
            }
        });
        return keys;
    }

    /** The first column of the primary key of each table, where it is of that kind: rows of an index lie in its order. */
    static Map<String, String> leading(
            List<OracleRow> keyColumns, Map<String, List<Column>> columns, Set<String> dataTypes) {
        Map<String, String> leading = new TreeMap<>();
        for (OracleRow row : keyColumns) {
            String of = CompareContent.key(row.text("OWNER"), row.text("TABLE_NAME"));
            if (row.text("CONSTRAINT_TYPE").equals("P")
                    && row.number("POSITION").intValue() == 1
                    && of(dataTypes, row, columns.get(of))) {
                leading.put(of, row.text("COLUMN_NAME"));
            }
        }
        return leading;
    }

    private static boolean of(Set<String> dataTypes, OracleRow key, @Nullable List<Column> columns) {
        return columns != null
                && columns.stream()
                        .anyMatch(each ->
                                each.name().equals(key.text("COLUMN_NAME")) && dataTypes.contains(each.dataType()));
    }

    /** The ranges in which the table differs, smallest keys first; none when they cannot be told. */
    List<KeyRange> ranges() {
        List<BigInteger> keys = ends(sides, owner, table, key);
        return keys.isEmpty() ? List.of() : Narrowing.of(key, keys.get(0), keys.get(keys.size() - 1), this);
    }

    /** The ends of a key at both sides, the smallest first and the largest last; none of a table that is empty at both. */
    static List<BigInteger> ends(Sides sides, String owner, String table, String key) {
        Sides.Answers ends = sides.ask(sides.statements().keyRange(owner, table, key), Map.of());
        return Stream.concat(ends.source().stream(), ends.target().stream())
                .filter(row -> row.values().get("LOW_KEY") != null) // not of an empty table
                .flatMap(row -> Stream.of(row.number("LOW_KEY"), row.number("HIGH_KEY")))
                .map(end -> end.setScale(0, RoundingMode.FLOOR).toBigInteger())
                .sorted()
                .toList();
    }

    @Override
    public Both<RowSum> sums(BigInteger low, BigInteger below) {
        return sums(sides.ask(sides.statements().chunkHash(owner, table, columns, key), within(low, below)));
    }

    @Override
    public Both<List<KeyedRow>> rows(BigInteger low, BigInteger below) {
        Sides.Answers rows =
                sides.ask(sides.statements().differingRows(owner, table, columns, key), within(low, below));
        return new Both<>(keyed(rows.source()), keyed(rows.target()));
    }

    private static Map<String, ?> within(BigInteger low, BigInteger below) {
        return Map.of("low", new BigDecimal(low), "below", new BigDecimal(below));
    }

    private static List<KeyedRow> keyed(List<OracleRow> rows) {
        return rows.stream()
                .map(row -> new KeyedRow(row.number("ROW_KEY"), row.text("ROW_HASH")))
                .toList();
    }

    /** The one row of each answer; of no rows where a side was not asked. */
    static Both<RowSum> sums(Sides.Answers answers) {
        return new Both<>(sum(answers.source()), sum(answers.target()));
    }

    private static RowSum sum(List<OracleRow> rows) {
        if (rows.isEmpty()) {
            return RowSum.NONE;
        }
        OracleRow row = rows.get(0);
        return new RowSum(row.number("ROW_COUNT").longValue(), whole(row, "HASH_1"), whole(row, "HASH_2"));
    }

    /** Zero for a sum over no rows, and where rows were only counted. */
    private static BigInteger whole(OracleRow row, String column) {
        return row.values().get(column) == null
                ? BigInteger.ZERO
                : row.number(column).toBigIntegerExact();
    }
}
