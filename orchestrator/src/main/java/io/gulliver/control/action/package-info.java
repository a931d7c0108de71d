/** Actions that need the store: they run next to it, on the queue {@code control}. */
@NullMarked
package io.gulliver.control.action;

import org.jspecify.annotations.NullMarked;
