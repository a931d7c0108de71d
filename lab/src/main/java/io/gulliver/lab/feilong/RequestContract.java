package io.gulliver.lab.feilong;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Which requests a Feilong server takes: {@code gulliver-lab/feilong/requests.yaml}, made from the server's own checks.
 *
 * <p>The simulator refuses by it, and the tests of the client hold every request to it. Refuses by default: a path,
 * method, action, field or query parameter that the file does not name, and a null.
 */
public final class RequestContract {

    private static final String FILE = "/gulliver-lab/feilong/requests.yaml";
    private static final String ACTION_PATH = "/guests/{userid}/action";
    private static final Pattern NAMED = Pattern.compile("\\{([^}]+)}");

    private record Path(String method, Pattern pattern, List<String> names, JsonNode request) {}

    private final JsonNode contract;
    private final List<Path> paths = new ArrayList<>();
    private final Map<String, Pattern> patterns = new ConcurrentHashMap<>();

    private RequestContract(JsonNode contract) {
        this.contract = contract;
        contract.required("requests")
                .forEach(request -> paths.add(path(
                        request.required("method").asString(),
                        request.required("path").asString(),
                        request)));
        paths.add(path("POST", ACTION_PATH, contract.required("actions")));
    }

    /** Reads the file; it is the program's own, so a mistake in it is a bug. */
    public static RequestContract load() {
        try (InputStream in = RequestContract.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException("The lab has no " + FILE);
            }
            return new RequestContract(new YAMLMapper().readTree(in));
        } catch (IOException e) {
            throw new UncheckedIOException("Contract " + FILE, e);
        }
    }

    private static Path path(String method, String template, JsonNode request) {
        List<String> names = new ArrayList<>();
        StringBuilder regex = new StringBuilder();
        Matcher named = NAMED.matcher(template);
        int end = 0;
        while (named.find()) {
            regex.append(Pattern.quote(template.substring(end, named.start()))).append("([^/]+)");
            names.add(named.group(1));
            end = named.end();
        }
        regex.append(Pattern.quote(template.substring(end)));
        return new Path(method, Pattern.compile(regex.toString()), List.copyOf(names), request);
    }

    /** Every request of the file by operation, as {@code METHOD /path}; actions among them. */
    public Map<String, String> operations() {
        Map<String, String> operations = new LinkedHashMap<>();
        contract.required("requests")
                .forEach(request -> operations.put(
                        request.required("operation").asString(),
                        request.required("method").asString() + " "
                                + request.required("path").asString()));
        contract.required("actions")
                .forEach(action -> operations.put(action.required("operation").asString(), "POST " + ACTION_PATH));
        return operations;
    }

    /** The operation that an action's word means; empty for a word that the server does not know. */
    public Optional<String> actionOperation(String action) {
        return Optional.of(contract.required("actions").path(action).path("operation"))
                .filter(JsonNode::isString)
                .map(JsonNode::asString);
    }

    /**
     * What is wrong with a request, as a sentence; empty for one that the server takes.
     *
     * @param path decoded, without the query
     * @param query decoded values by name
     * @param body a missing node for none
     * @param version level of the server, for example {@code 1.6.7}
     */
    public Optional<String> problem(
            String method, String path, Map<String, List<String>> query, JsonNode body, String version) {
        boolean known = false;
        for (Path candidate : paths) {
            Matcher matcher = candidate.pattern().matcher(path);
            if (!matcher.matches()) {
                continue;
            }
            known = true;
            if (!candidate.method().equals(method)) {
                continue;
            }
            try {
                for (int i = 0; i < candidate.names().size(); i++) {
                    text(
                            candidate.names().get(i),
                            matcher.group(i + 1),
                            candidate.names().get(i));
                }
                if (candidate.request().has("start")) {
                    checkAction(body, version);
                } else {
                    checkQuery(candidate.request().path("query"), query);
                    checkBody(candidate.request().path("body"), body, version);
                }
                return Optional.empty();
            } catch (Refused refused) {
                return Optional.of(refused.getMessage());
            }
        }
        return Optional.of(
                known ? "The method " + method + " is not allowed for " + path : "There is nothing at " + path);
    }

    private void checkQuery(JsonNode wanted, Map<String, List<String>> query) {
        query.forEach((name, values) -> {
            if (!wanted.has(name)) {
                throw new Refused("The query parameter '" + name + "' is not known here");
            }
            if (values.size() != 1) {
                throw new Refused("The query parameter '" + name + "' stands " + values.size() + " times");
            }
            text(wanted.get(name).asString(), values.get(0), name);
        });
    }

    private void checkBody(JsonNode wanted, JsonNode body, String version) {
        if (wanted.isMissingNode()) {
            if (!body.isMissingNode()) {
                throw new Refused("A body is not wanted here");
            }
            return;
        }
        if (!body.isObject()) {
            throw new Refused("The body is no JSON object");
        }
        Set<String> names = new HashSet<>(body.propertyNames());
        if (!names.equals(new HashSet<>(wanted.propertyNames()))) {
            throw new Refused("The body has " + names + ", wanted " + wanted.propertyNames());
        }
        wanted.propertyNames().forEach(name -> value(wanted.get(name).asString(), body.get(name), name, version));
    }

    private void checkAction(JsonNode body, String version) {
        if (!body.isObject() || !body.path("action").isString()) {
            throw new Refused("action not exist or is empty");
        }
        String word = body.path("action").asString();
        JsonNode action = contract.required("actions").path(word);
        if (action.isMissingNode()) {
            throw new Refused("action " + word + " is invalid");
        }
        fields(action.required("fields"), body, "action", version);
    }

    private void value(String typeName, JsonNode value, String where, String version) {
        JsonNode type = type(typeName);
        switch (type.required("kind").asString()) {
            case "text" -> {
                if (!value.isString()) {
                    throw invalid(where, value, "is not of type 'string'");
                }
                text(typeName, value.asString(), where);
            }
            case "integer" -> {
                if (!value.isIntegralNumber()) {
                    throw invalid(where, value, "is not of type 'integer'");
                }
                if (value.asLong() < type.path("min").asLong(Long.MIN_VALUE)
                        || value.asLong() > type.path("max").asLong(Long.MAX_VALUE)) {
                    throw invalid(where, value, "is out of range");
                }
            }
            case "flag" -> {
                if (!value.isBoolean()) {
                    throw invalid(where, value, "is not of type 'boolean'");
                }
            }
            case "map" -> {
                if (!value.isObject()) {
                    throw invalid(where, value, "is not of type 'object'");
                }
                value.properties().forEach(entry -> {
                    text(type.required("key").asString(), entry.getKey(), where);
                    value(type.required("of").asString(), entry.getValue(), where, version);
                });
            }
            case "object" -> {
                if (!value.isObject()) {
                    throw invalid(where, value, "is not of type 'object'");
                }
                fields(type.required("fields"), value, "", version);
                if (type.has("exactly") && value.size() != type.path("exactly").asInt()) {
                    throw invalid(
                            where,
                            value,
                            "has not exactly one of " + type.required("fields").propertyNames());
                }
            }
            default -> throw new IllegalStateException("Contract " + FILE + ": kind of " + typeName);
        }
    }

    /** Checks the members of an object; {@code beside} is one more that belongs there. */
    private void fields(JsonNode wanted, JsonNode object, String beside, String version) {
        wanted.properties().forEach(field -> {
            boolean later =
                    later(field.getValue(), version) && !field.getValue().has("until");
            if (field.getValue().path("required").asBoolean(false) && !later && !object.has(field.getKey())) {
                throw new Refused("'" + field.getKey() + "' is a required property");
            }
        });
        object.properties().forEach(member -> {
            String name = member.getKey();
            if (name.equals(beside)) {
                return;
            }
            JsonNode field = wanted.path(name);
            boolean later = later(field, version);
            if (field.isMissingNode() || (later && !field.has("until"))) {
                throw new Refused("Additional properties are not allowed ('" + name + "' was unexpected)");
            }
            if (field.has("with") && !object.has(field.get("with").asString())) {
                throw new Refused("'" + field.get("with").asString() + "' is a dependency of '" + name + "'");
            }
            if (field.has("list")) {
                list(field, member.getValue(), name, version);
            } else {
                value(field.required(later ? "until" : "type").asString(), member.getValue(), name, version);
            }
        });
    }

    private void list(JsonNode field, JsonNode value, String where, String version) {
        if (!value.isArray()) {
            throw invalid(where, value, "is not of type 'array'");
        }
        if (value.size() < field.path("min").asInt(0)) {
            throw invalid(where, value, "is too short");
        }
        Set<JsonNode> seen = new HashSet<>();
        value.forEach(item -> {
            if (field.path("unique").asBoolean(false) && !seen.add(item)) {
                throw invalid(where, value, "has non-unique elements");
            }
            value(field.required("list").asString(), item, where, version);
        });
    }

    private void text(String typeName, String value, String where) {
        JsonNode type = type(typeName);
        if (type.has("pattern")
                && !patterns.computeIfAbsent(type.path("pattern").asString(), Pattern::compile)
                        .matcher(value)
                        .matches()) {
            throw invalid(
                    where, value, "does not match '" + type.path("pattern").asString() + "'");
        }
        if (type.has("one-of")
                && type.path("one-of")
                        .valueStream()
                        .noneMatch(one -> one.asString().equals(value))) {
            throw invalid(where, value, "is not one of " + type.path("one-of"));
        }
        if (value.length() < type.path("min").asInt(0)) {
            throw invalid(where, value, "is too short");
        }
        if (value.length() > type.path("max").asInt(Integer.MAX_VALUE)) {
            throw invalid(where, value, "is too long");
        }
    }

    private JsonNode type(String name) {
        return contract.required("types").required(name);
    }

    private static boolean later(JsonNode field, String version) {
        return field.has("since")
                && LabFeilongSpec.before(version, field.path("since").asString());
    }

    private static Refused invalid(String where, Object value, String why) {
        return new Refused(
                "Invalid input for field/attribute " + where + ". Value: " + value + ". " + value + " " + why);
    }

    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message, null, false, false);
        }

        @Override
        public String getMessage() {
            return String.valueOf(super.getMessage());
        }
    }
}
