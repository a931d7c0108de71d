package io.gulliver.ui.databases;

import java.util.Optional;

/** Reads the grid of databases. Filters, sorts and cuts where the rows are: 5,000 databases stay quick. */
public interface DatabaseGridReader {
    /**
     * One chunk of rows.
     *
     * @throws io.gulliver.persistence.UnknownRowException no such program
     */
    GridPage page(String program, GridQuery query);

    /** One row, to be shown anew after a change. */
    Optional<DatabaseRow> row(String program, String database);
}
