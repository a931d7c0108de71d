/** Who vouches for the other end of a connection over TLS, where a setting names that; and keys of our own that sign. */
@NullMarked
package io.gulliver.trust;

import org.jspecify.annotations.NullMarked;
