package io.gulliver.contract.notice;

/** A word that did not arrive. */
public final class MessengerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean forEver;

    /** @param forEver whether the same, sent again, would be refused again */
    public MessengerException(String message, boolean forEver, Throwable cause) {
        super(message, cause);
        this.forEver = forEver;
    }

    /** Whether the same, sent again, would be refused again. */
    public boolean forEver() {
        return forEver;
    }
}
