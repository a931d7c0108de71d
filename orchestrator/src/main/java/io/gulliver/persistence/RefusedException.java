package io.gulliver.persistence;

import io.gulliver.domain.people.RuleViolation;
import java.util.Optional;

/** A person may not do this: the role or a second person is missing, the moment has passed, or the words are wrong. */
public class RefusedException extends StoreException {
    private static final long serialVersionUID = 1L;

    private final RuleViolation.Kind kind;

    public RefusedException(RuleViolation violation) {
        this(violation.kind(), violation.message());
    }

    public RefusedException(RuleViolation.Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** @throws RefusedException when a rule is violated */
    public static void throwIf(Optional<RuleViolation> violation) {
        if (violation.isPresent()) {
            throw new RefusedException(violation.get());
        }
    }

    public RuleViolation.Kind kind() {
        return kind;
    }
}
