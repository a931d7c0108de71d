package io.gulliver.adapter.spectrumvirtualize;

import java.time.Duration;

/**
 * Hears of every call that went to an array, so that a person can later see what was said and answered.
 *
 * <p>Called once per request on the wire (a repeat after a new logon is a second call), on the caller's thread, after the answer or
 * its absence. An exception from here is logged and does not disturb the call: the array has already acted.
 */
@FunctionalInterface
public interface CallLog {

    void record(Call call);

    /** Keeps nothing. */
    static CallLog none() {
        return call -> {};
    }

    /**
     * One request and what came of it. Password and token are already replaced by {@code ***}, wherever they stood.
     *
     * @param system name of the array in our landscape
     * @param operation the product's command, for example {@code mkvolume}
     * @param method always {@code POST}
     * @param path path without the address
     * @param request body as sent
     * @param status HTTP status; 0 when no answer arrived
     * @param responseExcerpt beginning of the answer, or what prevented one
     * @param duration from sending to the last byte of the answer
     */
    record Call(
            String system,
            String operation,
            String method,
            String path,
            String request,
            int status,
            String responseExcerpt,
            Duration duration) {}
}
