package io.gulliver.ui.databases;

import io.gulliver.ui.frame.Status;
import java.util.List;
import java.util.Map;

/**
 * A chunk of the grid with what surrounds it.
 *
 * @param rows at most {@link GridQuery#CHUNK}, in order
 * @param matching how many match the filters
 * @param gigabytes their size together
 * @param total how many the program has
 * @param across how many of all are across
 * @param states of all databases: how many have some stage in this status
 * @param waves keys to filter by, in order
 * @param owners to filter by, in order
 * @param methods to filter by, in order
 */
public record GridPage(
        List<DatabaseRow> rows,
        int matching,
        double gigabytes,
        int total,
        int across,
        Map<Status, Integer> states,
        List<String> waves,
        List<String> owners,
        List<String> methods) {
    public GridPage {
        rows = List.copyOf(rows);
        waves = List.copyOf(waves);
        owners = List.copyOf(owners);
        methods = List.copyOf(methods);
    }

    /** How many databases have a stage in this status. */
    public int count(Status status) {
        return states.getOrDefault(status, 0);
    }
}
