package io.gulliver.adapter.feilong;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.lab.feilong.GuestListener;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Client and simulator answer to what the vendor's server answered. */
class FeilongAnswersTest {

    private static final Path FILE = Path.of("src/test/resources/contract/feilong/answers.yaml");

    @TempDir
    Path directory;

    private record Case(JsonNode given, JsonNode body) {
        @Override
        public String toString() {
            return body.required("name").asString();
        }
    }

    static List<Case> cases() throws Exception {
        JsonNode file = new YAMLMapper().readTree(Files.readString(FILE));
        assertThat(file.path("source").asString("")).isNotBlank();
        return file.required("cases")
                .valueStream()
                .map(one -> new Case(file.required("given"), one))
                .toList();
    }

    static Stream<Case> refusals() throws Exception {
        return cases().stream().filter(one -> one.body().has("client"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theSimulatorAnswersAsTheServerDid(Case one) throws Exception {
        try (FeilongBench bench = new FeilongBench(directory, GuestListener.none(), FeilongBench.spec(null, "1.6.7"))) {
            for (JsonNode before : Stream.concat(
                            one.given().valueStream(), one.body().path("given").valueStream())
                    .toList()) {
                assertThat(send(bench.lab.uri(), before).statusCode())
                        .as(before.toString())
                        .isEqualTo(200);
            }

            HttpResponse<String> answer = send(bench.lab.uri(), one.body().required("request"));

            JsonNode wanted = one.body().required("response");
            assertThat(answer.statusCode())
                    .as(answer.body())
                    .isEqualTo(wanted.required("status").asInt());
            if (wanted.has("type")) {
                assertThat(answer.headers().firstValue("Content-Type").orElse(""))
                        .startsWith(wanted.path("type").asString());
            }
            for (String field : List.of("overallRC", "rc", "rs", "modID")) {
                if (wanted.has(field)) {
                    assertThat(JsonMapper.shared()
                                    .readTree(answer.body())
                                    .path(field)
                                    .asInt())
                            .as(field)
                            .isEqualTo(wanted.path(field).asInt());
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void theClientKnowsWhatItMeans(Case one) {
        JsonNode answer = one.body().required("response");
        JsonNode wanted = one.body().required("client");
        FeilongReply reply = answer.has("overallRC")
                ? new FeilongReply(
                        answer.path("overallRC").asInt(),
                        answer.path("modID").asInt(),
                        answer.path("rc").asInt(),
                        answer.path("rs").asInt(),
                        "")
                : null;
        int status = answer.path("status").asInt();

        FeilongCodes.Line line =
                FeilongCodes.line(status, reply, wanted.required("operation").asString());

        assertThat(line.meaning().name()).isEqualTo(wanted.required("meaning").asString());
        assertThat(line.kind().name()).isEqualTo(wanted.required("kind").asString());
        assertThat(FeilongCodes.mayHaveHappened(status, reply, line))
                .isEqualTo(wanted.required("mayHaveHappened").asBoolean());
        assertThat(line.advice()).isNotBlank();
    }

    @Test
    void answersWithoutContentTypeAsTheWebServerDoes() throws Exception {
        try (FeilongBench bench = new FeilongBench(directory, GuestListener.none(), FeilongBench.spec(null, "1.6.7"))) {
            HttpResponse<String> answer = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create(bench.lab.uri() + "/guests"))
                                    .POST(BodyPublishers.ofString("{}"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.body()).startsWith("<html>");
        }
    }

    private static HttpResponse<String> send(URI server, JsonNode request) throws Exception {
        HttpRequest.Builder wire = HttpRequest.newBuilder(
                URI.create(server + request.required("path").asString()));
        boolean body = request.has("body");
        if (body) {
            wire.header("Content-Type", "application/json");
        }
        wire.method(
                request.required("method").asString(),
                body
                        ? BodyPublishers.ofString(JsonMapper.shared().writeValueAsString(request.path("body")))
                        : BodyPublishers.noBody());
        return HttpClient.newHttpClient().send(wire.build(), HttpResponse.BodyHandlers.ofString());
    }
}
