/** Calls to outside systems, kept for a while. */
@NullMarked
package io.gulliver.persistence.calls;

import org.jspecify.annotations.NullMarked;
