/** Who comes to a database and what runs beside it: samples merged to clients, programs judged by their builds. Pure. */
@NullMarked
package io.gulliver.assessment.connections;

import org.jspecify.annotations.NullMarked;
