/** Finding by words: the page behind the search field, what the palette of the keyboard shows, and the list of keys. */
@NullMarked
package io.gulliver.ui.find;

import org.jspecify.annotations.NullMarked;
