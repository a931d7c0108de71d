/** Who may come in, and for how long. */
@NullMarked
package io.gulliver.ui.security;

import org.jspecify.annotations.NullMarked;
