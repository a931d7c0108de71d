package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.persistence.StoreDatabase;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.TestPropertySource;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Every route, asked as nobody asks who means well: never a 5xx, never a trace, and nothing of a stranger in the store. */
@TestPropertySource(properties = "gulliver.web.strangers-per-minute=1000000")
class HostileRequestsTest extends ServerCase {
    @Autowired
    @Qualifier("requestMappingHandlerMapping")
    private RequestMappingHandlerMapping mappings;

    @Autowired
    private StoreDatabase database;

    private record Route(String method, String path) {}

    private List<Route> routes() {
        TreeSet<String> routes = new TreeSet<>();
        mappings.getHandlerMethods().forEach((info, handler) -> {
            for (String pattern : info.getPatternValues()) {
                String path = pattern.replaceAll("\\{[^}]+}", "hostile");
                if (path.endsWith("/events") || path.equals("/error")) {
                    continue;
                }
                if (info.getMethodsCondition().getMethods().isEmpty()) {
                    routes.add("GET " + path);
                }
                for (RequestMethod method : info.getMethodsCondition().getMethods()) {
                    routes.add(method.name() + " " + path);
                }
            }
        });
        List<Route> list = new ArrayList<>();
        list.add(new Route("GET", "/login"));
        list.add(new Route("POST", "/login"));
        list.add(new Route("POST", "/logout"));
        for (String route : routes) {
            list.add(new Route(route.split(" ")[0], route.split(" ")[1]));
        }
        return list;
    }

    /** What is sent: a query, a type and a body. */
    private record Attack(String query, String type, byte[] body) {}

    private static List<Attack> attacks() {
        byte[] some = "a=b".getBytes(StandardCharsets.UTF_8);
        return List.of(
                new Attack("", "multipart/form-data", some),
                new Attack("", "multipart/form-data; boundary=", some),
                new Attack("", "multipart/form-data; boundary=x", "--x\r\nno header".getBytes(StandardCharsets.UTF_8)),
                new Attack("?=x", "application/x-www-form-urlencoded", some),
                new Attack(
                        "?a=%ff%fe&b=%c0%80",
                        "application/x-www-form-urlencoded", "=x&%00=1&a=%00".getBytes(StandardCharsets.UTF_8)),
                new Attack("", "application/json", "{".getBytes(StandardCharsets.UTF_8)),
                new Attack("", "application/json", "[null]".getBytes(StandardCharsets.UTF_8)),
                new Attack("", "application/json", "null".getBytes(StandardCharsets.UTF_8)),
                new Attack("", "application/json", "{\"a\":\"\\u0000\",\"a\":1}".getBytes(StandardCharsets.UTF_8)),
                new Attack("", "application/json", "[".repeat(5_000).getBytes(StandardCharsets.UTF_8)),
                new Attack("?cursor=x%22%0a2026&limit=-1&sort=;&page=99999999999", "no/such; charset=\"", some),
                new Attack("", "text/csv", new byte[] {0, (byte) 0xff, (byte) 0xfe}));
    }

    @Test
    void noRouteAnswersThatGulliverMadeAnError() throws Exception {
        List<String> wrong = new ArrayList<>();
        List<Route> routes = routes();
        assertThat(routes).hasSizeGreaterThan(120);
        for (Route route : routes) {
            for (Attack attack : attacks()) {
                for (String who : new String[] {null, "pm"}) {
                    HttpResponse<String> answer = ask(route, attack, who);
                    if (answer.statusCode() >= 500
                            || answer.body().contains("at java.base")
                            || answer.body().contains("Exception")) {
                        wrong.add(who + " " + route + attack.query() + " " + attack.type() + " -> "
                                + answer.statusCode());
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private HttpResponse<String> ask(Route route, Attack attack, String who) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + route.path() + attack.query()))
                .timeout(Duration.ofSeconds(60))
                .header("Content-Type", attack.type())
                .header("Idempotency-Key", key());
        if (who != null) {
            request.header(
                    "Authorization",
                    "Basic "
                            + Base64.getEncoder().encodeToString((who + ":lilliput").getBytes(StandardCharsets.UTF_8)));
        }
        return client.send(
                request.method(route.method(), BodyPublishers.ofByteArray(attack.body()))
                        .build(),
                BodyHandlers.ofString());
    }

    @Test
    void aStrangerWritesNothingToTheStore() throws Exception {
        long before = sessions();
        for (String path :
                List.of("/login", "/", "/programs/atlas", "/login?failed", "/programs/atlas/databases?q=1")) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                            .build(),
                    BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(path).isLessThan(400);
            assertThat(answer.headers().allValues("Set-Cookie")).as(path).noneMatch(c -> c.startsWith("JSESSIONID"));
        }
        HttpResponse<String> wrong = login("pm", "wrong", "/login");
        assertThat(wrong.headers().firstValue("Location")).contains("/login?failed");
        assertThat(sessions()).isEqualTo(before);

        HttpResponse<String> right = login("pm", "lilliput", "/settings?x=1");
        assertThat(right.headers().firstValue("Location")).contains("/settings?x=1");
        assertThat(sessions()).isEqualTo(before + 1);
    }

    @Test
    void aFormWithoutItsTokenOrWithTheOneOfAnotherIsRefused() throws Exception {
        HttpResponse<String> none = client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/login"))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString("username=pm&password=lilliput"))
                        .build(),
                BodyHandlers.ofString());
        assertThat(none.statusCode()).isEqualTo(403);
    }

