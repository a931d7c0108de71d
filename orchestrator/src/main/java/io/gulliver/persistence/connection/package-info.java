/** Keeps who comes to each database and what runs beside it. */
@NullMarked
package io.gulliver.persistence.connection;

import org.jspecify.annotations.NullMarked;
