/** How much of what sizing, method and plan need is known of a database, and how to get the rest. Pure. */
@NullMarked
package io.gulliver.assessment.completeness;

import org.jspecify.annotations.NullMarked;
