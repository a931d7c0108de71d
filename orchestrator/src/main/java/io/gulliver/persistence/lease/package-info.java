/** Who holds, and who waits for, what is scarce. */
@NullMarked
package io.gulliver.persistence.lease;

import org.jspecify.annotations.NullMarked;
