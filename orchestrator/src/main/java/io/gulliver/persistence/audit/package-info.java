/** The append-only record of who did what, and the chain that shows tampering. */
@NullMarked
package io.gulliver.persistence.audit;

import org.jspecify.annotations.NullMarked;
