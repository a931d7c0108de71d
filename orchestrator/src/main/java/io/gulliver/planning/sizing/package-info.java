/** Computes how large a target must be, and explains every figure. Pure. */
@NullMarked
package io.gulliver.planning.sizing;

import org.jspecify.annotations.NullMarked;
