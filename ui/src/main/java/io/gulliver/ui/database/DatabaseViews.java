package io.gulliver.ui.database;

import java.util.Optional;

/** Reads what is known of one database; its runs come from the migration store. */
public interface DatabaseViews {
    Optional<DatabaseHead> head(String program, String database);
}
