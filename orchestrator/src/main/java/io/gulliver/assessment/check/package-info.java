/** What tuning checks find on a design or a target: facts, rules and waivers in, findings out. */
@NullMarked
package io.gulliver.assessment.check;

import org.jspecify.annotations.NullMarked;
