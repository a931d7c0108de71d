package io.gulliver.evidence.sar;

/**
 * One row of the table of memory, as it is written: KiB but for the percentage; all but {@code used} may be NaN.
 *
 * @param second at which the interval ends
 * @param minutes the interval's length
 * @param percent of the memory that is used
 */
record MemoryRow(
        long second,
        double minutes,
        double free,
        double used,
        double percent,
        double buffers,
        double cached,
        double slab,
        double available) {
    /** Buffers and page cache, as far as they are told. */
    double cache() {
        return (Double.isNaN(buffers) ? 0 : buffers) + (Double.isNaN(cached) ? 0 : cached);
    }
}
