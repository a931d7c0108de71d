package io.gulliver.lab.ds8000;

import io.gulliver.lab.LabRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The parameters of a request, out of its envelope: strings, lists of strings, lists of objects of strings, and nothing else. */
final class Params {
    private final JsonNode params;

    private Params(JsonNode params) {
        this.params = params;
    }

    /** Refuses everything but {@code {"request":{"params":{...}}}}; a request without a body has no parameters. */
    static Params read(LabRequest request) {
        if (request.body().length == 0) {
            if (request.method().equals("POST") || request.method().equals("PUT")) {
                throw Ds8000Answers.invalid("The body is missing.");
            }
            return new Params(Ds8000Answers.object());
        }
        // IBM's own client leaves the type out when it repeats a call with a new token.
        if (!request.header("content-type").orElse("application/json").startsWith("application/json")) {
            throw Ds8000Answers.refusal(415, Ds8000Answers.INVALID, "The body is not application/json.");
        }
        JsonNode body;
        try {
            body = JsonMapper.shared().readTree(request.body());
        } catch (JacksonException e) {
            throw Ds8000Answers.invalid("The body is not JSON.");
        }
        JsonNode params = body.path("request").path("params");
        if (body.size() != 1 || body.path("request").size() != 1 || !params.isObject()) {
            throw Ds8000Answers.invalid("The body is not an envelope of request and params.");
        }
        params.properties().forEach(entry -> requireStrings(entry.getKey(), entry.getValue()));
        return new Params(params);
    }

    private static void requireStrings(String name, JsonNode value) {
        if (value.isArray()) {
            value.forEach(each -> {
                if (each.isObject()) {
                    each.properties().forEach(entry -> requireString(name, entry.getValue()));
                } else {
                    requireString(name, each);
                }
            });
        } else {
            requireString(name, value);
        }
    }

    private static void requireString(String name, JsonNode value) {
        if (!value.isString()) {
            throw Ds8000Answers.invalid("Parameter " + name + " is no string: " + value + ".");
        }
    }

    /** Refuses any other parameter. */
    void only(String... known) {
        Set<String> names = Set.of(known);
        params.propertyNames().forEach(name -> {
            if (!names.contains(name)) {
                throw Ds8000Answers.invalid("Parameter " + name + " is not known here.");
            }
        });
    }

    Optional<String> find(String name) {
        return Optional.ofNullable(params.get(name)).filter(JsonNode::isString).map(JsonNode::asString);
    }

    String text(String name) {
        return find(name).orElseThrow(() -> Ds8000Answers.invalid("Parameter " + name + " is missing."));
    }

    long number(String name) {
        String text = text(name);
        if (!text.matches("[0-9]{1,18}")) {
            throw Ds8000Answers.invalid("Parameter " + name + " is " + text + ", wanted a whole number.");
        }
        return Long.parseLong(text);
    }

    String hex(String name, int digits) {
        return requireHex(name, text(name), digits);
    }

    static String requireHex(String name, String text, int digits) {
        if (!text.matches("[0-9A-Fa-f]{" + digits + "}")) {
            throw Ds8000Answers.invalid("Parameter " + name + " is " + text + ", wanted " + digits + " hex digits.");
        }
        return text.toUpperCase(Locale.ROOT);
    }

    String oneOf(String name, String... allowed) {
        String text = text(name);
        if (!List.of(allowed).contains(text)) {
            throw Ds8000Answers.invalid(
                    "Parameter " + name + " is " + text + ", wanted one of " + List.of(allowed) + ".");
        }
        return text;
    }

    /** Empty when it is not there. */
    List<String> list(String name) {
        JsonNode value = params.path(name);
        if (!value.isMissingNode() && !value.isArray()) {
            throw Ds8000Answers.invalid("Parameter " + name + " is no list.");
        }
        List<String> texts = new ArrayList<>();
        value.forEach(each -> {
            requireString(name, each);
            texts.add(each.asString());
        });
        return texts;
    }

    /** A list of objects with one pair each. */
    Map<String, String> pairs(String name) {
        Map<String, String> pairs = new TreeMap<>();
        params.path(name)
                .forEach(each -> each.properties()
                        .forEach(entry -> pairs.put(
                                requireHex(name, entry.getKey(), 2),
                                entry.getValue().asString())));
        return pairs;
    }

    /** A list of objects that have exactly these fields. */
    List<JsonNode> objects(String name, String... fields) {
        List<JsonNode> objects = new ArrayList<>();
        params.path(name).forEach(each -> {
            if (!each.isObject() || !Set.copyOf(each.propertyNames()).equals(Set.of(fields))) {
                throw Ds8000Answers.invalid("Parameter " + name + " wants objects of " + List.of(fields) + ".");
            }
            objects.add(each);
        });
        if (objects.isEmpty()) {
            throw Ds8000Answers.invalid("Parameter " + name + " is missing.");
        }
        return objects;
    }
}
