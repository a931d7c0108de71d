package io.gulliver.evidence;

import org.jspecify.annotations.Nullable;

/**
 * Something in a file that could not be taken as it stands; the rest was taken all the same.
 *
 * @param line from 1, or 0 when it concerns the file as a whole
 * @param section of the file, or null
 * @param message what was seen and what it costs
 * @param advice what a person can do
 */
public record EvidenceProblem(long line, @Nullable String section, String message, String advice) {}
