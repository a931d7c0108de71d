/** Tests of what-if. */
@NullMarked
package io.gulliver.ui.plan;

import org.jspecify.annotations.NullMarked;
