package io.gulliver.domain.program;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;

/**
 * A migration program: an estate that moves under one policy.
 *
 * @param key 1 to 40 of lower-case letters, digits and dash; never changed
 * @param title for people
 * @param zone in which its dates are meant
 * @param policy settings as typed: thresholds, rates, windows
 * @param version counts edits from 1
 * @param changedBy who made the last edit
 * @param changedAt when
 */
public record Program(
        String key,
        String title,
        ZoneId zone,
        Map<String, Object> policy,
        long version,
        String changedBy,
        Instant changedAt) {
    /** Longest title, in characters. */
    public static final int LONGEST_TITLE = 200;

    public Program {
        if (!wellKeyed(key)) {
            throw new IllegalArgumentException("Program key '" + key
                    + "': wanted 1 to 40 of lower-case letters, digits and dash, not starting with a dash");
        }
        if (title.isBlank() || title.length() > LONGEST_TITLE) {
            throw new IllegalArgumentException("Program " + key + ": the title must have 1 to 200 characters");
        }
    }

    /** Whether a program may have this key. */
    public static boolean wellKeyed(String key) {
        return key.matches("[a-z0-9][a-z0-9-]{0,39}");
    }
}
