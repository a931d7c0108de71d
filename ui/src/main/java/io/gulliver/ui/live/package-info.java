/** Changes pushed to open pages as they happen. */
@NullMarked
package io.gulliver.ui.live;

import org.jspecify.annotations.NullMarked;
