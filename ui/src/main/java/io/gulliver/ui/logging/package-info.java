/** Log lines without secrets. */
@NullMarked
package io.gulliver.ui.logging;

import org.jspecify.annotations.NullMarked;
