package io.gulliver.ui.api;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The committed description as a judge: whether an answer is one that the call may give. */
final class Contract {
    private static final String ADDRESS = "https://gulliver.example/openapi.json";
    private static final Contract COMMITTED = new Contract();

    private final JsonNode document;
    private final SchemaRegistry registry;
    private final Map<String, Schema> schemas = new ConcurrentHashMap<>();
    /** By the method that they take. */
    private final Map<String, List<Address>> addresses = new ConcurrentHashMap<>();

    private Contract() {
        try {
            String text = Files.readString(OpenApiTest.COMMITTED);
            document = JsonMapper.shared().readTree(text);
            registry = SchemaRegistry.withDialect(
                    Dialects.getOpenApi30(), builder -> builder.schemas(Map.of(ADDRESS, text)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is wrong with an answer; nothing when the description has no such call, as one that the test made wrong. */
    static List<String> problems(HttpResponse<String> response) {
        return COMMITTED.judge(
                response.request().method(),
                response.request().uri().getRawPath(),
                response.statusCode(),
                response.headers().firstValue("Content-Type").orElse(""),
                response.body());
    }

    /** What a schema of the components says against a text. */
    static List<String> problems(String schema, String json) {
        return COMMITTED.validated("#/components/schemas/" + schema, json);
    }

    private List<String> judge(String method, String path, int status, String type, String body) {
        JsonNode call = call(method, path);
        if (call == null) {
            return List.of();
        }
        String name = method + " " + path + " -> " + status;
        JsonNode answer = call.path("responses").path(Integer.toString(status));
        if (answer.isMissingNode()) {
            return List.of(
                    name + ": is no answer of " + call.path("operationId").asString());
        }
        String place = "#/paths/" + pointer(template(path, method)) + "/" + method.toLowerCase(java.util.Locale.ROOT)
                + "/responses/" + status;
        if (answer.has("$ref")) {
            place = answer.get("$ref").asString();
            answer = document.at(place.substring(1));
        }
        if (!answer.has("content")) {
            return body.isEmpty() ? List.of() : List.of(name + ": has content, wanted none");
        }
        String plain = type.replaceFirst(";.*", "").strip();
        if (!answer.get("content").has(plain)) {
            return List.of(name + ": is " + type + ", wanted one of "
                    + answer.get("content").propertyNames());
        }
        if (!plain.endsWith("json")) {
            return List.of();
        }
        return validated(place + "/content/" + pointer(plain) + "/schema", body).stream()
                .map(problem -> name + ": " + problem)
                .toList();
    }

    private List<String> validated(String place, String json) {
        Schema schema = schemas.computeIfAbsent(place, at -> registry.getSchema(SchemaLocation.of(ADDRESS + at)));
        return schema.validate(json, InputFormat.JSON).stream()
                .map(error -> error.getInstanceLocation() + " " + error.getMessage())
                .limit(5)
                .toList();
    }

    private JsonNode call(String method, String path) {
        String template = template(path, method);
        return template == null
                ? null
                : document.path("paths").path(template).get(method.toLowerCase(java.util.Locale.ROOT));
    }

    /** An address of the description in its parts. */
    private record Address(String template, String[] parts, long open) {
        boolean fits(String[] path) {
            boolean fits = parts.length == path.length;
            for (int i = 0; fits && i < path.length; i++) {
                fits = parts[i].startsWith("{") || parts[i].equals(path[i]);
            }
            return fits;
        }
    }

    private List<Address> addresses(String method) {
        return document.path("paths").properties().stream()
                .filter(one -> one.getValue().has(method))
                .map(one -> new Address(
                        one.getKey(),
                        one.getKey().split("/", -1),
                        one.getKey().chars().filter(c -> c == '{').count()))
                .toList();
    }

    /** The address of the description that a path is of; the one with more fixed parts where two fit. */
    private @Nullable String template(String path, String method) {
        String[] parts = path.split("/", -1);
        return addresses.computeIfAbsent(method.toLowerCase(java.util.Locale.ROOT), this::addresses).stream()
                .filter(address -> address.fits(parts))
                .min(java.util.Comparator.comparingLong(Address::open))
                .map(Address::template)
                .orElse(null);
    }

    private static String pointer(String part) {
        return part.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D");
    }
}
