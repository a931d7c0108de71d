/** Tests of the completeness score. */
@NullMarked
package io.gulliver.assessment.completeness;

import org.jspecify.annotations.NullMarked;
