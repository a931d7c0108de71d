/** A simulated IBM DS8000 behind its REST API. */
@NullMarked
package io.gulliver.lab.ds8000;

import org.jspecify.annotations.NullMarked;
