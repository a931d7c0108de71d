package io.gulliver.persistence;

import java.time.Duration;

/** As many requests of this kind are at work as there may be; the same one succeeds later. */
public final class BusyException extends StoreException {
    private static final long serialVersionUID = 1L;

    private final Duration retryAfter;

    public BusyException(String message, Duration retryAfter) {
        super(message);
        this.retryAfter = retryAfter;
    }

    /** When it is worth trying again. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
