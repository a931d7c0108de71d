package io.gulliver.adapter.http;

import org.jspecify.annotations.Nullable;

/**
 * A system spoken to over HTTPS said no, or could not be asked.
 *
 * <p>Carries what a person needs (system, operation, message, advice) and what a caller decides by: the kind, and whether
 * the work may have been done although the answer says otherwise. Never carries a secret.
 */
public abstract class HttpSystemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Stands for "no HTTP status": no answer arrived, or nothing was sent. */
    public static final int NO_STATUS = 0;

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
        /** Their side has to change something: rights, passwords, certificates, hardware. */
        EXTERNAL,
        /** A mistake in Gulliver, or a level of the product that it does not know. */
        BUG
    }

    private final String system;
    private final String operation;
    private final int httpStatus;
    private final String advice;
    private final Kind kind;
    private final boolean mayHaveHappened;

    /** The message is the whole one, and ends with the advice. */
    protected HttpSystemException(
            String message,
            String system,
            String operation,
            int httpStatus,
            String advice,
            Kind kind,
            boolean mayHaveHappened,
            @Nullable Throwable cause) {
        super(message, cause);
        this.system = system;
        this.operation = operation;
        this.httpStatus = httpStatus;
        this.advice = advice;
        this.kind = kind;
        this.mayHaveHappened = mayHaveHappened;
    }

    /** The system's name in the landscape. */
    public String system() {
        return system;
    }

    /** What was tried, in the client's own word, for example {@code create-partition} or {@code lsvdisk/ENS_DB01}. */
    public String operation() {
        return operation;
    }

    /** The HTTP status, or {@link #NO_STATUS}. */
    public int httpStatus() {
        return httpStatus;
    }

    /** What to do next, one or two sentences for a person. */
    public String advice() {
        return advice;
    }

    /** Who acts. */
    public Kind kind() {
        return kind;
    }

    /** Whether the work may have been done although no good answer came: look before anything is repeated. */
    public boolean mayHaveHappened() {
        return mayHaveHappened;
    }
}
