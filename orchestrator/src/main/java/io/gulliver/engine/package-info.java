/** Gulliver's end of Temporal: the embedded server, the connection that outlives its absence, and what travels over it. */
@NullMarked
package io.gulliver.engine;

import org.jspecify.annotations.NullMarked;
