/** Rows of the risk register with their history. */
@NullMarked
package io.gulliver.persistence.risk;

import org.jspecify.annotations.NullMarked;
