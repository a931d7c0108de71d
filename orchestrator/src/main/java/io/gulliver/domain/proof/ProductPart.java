package io.gulliver.domain.proof;

import org.jspecify.annotations.Nullable;

/**
 * A part of this product, with the releases of Oracle that it is for.
 *
 * @param releases null where it is for no release more than for another
 */
public record ProductPart(Part part, @Nullable ReleaseSpan releases) {}
