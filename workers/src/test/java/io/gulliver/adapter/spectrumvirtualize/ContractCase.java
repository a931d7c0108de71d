package io.gulliver.adapter.spectrumvirtualize;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** One case of the contract files: a call, what must be sent, what comes back, what the caller gets. */
record ContractCase(String file, JsonNode body) {

    private static final Path FOLDER = Path.of("src/test/resources/contract/spectrum-virtualize");

    /** Every case of every file, in the order of the files' names. */
    static List<ContractCase> all() {
        List<ContractCase> cases = new ArrayList<>();
        try (Stream<Path> files = Files.list(FOLDER)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".yaml"))
                    .sorted()
                    .toList()) {
                JsonNode content = new YAMLMapper().readTree(Files.readString(file));
                if (content.path("source").asString("").isBlank()) {
                    throw new IllegalStateException(file + " names no source");
                }
                content.required("cases")
                        .forEach(one ->
                                cases.add(new ContractCase(file.getFileName().toString(), one)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("contract files", e);
        }
        return cases;
    }

    String title() {
        return file + ": " + body.required("name").asString();
    }

    String call() {
        return body.required("call").asString();
    }

    JsonNode argument(String name) {
        return body.path("arguments").path(name);
    }

    String text(String name) {
        return body.required("arguments").required(name).asString();
    }

    List<String> texts(String name) {
        return argument(name).valueStream().map(JsonNode::asString).toList();
    }

    String requestPath() {
        return body.required("request").required("path").asString();
    }

    JsonNode requestBody() {
        return normal(body.required("request").required("body"));
    }

    int status() {
        return body.required("response").required("status").asInt();
    }

    JsonNode responseBody() {
        return normal(body.required("response").required("body"));
    }

    /** Commands that put the simulator into the right state. */
    JsonNode given() {
        JsonNode given = body.path("given");
        // The YAML reader leaves an alias as a word; a state that is silently missing would make the case prove
        // nothing.
        if (!given.isMissingNode() && !given.isArray()) {
            throw new IllegalStateException(title() + ": \"given\" is no list");
        }
        return given;
    }

    boolean labAnswers() {
        return body.path("lab").asBoolean(true);
    }

    /** YAML and JSON read the same number into different node types, which are never equal; text makes them one. */
    static JsonNode normal(Object value) {
        JsonMapper json = JsonMapper.shared();
        return json.readTree(json.writeValueAsString(value));
    }
}
