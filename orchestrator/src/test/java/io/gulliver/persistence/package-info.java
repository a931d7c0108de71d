/** Tests of the stores. */
@NullMarked
package io.gulliver.persistence;

import org.jspecify.annotations.NullMarked;
