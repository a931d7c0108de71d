/** Rows of what was measured of rates and times. */
@NullMarked
package io.gulliver.persistence.rate;

import org.jspecify.annotations.NullMarked;
