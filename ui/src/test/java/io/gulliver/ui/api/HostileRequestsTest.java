package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.StoreLane;
import io.gulliver.testing.HeldConnections;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.TestPropertySource;

/** What one request, one address and one person may cost, and what a stranger leaves behind: nothing. */
@TestPropertySource(
        properties = {
            "gulliver.web.strangers-per-minute=1000000",
            "gulliver.web.slow-body=2s",
            "gulliver.web.requests-per-address=40",
            "gulliver.web.hosts[0]=gulliver.example",
            "gulliver.web.proxies[0]=127.0.0.1"
        })
class HostileRequestsTest extends ServerCase {
    @Autowired
    private StoreDatabase database;

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
    void aHostThatSomebodyInventedIsRefusedAndNoRedirectRepeatsOne() throws Exception {
        for (String host : List.of("evil.example", "evil.example:" + port, "gulliver.example.evil.example")) {
            String refused = raw("GET /settings HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
            assertThat(refused).startsWith("HTTP/1.1 400").doesNotContain("evil.example");
            String api = raw("GET /api/v1/programs HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
            assertThat(api).startsWith("HTTP/1.1 400").contains("gulliver.web.hosts");
        }
        for (String host : List.of("gulliver.example", "localhost:" + port, "127.0.0.1", "[::1]")) {
            String answer = raw("GET /settings HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
            assertThat(answer).as(host).startsWith("HTTP/1.1 302");
            assertThat(answer.lines().filter(line -> line.startsWith("Location:")))
                    .as(host)
                    .containsExactly("Location: /login");
        }
    }

    /** The proxy of the settings is this machine: what it says of its caller counts. */
    @Test
    void aCallerOfTheProxyIsAnsweredByTlsAlone() throws Exception {
        String clear = raw(by("198.51.100.7", "http"));
        assertThat(clear).startsWith("HTTP/1.1 403").contains("begins with https:");
        assertThat(raw(by("127.0.0.1, 198.51.100.7", "http")))
                .as("what the caller wrote himself stands left")
                .startsWith("HTTP/1.1 403");
        String secure = raw(by("198.51.100.7", "https"));
        assertThat(secure).startsWith("HTTP/1.1 200").containsIgnoringCase("Strict-Transport-Security:");
        assertThat(secure.lines()
                        .filter(line -> line.toLowerCase(java.util.Locale.ROOT).startsWith("set-cookie:")))
                .isNotEmpty()
                .allSatisfy(cookie -> assertThat(cookie).contains("Secure"));
        assertThat(raw("GET /api/v1/programs HTTP/1.1\r\nHost: gulliver.example\r\nConnection: close\r\n"
                        + "X-Forwarded-For: 198.51.100.7\r\nX-Forwarded-Proto: http\r\n\r\n"))
                .startsWith("HTTP/1.1 403")
                .contains("application/problem+json");
    }

    private static String by(String caller, String scheme) {
        return "GET /login HTTP/1.1\r\nHost: gulliver.example\r\nConnection: close\r\nX-Forwarded-For: " + caller
                + "\r\nX-Forwarded-Proto: " + scheme + "\r\n\r\n";
    }

    @Test
    void aBodyThatNeverEndsIsAnsweredForFormsAndJsonAlike() throws Exception {
        assertThat(slowly("/login", "application/x-www-form-urlencoded", ""))
                .as("a form, of a stranger")
                .startsWith("HTTP/1.1 408");
        String who = "Authorization: Basic "
                + Base64.getEncoder().encodeToString("pm:lilliput".getBytes(StandardCharsets.UTF_8)) + "\r\n";
        assertThat(slowly("/api/v1/programs", "application/json", who))
                .as("JSON, of a person")
                .startsWith("HTTP/1.1 408");
    }

    /** Sends a letter every 50 ms for as long as nobody answers. */
    private String slowly(String path, String type, String headers) throws Exception {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(50);
            OutputStream out = socket.getOutputStream();
            out.write(("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: " + type
                            + "\r\nIdempotency-Key: " + key() + "\r\n" + headers + "Content-Length: 100000\r\n\r\n{")
                    .getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
            byte[] status = new byte[64];
            for (int sent = 0; sent < 90_000; sent++) {
                try {
                    int read = socket.getInputStream().read(status);
                    return new String(status, 0, Math.max(0, read), StandardCharsets.ISO_8859_1);
                } catch (SocketTimeoutException notYet) {
                    out.write(' ');
                    out.flush();
                }
            }
            return "no answer";
        }
    }

    private HttpResponse<String> login(String name, String password, String wanted) throws Exception {
        URI base = URI.create("http://127.0.0.1:" + port);
        Map<String, String> cookies = new LinkedHashMap<>();
        HttpResponse<String> form = null;
        for (String path : List.of(wanted, "/login")) {
            HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path));
            if (!cookies.isEmpty()) {
                request.header("Cookie", String.join("; ", cookies.values()));
            }
            form = client.send(request.build(), BodyHandlers.ofString());
            form.headers()
                    .allValues("Set-Cookie")
                    .forEach(cookie -> cookies.put(cookie.split("=")[0], cookie.split(";")[0]));
        }
        String token =
                org.jsoup.Jsoup.parse(form.body()).select("input[name=_csrf]").attr("value");
        assertThat(token).isNotEmpty();
        return client.send(
                HttpRequest.newBuilder(base.resolve("/login"))
                        .header("Cookie", String.join("; ", cookies.values()))
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
        HttpResponse<String> unread = send(request("pm", "/api/v1/programs")
                .header("Content-Type", "application/json")
                .method("GET", BodyPublishers.ofString(long1))
                .build());
        assertThat(unread.statusCode()).as("2 MB that no call asks for").isEqualTo(413);
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

    @Test
    void aPoolWithoutAConnectionIsSaidAtOnceAndStrangersNeedNone() throws Exception {
        Map<String, String> cookies = new LinkedHashMap<>();
        HttpResponse<String> in = login("pm", "lilliput", "/settings");
        in.headers().allValues("Set-Cookie").forEach(cookie -> cookies.put(cookie.split("=")[0], cookie.split(";")[0]));
        HttpRequest page = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/settings"))
                .header("Cookie", cookies.get("JSESSIONID"))
                .build();
        assertThat(send(page).statusCode()).isEqualTo(200);
        HeldConnections taken = HeldConnections.of(database, StoreLane.PAGES, 8);
        try {
            HttpResponse<String> stranger =
                    send(HttpRequest.newBuilder(page.uri().resolve("/login")).build());
            assertThat(stranger.statusCode())
                    .as("the log-in page needs no store")
                    .isEqualTo(200);
            for (HttpRequest asked :
                    List.of(page, request("pm", "/api/v1/programs").build())) {
                HttpResponse<String> answer = send(asked);
                assertThat(answer.statusCode()).as(asked.uri().getPath()).isEqualTo(503);
                assertThat(answer.headers().firstValue("Retry-After"))
                        .as(asked.uri().getPath())
                        .isPresent();
            }
        } finally {
            taken.close();
        }
        assertThat(send(page).statusCode()).as("and goes on by itself").isEqualTo(200);
    }

    @Test
    void onePersonHasNoMoreThanTwentyLivePages() throws Exception {
        program("live");
        HttpResponse<String> in = login("viewer", "lilliput", "/settings");
        String session = in.headers().allValues("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith("JSESSIONID"))
                .findFirst()
                .orElseThrow()
                .split(";")[0];
        HttpRequest stream = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/programs/live/events"))
                .header("Cookie", session)
                .header("Accept", "text/event-stream")
                .build();
        List<InputStream> open = new ArrayList<>();
        try {
            for (int i = 0; i < 20; i++) {
                HttpResponse<InputStream> one = client.send(stream, BodyHandlers.ofInputStream());
                assertThat(one.statusCode()).isEqualTo(200);
                open.add(one.body());
            }
            HttpResponse<InputStream> more = client.send(stream, BodyHandlers.ofInputStream());
            more.body().close();
            assertThat(more.statusCode()).isEqualTo(429);
        } finally {
            for (InputStream one : open) {
                one.close();
            }
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            HttpResponse<InputStream> again = client.send(stream, BodyHandlers.ofInputStream());
            again.body().close();
            return again.statusCode() == 200;
        });
    }

    @Test
    void anAddressWithManyRequestsAtWorkGetsNoMore() throws Exception {
        List<Socket> open = new ArrayList<>();
        try {
            for (int i = 0; i < 45; i++) {
                Socket socket = new Socket("127.0.0.1", port);
                socket.getOutputStream()
                        .write(
                                ("POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded"
                                                + "\r\nContent-Length: 100\r\n\r\na")
                                        .getBytes(StandardCharsets.ISO_8859_1));
                open.add(socket);
            }
            List<String> answers = new ArrayList<>();
            List<Socket> asking = new ArrayList<>(open);
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                // of each only the first line: the rest of an answer may arrive later
                for (Socket socket : List.copyOf(asking)) {
                    if (socket.getInputStream().available() > 0) {
                        answers.add(new String(socket.getInputStream().readNBytes(12), StandardCharsets.ISO_8859_1));
                        asking.remove(socket);
                    }
                }
                return answers.size() >= 5;
            });
            assertThat(answers.subList(0, 5)).containsOnly("HTTP/1.1 429");
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    @Test
    void aViewerSharesNoView() throws Exception {
        program("views");
        HttpResponse<String> in = login("viewer", "lilliput", "/settings");
        String session = in.headers().allValues("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith("JSESSIONID"))
                .findFirst()
                .orElseThrow()
                .split(";")[0];
        URI views = URI.create("http://127.0.0.1:" + port + "/programs/views/views");
        HttpResponse<String> page = send(HttpRequest.newBuilder(views.resolve("/settings"))
                .header("Cookie", session)
                .build());
        String token = org.jsoup.Jsoup.parse(page.body())
                .body()
                .attr("hx-headers")
                .replaceAll(".*\"X-CSRF-TOKEN\":\"([^\"]+)\".*", "$1");
        for (boolean shared : new boolean[] {true, false}) {
            HttpResponse<String> answer = send(HttpRequest.newBuilder(views)
                    .header("Cookie", session)
                    .header("X-CSRF-TOKEN", token)
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString("name=mine&view=&address=%3Fq%3D1&shared=" + shared))
                    .build());
            assertThat(answer.statusCode()).as("shared %s", shared).isEqualTo(shared ? 403 : 302);
        }
    }
}
