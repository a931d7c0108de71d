package io.gulliver.ui.problem;

import java.util.function.Supplier;

/** What was sent has a form that the thing it should become refuses; the message says which is wanted. */
public final class UnfitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private UnfitException(IllegalArgumentException refusal) {
        super(refusal.getMessage(), refusal);
    }

    /**
     * Makes something of what a caller sent.
     *
     * @throws UnfitException 422 when its constructor or parser refuses it
     */
    public static <T> T made(Supplier<T> of) {
        try {
            return of.get();
        } catch (IllegalArgumentException refusal) {
            throw new UnfitException(refusal);
        }
    }
}
