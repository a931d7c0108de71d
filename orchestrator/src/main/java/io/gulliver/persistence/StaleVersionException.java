package io.gulliver.persistence;

/** Someone else changed the row since it was read; carries the version that is stored now. */
public final class StaleVersionException extends StoreException {
    private static final long serialVersionUID = 1L;
    private final long stored;

    public StaleVersionException(String message, long stored) {
        super(message);
        this.stored = stored;
    }

    /** The version in the store now. */
    public long stored() {
        return stored;
    }
}
