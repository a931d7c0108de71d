/** What people are told of by mail and webhook, and when. */
@NullMarked
package io.gulliver.domain.notice;

import org.jspecify.annotations.NullMarked;
