package io.gulliver.contract.activity;

import java.util.Optional;

/**
 * Writes down what a person would do in place of a step: commands, statements and files, in order, with what to look at before and
 * after. Goes nowhere where the action allows it, and changes nothing.
 */
@FunctionalInterface
public interface ByHandWriter {
    /** Nobody here knows the actions. */
    ByHandWriter NOBODY = call -> Optional.empty();

    /** As Markdown; empty where the action is not known here or cannot be written down with what is known. */
    Optional<String> of(StepCall call);
}
