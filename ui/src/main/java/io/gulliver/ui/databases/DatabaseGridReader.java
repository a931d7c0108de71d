package io.gulliver.ui.databases;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the grid of databases. Filters, sorts and cuts where the rows are: 5,000 databases stay quick. */
public interface DatabaseGridReader {
    /**
     * One chunk of rows.
     *
     * @throws io.gulliver.persistence.UnknownRowException no such program
     */
    GridPage page(String program, GridQuery query);

    /** The names of all that match, in order, from the first row on; read chunk by chunk. */
    default List<String> names(String program, GridQuery query) {
        List<String> names = new ArrayList<>();
        GridPage page;
        do {
            page = page(program, query.startingAt(names.size()));
            page.rows().forEach(row -> names.add(row.name()));
        } while (!page.rows().isEmpty() && names.size() < page.matching());
        return names;
    }

    /** One row, to be shown anew after a change. */
    Optional<DatabaseRow> row(String program, String database);
}
