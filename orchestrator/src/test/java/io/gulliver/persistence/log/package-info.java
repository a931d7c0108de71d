/** Logs of steps. */
@NullMarked
package io.gulliver.persistence.log;

import org.jspecify.annotations.NullMarked;
