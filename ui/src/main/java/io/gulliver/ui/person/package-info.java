/** Who is reading, with which roles, and to whom a page or call is open. */
@NullMarked
package io.gulliver.ui.person;

import org.jspecify.annotations.NullMarked;
