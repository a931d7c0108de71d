/** Names given once, before the thing they name is made. */
@NullMarked
package io.gulliver.persistence.name;

import org.jspecify.annotations.NullMarked;
