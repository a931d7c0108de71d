package io.gulliver.persistence;

/** A person may not say this: the role is missing, a second person is needed, or the moment has passed. */
public class RefusedException extends StoreException {
    private static final long serialVersionUID = 1L;

    public RefusedException(String message) {
        super(message);
    }
}
