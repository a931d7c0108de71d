package io.gulliver.persistence;

/** The database already has a running migration of this purpose. */
public final class AlreadyRunningException extends StoreException {
    private static final long serialVersionUID = 1L;

    public AlreadyRunningException(String message) {
        super(message);
    }
}
