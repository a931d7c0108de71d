/** Ranks the ways across for a database: facts in, methods with blockers, warnings and outage out. Pure. */
@NullMarked
package io.gulliver.planning.method;

import org.jspecify.annotations.NullMarked;
