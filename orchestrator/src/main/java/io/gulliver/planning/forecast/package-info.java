/** What the plan becomes from what happened so far. Pure. */
@NullMarked
package io.gulliver.planning.forecast;

import org.jspecify.annotations.NullMarked;
