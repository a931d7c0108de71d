package io.gulliver.persistence.view;

import org.jspecify.annotations.Nullable;

/**
 * An answer that was given, so that the same request gets it again.
 *
 * @param routeHash SHA-256 of method, address and query, lower-case hex
 * @param contentHash SHA-256 of the request's content, lower-case hex
 * @param status of the answer, 2xx
 * @param contentType or null
 * @param location or null
 * @param etag or null
 * @param content of the answer
 */
public record GivenAnswer(
        String routeHash,
        String contentHash,
        int status,
        @Nullable String contentType,
        @Nullable String location,
        @Nullable String etag,
        String content) {}
