/** Figures and their derivations. */
@NullMarked
package io.gulliver.planning.figure;

import org.jspecify.annotations.NullMarked;
