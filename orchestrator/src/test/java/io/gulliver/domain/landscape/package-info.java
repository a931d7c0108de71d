/** Tests of what a landscape says. */
@NullMarked
package io.gulliver.domain.landscape;

import org.jspecify.annotations.NullMarked;
