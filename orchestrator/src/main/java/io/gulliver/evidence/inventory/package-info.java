/** Reads inventories: bytes in, profiles and problems out. */
@NullMarked
package io.gulliver.evidence.inventory;

import org.jspecify.annotations.NullMarked;
