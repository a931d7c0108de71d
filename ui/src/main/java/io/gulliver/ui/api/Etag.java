package io.gulliver.ui.api;

import io.gulliver.ui.problem.Refusal;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** The version of something that people edit, as the ETag and If-Match headers carry it. */
final class Etag {
    private Etag() {}

    static String of(long version) {
        return "\"" + version + "\"";
    }

    /**
     * The version that the caller read.
     *
     * @throws Refusal 428 without the header, 400 when it is not one of ours
     */
    static long required(@Nullable String ifMatch) {
        if (ifMatch == null || ifMatch.isBlank()) {
            throw Refusal.precondition(HttpStatus.PRECONDITION_REQUIRED, "problem.ifmatch");
        }
        String text = ifMatch.strip().replaceAll("^\"|\"$", "");
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException foreign) {
            throw Refusal.bad("problem.etag", ifMatch);
        }
    }
}
