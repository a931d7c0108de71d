package io.gulliver.ui.databases;

import java.util.List;

/**
 * A column of the grid, after the first.
 *
 * @param sort what sorting by it means; also the key of its title
 * @param number aligned to the right
 */
record Column(GridQuery.Sort sort, boolean number) {
    static final List<Column> ALL = List.of(
            new Column(GridQuery.Sort.WAVE, false),
            new Column(GridQuery.Sort.ENVIRONMENT, false),
            new Column(GridQuery.Sort.DISCOVERY, false),
            new Column(GridQuery.Sort.SIZING, false),
            new Column(GridQuery.Sort.BUILD, false),
            new Column(GridQuery.Sort.REPLICATION, false),
            new Column(GridQuery.Sort.VALIDATION, false),
            new Column(GridQuery.Sort.CUTOVER, false),
            new Column(GridQuery.Sort.SLIP, true),
            new Column(GridQuery.Sort.RISK, true),
            new Column(GridQuery.Sort.METHOD, false),
            new Column(GridQuery.Sort.OUTAGE, true),
            new Column(GridQuery.Sort.WINDOW, true),
            new Column(GridQuery.Sort.SIZE, true),
            new Column(GridQuery.Sort.VERSION, false),
            new Column(GridQuery.Sort.OWNER, false));
}
