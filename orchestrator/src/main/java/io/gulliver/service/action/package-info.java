/** Actions that need the store: they run next to it, on the queue {@code control}. */
@NullMarked
package io.gulliver.service.action;

import org.jspecify.annotations.NullMarked;
