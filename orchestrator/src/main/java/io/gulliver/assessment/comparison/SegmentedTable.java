package io.gulliver.assessment.comparison;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The fingerprint or count of one whole table at one side, made by segments of its ROWIDs or of its key and kept as far as it
 * has come.
 *
 * <p>The segments are half open and the outermost ones have no end: whatever the cuts are, every row lies in exactly one. A
 * ROWID means nothing at another side, so only the sum over all segments is compared, never a segment with a segment.
 *
 * @param cuts first ROWID or key of each segment but the first, in the order of the database that told them
 * @param done what each finished segment came to, by its number from 0 on
 * @param key column whose values the cuts are, never empty in a row; null where they are ROWIDs
 * @param text true where the cuts are {@link TextCuts}; false or null otherwise
 */
public record SegmentedTable(
        List<String> cuts,
        SortedMap<Integer, RowSum> done,
        @Nullable String key,
        @Nullable Boolean text) {
    public SegmentedTable {
        cuts = List.copyOf(cuts);
        done = Collections.unmodifiableSortedMap(new TreeMap<>(done));
        if (!done.isEmpty() && (done.firstKey() < 0 || done.lastKey() > cuts.size())) {
            throw new IllegalArgumentException("Segments " + done.keySet() + " are done of a table that has "
                    + (cuts.size() + 1) + ". Compare the table from its beginning.");
        }
    }

    /** By ROWIDs; nothing is done yet. */
    public static SegmentedTable of(List<String> cuts) {
        return new SegmentedTable(cuts, new TreeMap<>(), null, null);
    }

    /**
     * By ranges of a whole-number key that are equally wide, as where rows lie in the order of their key and have no ROWID; how
     * many rows each holds depends on how even the keys are. Nothing is done yet.
     *
     * @param low smallest key at either side
     * @param high largest key at either side
     * @param segments how many at most, from 1 on
     */
    public static SegmentedTable of(String key, BigInteger low, BigInteger high, int segments) {
        BigInteger span = high.subtract(low).add(BigInteger.ONE);
        BigInteger many = span.min(BigInteger.valueOf(segments));
        List<String> cuts = new ArrayList<>();
        for (BigInteger i = BigInteger.ONE; i.compareTo(many) < 0; i = i.add(BigInteger.ONE)) {
            cuts.add(low.add(span.multiply(i).divide(many)).toString());
        }
        return new SegmentedTable(cuts, new TreeMap<>(), key, null);
    }

    /** By ranges of a key that is a text; nothing is done yet. */
    public static SegmentedTable ofTexts(String key, TextCuts cuts) {
        return new SegmentedTable(cuts.digits(), new TreeMap<>(), key, true);
    }

    /**
     * Rows from a ROWID or key on and below another.
     *
     * @param from null from the first row on
     * @param below null up to the last row
     */
    public record Segment(
            int number, @Nullable String from, @Nullable String below) {}

    /** Whether the cuts are {@link TextCuts}. */
    public boolean cutByTexts() {
        return Boolean.TRUE.equals(text);
    }

    /** How many segments there are. */
    public int segments() {
        return cuts.size() + 1;
    }

    /** The segments that are not done, in their order. */
    public List<Segment> left() {
        List<Segment> left = new ArrayList<>();
        for (int number = 0; number <= cuts.size(); number++) {
            if (!done.containsKey(number)) {
                left.add(new Segment(
                        number,
                        number == 0 ? null : cuts.get(number - 1),
                        number == cuts.size() ? null : cuts.get(number)));
            }
        }
        return left;
    }

    /** With one more segment; one that was done before counts once. */
    public SegmentedTable with(Segment segment, RowSum sum) {
        SortedMap<Integer, RowSum> more = new TreeMap<>(done);
        more.put(segment.number(), sum);
        return new SegmentedTable(cuts, more, key, text);
    }

    /** The fingerprint or count of the table, or empty while a segment is left. */
    public Optional<RowSum> whole() {
        return done.size() <= cuts.size()
                ? Optional.empty()
                : Optional.of(done.values().stream().reduce(RowSum.NONE, RowSum::plus));
    }
}
