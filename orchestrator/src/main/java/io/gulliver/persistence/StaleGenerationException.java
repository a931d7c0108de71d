package io.gulliver.persistence;

/** An engine of an older generation tried to write; a newer one holds the migration. */
public final class StaleGenerationException extends StoreException {
    private static final long serialVersionUID = 1L;

    public StaleGenerationException(String message) {
        super(message);
    }
}
