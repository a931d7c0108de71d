/** The run log of migrations and every projection of it. */
@NullMarked
package io.gulliver.persistence.journal;

import org.jspecify.annotations.NullMarked;
