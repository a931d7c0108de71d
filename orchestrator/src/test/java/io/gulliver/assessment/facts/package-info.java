/** Tests of what sources say beside each other. */
@NullMarked
package io.gulliver.assessment.facts;

import org.jspecify.annotations.NullMarked;
