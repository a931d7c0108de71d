package io.gulliver.adapter.hmc;

import java.time.Duration;

/** Hears of every call to an HMC, after it ended; all texts are already free of secrets. */
@FunctionalInterface
public interface CallLog {

    /**
     * One call.
     *
     * @param system the system's name in the landscape
     * @param operation the client's word, for example {@code create-partition}
     * @param request method and path, for example {@code POST /api/partitions/1ac9/operations/start}
     * @param requestBody secrets blanked by value and by name; empty for none
     * @param status the HTTP status, or 0 when there was no answer
     * @param response the beginning of the answer, or what went wrong on the line; secrets blanked
     * @param duration from sending to the answer's last byte
     */
    record Call(
            String system,
            String operation,
            String request,
            String requestBody,
            int status,
            String response,
            Duration duration) {}

    /** Must not throw and must not wait. */
    void called(Call call);

    /** For a caller that keeps its own record. */
    static CallLog none() {
        return call -> {};
    }
}
