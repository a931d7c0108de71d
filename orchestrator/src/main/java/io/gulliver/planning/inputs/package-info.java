/** Turns what is known of a database into the needs of the planners, and says what is missing instead of guessing. Pure. */
@NullMarked
package io.gulliver.planning.inputs;

import org.jspecify.annotations.NullMarked;
