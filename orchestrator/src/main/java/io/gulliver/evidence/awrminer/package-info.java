/** Reads AWR Miner captures of all script versions. */
@NullMarked
package io.gulliver.evidence.awrminer;

import org.jspecify.annotations.NullMarked;
