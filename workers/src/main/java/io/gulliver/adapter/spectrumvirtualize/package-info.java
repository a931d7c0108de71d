/** The IBM Spectrum Virtualize REST API: volumes, hosts, mappings. */
@NullMarked
package io.gulliver.adapter.spectrumvirtualize;

import org.jspecify.annotations.NullMarked;
