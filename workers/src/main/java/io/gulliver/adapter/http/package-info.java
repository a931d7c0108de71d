/** What all products spoken to over HTTPS share: trust, time limits, failures in words, blanking of secrets, call log. */
@NullMarked
package io.gulliver.adapter.http;

import org.jspecify.annotations.NullMarked;
