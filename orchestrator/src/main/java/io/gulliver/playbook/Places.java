package io.gulliver.playbook;

import org.jspecify.annotations.Nullable;

/** Knows in which file and line each field of a tree was written. */
interface Places {
    /**
     * What is wrong with a field, at the place where it was written.
     *
     * @param pointer JSON pointer into the tree
     */
    PlaybookProblem problem(String pointer, String message, @Nullable String advice);
}
