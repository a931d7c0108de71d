/** Actions of the night: fence, opening, jobs, cleaning up. */
@NullMarked
package io.gulliver.activity.cutover;

import org.jspecify.annotations.NullMarked;
