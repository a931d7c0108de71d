/** A believable HMC with DPM enabled. */
@NullMarked
package io.gulliver.lab.hmc;

import org.jspecify.annotations.NullMarked;
