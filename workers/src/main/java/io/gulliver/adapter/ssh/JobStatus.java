package io.gulliver.adapter.ssh;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a host says of one job.
 *
 * @param jobId the job's name on the host
 * @param state where it stands
 * @param exitCode 0 to 255 when EXITED (128 + signal number for a job ended by a signal), else null
 * @param generation generation on record at the host, or null when ABSENT
 * @param claimed host time when its files were complete, or null
 * @param started host time when its process began, to the second, or null
 * @param ended host time when it ended, to the second, or null
 */
public record JobStatus(
        String jobId,
        JobState state,
        @Nullable Integer exitCode,
        @Nullable Long generation,
        @Nullable Instant claimed,
        @Nullable Instant started,
        @Nullable Instant ended) {

    private static final String MARK = "gulliver-job/1 ";

    /** EXITED with code 0. */
    public boolean succeeded() {
        return state == JobState.EXITED && exitCode != null && exitCode == 0;
    }

    /** Finds the wrapper's line; a login script may have printed before it. Null when there is none. */
    static @Nullable JobStatus parse(String jobId, String output) {
        int from = output.lastIndexOf(MARK);
        if (from < 0) {
            return null;
        }
        String line = output.substring(from + MARK.length()).lines().findFirst().orElse("");
        Map<String, String> words = new HashMap<>();
        for (String word : line.split(" ")) {
            int equals = word.indexOf('=');
            if (equals > 0 && equals < word.length() - 1) {
                words.put(word.substring(0, equals), word.substring(equals + 1));
            }
        }
        try {
            String code = words.get("code");
            String generation = words.get("generation");
            return new JobStatus(
                    jobId,
                    JobState.valueOf(words.getOrDefault("state", "")),
                    code == null ? null : Integer.valueOf(code),
                    generation == null ? null : Long.valueOf(generation),
                    instant(words.get("claimed")),
                    instant(words.get("started")),
                    instant(words.get("ended")));
        } catch (IllegalArgumentException unreadable) {
            return null;
        }
    }

    private static @Nullable Instant instant(@Nullable String epochSeconds) {
        return epochSeconds == null ? null : Instant.ofEpochSecond(Long.parseLong(epochSeconds));
    }
}
