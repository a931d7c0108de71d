package io.gulliver.service.planning;

import io.gulliver.persistence.StoreException;

/** The plan, or what an edit makes of it, is not what the person saw in the preview. */
public final class StalePreviewException extends StoreException {
    private static final long serialVersionUID = 1L;
    private final long last;

    /** @param seen version of the preview */
    public StalePreviewException(String seen) {
        super("The plan changed since the preview. Look at the preview again, then save.");
        String number = seen.replaceFirst("-.*", "");
        this.last = number.matches("[0-9]{1,18}") ? Long.parseLong(number) : Long.MAX_VALUE;
    }

    /** The last edit of the plan when it was previewed. */
    public long last() {
        return last;
    }
}
