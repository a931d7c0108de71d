/** The readers of the pages on real stores. */
@NullMarked
package io.gulliver.ui.read;

import org.jspecify.annotations.NullMarked;
