/** What people must do so that enough load of a database is seen and kept. */
@NullMarked
package io.gulliver.domain.window;

import org.jspecify.annotations.NullMarked;
