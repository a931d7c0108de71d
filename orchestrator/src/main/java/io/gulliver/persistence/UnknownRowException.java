package io.gulliver.persistence;

/** The row asked for does not exist. */
public final class UnknownRowException extends StoreException {
    private static final long serialVersionUID = 1L;

    public UnknownRowException(String message) {
        super(message);
    }
}