    @Test
    void aHostThatSomebodyInventedLeadsNowhere() throws Exception {
        String answer = raw("GET /settings HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 302").doesNotContain("evil.example");
        assertThat(answer.lines().filter(line -> line.startsWith("Location:"))).containsExactly("Location: /login");
    }

    private HttpResponse<String> login(String name, String password, String wanted) throws Exception {
        URI base = URI.create("http://127.0.0.1:" + port);
        HttpResponse<String> first =
                client.send(HttpRequest.newBuilder(base.resolve(wanted)).build(), BodyHandlers.ofString());
        HttpResponse<String> form =
                client.send(HttpRequest.newBuilder(base.resolve("/login")).build(), BodyHandlers.ofString());
        List<String> cookies = new ArrayList<>();
        first.headers().allValues("Set-Cookie").forEach(cookie -> cookies.add(cookie.split(";")[0]));
        form.headers().allValues("Set-Cookie").forEach(cookie -> cookies.add(cookie.split(";")[0]));
        String token =
                org.jsoup.Jsoup.parse(form.body()).select("input[name=_csrf]").attr("value");
        assertThat(token).isNotEmpty();
        return client.send(
                HttpRequest.newBuilder(base.resolve("/login"))
                        .header("Cookie", String.join("; ", cookies))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString("username=" + name + "&password=" + password + "&_csrf=" + token))
                        .build(),
                BodyHandlers.ofString());
    }

    private long sessions() {
        Long count = new JdbcTemplate(database.dataSource())
                .queryForObject("select count(*) from people_sessions", Long.class);
        return count == null ? -1 : count;
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(30_000);
            OutputStream out = socket.getOutputStream();
            out.write(request.getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void jsonIsSmallInUtf8WithoutNulAndNamesEverythingOnce() throws Exception {
        String good = "{\"key\":\"" + "hp" + "\",\"title\":\"t\",\"zone\":\"UTC\"";
        assertThat(json("pm", "/api/v1/programs", good + ",\"title\":\"u\"}").statusCode())
                .as("a name twice")
                .isEqualTo(400);
        assertThat(json("pm", "/api/v1/programs", good.replace("\"t\"", "\"x\\u0000y\"") + "}")
                        .statusCode())
                .as("NUL")
                .isEqualTo(400);
        HttpResponse<String> wide = send(request("pm", "/api/v1/programs")
                .header("Idempotency-Key", key())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(good + "}", StandardCharsets.UTF_16LE))
                .build());
        assertThat(wide.statusCode()).as("UTF-16").isEqualTo(400);
        String long1 = good + ",\"policy\":{\"parameters\":{\"zz\":\"" + "z".repeat(2 * 1024 * 1024) + "\"}}}";
        assertThat(json("pm", "/api/v1/programs", long1).statusCode())
                .as("2 MB")
                .isEqualTo(413);
        HttpResponse<String> chunked = send(request("pm", "/api/v1/programs")
                .header("Idempotency-Key", key())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofInputStream(
                        () -> new java.io.ByteArrayInputStream(long1.getBytes(StandardCharsets.UTF_8))))
                .build());
        assertThat(chunked.statusCode()).as("2 MB without a length").isEqualTo(413);
        String large = good + ",\"policy\":{\"parameters\":{\"zz\":\"" + "z".repeat(300_000) + "\"}}}";
        assertThat(json("pm", "/api/v1/programs", large).statusCode())
                .as("policy")
                .isEqualTo(422);
        assertThat(get("pm", "/api/v1/programs").body()).doesNotContain("\"policy\"");
    }

    @Test
    void theVerdictIsNotForEverybodyAndALongCursorIsNotRepeated() throws Exception {
        assertThat(get("viewer", "/api/v1/audit/verdict").statusCode()).isEqualTo(403);
        assertThat(get("admin", "/api/v1/audit/verdict").statusCode()).isEqualTo(200);
        HttpResponse<String> answer = get("viewer", "/api/v1/audit?cursor=" + "x".repeat(6_000));
        assertThat(answer.statusCode()).isBetween(400, 499);
        assertThat(answer.body().length()).isLessThan(3_000);
    }
}
