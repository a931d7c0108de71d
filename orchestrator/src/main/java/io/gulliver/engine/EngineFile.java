package io.gulliver.engine;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.gulliver.process.ProcessMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * What {@code engine.json} in the data directory says of the embedded engine.
 *
 * @param version of the Temporal program that laid the data file
 * @param sha256 of that program
 * @param pid of the server when last started
 * @param started see {@link ProcessMark}
 * @param port it listened on, on loopback
 * @param clusterId the identity that lives in its data file; empty until it first answered
 */
@JsonIgnoreProperties(ignoreUnknown = true)
record EngineFile(String version, String sha256, long pid, String started, int port, String clusterId) {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    ProcessMark process() {
        return new ProcessMark(pid, started);
    }

    EngineFile withClusterId(String id) {
        return new EngineFile(version, sha256, pid, started, port, id);
    }

    static Optional<EngineFile> read(Path file) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(JSON.readValue(Files.readString(file), EngineFile.class));
        } catch (JsonProcessingException e) {
            throw new EngineException(
                    "Engine file " + file + " cannot be understood: " + e.getOriginalMessage()
                            + ". It names the Temporal process of this data directory: stop that process, then remove"
                            + " the file.",
                    e);
        } catch (IOException e) {
            throw new EngineException("Engine file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Replaces the file in one move, so that a crash leaves the old or the new one. */
    void write(Path file) {
        Path next = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.writeString(next, JSON.writeValueAsString(this));
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new EngineException("Engine file " + file + " cannot be written: " + e.getMessage(), e);
        }
    }
}
