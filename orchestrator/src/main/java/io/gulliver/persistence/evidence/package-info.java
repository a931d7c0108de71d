/** Files kept whole under their content hash. */
@NullMarked
package io.gulliver.persistence.evidence;

import org.jspecify.annotations.NullMarked;
