package io.gulliver.lab.hmc;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The rules for the fields of a request body, checked in the order of the vendor's reason codes 5, 6, 7. */
final class HmcFields {

    private record Field(boolean required, Predicate<JsonNode> rule) {}

    private final Map<String, Field> fields = new LinkedHashMap<>();

    HmcFields required(String name, Predicate<JsonNode> rule) {
        fields.put(name, new Field(true, rule));
        return this;
    }

    HmcFields optional(String name, Predicate<JsonNode> rule) {
        fields.put(name, new Field(false, rule));
        return this;
    }

    /** Checks a body that creates something. */
    void check(HmcCall call, ObjectNode body) {
        fields.forEach((name, field) -> {
            if (field.required() && !body.has(name)) {
                throw call.refuse(400, 5, "The required field '" + name + "' is missing");
            }
        });
        checkChange(call, body);
    }

    /** Checks a body that changes something: nothing is required. */
    void checkChange(HmcCall call, ObjectNode body) {
        body.properties().forEach(property -> {
            Field field = fields.get(property.getKey());
            if (field == null) {
                throw call.refuse(400, 6, "The field '" + property.getKey() + "' is not recognized");
            }
            if (!field.rule().test(property.getValue())) {
                throw call.refuse(400, 7, "The value of the field '" + property.getKey() + "' is out of range");
            }
        });
    }

    static Predicate<JsonNode> text(int min, int max) {
        return node -> node.isString()
                && node.asString().length() >= min
                && node.asString().length() <= max;
    }

    static Predicate<JsonNode> matching(String regex) {
        return node -> node.isString() && node.asString().matches(regex);
    }

    static Predicate<JsonNode> integer(long min, long max) {
        return node -> node.isIntegralNumber() && node.asLong() >= min && node.asLong() <= max;
    }

    static Predicate<JsonNode> number(double min, double max) {
        return node -> node.isNumber() && node.asDouble() >= min && node.asDouble() <= max;
    }

    static Predicate<JsonNode> flag() {
        return JsonNode::isBoolean;
    }

    static Predicate<JsonNode> oneOf(String... values) {
        return node -> node.isString() && List.of(values).contains(node.asString());
    }

    static Predicate<JsonNode> uri() {
        return node -> node.isNull() || (node.isString() && node.asString().startsWith("/api/"));
    }

    static Predicate<JsonNode> list() {
        return JsonNode::isArray;
    }
}
