/** A server before it exists: what it is built with, and who approved that. */
@NullMarked
package io.gulliver.ui.server;

import org.jspecify.annotations.NullMarked;
