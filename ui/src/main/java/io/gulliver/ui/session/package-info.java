/** Who is logged in, and how a log-in is ended from elsewhere. */
@NullMarked
package io.gulliver.ui.session;

import org.jspecify.annotations.NullMarked;
