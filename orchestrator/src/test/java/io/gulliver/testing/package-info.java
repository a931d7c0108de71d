/** What tests of every module share: their store, the slice of a matrix, and what the machine must have. */
@NullMarked
package io.gulliver.testing;

import org.jspecify.annotations.NullMarked;
