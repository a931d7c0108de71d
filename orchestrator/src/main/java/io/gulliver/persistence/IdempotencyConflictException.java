package io.gulliver.persistence;

/** The same idempotency key came again with other content. */
public final class IdempotencyConflictException extends StoreException {
    private static final long serialVersionUID = 1L;

    public IdempotencyConflictException(String message) {
        super(message);
    }
}
