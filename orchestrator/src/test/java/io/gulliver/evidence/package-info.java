/** Tests of the readers: real captures, generated ones, and damaged ones. */
@NullMarked
package io.gulliver.evidence;

import org.jspecify.annotations.NullMarked;
