/** Room of outer systems, and what of it is promised to servers that do not exist yet. Pure. */
@NullMarked
package io.gulliver.planning.room;

import org.jspecify.annotations.NullMarked;
