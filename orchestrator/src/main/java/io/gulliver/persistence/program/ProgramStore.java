package io.gulliver.persistence.program;

import io.gulliver.domain.program.Program;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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

    /** All programs that are not archived, by key. */
    List<Program> atWork();

    /** When and by whom a program was archived; empty while it is at work. */
    Optional<Archived> archived(String key);

    /** Keys of archived programs. */
    Set<String> archived();

    /**
     * Puts a program aside: lists no longer show it, no run of it starts, and it can be deleted. The same again changes
     * nothing.
     *
     * @throws io.gulliver.persistence.RefusedException a run of it is open
     */
    void archive(String key, String by);

    /** Takes an archived program up again; of one that is at work nothing changes. */
    void restore(String key, String by);

    /**
     * Deletes an archived program with everything that is its own: databases, facts, evidence, runs, plan and risks. The
     * audit record stays, and says who did it.
     *
     * @throws io.gulliver.persistence.RefusedException it is not archived, or a run is open
     */
    void delete(String key, String reason, String by);

    /**
     * A program put aside.
     *
     * @param at when
     * @param by who did it
     */
    record Archived(Instant at, String by) {}
}
