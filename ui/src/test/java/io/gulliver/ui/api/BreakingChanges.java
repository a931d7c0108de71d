package io.gulliver.ui.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * What of a newer description breaks a client that was made from an older one: a call or a success that is gone, another
 * name of a call, something that must be sent now, a part of an answer that is gone, may be null now, or has another type.
 */
final class BreakingChanges {
    private final JsonNode before;
    private final JsonNode after;
    private final Set<String> found = new TreeSet<>();
    private final Set<String> visited = new TreeSet<>();

    private BreakingChanges(JsonNode before, JsonNode after) {
        this.before = before;
        this.after = after;
    }

    /** In words, one line each. */
    static List<String> of(JsonNode before, JsonNode after) {
        BreakingChanges changes = new BreakingChanges(before, after);
        before.path("paths")
                .propertyStream()
                .forEach(path -> path.getValue()
                        .propertyStream()
                        .forEach(operation -> changes.call(
                                operation.getKey().toUpperCase(java.util.Locale.ROOT) + " " + path.getKey(),
                                operation.getValue(),
                                after.path("paths").path(path.getKey()).path(operation.getKey()))));
        return List.copyOf(changes.found);
    }

    private void call(String name, JsonNode old, JsonNode now) {
        if (now.isMissingNode()) {
            found.add(name + ": is gone");
            return;
        }
        if (!old.path("operationId").equals(now.path("operationId"))) {
            found.add(name + ": is called " + now.path("operationId").asString() + ", was "
                    + old.path("operationId").asString());
        }
        for (JsonNode parameter : now.path("parameters")) {
            JsonNode same = named(old.path("parameters"), parameter.path("name").asString());
            if (parameter.path("required").asBoolean(false)
                    && !same.path("required").asBoolean(false)) {
                found.add(name + ": needs " + parameter.path("name").asString() + " now");
            }
        }
        for (JsonNode parameter : old.path("parameters")) {
            if (named(now.path("parameters"), parameter.path("name").asString()).isMissingNode()) {
                found.add(name + ": takes no " + parameter.path("name").asString() + " any more");
            }
        }
        old.path("requestBody").path("content").propertyStream().forEach(content -> {
            JsonNode other = now.path("requestBody").path("content").path(content.getKey());
            if (other.isMissingNode()) {
                found.add(name + ": takes no " + content.getKey() + " any more");
            } else {
                schema(name + " body", content.getValue().path("schema"), other.path("schema"), true);
            }
        });
        if (old.path("requestBody").isMissingNode() && !now.path("requestBody").isMissingNode()) {
            found.add(name + ": needs content now");
        }
        old.path("responses")
                .propertyStream()
                .filter(one -> one.getKey().startsWith("2"))
                .forEach(success -> {
                    JsonNode other = now.path("responses").path(success.getKey());
                    if (other.isMissingNode()) {
                        found.add(name + ": does not answer " + success.getKey() + " any more");
                        return;
                    }
                    success.getValue().path("content").propertyStream().forEach(content -> {
                        JsonNode same = other.path("content").path(content.getKey());
                        if (same.isMissingNode()) {
                            found.add(name + ": answers no " + content.getKey() + " any more");
                        } else {
                            schema(name + " answer", content.getValue().path("schema"), same.path("schema"), false);
                        }
                    });
                });
    }

    private static JsonNode named(JsonNode parameters, String name) {
        for (JsonNode parameter : parameters) {
            if (parameter.path("name").asString().equals(name)) {
                return parameter;
            }
        }
        return parameters.path(-1);
    }

    private void schema(String where, JsonNode old, JsonNode now, boolean sentToUs) {
        if (!visited.add(where + old + now)) {
            return;
        }
        String place = where;
        JsonNode was = old;
        JsonNode is = now;
        boolean wasNull = old.path("nullable").asBoolean(false);
        boolean isNull = now.path("nullable").asBoolean(false);
        for (int depth = 0; depth < 4; depth++) {
            if (was.has("$ref") && is.has("$ref")) {
                // the parts of a schema are told once, wherever it is used
                place = (sentToUs ? "sent " : "answered ") + last(is);
                if (!visited.add(place + last(was))) {
                    return;
                }
            }
            was = resolved(before, was);
            is = resolved(after, is);
            wasNull |= was.path("nullable").asBoolean(false);
            isNull |= is.path("nullable").asBoolean(false);
        }
        if (sentToUs ? wasNull && !isNull : isNull && !wasNull) {
            found.add(place + ": may " + (isNull ? "be null now" : "not be null any more"));
        }
        if (!was.path("type").equals(is.path("type")) || !was.path("format").equals(is.path("format"))) {
            found.add(place + ": is " + type(is) + ", was " + type(was));
            return;
        }
        enums(place, was.path("enum"), is.path("enum"), sentToUs);
        parts(place, was, is, sentToUs);
        if (was.has("items") && is.has("items")) {
            schema(place + "[]", was.get("items"), is.get("items"), sentToUs);
        }
        if (was.path("additionalProperties").isObject()
                && is.path("additionalProperties").isObject()) {
            schema(place + "{}", was.get("additionalProperties"), is.get("additionalProperties"), sentToUs);
        }
    }

    private void enums(String place, JsonNode was, JsonNode is, boolean sentToUs) {
        List<String> gone = new ArrayList<>();
        was.forEach(value -> gone.add(value.asString("")));
        is.forEach(value -> gone.remove(value.asString("")));
        List<String> fresh = new ArrayList<>();
        is.forEach(value -> fresh.add(value.asString("")));
        was.forEach(value -> fresh.remove(value.asString("")));
        if (sentToUs && !gone.isEmpty()) {
            found.add(place + ": takes no " + gone + " any more");
        }
        if (!sentToUs && was.isArray() && !fresh.isEmpty()) {
            // a generated client refuses a value that it does not know
            found.add(place + ": may be " + fresh + " now");
        }
    }

    private void parts(String place, JsonNode was, JsonNode is, boolean sentToUs) {
        was.path("properties").propertyStream().forEach(part -> {
            JsonNode other = is.path("properties").path(part.getKey());
            if (other.isMissingNode()) {
                found.add(place + "/" + part.getKey() + ": is gone");
            } else {
                schema(place + "/" + part.getKey(), part.getValue(), other, sentToUs);
            }
        });
        Set<String> needed = new TreeSet<>();
        (sentToUs ? is : was).path("required").forEach(name -> needed.add(name.asString()));
        (sentToUs ? was : is).path("required").forEach(name -> needed.remove(name.asString()));
        needed.forEach(name ->
                found.add(place + "/" + name + (sentToUs ? ": must be sent now" : ": may be left out of answers now")));
    }

    private static JsonNode resolved(JsonNode document, JsonNode schema) {
        if (schema.has("$ref")) {
            return document.at(schema.get("$ref").asString().substring(1));
        }
        JsonNode all = schema.path("allOf");
        return all.size() == 1 ? all.get(0) : schema;
    }

    private static String last(JsonNode schema) {
        String ref = schema.get("$ref").asString();
        return ref.substring(ref.lastIndexOf('/') + 1);
    }

    private static String type(JsonNode schema) {
        return (schema.path("type").asString("anything") + " "
                        + schema.path("format").asString(""))
                .strip();
    }
}
