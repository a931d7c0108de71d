package io.gulliver.playbook;

import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong with a playbook or an action file, where, and what to do about it.
 *
 * @param file name as given to the loader
 * @param line from 1
 * @param column from 1
 * @param field path of the field, for example {@code steps[3].inputs.size}; empty for the file as a whole
 * @param message what was seen, and what was wanted
 * @param advice what to do, or null where the message says it
 */
public record PlaybookProblem(
        String file,
        int line,
        int column,
        String field,
        String message,
        @Nullable String advice) {
    /** {@code data-pump/v1.yaml:12:5 steps[3].needs: unknown step 'x'. Advice.} */
    @Override
    public String toString() {
        return file + ":" + line + ":" + column + (field.isEmpty() ? "" : " " + field) + ": " + message
                + (advice == null ? "" : ". " + advice);
    }
}
