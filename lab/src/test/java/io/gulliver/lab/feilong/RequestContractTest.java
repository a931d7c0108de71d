package io.gulliver.lab.feilong;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The contract against the vendor's server: {@code judged-requests.jsonl} has requests of ours and what the request checks
 * of both levels said to each and to each with one thing changed.
 */
class RequestContractTest {

    private static final Path JUDGED = Path.of("src/test/resources/feilong/judged-requests.jsonl");

    private final RequestContract contract = RequestContract.load();

    private record Judged(
            String what, String method, String path, JsonNode body, List<String> takes, boolean changed) {}

    @ParameterizedTest
    @ValueSource(strings = {"1.6.3", "1.6.7"})
    void takesNothingThatTheServerRefuses(String version) throws IOException {
        List<String> wrong = new ArrayList<>();
        int refused = 0;
        for (Judged one : judged()) {
            if (!one.takes().contains(version)) {
                refused++;
                if (problem(one, version).isEmpty()) {
                    wrong.add(one.what());
                }
            }
        }
        assertThat(refused).as("requests that the server refuses").isGreaterThan(500);
        assertThat(wrong).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.6.3", "1.6.7"})
    void takesWhatWeSend(String version) throws IOException {
        for (Judged one : judged()) {
            if (!one.changed() && one.takes().contains(version) && !later(one, version)) {
                assertThat(problem(one, version)).as(one.what()).isEmpty();
            }
        }
    }

    /** A volume without the id of a template passes the later level's check and fails behind it. */
    private static boolean later(Judged one, String version) {
        return version.equals("1.6.7")
                && one.body().path("info").path("connection").path("multipath").isString();
    }

    @Test
    void refusesByDefault() {
        assertThat(problem("GET", "/guests/DB01/os_info", "")).contains("There is nothing at /guests/DB01/os_info");
        assertThat(problem("PATCH", "/guests", "")).contains("The method PATCH is not allowed for /guests");
        assertThat(problem("GET", "/guests/TOO-LONG-A-NAME/info", "")).isPresent();
        assertThat(problem("GET", "/guests", "{}")).contains("A body is not wanted here");
        assertThat(problem("POST", "/guests", "{\"guest\":{}, \"more\":1}")).isPresent();
        assertThat(problem("POST", "/guests/DB01/action", "{\"action\":\"frob\"}"))
                .contains("action frob is invalid");
        assertThat(contract.problem(
                        "GET", "/guests", Map.of("colour", List.of("red")), MissingNode.getInstance(), "1.6.7"))
                .contains("The query parameter 'colour' is not known here");
    }

    @Test
    void namesEveryOperationOnce() {
        assertThat(contract.operations())
                .hasSizeGreaterThan(40)
                .containsEntry("start-guest", "POST /guests/{userid}/action");
    }

    private Optional<String> problem(String method, String path, String body) {
        return contract.problem(
                method,
                path,
                Map.of(),
                body.isEmpty() ? MissingNode.getInstance() : JsonMapper.shared().readTree(body),
                "1.6.7");
    }

    private Optional<String> problem(Judged one, String version) {
        return contract.problem(one.method(), one.path(), Map.of(), one.body(), version);
    }

    private static List<Judged> judged() throws IOException {
        List<Judged> all = new ArrayList<>();
        for (String line : Files.readAllLines(JUDGED)) {
            JsonNode request = JsonMapper.shared().readTree(line);
            String method = request.required("method").asString();
            String path = request.required("path").asString();
            JsonNode body = request.required("body");
            all.add(new Judged(method + " " + path + " " + body, method, path, body, takes(request), false));
            for (JsonNode change : request.required("changes")) {
                all.add(new Judged(
                        method + " " + path + " " + change,
                        method,
                        path,
                        changed(body.deepCopy(), change),
                        takes(change),
                        true));
            }
        }
        return all;
    }

    private static List<String> takes(JsonNode judged) {
        return judged.required("takes").valueStream().map(JsonNode::asString).toList();
    }

    private static JsonNode changed(JsonNode body, JsonNode change) {
        JsonNode at = body;
        JsonNode way = change.required("at");
        for (int i = 0; i < way.size() - 1; i++) {
            at = way.get(i).isInt()
                    ? at.get(way.get(i).asInt())
                    : at.get(way.get(i).asString());
        }
        JsonNode last = way.get(way.size() - 1);
        JsonNode to = change.has("long")
                ? JsonMapper.shared()
                        .getNodeFactory()
                        .stringNode("x".repeat(change.get("long").asInt()))
                : change.path("to");
        if (last.isInt()) {
            ((ArrayNode) at).set(last.asInt(), to);
        } else if (change.path("remove").asBoolean(false)) {
            ((ObjectNode) at).remove(last.asString());
        } else {
            ((ObjectNode) at).set(last.asString(), to);
        }
        return body;
    }
}
