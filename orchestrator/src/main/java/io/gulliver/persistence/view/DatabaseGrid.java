package io.gulliver.persistence.view;

import io.gulliver.domain.plan.Headline;
import io.gulliver.domain.plan.StageStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the grid of databases. */
public interface DatabaseGrid {
    /** One page. */
    GridPage page(String program, GridFilter filter);

    /** One row. */
    Optional<GridRow> row(String program, String database);

    /** The headline figures of all databases, by name: one reading for all. */
    Map<String, Headline> headlines(String program);

    /** What the whole grid holds, for the head and the filters. */
    Totals totals(String program);

    /**
     * A page of the grid.
     *
     * @param rows in order
     * @param matching how many match the filter
     * @param gigabytes their size together, decimal
     * @param next cursor of the next page, or null when this is the last
     */
    record GridPage(
            List<GridRow> rows,
            int matching,
            double gigabytes,
            @Nullable String next) {
        public GridPage {
            rows = List.copyOf(rows);
        }
    }

    /**
     * What the grid holds.
     *
     * @param databases how many
     * @param across how many have a finished production cutover
     * @param states how many databases have some stage in this status
     * @param waves numbers, in order
     * @param owners in order
     * @param methods in order
     */
    record Totals(
            int databases,
            int across,
            Map<StageStatus, Integer> states,
            List<Integer> waves,
            List<String> owners,
            List<String> methods) {
        public Totals {
            waves = List.copyOf(waves);
            owners = List.copyOf(owners);
            methods = List.copyOf(methods);
        }
    }
}
