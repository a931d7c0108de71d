package io.gulliver.ui.problem;

import org.jspecify.annotations.Nullable;

/**
 * What is wrong with one part of what was sent.
 *
 * @param pointer JSON pointer to the part: {@code /owner}
 * @param message what is wrong with it and what is wanted
 * @param label what a page calls the part where {@code messages.properties} has no word for it, as what a playbook asks; else
 *     null
 */
public record FieldProblem(
        String pointer, String message, @Nullable String label) {
    public FieldProblem(String pointer, String message) {
        this(pointer, message, null);
    }
}
