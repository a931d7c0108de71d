/** Designs of what is built, as people approved them. */
@NullMarked
package io.gulliver.domain.build;

import org.jspecify.annotations.NullMarked;
