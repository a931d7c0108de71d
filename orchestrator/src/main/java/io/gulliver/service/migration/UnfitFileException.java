package io.gulliver.service.migration;

import java.util.List;

/** Files that are not kept. */
public final class UnfitFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What is wrong. */
    public enum Why {
        EMPTY,
        /** Larger than what is left of {@link AttachedFiles#LARGEST}. */
        LARGE,
        /** Neither a text nor a PNG, JPEG or PDF. */
        KIND,
        /** More than {@link AttachedFiles#MOST}. */
        MANY
    }

    private final transient List<Why> why;

    public UnfitFileException(List<Why> why) {
        super("The files are not kept: " + why);
        this.why = List.copyOf(why);
    }

    /** What is wrong, once for each file. */
    public List<Why> why() {
        return why;
    }
}
