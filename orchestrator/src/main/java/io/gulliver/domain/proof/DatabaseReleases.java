package io.gulliver.domain.proof;

import org.jspecify.annotations.Nullable;

/**
 * The releases between which a database moves, such as 19.24.0.0.0.
 *
 * @param source null while nobody knows it
 * @param target null while nobody said it
 */
public record DatabaseReleases(
        @Nullable String source, @Nullable String target) {}
