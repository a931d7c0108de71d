/** Tests of the readers: real captures, generated ones, and damaged ones. */
@NullMarked
package io.gulliver.evidence.awrminer;

import org.jspecify.annotations.NullMarked;
