/** Reads what hosts say of themselves: lscpu, meminfo, os-release and others. Pure. */
@NullMarked
package io.gulliver.evidence.host;

import org.jspecify.annotations.NullMarked;
