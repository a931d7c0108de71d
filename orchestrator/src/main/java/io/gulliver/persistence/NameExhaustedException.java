package io.gulliver.persistence;

/** No proposed name was free. */
public final class NameExhaustedException extends StoreException {
    private static final long serialVersionUID = 1L;

    public NameExhaustedException(String message) {
        super(message);
    }
}
