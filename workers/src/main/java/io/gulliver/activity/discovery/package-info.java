/** Actions that look at databases and hosts and size targets. */
@NullMarked
package io.gulliver.activity.discovery;

import org.jspecify.annotations.NullMarked;
