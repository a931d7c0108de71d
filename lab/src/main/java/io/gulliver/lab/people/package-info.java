/** Simulated people: outside clients of the product's REST API who run the lab's program as a team would. */
@NullMarked
package io.gulliver.lab.people;

import org.jspecify.annotations.NullMarked;
