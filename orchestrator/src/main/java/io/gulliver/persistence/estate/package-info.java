/** Rows of source databases and their landings, edited under optimistic versions. */
@NullMarked
package io.gulliver.persistence.estate;

import org.jspecify.annotations.NullMarked;
