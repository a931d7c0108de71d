package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The description of the API, against the copy that clients are made from, and that against the last release's. */
class OpenApiTest extends ServerCase {
    /** What clients are made from. */
    static final Path COMMITTED = Path.of("..", "docs", "api", "openapi.json");
    /** Of releases: {@code VERSION-openapi.json}. */
    private static final Path RELEASED = Path.of("src", "test", "resources", "names");
    /** Changes that break clients, each decided on and told in the change log: the line that the test prints. */
    private static final Set<String> ACCEPTED = Set.of();

    @Test
    void isAsItIsCommitted() throws Exception {
        HttpResponse<String> answer = get("viewer", "/v3/api-docs");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        Path now = Files.writeString(
                Path.of("target", "openapi.json"), answer.body().strip() + "\n");
        Set<String> before = new LinkedHashSet<>(lines(JSON.readTree(Files.readString(COMMITTED))));
        Set<String> after = new LinkedHashSet<>(lines(read(answer)));
        List<String> differences = new ArrayList<>();
        before.stream().filter(line -> !after.contains(line)).forEach(line -> differences.add("- " + line));
        after.stream().filter(line -> !before.contains(line)).forEach(line -> differences.add("+ " + line));
        assertThat(differences)
                .as(
                        "the description is not as %s has it; if that is meant, copy %s over it and tell it in CHANGELOG.md",
                        COMMITTED, now.toAbsolutePath())
                .isEmpty();
    }

    @Test
    void breaksNoClientOfARelease() throws Exception {
        JsonNode now = JSON.readTree(Files.readString(COMMITTED));
        List<Path> released;
        try (Stream<Path> files = Files.list(RELEASED)) {
            released = files.filter(file -> file.toString().endsWith("-openapi.json"))
                    .sorted()
                    .toList();
        }
        List<String> breaking = new ArrayList<>();
        for (Path release : released) {
            BreakingChanges.of(JSON.readTree(Files.readString(release)), now).stream()
                    .filter(change -> !ACCEPTED.contains(change))
                    .forEach(change -> breaking.add(release.getFileName() + ": " + change));
        }
        assertThat(breaking)
                .as("what breaks clients; name it in ACCEPTED when that is decided, and tell it in CHANGELOG.md")
                .isEmpty();
    }

    @Test
    void whatBreaksClientsIsFound() throws Exception {
        JsonNode now = JSON.readTree(Files.readString(COMMITTED));
        assertThat(BreakingChanges.of(now, now)).isEmpty();
        ObjectNode other = (ObjectNode) now.deepCopy();
        ((ObjectNode) other.at("/paths/~1api~1v1~1tasks~1{id}~1claim")).remove("post");
        ((ObjectNode) other.at("/components/schemas/Task/properties/title")).put("nullable", true);
        ((ObjectNode) other.at("/components/schemas/Task/properties")).remove("blocks");
        ((ObjectNode) other.at("/components/schemas/TaskKind"))
                .withArray("enum")
                .add("DREAM");
        ((ObjectNode) other.at("/components/schemas/PlanNewFreeze"))
                .putArray("required")
                .add("from")
                .add("to");
        ((ObjectNode) other.at("/components/schemas/MigrationStart"))
                .withArray("required")
                .add("wave");
        assertThat(BreakingChanges.of(now, other))
                .contains(
                        "POST /api/v1/tasks/{id}/claim: is gone",
                        "answered Task/title: may be null now",
                        "answered Task/blocks: is gone",
                        "answered TaskKind: may be [DREAM] now",
                        "sent MigrationStart/wave: must be sent now")
                .noneMatch(line -> line.contains("PlanNewFreeze"));
    }

