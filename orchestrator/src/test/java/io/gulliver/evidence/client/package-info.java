/** Tests of the readers of this package, on generated files. */
@NullMarked
package io.gulliver.evidence.client;

import org.jspecify.annotations.NullMarked;
