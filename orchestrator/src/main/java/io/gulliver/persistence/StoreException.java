package io.gulliver.persistence;

import org.jspecify.annotations.Nullable;

/** A store refused, with a reason that a person can act on; its subclasses say which rule was broken. */
public class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StoreException(String message) {
        super(message);
    }

    public StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
