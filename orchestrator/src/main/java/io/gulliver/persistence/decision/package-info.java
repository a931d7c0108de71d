/** Rows of what people decided about a database: its method, its size, to start although little is known. */
@NullMarked
package io.gulliver.persistence.decision;

import org.jspecify.annotations.NullMarked;
