/** Tests of what changed between two moments. */
@NullMarked
package io.gulliver.assessment.change;

import org.jspecify.annotations.NullMarked;
