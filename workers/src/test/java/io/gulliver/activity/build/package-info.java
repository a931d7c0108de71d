/** The build actions against the lab. */
@NullMarked
package io.gulliver.activity.build;

import org.jspecify.annotations.NullMarked;
