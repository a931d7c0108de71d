/** Which engine this store belongs to. */
@NullMarked
package io.gulliver.persistence.engine;

import org.jspecify.annotations.NullMarked;
