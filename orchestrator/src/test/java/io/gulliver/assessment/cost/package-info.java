/** Tests of what a migration costs. */
@NullMarked
package io.gulliver.assessment.cost;

import org.jspecify.annotations.NullMarked;
