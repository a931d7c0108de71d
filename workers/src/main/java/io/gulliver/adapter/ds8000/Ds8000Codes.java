package io.gulliver.adapter.ds8000;

import io.gulliver.adapter.ds8000.Ds8000Exception.Meaning;
import io.gulliver.adapter.http.HttpSystemException.Kind;
import java.util.Set;

/**
 * What an answer means that is not good. Only codes that a public client names decide; where no source tells a code, the HTTP status
 * does, and a refusal stays a refusal in the product's own words.
 */
final class Ds8000Codes {
    /** Token expired or unknown. A new one, and one repeat: nothing was done. */
    private static final Set<String> TOKEN = Set.of("BE7A001A", "BE7A001B");

    /** Bad user or password, expired, locked and the like. */
    private static final Set<String> LOGON =
            Set.of("BE7A0027", "BE7A0028", "BE7A0029", "BE7A002A", "BE7A002B", "BE7A002C", "BE7A002D");

    /** An LSS is full; all of them are, which older levels say of one too. */
    private static final Set<String> LSS_FULL = Set.of("BE7A0031", "BE7A0032");

    /**
     * One line of the table.
     *
     * @param uncertain whether a change may have been carried out all the same
     */
    record Line(Meaning meaning, Kind kind, boolean uncertain, String advice) {}

    private Ds8000Codes() {}

    static boolean tokenEnded(int status, String code) {
        return status == 401 && !LOGON.contains(code) || TOKEN.contains(code);
    }

    /**
     * Reads an answer that is not good.
     *
     * @param envelope whether it has the product's own shape
     * @param serverStatus {@code failed} or {@code timeout}; empty without an envelope
     */
    static Line line(int status, boolean envelope, String serverStatus, String code) {
        if (serverStatus.equals("timeout")) {
            return new Line(Meaning.UNCERTAIN, Kind.TRANSIENT, true, "Look whether it was done before it is repeated.");
        }
        if (LOGON.contains(code)) {
            return new Line(
                    Meaning.LOGON, Kind.EXTERNAL, false, "Check user and password, and whether the user is locked.");
        }
        if (LSS_FULL.contains(code)) {
            return new Line(
                    Meaning.LSS_FULL, Kind.CAPACITY, false, "Name other LSS for us in the landscape, or free ids.");
        }
        return switch (status) {
            case 401, 403 -> new Line(Meaning.LOGON, Kind.EXTERNAL, false, "Give the user a role that may do this.");
            case 404 ->
                envelope ? new Line(Meaning.ABSENT, Kind.CONFLICT, false, "Look who removed it.") : elsewhere(false);
            case 301, 302, 307, 308 ->
                new Line(
                        Meaning.REFUSED,
                        Kind.EXTERNAL,
                        false,
                        "It sends callers elsewhere: put that address into the landscape.");
            case 409, 423, 429, 503 -> new Line(Meaning.BUSY, Kind.TRANSIENT, false, "Try again.");
            case 500, 502, 504, 408 ->
                new Line(Meaning.UNCERTAIN, Kind.TRANSIENT, true, "Look whether it was done before it is repeated.");
            default ->
                envelope
                        ? new Line(
                                Meaning.REFUSED,
                                Kind.EXTERNAL,
                                false,
                                "Look the code up in the vendor's message list, and ask the storage team.")
                        : elsewhere(true);
        };
    }

    private static Line elsewhere(boolean uncertain) {
        return new Line(
                Meaning.REFUSED,
                Kind.EXTERNAL,
                uncertain,
                "Check that the address is a storage HMC's REST service (port " + Ds8000Properties.USUAL_PORT + ").");
    }
}
