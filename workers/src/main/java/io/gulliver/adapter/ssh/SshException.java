package io.gulliver.adapter.ssh;

import org.jspecify.annotations.Nullable;

/**
 * Something on the way to a host, or on the host, did not go as asked; says which host, what was tried and what to do.
 *
 * <p>The message is made of {@code host}, {@code operation}, what was seen, and {@code advice}. It never holds a
 * secret.
 */
public final class SshException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What sort of failure it is, which decides whether trying again can help. */
    public enum Kind {
        /** The network or the host's SSH server; trying again is reasonable. What was sent may have taken effect. */
        TRANSIENT,
        /** The host refused the login; a person has to mend the key, the password or the account. */
        AUTH,
        /** The host showed another key than the pinned one, or there is no pin; a person has to decide. */
        HOST_KEY,
        /** The host answered, but cannot do it (missing program, missing file, no rights, bad request). */
        REMOTE,
        /** No answer in time. What was sent may have taken effect: look at the job before doing anything again. */
        TIMEOUT,
        /** The job's name is taken by other content, by a newer generation, or by a job still running. Look again. */
        CONFLICT,
        /** No space (or quota) on the host. Nothing was started. */
        CAPACITY
    }

    private final String host;
    private final String operation;
    private final Kind kind;
    private final String advice;

    /** Joins the parts to one message; {@code seen} is one clause without a full stop. */
    public SshException(
            String host, String operation, Kind kind, String seen, String advice, @Nullable Throwable cause) {
        super("Host " + host + ", " + operation + ": " + seen + ". " + advice, cause);
        this.host = host;
        this.operation = operation;
        this.kind = kind;
        this.advice = advice;
    }

    /** The host's name as the settings spell it. */
    public String host() {
        return host;
    }

    /** What was tried, in plain words: {@code connect}, {@code start job restore-1}. */
    public String operation() {
        return operation;
    }

    /** The sort of failure. */
    public Kind kind() {
        return kind;
    }

    /** What a person can do about it, as a sentence. */
    public String advice() {
        return advice;
    }
}
