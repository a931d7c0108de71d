package io.gulliver.persistence.program;

import io.gulliver.domain.program.Program;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Programs and their policy. */
public interface ProgramStore {
    /**
     * Makes a program; the same call again answers the same row.
     *
     * @throws io.gulliver.persistence.IdempotencyConflictException when the key exists with another title or zone
     */
    Program create(String key, String title, ZoneId zone, Map<String, Object> policy, String by);

    Optional<Program> find(String key);

    /** @throws io.gulliver.persistence.UnknownRowException when there is none */
    Program require(String key);

    /** All programs by key. */
    List<Program> list();

    /**
     * Changes title, zone and policy when nobody else did since.
     *
     * @param version the version that was edited
     * @throws io.gulliver.persistence.StaleVersionException naming who changed it and when
     */
    Program update(String key, long version, String title, ZoneId zone, Map<String, Object> policy, String by);
}
