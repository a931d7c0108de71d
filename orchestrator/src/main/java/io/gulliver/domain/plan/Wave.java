package io.gulliver.domain.plan;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Databases whose work starts together and whose cutovers lie together.
 *
 * @param program the program's key
 * @param number 1 or more, unique in the program; pages say {@code W4}
 * @param title for people
 * @param start when its first stage may begin, or null while not planned
 * @param after numbers of waves that must have ended before this one starts
 * @param state how firm it is
 * @param version counts edits from 1
 * @param changedBy who made the last edit
 * @param changedAt when
 * @param usersOut T, the start of the outages of all its databases as people typed it, or null
 * @param goLive users in again as people typed it, from which T follows; or null
 */
public record Wave(
        String program,
        int number,
        String title,
        @Nullable Instant start,
        List<Integer> after,
        State state,
        long version,
        String changedBy,
        Instant changedAt,
        @Nullable Instant usersOut,
        @Nullable Instant goLive) {
    /** Without a date for its cutovers. */
    public Wave(
            String program,
            int number,
            String title,
            @Nullable Instant start,
            List<Integer> after,
            State state,
            long version,
            String changedBy,
            Instant changedAt) {
        this(program, number, title, start, after, state, version, changedBy, changedAt, null, null);
    }

    /** How firm a wave is. */
    public enum State {
        PROPOSED,
        /** Its dates are typed by people and never move by themselves. */
        CONFIRMED,
        CLOSED
    }

    public Wave {
        after = List.copyOf(after);
        if (number < 1) {
            throw new IllegalArgumentException("Wave " + number + ": numbers begin at 1");
        }
        if (title.isBlank() || title.length() > 200) {
            throw new IllegalArgumentException("Wave " + number + ": the title must have 1 to 200 characters");
        }
        if (after.contains(number)) {
            throw new IllegalArgumentException("Wave " + number + " cannot wait for itself");
        }
        if (usersOut != null && goLive != null) {
            throw new IllegalArgumentException(
                    "Wave " + number + ": users out or users in is typed, the other follows from the outage");
        }
    }

    /** As pages name it: {@code W4}. */
    public String key() {
        return "W" + number;
    }
}
