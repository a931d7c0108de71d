package io.gulliver.domain.people;

/**
 * Why a person may not do this.
 *
 * @param kind what it would take
 * @param message what, why, and what to do instead
 */
public record RuleViolation(Kind kind, String message) {
    /** What it would take. */
    public enum Kind {
        /** Another person. */
        NOT_YOU,
        /** Another moment: what was spoken to has ended, or somebody else holds it. */
        NOT_NOW,
        /** Other words: something is missing in what was said, or does not fit. */
        NOT_SO
    }

    public static RuleViolation notYou(String message) {
        return new RuleViolation(Kind.NOT_YOU, message);
    }

    public static RuleViolation notNow(String message) {
        return new RuleViolation(Kind.NOT_NOW, message);
    }

    public static RuleViolation notSo(String message) {
        return new RuleViolation(Kind.NOT_SO, message);
    }
}
