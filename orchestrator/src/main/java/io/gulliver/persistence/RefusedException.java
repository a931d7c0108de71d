package io.gulliver.persistence;

/** A person may not say this: the role or a second person is missing, the moment has passed, or the words are wrong. */
public class RefusedException extends StoreException {
    private static final long serialVersionUID = 1L;

    /** What it would take. */
    public enum Kind {
        /** Another person. */
        NOT_YOU,
        /** Another moment: what was spoken to has ended, or somebody else holds it. */
        NOT_NOW,
        /** Other words: something is missing in what was said, or does not fit. */
        NOT_SO
    }

    private final Kind kind;

    public RefusedException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
