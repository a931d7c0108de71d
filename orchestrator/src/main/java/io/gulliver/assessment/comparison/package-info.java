/**
 * Verdicts on the rows of two databases: what is compared, what is left out and why, what was
 * covered; and on whether a target will take a load before it begins. Pure.
 */
@NullMarked
package io.gulliver.assessment.comparison;

import org.jspecify.annotations.NullMarked;
