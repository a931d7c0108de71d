/** Tests of the PostgreSQL that Gulliver runs itself, with real processes. */
@NullMarked
package io.gulliver.persistence.embedded;

import org.jspecify.annotations.NullMarked;
