/** Tests of the reader of sysstat's reports. */
@NullMarked
package io.gulliver.evidence.sar;

import org.jspecify.annotations.NullMarked;
