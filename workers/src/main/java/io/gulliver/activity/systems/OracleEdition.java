package io.gulliver.activity.systems;

import io.gulliver.adapter.oracle.OracleRow;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The edition of a database, as far as it decides what Data Pump and RMAN may do ({@code docs/domain}: D03 and R04).
 */
public final class OracleEdition {
    /** Everything may run in parallel. */
    public static final String ENTERPRISE = "enterprise";

    /** One worker, one channel. */
    public static final String STANDARD = "standard";

    /** The banner could not be read. */
    public static final String UNKNOWN = "unknown";

    private OracleEdition() {}

    /**
     * The edition by the rows of {@code release-banner}.
     *
     * <p>The banner of an 11.2 Standard Edition has no edition word at all, so a banner without one means standard.
     */
    public static String of(List<OracleRow> banner) {
        if (banner.isEmpty()) {
            return UNKNOWN;
        }
        String text = banner.stream().map(row -> row.text("BANNER")).collect(Collectors.joining(" "));
        // Cloud editions are called "EE High Perf" and "EE Extreme Perf".
        return text.contains("Enterprise Edition") || text.contains(" EE ") ? ENTERPRISE : STANDARD;
    }

    /** Workers or channels that this edition allows: those wanted, or one. */
    public static int workers(String edition, int wanted) {
        return edition.equals(ENTERPRISE) ? wanted : 1;
    }
}
