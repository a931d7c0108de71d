/** What stands in the log. */
@NullMarked
package io.gulliver.ui.logging;

import org.jspecify.annotations.NullMarked;
