/** The PostgreSQL that Gulliver runs itself as a child: its program, its data directory, its life. */
@NullMarked
package io.gulliver.persistence.embedded;

import org.jspecify.annotations.NullMarked;
