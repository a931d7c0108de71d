package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.testing.TakesTurns;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Every route of the API description, given what no caller should send: an answer in words each time, never a failure. */
@TakesTurns(TakesTurns.Group.PAGES)
class BadInputTest extends ServerCase {
    private static final List<String> WORDS = words();
    private static final List<String> BODIES = bodies();

    private record Route(String method, String path, List<String> parameters, boolean content) {}

    @Test
    void everyRouteAnswersBadInputInWords() throws Exception {
        assertThat(WORDS.size() + BODIES.size()).isGreaterThanOrEqualTo(100);
        List<Route> routes = routes();
        assertThat(routes.size()).as("routes of the API description").isGreaterThan(30);
        program("there");
        List<String> wrong = new ArrayList<>();
        int sent = 0;
        for (Route route : routes) {
            for (String bad : WORDS) {
                String path = route.path().replaceAll("\\{[^}]+}", encoded(bad).replace("$", "\\$"));
                // an empty part leads to another route
                if (!route.path().contains("{") || bad.isEmpty()) {
                    path = route.path().replaceAll("\\{[^}]+}", "there");
                }
                StringBuilder query = new StringBuilder();
                route.parameters()
                        .forEach(name -> query.append(query.isEmpty() ? '?' : '&')
                                .append(name)
                                .append('=')
                                .append(encoded(bad)));
                sent++;
                judge(route, path + query, null, wrong);
            }
            if (route.content()) {
                for (String body : BODIES) {
                    sent++;
                    judge(route, route.path().replaceAll("\\{[^}]+}", "there"), body, wrong);
                }
            }
        }
        assertThat(sent).isGreaterThan(1000);
        assertThat(wrong).as("of %s requests", sent).isEmpty();
    }

    @Test
    void answersTenMegabytesOfNoiseAsAnInventoryWithLinesAndReasons() throws Exception {
        program("noisy");
        byte[] noise = new byte[10 * 1024 * 1024];
        new Random(4711).nextBytes(noise);
        HttpResponse<String> response = send(request("pm", "/api/v1/programs/noisy/inventory")
                .header("Idempotency-Key", key())
                .header("Content-Type", "text/csv")
                .POST(BodyPublishers.ofByteArray(noise))
                .build());
        assertThat(response.statusCode()).isEqualTo(422);
        JsonNode answer = read(response);
        assertThat(answer.get("applied").asBoolean()).isFalse();
        assertThat(answer.get("rejected").size()).isPositive();
        assertThat(read(get("pm", "/api/v1/programs/noisy/databases"))
                        .get("items")
                        .size())
                .isZero();
    }

    private void judge(Route route, String path, String body, List<String> wrong) throws Exception {
        String who = route.path().contains("playbooks") && route.method().equals("POST") ? "admin" : "pm";
        HttpRequest.Builder request = request(who, "/");
        try {
            request.uri(URI.create("http://127.0.0.1:" + port + path));
        } catch (IllegalArgumentException notSendable) {
            return;
        }
        boolean get = route.method().equals("GET");
        if (!get) {
            request.header("Idempotency-Key", key()).header("If-Match", "\"1\"");
            String type = route.path().endsWith("/inventory")
                    ? "text/csv"
                    : route.path().endsWith("/evidence") || route.path().endsWith("/file")
                            ? "application/octet-stream"
                            : route.path().endsWith("/playbooks") ? "application/yaml" : "application/json";
            request.header("Content-Type", type);
        }
        request.method(
                route.method(), get ? BodyPublishers.noBody() : BodyPublishers.ofString(body == null ? "{" : body));
        HttpResponse<String> response = send(request.build());
        String told = response.body();
        boolean fine = response.statusCode() < 400;
        boolean refused = response.statusCode() < 500
                && response.headers().firstValue("Content-Type").orElse("").startsWith("application/problem+json")
                && told.contains("\"requestId\":\"");
        // an import answers with its own lines
        boolean imported = response.statusCode() == 422 && told.contains("\"rejected\":[");
        if (told.contains("\tat ") || told.contains("Exception") || !(fine || refused || imported)) {
            wrong.add(route.method() + " " + abbreviated(path) + " <- " + abbreviated(String.valueOf(body)) + " -> "
                    + response.statusCode() + " " + abbreviated(told));
        }
    }

