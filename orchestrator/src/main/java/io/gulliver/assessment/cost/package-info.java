/** What a migration costs: quantities with their sources, priced only by rates that somebody set. Pure. */
@NullMarked
package io.gulliver.assessment.cost;

import org.jspecify.annotations.NullMarked;
