/** Rows of migrations and their steps. */
@NullMarked
package io.gulliver.persistence.migration;

import org.jspecify.annotations.NullMarked;
