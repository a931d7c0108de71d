/** Dates of stages from sizes, rates, waves and freezes. Pure. */
@NullMarked
package io.gulliver.planning.schedule;

import org.jspecify.annotations.NullMarked;
