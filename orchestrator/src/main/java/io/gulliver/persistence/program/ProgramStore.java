package io.gulliver.persistence.program;

import io.gulliver.domain.program.Program;
import io.gulliver.persistence.view.ProgramReader;
import java.time.ZoneId;
import java.util.Map;

/** Programs and their policy. */
public interface ProgramStore extends ProgramReader {
    /**
     * Makes a program; the same call again answers the same row.
     *
     * @throws io.gulliver.persistence.IdempotencyConflictException when the key exists with another title or zone
     */
    Program create(String key, String title, ZoneId zone, Map<String, Object> policy, String by);

    /**
     * Changes title, zone and policy when nobody else did since.
     *
     * @param version the version that was edited
     * @throws io.gulliver.persistence.StaleVersionException naming who changed it and when
     */
    Program update(String key, long version, String title, ZoneId zone, Map<String, Object> policy, String by);

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
}
