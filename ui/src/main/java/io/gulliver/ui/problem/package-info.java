/** What goes wrong, said in the same way on pages, in parts of pages and in the API. */
@NullMarked
package io.gulliver.ui.problem;

import org.jspecify.annotations.NullMarked;
