/** Host keys of the servers that runs have built. */
@NullMarked
package io.gulliver.persistence.hostkey;

import org.jspecify.annotations.NullMarked;
