package io.gulliver.persistence;

/** A workflow task that the engine has given out again tried to write; the later one writes what happens. */
public final class LostTaskException extends StoreException {
    private static final long serialVersionUID = 1L;

    public LostTaskException(String message) {
        super(message);
    }
}
