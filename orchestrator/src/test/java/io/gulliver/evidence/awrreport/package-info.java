/** Tests of the reader of AWR reports. */
@NullMarked
package io.gulliver.evidence.awrreport;

import org.jspecify.annotations.NullMarked;
