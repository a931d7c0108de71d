/** Rows of programs, edited under optimistic versions. */
@NullMarked
package io.gulliver.persistence.program;

import org.jspecify.annotations.NullMarked;
