package io.gulliver.persistence;

import io.gulliver.domain.people.RuleViolation;

/** What was sent is larger than is taken; nothing of it was kept. */
public final class TooLargeException extends RefusedException {
    private static final long serialVersionUID = 1L;

    public TooLargeException(String message) {
        super(RuleViolation.Kind.NOT_SO, message);
    }
}
