/** Mail by SMTP and one signed webhook. */
@NullMarked
package io.gulliver.adapter.notify;

import org.jspecify.annotations.NullMarked;
