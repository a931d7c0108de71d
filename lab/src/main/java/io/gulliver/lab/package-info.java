/** The lab: a believable landscape on the real protocols, with its ledger and faults. */
@NullMarked
package io.gulliver.lab;

import org.jspecify.annotations.NullMarked;
