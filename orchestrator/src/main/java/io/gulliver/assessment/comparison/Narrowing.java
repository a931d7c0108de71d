package io.gulliver.assessment.comparison;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Narrows a difference of one table down to key ranges and rows: the range of keys is halved while the fingerprints of a half
 * differ, and the rows of a small range are compared one by one ({@code docs/domain/validation.md}, 4.1). Ranges are half
 * open, so that a key with decimals lies in exactly one.
 */
public final class Narrowing {
    /** A range of at most so many rows is read row by row. */
    public static final int SMALL = 200;

    /** So many ranges are looked for; a table that differs everywhere needs no longer list. */
    public static final int RANGES = 10;

    /** So many rows are named in each. */
    public static final int ROWS = 20;

    /** What both sides say of one question. */
    public record Both<T>(T source, T target) {}

    /** One row by its key and its digest. */
    public record KeyedRow(BigDecimal key, String digest) {}

    /** Whoever can ask both sides. */
    public interface Look {
        /** The fingerprints of the rows with a key from {@code low} on and below {@code below}. */
        Both<RowSum> sums(BigInteger low, BigInteger below);

        /** Those rows one by one, in any order; a key may stand more than once. */
        Both<List<KeyedRow>> rows(BigInteger low, BigInteger below);
    }

    private final String key;
    private final Look look;
    private final List<KeyRange> found = new ArrayList<>();

    private Narrowing(String key, Look look) {
        this.key = key;
        this.look = look;
    }

    /**
     * The ranges in which a table differs, smallest keys first, {@link #RANGES} at most; none where only rows without a key
     * differ.
     *
     * @param key column, for people
     * @param low smallest key of both sides, rounded down
     * @param high largest key of both sides, rounded down
     */
    public static List<KeyRange> of(String key, BigInteger low, BigInteger high, Look look) {
        Narrowing narrowing = new Narrowing(key, look);
        narrowing.narrow(low, high.add(BigInteger.ONE));
        return List.copyOf(narrowing.found);
    }

    private void narrow(BigInteger low, BigInteger below) {
        if (found.size() >= RANGES) {
            return;
        }
        Both<RowSum> sums = look.sums(low, below);
        if (sums.source().equals(sums.target())) {
            return;
        }
        long here = sums.source().rows();
        long there = sums.target().rows();
        BigInteger high = below.subtract(BigInteger.ONE);
        if (Math.max(here, there) <= SMALL || low.equals(high)) {
            found.add(new KeyRange(key, low.toString(), high.toString(), here, there, wrong(look.rows(low, below))));
            return;
        }
        BigInteger middle = low.add(below).shiftRight(1);
        narrow(low, middle);
        narrow(middle, below);
    }

    private static Map<String, String> wrong(Both<List<KeyedRow>> rows) {
        return wrong(digests(rows.source()), digests(rows.target()), BigDecimal::toPlainString);
    }

    /**
     * The rows of a small range by key, with what is wrong with each.
     *
     * @param here digests of the source by key, each list sorted
     * @param there the same of the target
     */
    static <K> Map<String, String> wrong(
            SortedMap<K, List<String>> here, SortedMap<K, List<String>> there, Function<K, String> shown) {
        TreeSet<K> keys = new TreeSet<>(here.keySet());
        keys.addAll(there.keySet());
        keys.removeIf(each -> here.getOrDefault(each, List.of()).equals(there.getOrDefault(each, List.of())));
        Map<String, String> wrong = new LinkedHashMap<>();
        keys.stream()
                .limit(ROWS)
                .forEach(each -> wrong.put(
                        shown.apply(each),
                        words(
                                here.getOrDefault(each, List.of()).size(),
                                there.getOrDefault(each, List.of()).size())));
        return wrong;
    }

    private static String words(int here, int there) {
        return there == 0
                ? "missing on the target"
                : here == 0
                        ? "on the target only"
                        : here == there
                                ? "other content"
                                : here + (here == 1 ? " row, " : " rows, ") + there + " on the target";
    }

    private static SortedMap<BigDecimal, List<String>> digests(List<KeyedRow> rows) {
        SortedMap<BigDecimal, List<String>> digests = new TreeMap<>();
        rows.forEach(row ->
                digests.computeIfAbsent(row.key(), each -> new ArrayList<>()).add(row.digest()));
        digests.values().forEach(Collections::sort);
        return digests;
    }
}
