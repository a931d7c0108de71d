/** The outside systems of one installation: what they are, where they are, and by which secret references we log on. */
@NullMarked
package io.gulliver.domain.landscape;

import org.jspecify.annotations.NullMarked;
