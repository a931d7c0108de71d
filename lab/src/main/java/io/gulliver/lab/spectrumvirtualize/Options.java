package io.gulliver.lab.spectrumvirtualize;

import io.gulliver.lab.LabRefusal;
import io.gulliver.lab.LabRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The options of one command: a JSON object of strings and flags, checked against what the command knows. */
final class Options {

    private static final Map<String, Long> UNITS =
            Map.of("b", 1L, "kb", 1L << 10, "mb", 1L << 20, "gb", 1L << 30, "tb", 1L << 40, "pb", 1L << 50);

    private final Map<String, String> values;

    private Options(Map<String, String> values) {
        this.values = values;
    }

    /** Reads the body; an unknown option is refused by name, as the command line does. */
    static Options read(LabRequest request, Set<String> known) {
        Map<String, String> values = new LinkedHashMap<>();
        JsonNode body = body(request);
        for (String name : body.propertyNames()) {
            if (!known.contains(name)) {
                throw CliMessage.CMMVC5709E.refusal(name);
            }
            JsonNode value = body.get(name);
            if (!value.isString() && !value.isBoolean() && !value.isNumber()) {
                throw new LabRefusal(CliMessage.string(400, "Option " + name + " is neither a string nor a flag."));
            }
            // A flag that is false is a flag that is not there.
            if (!value.isBoolean() || value.booleanValue()) {
                values.put(name, value.asString());
            }
        }
        return new Options(values);
    }

    private static JsonNode body(LabRequest request) {
        if (request.body().length == 0) {
            return JsonMapper.shared().createObjectNode();
        }
        try {
            JsonNode body = JsonMapper.shared().readTree(request.body());
            if (body != null && body.isObject()) {
                return body;
            }
            if (body != null && body.isNull()) {
                // The vendor's Ansible collection sends it for a command without options.
                return JsonMapper.shared().createObjectNode();
            }
        } catch (JacksonException e) {
            throw new LabRefusal(CliMessage.string(400, "The request body is not valid JSON."));
        }
        throw new LabRefusal(CliMessage.string(400, "The request body is not a JSON object."));
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    Optional<String> find(String name) {
        return Optional.ofNullable(values.get(name));
    }

    String require(String name) {
        return find(name).orElseThrow(CliMessage.CMMVC5707E::refusal);
    }

    /** The option {@code size} in bytes, by the option {@code unit}, megabytes without one. */
    long size() {
        String size = require("size");
        Long unit = UNITS.get(find("unit").orElse("mb"));
        if (unit == null) {
            throw CliMessage.CMMVC5711E.refusal(values.get("unit"));
        }
        try {
            long number = Long.parseLong(size);
            if (number > 0) {
                return Math.multiplyExact(number, unit);
            }
        } catch (ArithmeticException | NumberFormatException e) {
            throw CliMessage.CMMVC5711E.refusal(size);
        }
        throw CliMessage.CMMVC5711E.refusal(size);
    }

    Map<String, String> all() {
        return values;
    }
}
