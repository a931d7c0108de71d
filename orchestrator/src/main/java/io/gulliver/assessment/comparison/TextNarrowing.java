package io.gulliver.assessment.comparison;

import io.gulliver.assessment.comparison.Narrowing.Both;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Narrows a difference of one table down to ranges and rows of a key that is a text, as {@link Narrowing} does for numbers.
 * Between two texts there is no middle that could be computed, so the side with more rows tells where its keys lie.
 */
public final class TextNarrowing {
    /** A range that differs is cut into so many. */
    public static final int PARTS = 16;

    /** One row by its key and its digest. */
    public record TextRow(String key, String digest) {}

    /** Whoever can ask both sides; an end of a range is a cut of {@link TextCuts}, or null where it is open. */
    public interface Look {
        /** The fingerprints of the rows with a key from {@code from} on and below {@code below}. */
        Both<RowSum> sums(@Nullable String from, @Nullable String below);

        /** Those rows one by one, in any order. */
        Both<List<TextRow>> rows(@Nullable String from, @Nullable String below);

        /** Where the keys of those rows are cut into {@link #PARTS} at one side; fewer where many begin alike. */
        TextCuts cuts(@Nullable String from, @Nullable String below, boolean atSource);
    }

    private final String key;
    private final Look look;
    private final List<KeyRange> found = new ArrayList<>();

    private TextNarrowing(String key, Look look) {
        this.key = key;
        this.look = look;
    }

    /**
     * The ranges in which a table differs, smallest keys first, {@link Narrowing#RANGES} at most.
     *
     * @param key column, for people
     * @param cuts what is known of where the keys lie
     */
    public static List<KeyRange> of(String key, TextCuts cuts, Look look) {
        TextNarrowing narrowing = new TextNarrowing(key, look);
        narrowing.parts(null, null, cuts);
        return List.copyOf(narrowing.found);
    }

    private void parts(@Nullable String from, @Nullable String below, TextCuts cuts) {
        String begin = from;
        for (String cut : cuts.digits()) {
            narrow(begin, cut);
            begin = cut;
        }
        narrow(begin, below);
    }

    private void narrow(@Nullable String from, @Nullable String below) {
        if (found.size() >= Narrowing.RANGES) {
            return;
        }
        Both<RowSum> sums = look.sums(from, below);
        if (sums.source().equals(sums.target())) {
            return;
        }
        long here = sums.source().rows();
        long there = sums.target().rows();
        if (Math.max(here, there) <= Narrowing.SMALL) {
            found.add(small(here, there, look.rows(from, below)));
            return;
        }
        TextCuts cuts = look.cuts(from, below, here >= there).within(from, below);
        if (cuts.digits().isEmpty()) {
            // More keys than anybody reads begin alike, as far as cuts tell.
            found.add(new KeyRange(
                    key,
                    from == null ? "the first" : TextCuts.shown(from),
                    below == null ? "the last" : "below " + TextCuts.shown(below),
                    here,
                    there,
                    new TreeMap<>()));
            return;
        }
        parts(from, below, cuts);
    }

    private KeyRange small(long here, long there, Both<List<TextRow>> rows) {
        SortedMap<String, List<String>> source = digests(rows.source());
        SortedMap<String, List<String>> target = digests(rows.target());
        SortedMap<String, List<String>> all = new TreeMap<>(source);
        all.putAll(target);
        return new KeyRange(
                key,
                all.isEmpty() ? "" : all.firstKey(),
                all.isEmpty() ? "" : all.lastKey(),
                here,
                there,
                Narrowing.wrong(source, target, each -> each));
    }

    private static SortedMap<String, List<String>> digests(List<TextRow> rows) {
        SortedMap<String, List<String>> digests = new TreeMap<>();
        rows.forEach(row ->
                digests.computeIfAbsent(row.key(), each -> new ArrayList<>()).add(row.digest()));
        digests.values().forEach(Collections::sort);
        return digests;
    }
}
