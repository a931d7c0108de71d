package io.gulliver.domain.estate;

import org.jspecify.annotations.Nullable;

/**
 * What a person says of clients; of many at once null leaves it as it is.
 *
 * @param owner who answers for them
 * @param redirect how they are led to the new place
 * @param note free words
 */
public record Assignment(
        @Nullable String owner,
        @Nullable RedirectMethod redirect,
        @Nullable String note) {}
