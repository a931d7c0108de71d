/** Which actions and workers a process has. */
@NullMarked
package io.gulliver.activity.wiring;

import org.jspecify.annotations.NullMarked;
