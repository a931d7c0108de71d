package io.gulliver.service.migration;

/** A file that is not kept. */
public final class UnfitFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What is wrong with it. */
    public enum Why {
        EMPTY,
        /** Larger than what is left of {@link AttachedFile#LARGEST}. */
        LARGE,
        /** Neither a text nor a PNG, JPEG or PDF. */
        KIND
    }

    private final Why why;

    public UnfitFileException(Why why) {
        super("The file is not kept: " + why);
        this.why = why;
    }

    public Why why() {
        return why;
    }
}
