package io.gulliver.adapter.notify;

/** A mail or call that did not arrive. */
public final class DeliveryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean forEver;

    /** @param forEver whether the same, sent again, would be refused again */
    DeliveryException(String message, boolean forEver, Throwable cause) {
        super(message, cause);
        this.forEver = forEver;
    }

    /** Whether the same, sent again, would be refused again. */
    public boolean forEver() {
        return forEver;
    }
}
