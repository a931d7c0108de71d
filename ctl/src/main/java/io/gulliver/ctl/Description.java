package io.gulliver.ctl;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The committed description of the API, by names of calls. */
final class Description {
    private static final String FILE = "/gulliver-ctl/openapi.json";

    private final JsonNode document;
    private final Map<String, Call> calls = new LinkedHashMap<>();

    /**
     * A call.
     *
     * @param method in capitals
     * @param path with its parameters in braces
     * @param node what the description says
     */
    record Call(String method, String path, JsonNode node) {
        String summary() {
            return node.path("summary").asString("");
        }

        String description() {
            return node.path("description").asString("");
        }

        JsonNode body(String type) {
            return node.path("requestBody").path("content").path(type);
        }

        boolean raw() {
            return node.has("requestBody") && body("application/json").isMissingNode();
        }

        boolean takes(String parameter) {
            for (JsonNode one : node.path("parameters")) {
                if (one.path("name").asString().equals(parameter)) {
                    return true;
                }
            }
            return false;
        }
    }

    Description() {
        try (InputStream file = Objects.requireNonNull(Description.class.getResourceAsStream(FILE), FILE)) {
            document = JsonMapper.shared().readTree(file);
        } catch (IOException e) {
            throw new UncheckedIOException(FILE + " of this program cannot be read", e);
        }
        document.path("paths")
                .propertyStream()
                .forEach(path -> path.getValue()
                        .propertyStream()
                        .forEach(one -> calls.put(
                                one.getValue().path("operationId").asString(),
                                new Call(one.getKey().toUpperCase(Locale.ROOT), path.getKey(), one.getValue()))));
    }

    /** Every call by its name. */
    Map<String, Call> calls() {
        return calls;
    }

    Call call(String operation) {
        Call call = calls.get(operation);
        if (call == null) {
            throw new IllegalArgumentException("The description has no call " + operation);
        }
        return call;
    }

    /** What a group of calls is about. */
    String tag(String name) {
        for (JsonNode tag : document.path("tags")) {
            if (tag.path("name").asString().equals(name)) {
                return tag.path("description").asString("");
            }
        }
        return "";
    }

    /** What a part of a body means; beside a reference it is said where that leads. */
    String words(JsonNode schema) {
        String own = schema.path("description").asString("");
        return own.isEmpty() ? resolved(schema).path("description").asString("") : own;
    }

    /** A schema with its reference followed. */
    JsonNode resolved(JsonNode schema) {
        JsonNode one = schema;
        for (int depth = 0; depth < 5; depth++) {
            if (one.has("$ref")) {
                one = document.at(one.get("$ref").asString().substring(1));
            } else if (one.path("allOf").size() == 1) {
                one = one.path("allOf").get(0);
            } else {
                return one;
            }
        }
        return one;
    }
}
