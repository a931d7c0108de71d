/** Looks at systems, databases and hosts without being a step: connection tests, access, samples of sessions. */
@NullMarked
package io.gulliver.activity.check;

import org.jspecify.annotations.NullMarked;
