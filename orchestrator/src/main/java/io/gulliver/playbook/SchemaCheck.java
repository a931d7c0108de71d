package io.gulliver.playbook;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Checks a file's tree against one of the shipped JSON schemas, and says what it finds in plain words. */
final class SchemaCheck {
    private final Schema schema;

    private SchemaCheck(Schema schema) {
        this.schema = schema;
    }

    /** Where a schema that names another one by its file stands; nothing is fetched from there. */
    private static final String BASE = "https://gulliver.invalid/schema/";

    /** The schema {@code playbook}, {@code fragment} or {@code action}, from the shipped playbooks. */
    static SchemaCheck of(String name) {
        return new SchemaCheck(SchemaRegistry.withDefaultDialect(
                        SpecificationVersion.DRAFT_2020_12,
                        builder -> builder.schemas(Map.of(BASE + "playbook.schema.json", read("playbook"))))
                .getSchema(SchemaLocation.of(BASE + name + ".schema.json"), read(name), InputFormat.JSON));
    }

    private static String read(String name) {
        String path = "gulliver/schema/" + name + ".schema.json";
        try (InputStream in = SchemaCheck.class.getClassLoader().getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("The schema " + path + " is not on the class path: the playbooks"
                        + " module is missing from this installation");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("The schema " + path + " cannot be read", e);
        }
    }

    List<PlaybookProblem> check(Places document, JsonNode root) {
        List<PlaybookProblem> problems = new ArrayList<>();
        for (Error error : schema.validate(root)) {
            problems.add(problem(document, error));
        }
        return problems;
    }

    private static PlaybookProblem problem(Places document, Error error) {
        String pointer = error.getInstanceLocation().toString();
        String property = error.getProperty();
        JsonNode wanted = error.getSchemaNode();
        String seen = error.getInstanceNode() == null
                ? ""
                : clip(error.getInstanceNode().toString());
        String keyword = String.valueOf(error.getKeyword());
        switch (keyword) {
            case "required":
                return document.problem(pointer, "the field '" + property + "' is missing", null);
            case "additionalProperties":
                return document.problem(
                        YamlDocument.pointer(pointer, String.valueOf(property)),
                        "the field '" + property + "' is not known here",
                        "See its spelling and indentation");
            case "enum":
                return document.problem(pointer, seen + " is not one of " + list(wanted), null);
            case "type":
                return document.problem(pointer, seen + " is not " + (wanted == null ? "right" : type(wanted)), null);
            case "pattern":
                return document.problem(pointer, seen + " does not look as wanted", pattern(wanted));
            default:
                String message = String.valueOf(error.getMessage());
                return document.problem(pointer, seen.isEmpty() ? message : seen + ": " + message, null);
        }
    }

    private static String list(@Nullable JsonNode allowed) {
        if (allowed == null) {
            return "the allowed words";
        }
        List<String> words = new ArrayList<>();
        allowed.forEach(word -> words.add(word.isString() ? word.stringValue() : word.toString()));
        return String.join(", ", words);
    }

    private static String type(JsonNode type) {
        return list(
                type.isArray()
                        ? type
                        : tools.jackson.databind.node.JsonNodeFactory.instance
                                .arrayNode()
                                .add(type));
    }

    private static @Nullable String pattern(@Nullable JsonNode pattern) {
        return pattern == null ? null : "Wanted: " + pattern.stringValue();
    }

    private static String clip(String text) {
        return text.length() > 80 ? text.substring(0, 77) + "..." : text;
    }
}
