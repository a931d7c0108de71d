package io.gulliver.domain.estate;

import java.time.Instant;

/**
 * A database that is to cross, as the store keeps it.
 *
 * @param program the program's key
 * @param profile what people say of it
 * @param version counts edits from 1
 * @param changedBy who made the last edit
 * @param changedAt when
 */
public record SourceDatabase(
        String program, DatabaseProfile profile, long version, String changedBy, Instant changedAt) {
    /** Its name, unique in the program. */
    public String name() {
        return profile.database();
    }
}
