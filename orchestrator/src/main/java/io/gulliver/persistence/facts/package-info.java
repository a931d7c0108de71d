/** Rows of collected data, each set of them a version of its database. */
@NullMarked
package io.gulliver.persistence.facts;

import org.jspecify.annotations.NullMarked;