    @Test
    void everyCallHasWordsAnIdAndAnExample() throws Exception {
        JsonNode document = JSON.readTree(Files.readString(COMMITTED));
        Set<String> ids = new TreeSet<>();
        List<String> wrong = new ArrayList<>();
        Set<String> described = new TreeSet<>();
        document.path("paths")
                .propertyStream()
                .forEach(path -> path.getValue()
                        .propertyNames()
                        .forEach(method ->
                                described.add(method.toUpperCase(java.util.Locale.ROOT) + " " + path.getKey())));
        Set<String> entries = new TreeSet<>();
        try (java.io.InputStream file = OpenApiTest.class.getResourceAsStream("/api/calls.yaml")) {
            YAMLMapper.builder().build().readTree(file).propertyNames().forEach(entries::add);
        }
        assertThat(entries).as("calls that api/calls.yaml has words for").isEqualTo(described);
        document.path("paths")
                .propertyStream()
                .forEach(path -> path.getValue().propertyStream().forEach(one -> {
                    JsonNode call = one.getValue();
                    String id = call.path("operationId").asString();
                    if (!ids.add(id)) {
                        wrong.add(id + " is the name of two calls");
                    }
                    if (call.path("summary").asString("").isBlank()
                            || call.path("tags").size() != 1) {
                        wrong.add(id + " has no summary or no tag");
                    }
                    JsonNode json = call.path("requestBody").path("content").path("application/json");
                    if (!json.isMissingNode()) {
                        if (!json.has("example")) {
                            wrong.add(id + " has no example");
                        } else if (json.path("schema").has("$ref")) {
                            String ref = json.path("schema").path("$ref").asString();
                            Contract.problems(
                                            ref.substring(ref.lastIndexOf('/') + 1),
                                            json.get("example").toString())
                                    .forEach(
                                            problem -> wrong.add(id + " has an example that does not fit: " + problem));
                        }
                    }
                    for (String status : List.of("400", "401", "403", "500", "503")) {
                        if (!call.path("responses").has(status)) {
                            wrong.add(id + " does not say " + status);
                        }
                    }
                }));
        assertThat(wrong).isEmpty();
        assertThat(ids).hasSizeGreaterThan(100);
    }

    @Test
    void everyParameterAndEveryPartOfASentBodyHasWords() throws Exception {
        JsonNode document = JSON.readTree(Files.readString(COMMITTED));
        JsonNode schemas = document.at("/components/schemas");
        List<String> silent = new ArrayList<>();
        Set<String> there = new TreeSet<>();
        Set<String> sent = new TreeSet<>();
        document.path("paths")
                .propertyStream()
                .forEach(path -> path.getValue().propertyStream().forEach(one -> {
                    JsonNode call = one.getValue();
                    for (JsonNode parameter : call.path("parameters")) {
                        String name = parameter.path("name").asString();
                        there.add(name);
                        there.add(call.path("operationId").asString() + "." + name);
                        if (parameter.path("description").asString("").isBlank()) {
                            silent.add(call.path("operationId").asString() + "." + name);
                        }
                    }
                    sent(call.path("requestBody"), schemas, sent);
                }));
        for (String name : sent) {
            there.add(name);
            schemas.path(name).path("properties").propertyStream().forEach(part -> {
                there.add(part.getKey());
                there.add(name + "." + part.getKey());
                String ref = part.getValue().path("$ref").asString("");
                JsonNode said = ref.isEmpty() ? part.getValue() : document.at(ref.substring(1));
                if (said.path("description").asString("").isBlank()) {
                    silent.add(name + "." + part.getKey());
                }
            });
        }
        assertThat(sent).hasSizeGreaterThan(30);
        assertThat(silent)
                .as("parameters and parts without words: add them to api/parts.yaml")
                .isEmpty();
        try (java.io.InputStream file = OpenApiTest.class.getResourceAsStream("/api/parts.yaml")) {
            assertThat(there)
                    .as("what api/parts.yaml has words for")
                    .containsAll(YAMLMapper.builder().build().readTree(file).propertyNames());
        }
    }

    /** Names of the schemas that a body is made of. */
    private static void sent(JsonNode node, JsonNode schemas, Set<String> names) {
        if (node.has("$ref")) {
            String ref = node.get("$ref").asString();
            String name = ref.substring(ref.lastIndexOf('/') + 1);
            if (names.add(name)) {
                sent(schemas.path(name), schemas, names);
            }
        }
        node.forEach(part -> sent(part, schemas, names));
    }

    /** Every leaf of a document with the way to it: what differs is told as a line. */
    private static List<String> lines(JsonNode document) {
        List<String> lines = new ArrayList<>();
        lines("", document, lines);
        return lines;
    }

    private static void lines(String place, JsonNode node, List<String> lines) {
        if (node.isObject() && !node.isEmpty()) {
            node.propertyStream().forEach(part -> lines(place + "/" + part.getKey(), part.getValue(), lines));
        } else if (node.isArray() && !node.isEmpty()) {
            for (int i = 0; i < node.size(); i++) {
                lines(place + "/" + i, node.get(i), lines);
            }
        } else {
            lines.add(place + " = " + node);
        }
    }
}
