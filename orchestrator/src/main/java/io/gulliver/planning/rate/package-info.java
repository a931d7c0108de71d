/** Which rate or time holds for a database: measured, typed, or the planning value. */
@NullMarked
package io.gulliver.planning.rate;

import org.jspecify.annotations.NullMarked;
