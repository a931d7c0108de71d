/** Waves, dates and the four times of every stage. */
@NullMarked
package io.gulliver.domain.plan;

import org.jspecify.annotations.NullMarked;
