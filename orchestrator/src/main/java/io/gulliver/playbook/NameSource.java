package io.gulliver.playbook;

import io.gulliver.domain.landscape.ArrayRules;
import io.gulliver.domain.migration.StepKey;
import java.util.Optional;

/**
 * Gives names before acts. The store behind it keeps (system, kind, step key) → name under a unique constraint, and
 * answers the same name for the same key for ever.
 */
@FunctionalInterface
public interface NameSource {
    /**
     * The name for this step.
     *
     * @param system kind of system in which the name is unique
     * @param kind the action's input that takes the name; a step may have several names in one system
     * @param step the step or item
     * @param proposal the template with its references filled in; the store makes it unique
     * @param maxLength longest name that the system takes
     * @param pattern regular expression that the whole name matches
     * @throws Unavailable when no such name can be given; any other exception is the store's trouble
     */
    String allocate(String system, String kind, StepKey step, String proposal, int maxLength, String pattern)
            throws Unavailable;

    /**
     * What holds for names on the very system that a step works on, in place of the action's rule.
     *
     * @param system name in the landscape
     * @param kind of object, as the action says what it makes
     */
    default Optional<ArrayRules.Naming> namingOn(String system, String kind) {
        return Optional.empty();
    }

    /** No name can be given; the message says why, and what to do. */
    final class Unavailable extends Exception {
        private static final long serialVersionUID = 1L;

        public Unavailable(String message) {
            super(message);
        }
    }
}
