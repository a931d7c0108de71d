/** What is known of a database, how old it is, and where sources contradict each other. Pure. */
@NullMarked
package io.gulliver.assessment.facts;

import org.jspecify.annotations.NullMarked;
