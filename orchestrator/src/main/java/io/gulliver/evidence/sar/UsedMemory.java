package io.gulliver.evidence.sar;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Takes the page cache off a host's used memory, whatever sysstat counted as used.
 *
 * <p>Up to 11.7 it is all that is not free; in 12.0 to 12.6 buffers, cache and slab are taken off; in 12.7 it is all
 * that is not available ({@code print_memory_stats} of sysstat's {@code pr_stats.c}). No report names the version. The
 * row's percentage tells in most rows. Where little is used both ways fit its two decimals: such a row is counted as
 * its neighbours are. Where it tells in no row at all, the whole does: free and used add up to the same memory in
 * every row only if used holds the cache.
 */
final class UsedMemory {
    /** Takes what is used without buffers and page cache, and the whole memory; both in KiB. */
    @FunctionalInterface
    interface Sink {
        void take(long second, double minutes, double ownKib, double totalKib);
    }

    /** What a row says if used holds the cache, and if it does not. */
    private record Row(
            long second, double minutes, double plain, double ownOfPlain, double used, double totalWithoutCache) {}

    private enum Form {
        WITH_CACHE,
        WITHOUT_CACHE
    }

    /** Half of the last digit of a percentage with two decimals, and what doubles lose. */
    private static final double ROUNDING = 0.0051;

    /** Seventy days by the ten minutes: whether a sum changes is seen in fewer, and they wait in memory. */
    private static final int MOST_UNDECIDED = 10_000;

    private final Sink sink;
    private final List<Row> undecided = new ArrayList<>();
    private @Nullable Form form;

    UsedMemory(Sink sink) {
        this.sink = sink;
    }

    void row(MemoryRow told) {
        double used = told.used();
        double percent = told.percent();
        double plain = told.free() + used;
        double rest = told.cache();
        double total = Double.NaN;
        for (double candidate : new double[] {used + told.available(), plain + rest + told.slab(), plain + rest}) {
            if (Double.isNaN(total) && isPercent(used, candidate, percent)) {
                total = candidate;
            }
        }
        // the table without -r ALL has no slab: the whole is larger by it, so the percentage is smaller
        boolean mayLackCache = !Double.isNaN(total) || used / (plain + rest) * 100 > percent - ROUNDING;
        if (Double.isNaN(total)) {
            // the percentage tells the whole, to its two decimals
            total = percent >= 1 ? Math.max(plain + rest, used / percent * 100) : plain + rest;
        }
        boolean mayHoldCache = used >= rest && (Double.isNaN(percent) || isPercent(used, plain, percent));
        Row row = new Row(told.second(), told.minutes(), plain, used - rest, used, total);
        if (mayHoldCache != mayLackCache) {
            decide(mayHoldCache ? Form.WITH_CACHE : Form.WITHOUT_CACHE);
        }
        if (form == null) {
            undecided.add(row);
            if (undecided.size() == MOST_UNDECIDED) {
                end();
            }
        } else {
            give(row);
        }
    }

    /** To be called after the last row. */
    void end() {
        if (form == null && !undecided.isEmpty()) {
            long changes = IntStream.range(1, undecided.size())
                    .filter(i ->
                            undecided.get(i).plain() != undecided.get(i - 1).plain())
                    .count();
            // memory may be added to a host while it runs
            decide(2 * changes < undecided.size() ? Form.WITH_CACHE : Form.WITHOUT_CACHE);
        }
    }

    private static boolean isPercent(double used, double total, double percent) {
        return Math.abs(used / total * 100 - percent) < ROUNDING;
    }

    private void decide(Form decided) {
        form = decided;
        undecided.forEach(this::give);
        undecided.clear();
    }

    private void give(Row row) {
        if (form == Form.WITH_CACHE) {
            sink.take(row.second(), row.minutes(), Math.max(0, row.ownOfPlain()), row.plain());
        } else {
            sink.take(row.second(), row.minutes(), row.used(), row.totalWithoutCache());
        }
    }
}
