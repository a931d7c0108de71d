/** Reads what a Hardware Management Console says of machines, partitions and their use. Pure. */
@NullMarked
package io.gulliver.evidence.hmc;

import org.jspecify.annotations.NullMarked;
