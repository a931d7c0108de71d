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
record ArrayRefusal(@Nullable String code, String message, String advice, Kind kind, boolean mayHaveHappened) {

    /**
     * Reads an answer to a command.
     *
     * @param body as received; only searched for a code
     * @param quoted the beginning of the body, without secrets
     */
    static ArrayRefusal of(ArrayCommand command, String user, int status, String body, String quoted) {
        String code = MessageCode.extract(body);
        String seen = "status " + status + ", " + quoted + ".";
        Optional<MessageCode> known = MessageCode.find(code);
        if (known.isPresent()) {
            MessageCode line = known.get();
            return new ArrayRefusal(code, line.meaning() + " Seen: " + seen, line.advice(), line.kind(), false);
        }
        if (code != null) {
            return theirs(code, seen, "Look the code up in the vendor's message list.");
        }
        boolean changing = command.changing();
        return switch (status) {
            case 400, 405 -> new ArrayRefusal(null, seen, "Report this with the call log.", Kind.BUG, false);
            case 401, 403 ->
                theirs(
                        null,
                        seen,
                        "The logon worked but the command was refused: give user " + user + " a wider role.");
            case 404 -> theirs(null, "the array does not know this command; " + seen, "Check the array's level.");
            case 409, 429, 503 ->
                new ArrayRefusal(null, "the array is busy; " + seen, "Try again.", Kind.TRANSIENT, false);
            // The command line's own failures carry a code; without one something before it broke, at an unknown
            // moment.
            case 500, 502, 504 ->
                new ArrayRefusal(
                        null,
                        seen,
                        changing ? "Look whether it was done before it is repeated." : "Try again.",
                        Kind.TRANSIENT,
                        changing);
            default ->
                new ArrayRefusal(
                        null, seen, "Check that the address is the array's REST service.", Kind.EXTERNAL, changing);
        };
    }

    /** Reads an answer to a log-on that brought no token. */
    static ArrayRefusal ofLogon(
            ArrayCommand logon, SpectrumVirtualizeProperties array, int status, String body, String quoted) {
        String code = MessageCode.extract(body);
        if (status == 401 || status == 403 || MessageCode.CMMVC7017E.name().equals(code)) {
            return theirs(
                    code,
                    "the logon of user " + array.user() + " was refused.",
                    "Check user, password (" + array.passwordReference() + ") and whether the user is locked.");
        }
        return switch (status) {
            case 200 ->
                theirs(
                        null,
                        "the logon was answered without a token.",
                        "Check that the address is the array's REST service (port 7443).");
            case 404 ->
                theirs(
                        null,
                        "there is no REST service under /rest/v1 or /rest.",
                        "Check the address (port 7443) and the array's level.");
            default -> of(logon, array.user(), status, body, quoted);
        };
    }

    private static ArrayRefusal theirs(@Nullable String code, String message, String advice) {
        return new ArrayRefusal(code, message, advice, Kind.EXTERNAL, false);
    }
}
