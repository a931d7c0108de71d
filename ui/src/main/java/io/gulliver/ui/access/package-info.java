/** The access page: whether each database can be reached and read, and who must do what where it cannot. */
@NullMarked
package io.gulliver.ui.access;

import org.jspecify.annotations.NullMarked;
