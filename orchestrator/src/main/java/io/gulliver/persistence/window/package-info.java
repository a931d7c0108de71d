/** Since when load is collected of each database, over which days evidence tells, and who was connected. */
@NullMarked
package io.gulliver.persistence.window;

import org.jspecify.annotations.NullMarked;
