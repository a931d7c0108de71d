/** Tests of the files of authorities. */
@NullMarked
package io.gulliver.trust;

import org.jspecify.annotations.NullMarked;
