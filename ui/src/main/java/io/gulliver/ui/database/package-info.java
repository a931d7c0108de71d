/** One database: where it is on its way, its steps, and what can be done now. */
@NullMarked
package io.gulliver.ui.database;

import org.jspecify.annotations.NullMarked;
