/** The thin shell that turns the interpreter's commands into activities and timers. */
@NullMarked
package io.gulliver.workflow.migration;

import org.jspecify.annotations.NullMarked;
