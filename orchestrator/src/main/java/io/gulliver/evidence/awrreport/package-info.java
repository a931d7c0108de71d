/** Reads the report that Oracle makes of two AWR snapshots, as text or HTML. Pure. */
@NullMarked
package io.gulliver.evidence.awrreport;

import org.jspecify.annotations.NullMarked;
