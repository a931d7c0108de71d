package io.gulliver.adapter.spectrumvirtualize;

import io.gulliver.adapter.http.HttpSystemException.Kind;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an answer other than 200 means: by its message code where it has one ({@link MessageCode}), else by its status.
 *
 * @param code the product's message code, or null
 * @param message what was seen, as sentences
 * @param mayHaveHappened whether the command may have been carried out all the same
 */
record Refusal(@Nullable String code, String message, String advice, Kind kind, boolean mayHaveHappened) {

    /**
     * Reads an answer.
     *
     * @param body as received; only searched for a code
     * @param quoted the beginning of the body, without secrets
     */
    static Refusal of(Command command, String user, int status, String body, String quoted) {
        String code = MessageCode.extract(body);
        String seen = "status " + status + ", " + quoted + ".";
        Optional<MessageCode> known = MessageCode.find(code);
        if (known.isPresent()) {
            MessageCode line = known.get();
            return new Refusal(code, line.meaning() + " Seen: " + seen, line.advice(), line.kind(), false);
        }
        if (code != null) {
            return new Refusal(code, seen, "Look the code up in the vendor's message list.", Kind.EXTERNAL, false);
        }
        boolean changing = command.changing();
        return switch (status) {
            case 400, 405 -> new Refusal(null, seen, "Report this with the call log.", Kind.BUG, false);
            case 401, 403 ->
                new Refusal(
                        null,
                        seen,
                        "The logon worked but the command was refused: give user " + user + " a wider role.",
                        Kind.EXTERNAL,
                        false);
            case 404 ->
                new Refusal(
                        null,
                        "the array does not know this command; " + seen,
                        "Check the array's level.",
                        Kind.EXTERNAL,
                        false);
            case 409, 429, 503 -> new Refusal(null, "the array is busy; " + seen, "Try again.", Kind.TRANSIENT, false);
            // The command line's own failures carry a code; without one something before it broke, at an unknown
            // moment.
            case 500, 502, 504 ->
                new Refusal(
                        null,
                        seen,
                        changing ? "Look whether it was done before it is repeated." : "Try again.",
                        Kind.TRANSIENT,
                        changing);
            default ->
                new Refusal(null, seen, "Check that the address is the array's REST service.", Kind.EXTERNAL, changing);
        };
    }
}
