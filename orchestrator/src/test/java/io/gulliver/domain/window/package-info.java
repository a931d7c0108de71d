/** Tests of what people change of collection windows. */
@NullMarked
package io.gulliver.domain.window;

import org.jspecify.annotations.NullMarked;
