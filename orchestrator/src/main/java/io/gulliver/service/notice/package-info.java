/** Tells people by mail and webhook what waits for them and what went wrong. */
@NullMarked
package io.gulliver.service.notice;

import org.jspecify.annotations.NullMarked;
