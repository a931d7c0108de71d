package io.gulliver.ui.database;

import java.util.Optional;

/** Reads what is known of one database; its runs come from the migration store. */
public interface DatabaseViews {
    Optional<DatabaseHead> head(String program, String database);

    /**
     * What is built once for several databases and has runs of its own, a server for example.
     *
     * @param name as its runs name it, {@code kind:name}
     */
    Optional<DatabaseHead> shared(String program, String name);
}
