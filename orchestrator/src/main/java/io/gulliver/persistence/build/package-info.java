/** Designs of servers that people approved. */
@NullMarked
package io.gulliver.persistence.build;

import org.jspecify.annotations.NullMarked;
