/** Scarce things, who asks for them, and in which order they are given. */
@NullMarked
package io.gulliver.domain.lease;

import org.jspecify.annotations.NullMarked;
