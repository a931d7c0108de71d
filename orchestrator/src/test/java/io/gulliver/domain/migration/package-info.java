/** Tests of what a run is and what an evaluation of one says. */
@NullMarked
package io.gulliver.domain.migration;

import org.jspecify.annotations.NullMarked;
