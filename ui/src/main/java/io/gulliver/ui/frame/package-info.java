/** What every page shares: the frame around it, statuses, the ramp, sentences, and how figures and times are written. */
@NullMarked
package io.gulliver.ui.frame;

import org.jspecify.annotations.NullMarked;
