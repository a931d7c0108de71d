/** The risk register with its heat map. */
@NullMarked
package io.gulliver.ui.risks;

import org.jspecify.annotations.NullMarked;
