/** Which parts of the product have met the real thing, by the results that were brought. */
@NullMarked
package io.gulliver.assessment.proof;

import org.jspecify.annotations.NullMarked;
