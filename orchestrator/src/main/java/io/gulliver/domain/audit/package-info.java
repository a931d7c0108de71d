/** The append-only record of who did what. */
@NullMarked
package io.gulliver.domain.audit;

import org.jspecify.annotations.NullMarked;
