/** Figures that carry how they were found, and figures that cannot be: the words of every planner. */
@NullMarked
package io.gulliver.planning.figure;

import org.jspecify.annotations.NullMarked;
