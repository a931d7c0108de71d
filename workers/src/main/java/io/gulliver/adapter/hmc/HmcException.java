package io.gulliver.adapter.hmc;

/**
 * An HMC said no, or could not be asked.
 *
 * <p>Carries what a person needs (system, operation, message, advice) and what a caller decides by: the kind, and whether
 * the work may have been done although the answer says otherwise. Never carries a secret.
 */
public final class HmcException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What kind of failure this is, and so who acts. */
    public enum Kind {
        /** Our request is wrong; repeating does not help. */
        REQUEST,
        /** The object is not as we thought; look again, then decide. */
        CONFLICT,
        /** Passing; look whether the work was done, then repeat after a pause. */
        TRANSIENT,
        /** Something has run out; wait or ask for more. */
        CAPACITY,
        /** Their side has to change something: rights, passwords, certificates. */
        EXTERNAL,
        /** A mistake in Gulliver. */
        BUG
    }

    /** Stands for "no HTTP status": there was no answer. */
    public static final int NO_STATUS = 0;

    /** Stands for "no reason": the answer was not the HMC's own error body. */
    public static final int NO_REASON = -1;

    private final String system;
    private final String operation;
    private final int httpStatus;
    private final int reason;
    private final String advice;
    private final Kind kind;
    private final boolean mayHaveHappened;

    HmcException(
            String system,
            String operation,
            int httpStatus,
            int reason,
            String message,
            String advice,
            Kind kind,
            boolean mayHaveHappened) {
        super("HMC " + system + ": " + operation + " failed"
                + (httpStatus == NO_STATUS ? "" : " with " + code(httpStatus, reason)) + ": " + message + ". "
                + advice);
        this.system = system;
        this.operation = operation;
        this.httpStatus = httpStatus;
        this.reason = reason;
        this.advice = advice;
        this.kind = kind;
        this.mayHaveHappened = mayHaveHappened;
    }

    /** A partition has our name and somebody else's description. */
    static HmcException notOurs(String system, String name, String description) {
        return new HmcException(
                system,
                "create-partition",
                NO_STATUS,
                NO_REASON,
                "partition " + name + " exists and is not ours: its description is \"" + description + "\"",
                "Choose another name, or have the other partition removed",
                Kind.CONFLICT,
                false);
    }

    private static String code(int httpStatus, int reason) {
        return reason == NO_REASON ? "HTTP " + httpStatus : httpStatus + "." + reason;
    }

    /** The system's name in the landscape. */
    public String system() {
        return system;
    }

    /** What was tried, in the client's own word, for example {@code create-partition}. */
    public String operation() {
        return operation;
    }

    /** The HTTP status, or {@link #NO_STATUS}. */
    public int httpStatus() {
        return httpStatus;
    }

    /** The HMC's reason number, or {@link #NO_REASON}. */
    public int reason() {
        return reason;
    }

    /** Whether this is the answer {@code httpStatus.reason}. */
    public boolean is(int httpStatus, int reason) {
        return this.httpStatus == httpStatus && this.reason == reason;
    }

    /** What to do next, one or two sentences for a person. */
    public String advice() {
        return advice;
    }

    /** Who acts. */
    public Kind kind() {
        return kind;
    }

    /** Whether the work may have been done: look before anything is repeated. */
    public boolean mayHaveHappened() {
        return mayHaveHappened;
    }
}
