/** What storage of any family shows to the rest of the lab. */
@NullMarked
package io.gulliver.lab.storage;

import org.jspecify.annotations.NullMarked;
