package io.gulliver.adapter.http;

import java.time.Duration;

/**
 * Hears of every request on the wire (a repeat after a new log-on is a second one), on the caller's thread, after the
 * answer or its absence. An exception from here is logged and does not disturb the call: the other side has already acted.
 */
@FunctionalInterface
public interface CallLog {

    /**
     * One request and what came of it; all texts are already free of secrets.
     *
     * @param system the system's name in the landscape
     * @param operation the client's word, for example {@code create-partition} or {@code mkvolume}
     * @param request method and path, for example {@code POST /api/partitions/1ac9/operations/start}
     * @param requestBody as sent; empty for none
     * @param status the HTTP status, or 0 when there was no answer
     * @param response the beginning of the answer, or what prevented one
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

    /** Takes note of one request; must not wait. */
    void called(Call call);

    /** Keeps nothing. */
    static CallLog none() {
        return call -> {};
    }
}
