/** What an array says about itself: its answers as typed values, sizes in bytes, WWPNs in upper case. */
@NullMarked
package io.gulliver.adapter.spectrumvirtualize.model;

import org.jspecify.annotations.NullMarked;
