/** The HMC Web Services API for DPM partitions. */
@NullMarked
package io.gulliver.adapter.hmc;

import org.jspecify.annotations.NullMarked;
