/** Tests of the stores on every engine at hand. */
@NullMarked
package io.gulliver.persistence;

import org.jspecify.annotations.NullMarked;
