/** A believable Spectrum Virtualize array. */
@NullMarked
package io.gulliver.lab.spectrumvirtualize;

import org.jspecify.annotations.NullMarked;
