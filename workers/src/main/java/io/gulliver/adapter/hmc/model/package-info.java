/** Records shaped exactly like the HMC's wire, in the product's spelling. */
@NullMarked
package io.gulliver.adapter.hmc.model;

import org.jspecify.annotations.NullMarked;
