/** What must be open, granted and switched on before a database can be read, and what was seen of it. */
@NullMarked
package io.gulliver.domain.access;

import org.jspecify.annotations.NullMarked;
