/** Reads what sysstat measured of a Linux host, as text of sar or JSON of sadf. Pure. */
@NullMarked
package io.gulliver.evidence.sar;

import org.jspecify.annotations.NullMarked;
