/** The page on which an inventory is taken in: what it would change first, then the import. */
@NullMarked
package io.gulliver.ui.inventory;

import org.jspecify.annotations.NullMarked;
