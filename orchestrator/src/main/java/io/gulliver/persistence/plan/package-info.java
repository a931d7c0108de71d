/** Rows of waves, freezes, durations and the times of stages. */
@NullMarked
package io.gulliver.persistence.plan;

import org.jspecify.annotations.NullMarked;
