/** Tests of what-if. */
@NullMarked
package io.gulliver.ui.whatif;

import org.jspecify.annotations.NullMarked;
