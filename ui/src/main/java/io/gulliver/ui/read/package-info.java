/** Turns what the stores hold into what pages show. */
@NullMarked
package io.gulliver.ui.read;

import org.jspecify.annotations.NullMarked;
