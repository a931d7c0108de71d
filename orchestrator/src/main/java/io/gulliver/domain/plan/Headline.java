package io.gulliver.domain.plan;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The figures by which people speak of a database, each found once: every page, file, answer and rule reads them here.
 *
 * @param database its name
 * @param outages predicted, rehearsed, running and actual, beside the agreed window
 * @param size used size by whoever knows it best, or null while nobody said it
 * @param missing needs of sizing, method and plan that no fact meets; null while nobody looked
 * @param openRisks risks that name it and are open: neither proposed nor closed
 * @param feasible whether it can cross; null while nobody looked
 * @param method that it takes, or null while none is open
 */
public record Headline(
        String database,
        OutageFigures outages,
        @Nullable Size size,
        @Nullable Integer missing,
        int openRisks,
        @Nullable Feasibility feasible,
        @Nullable String method) {
    /** The outage by sizes and rates, or null while it is not known. */
    public @Nullable Duration predicted() {
        return outages.of(OutageFigures.Kind.PREDICTED)
                .map(OutageFigures.Figure::length)
                .orElse(null);
    }

    /** The used size in decimal gigabytes, or null while nobody said it. */
    public @Nullable Double gigabytes() {
        return size == null ? null : (Double) size.gigabytes();
    }

    /** Who said the size, or null while nobody did. */
    public @Nullable String sizeSource() {
        return size == null ? null : size.source();
    }

    /** Whether it can cross, as the API says it; null while nobody looked. */
    public @Nullable String verdict() {
        return feasible == null ? null : feasible.word();
    }

    /**
     * How large a database is.
     *
     * @param gigabytes decimal, used space
     * @param source who said it: a file, a query, the inventory
     */
    public record Size(double gigabytes, String source) {
        /** Where nobody measured it. */
        public static final String INVENTORY = "its line of the inventory";
    }
}
