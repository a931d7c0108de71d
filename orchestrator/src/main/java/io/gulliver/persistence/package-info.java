/** Rows to records and back; decides nothing. */
@NullMarked
package io.gulliver.persistence;

import org.jspecify.annotations.NullMarked;
