package io.gulliver.lab;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One request as a simulator sees it.
 *
 * @param operation the name of the route that was met, or empty when there is none
 * @param path decoded, without the query
 * @param pathParameters the values of {@code {name}} in the route's pattern
 * @param query decoded values by name, in the order sent
 * @param headers values by lower-case name
 * @param body as sent, at most the server's limit
 */
public record LabRequest(
        String operation,
        String method,
        String path,
        Map<String, String> pathParameters,
        Map<String, List<String>> query,
        Map<String, List<String>> headers,
        byte[] body) {

    /** The value of {@code {name}} in the route's pattern. */
    public String pathParameter(String name) {
        String value = pathParameters.get(name);
        if (value == null) {
            throw new IllegalArgumentException("Route " + operation + " has no {" + name + "} in its pattern");
        }
        return value;
    }

    /** The first value of a query parameter. */
    public Optional<String> query(String name) {
        return query.getOrDefault(name, List.of()).stream().findFirst();
    }

    /** The first value of a header, by its name in any case. */
    public Optional<String> header(String name) {
        return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()).stream()
                .findFirst();
    }

    /** The body as JSON; empty when there is none or it cannot be read. */
    public Optional<JsonNode> json() {
        if (body.length == 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(JsonMapper.shared().readTree(body));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }
}
