/** What the readers of collected files have in common: bytes in, facts and problems out. */
@NullMarked
package io.gulliver.evidence;

import org.jspecify.annotations.NullMarked;
