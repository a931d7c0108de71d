/** What changed of a database between two moments, from what was known at each. Pure. */
@NullMarked
package io.gulliver.assessment.change;

import org.jspecify.annotations.NullMarked;
