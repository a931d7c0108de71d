package io.gulliver.persistence;

/** What was sent is larger than is taken; nothing of it was kept. */
public final class TooLargeException extends RefusedException {
    private static final long serialVersionUID = 1L;

    public TooLargeException(String message) {
        super(Kind.NOT_SO, message);
    }
}
