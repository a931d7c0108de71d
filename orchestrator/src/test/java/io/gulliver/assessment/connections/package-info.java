/** Tests of who comes to a database and what runs beside it. */
@NullMarked
package io.gulliver.assessment.connections;

import org.jspecify.annotations.NullMarked;
