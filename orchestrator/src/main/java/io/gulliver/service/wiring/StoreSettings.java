package io.gulliver.service.wiring;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where the store is, and which engine carries its migrations, as the operator sets it.
 *
 * @param directory the data directory
 * @param url of a PostgreSQL, or null to run one as a child in the data directory
 * @param user of it, or null
 * @param password reference to the user's password, or null
 * @param program directory of a PostgreSQL for the child, or null for the one of this build
 * @param port of the child, 0 for any free one
 * @param startLimit how long the child may take to answer
 * @param leastFree below so many free bytes of the directory's file system no new step starts; 0 for no limit
 * @param engine address of an engine that is no child of this process, or null
 * @param recover whether a person said that the engine before this one is dead
 */
public record StoreSettings(
        Path directory,
        @Nullable String url,
        @Nullable String user,
        @Nullable String password,
        @Nullable Path program,
        int port,
        Duration startLimit,
        long leastFree,
        @Nullable String engine,
        boolean recover) {}