    private static String abbreviated(String text) {
        return text.length() <= 220 ? text : text.substring(0, 220) + "…";
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private List<Route> routes() throws Exception {
        JsonNode paths = read(get("pm", "/v3/api-docs")).get("paths");
        List<Route> routes = new ArrayList<>();
        paths.propertyStream()
                .forEach(path -> path.getValue().propertyStream().forEach(operation -> {
                    List<String> parameters = new ArrayList<>();
                    JsonNode declared = operation.getValue().get("parameters");
                    if (declared != null) {
                        declared.forEach(parameter -> {
                            if ("query".equals(parameter.get("in").asString())) {
                                parameters.add(parameter.get("name").asString());
                            }
                        });
                    }
                    String method = operation.getKey().toUpperCase(java.util.Locale.ROOT);
                    routes.add(new Route(method, path.getKey(), parameters, !"GET".equals(method)));
                }));
        return routes;
    }

    private static List<String> words() {
        List<String> words = new ArrayList<>(List.of(
                "",
                " ",
                "0",
                "-1",
                "1.5",
                "1e309",
                "NaN",
                "-Infinity",
                "2147483648",
                "-9223372036854775809",
                "99999999999999999999999999999999",
                "0x10",
                "null",
                "undefined",
                "true",
                "[]",
                "{}",
                "'",
                "\"",
                "' or '1'='1",
                "'; drop table programs; --",
                "%",
                "_",
                "%25%00",
                "\u0000",
                "a\u0000b",
                "\u0001\u001f\u007f",
                "\r\nX-Injected: yes",
                "..",
                "../..",
                "..%2f..%2fetc%2fpasswd",
                "..\\..\\windows",
                "/etc/passwd",
                "./.",
                ";a=b",
                "a;b",
                "a//b",
                "a?b#c",
                "C:\\x",
                "file:///etc/passwd",
                "${jndi:ldap://127.0.0.1/a}",
                "${7*7}",
                "#{7*7}",
                "<script>alert(1)</script>",
                "😀",
                "👩‍👩‍👧‍👦",
                "مرحبا",
                "‮gnirts",
                "שלום",
                "é",
                "ß",
                "İ",
                "\uFEFFbom",
                "\uFFFF",
                "x".repeat(300),
                "ü".repeat(200),
                "y".repeat(2000),
                "a[",
                "a[b",
                "a]",
                "[a]",
                "2026-02-30",
                "2026-13-01T00:00:00Z",
                "+999999999-12-31",
                "+1000000000-01-01T00:00:00Z",
                "there[",
                "MQ==",
                "====",
                "AAAA"));
        return List.copyOf(words);
    }

    private static List<String> bodies() {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String name : List.of(
                "key",
                "title",
                "zone",
                "policy",
                "number",
                "start",
                "after",
                "databases",
                "database",
                "purpose",
                "playbook",
                "outcome",
                "reason",
                "action",
                "step",
                "probability",
                "impact",
                "response",
                "state",
                "due",
                "from",
                "to",
                "outputs")) {
            fields.put(name, "");
        }
        List<String> values = List.of(
                "null",
                "1e400",
                "-1",
                "123456789012345678901234567890",
                "true",
                "[]",
                "{}",
                "[[[[1]]]]",
                "\"\"",
                "\"\\u0000\"",
                "\"😀\"",
                "\"\\ud800\"",
                "\"\u202Eabc\"",
                "\"../../x\"",
                "\"+1000000000-01-01T00:00:00Z\"",
                "\"" + "z".repeat(5000) + "\"");
        List<String> bodies = new ArrayList<>(List.of(
                "",
                " ",
                "{",
                "}",
                "[",
                "null",
                "true",
                "7",
                "\"text\"",
                "[]",
                "[{}]",
                "{}",
                "{\"\":\"\"}",
                "{\"key\":NaN}",
                "{\"key\":'x'}",
                "{key:1}",
                "{\"a\":1,}",
                "{\"a\":1}{\"a\":2}",
                "\u0000",
                "{\"title\":\"a\u0000b\"}",
                "\uFEFF{}",
                "<xml/>",
                "a: &a [*a]",
                "a: &a [x, x]\nb: [*a, *a]\n",
                "steps: !!javax.script.ScriptEngineManager []",
                "[".repeat(20_000),
                "{\"a\":".repeat(5_000),
                "{\"policy\":" + "{\"a\":".repeat(300) + "1" + "}".repeat(300) + "}",
                "{\"number\":" + "9".repeat(2_000) + "}",
                "😀".repeat(1000),
                "{\"from\":\"2026-01-01T00:00:00Z\",\"to\":\"+1000000000-01-01T00:00:00Z\",\"reason\":\"x\"}",
                "{\"number\":7,\"title\":\"T\",\"databases\":[],\"start\":\"-1000000000-01-01T00:00:00Z\"}",
                "database,application,environment\n\"x"));
        for (String value : values) {
            StringBuilder all = new StringBuilder("{");
            fields.keySet()
                    .forEach(name -> all.append(all.length() > 1 ? "," : "")
                            .append('"')
                            .append(name)
                            .append("\":")
                            .append(value));
            bodies.add(all.append('}').toString());
        }
        return List.copyOf(bodies);
    }
}
