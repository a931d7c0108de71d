package io.gulliver.contract.activity;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a log-on to an outside system showed.
 *
 * @param good whether it was let in and answered
 * @param code a name of {@link FailureCode}, or null when good
 * @param message what was seen; no secret
 * @param advice what to do, or null
 * @param rooms what it has, where that was asked for; null else
 */
public record CheckedSystem(
        boolean good,
        @Nullable String code,
        String message,
        @Nullable String advice,
        @Nullable List<SystemRoom> rooms) {
    public CheckedSystem {
        rooms = rooms == null ? null : List.copyOf(rooms);
    }

    /** It works. */
    public static CheckedSystem good(String message) {
        return new CheckedSystem(true, null, message, null, null);
    }

    /** The same with what it has. */
    public CheckedSystem having(List<SystemRoom> has) {
        return new CheckedSystem(good, code, message, advice, has);
    }

    /** It does not, in the words in which a step would say it. */
    public static CheckedSystem bad(StepFailure failure) {
        return new CheckedSystem(false, failure.code(), failure.message(), failure.advice(), null);
    }
}
