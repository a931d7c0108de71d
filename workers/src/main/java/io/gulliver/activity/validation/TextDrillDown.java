package io.gulliver.activity.validation;

import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.TableStatements.Column;
import io.gulliver.assessment.comparison.KeyRange;
import io.gulliver.assessment.comparison.Narrowing.Both;
import io.gulliver.assessment.comparison.RowSum;
import io.gulliver.assessment.comparison.TextCuts;
import io.gulliver.assessment.comparison.TextNarrowing;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Asks both databases what {@link TextNarrowing} wants to know of one index-organized table, as {@link DrillDown} does for a
 * number. The key is CHAR or VARCHAR2, and the first column of the primary key: a key may have many rows.
 */
record TextDrillDown(Sides sides, String owner, String table, List<Column> columns, String key)
        implements TextNarrowing.Look {

    /**
     * The ranges in which the table differs, smallest keys first.
     *
     * @param cuts at which it was cut already
     */
    List<KeyRange> ranges(TextCuts cuts) {
        return TextNarrowing.of(key, cuts, this);
    }

    /** Of what {@code table-sampled-keys} or {@code table-range-keys} answered. */
    static TextCuts cuts(List<OracleRow> rows, boolean oneCharacterSet) {
        return TextCuts.of(rows.stream().map(row -> row.text("FIRST_KEY")).toList(), oneCharacterSet);
    }

    /** The ends of a range for a statement that takes those that are not open. */
    static Map<String, Object> binds(@Nullable String from, @Nullable String below) {
        Map<String, Object> binds = new TreeMap<>();
        if (from != null) {
            binds.put("low", from);
        }
        if (below != null) {
            binds.put("below", below);
        }
        return binds;
    }

    @Override
    public Both<RowSum> sums(@Nullable String from, @Nullable String below) {
        return DrillDown.sums(sides.ask(
                sides.statements().textHash(owner, table, columns, key, from != null, below != null),
                binds(from, below)));
    }

    @Override
    public Both<List<TextNarrowing.TextRow>> rows(@Nullable String from, @Nullable String below) {
        Sides.Answers rows = sides.ask(
                sides.statements().differingTexts(owner, table, columns, key, from != null, below != null),
                binds(from, below));
        return new Both<>(keyed(rows.source()), keyed(rows.target()));
    }

    /**
     * None where a side told none: it has no keys there, or another order of texts, in which the range holds other rows; nor
     * where one may not be asked.
     */
    @Override
    public TextCuts cuts(@Nullable String from, @Nullable String below, boolean atSource) {
        if (!sides.statements().bytes()) {
            return TextCuts.NONE;
        }
        Map<String, Object> binds = binds(from, below);
        binds.put("segments", TextNarrowing.PARTS);
        Sides.Answers told =
                sides.ask(sides.statements().rangeKeys(owner, table, key, from != null, below != null), binds);
        return told.source().isEmpty() || told.target().isEmpty()
                ? TextCuts.NONE
                : cuts(
                        atSource ? told.source() : told.target(),
                        sides.statements().oneCharacterSet());
    }

    /** Without the blanks that fill a CHAR, of which the sides may have as many as their bytes leave room for. */
    private List<TextNarrowing.TextRow> keyed(List<OracleRow> rows) {
        boolean filled = columns.stream()
                .anyMatch(
                        column -> column.name().equals(key) && column.dataType().equals("CHAR"));
        return rows.stream()
                .map(row -> new TextNarrowing.TextRow(
                        filled ? row.text("ROW_KEY").replaceAll(" +$", "") : row.text("ROW_KEY"), row.text("ROW_HASH")))
                .toList();
    }
}
