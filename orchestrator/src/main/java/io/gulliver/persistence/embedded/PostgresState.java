package io.gulliver.persistence.embedded;

import io.gulliver.persistence.Json;
import io.gulliver.persistence.StoreException;
import io.gulliver.process.ProcessMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/**
 * What {@code postgres.json} says of the embedded server.
 *
 * @param version of the program that ran last
 * @param platform that the data was made on; its files fit no other
 * @param schema newest migration that was applied, for example {@code 20261122.0000}; empty before the first
 * @param pid of the server when last started, 0 when it was stopped in order
 * @param started see {@link ProcessMark}
 * @param port it listened on, on loopback
 */
record PostgresState(String version, String platform, String schema, long pid, String started, int port) {

    ProcessMark process() {
        return new ProcessMark(pid, started);
    }

    PostgresState withSchema(String newest) {
        return new PostgresState(version, platform, newest, pid, started, port);
    }

    PostgresState stopped() {
        return new PostgresState(version, platform, schema, 0, "", port);
    }

    static Optional<PostgresState> read(Path file) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.read(Files.readString(file), PostgresState.class));
        } catch (JacksonException e) {
            throw new StoreException(
                    "The store's state file " + file + " cannot be understood: " + e.getOriginalMessage()
                            + ". It only names the PostgreSQL process of this directory: see that none runs on it, then"
                            + " remove the file.",
                    e);
        } catch (IOException e) {
            throw new StoreException("The store's state file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Replaces the file in one move, so that a crash leaves the old or the new one. */
    void write(Path file) {
        Path next = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.writeString(next, Json.write(this));
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new StoreException("The store's state file " + file + " cannot be written: " + e.getMessage(), e);
        }
    }
}
