/** Human commands as pages and the API record them. */
@NullMarked
package io.gulliver.ui.command;

import org.jspecify.annotations.NullMarked;
