package io.gulliver.persistence.view;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.StageStatus;
import org.jspecify.annotations.Nullable;

/**
 * Which databases to list, and in which order.
 *
 * @param text part of a name, application or host, whatever its case; empty for all
 * @param stage the stage that {@code status} is asked of, or null for any
 * @param status only with this status, or null
 * @param wave only of this wave, or null
 * @param owner only of this owner, or null
 * @param method only with this method, or null
 * @param leastRisk only with an open risk that scores at least this, or null
 * @param sort by what; name decides between equals
 * @param descending largest first
 * @param from number of the first row, 0 for the first; not looked at with a cursor
 * @param cursor from the page before, or null
 * @param limit 1 to 1000 rows
 */
public record GridFilter(
        String text,
        @Nullable Stage stage,
        @Nullable StageStatus status,
        @Nullable Integer wave,
        @Nullable String owner,
        @Nullable String method,
        @Nullable Integer leastRisk,
        Sort sort,
        boolean descending,
        int from,
        @Nullable String cursor,
        int limit) {
    /** What the grid can be sorted by. */
    public enum Sort {
        NAME,
        WAVE,
        ENVIRONMENT,
        DISCOVERY,
        SIZING,
        BUILD,
        REPLICATION,
        VALIDATION,
        CUTOVER,
        SLIP,
        RISK,
        METHOD,
        OUTAGE,
        WINDOW,
        SIZE,
        VERSION,
        OWNER
    }

    public GridFilter {
        if (limit < 1 || limit > 1000) {
            throw new IllegalArgumentException("limit " + limit + ", wanted 1 to 1000");
        }
        if (from < 0) {
            throw new IllegalArgumentException("from " + from + ", wanted 0 or more");
        }
    }

    /** Every database by name. */
    public static GridFilter all(int limit) {
        return new GridFilter("", null, null, null, null, null, null, Sort.NAME, false, 0, null, limit);
    }

    public GridFilter sortedBy(Sort column, boolean largestFirst) {
        return new GridFilter(
                text, stage, status, wave, owner, method, leastRisk, column, largestFirst, 0, null, limit);
    }

    public GridFilter after(@Nullable String next) {
        return new GridFilter(text, stage, status, wave, owner, method, leastRisk, sort, descending, 0, next, limit);
    }
}
