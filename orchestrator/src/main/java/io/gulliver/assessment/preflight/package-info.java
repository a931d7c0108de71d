/** What must be there before a first real migration runs: pure, from what settings and store say. */
@NullMarked
package io.gulliver.assessment.preflight;

import org.jspecify.annotations.NullMarked;
