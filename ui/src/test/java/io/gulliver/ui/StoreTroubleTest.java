package io.gulliver.ui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.StoreHealth;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jsoup.Connection;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A store that takes no writes: said in red since when, on every page and in the stream, and never the reader's mistake. */
@SpringBootTest(
        classes = {FaceApplication.class, BreakingRoutes.class},
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@Tag("store")
class StoreTroubleTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @LocalServerPort
    private int port;

    @Autowired
    private StoreDatabase database;

    @Autowired
    private StoreHealth health;

    private boolean broken;

    /** From now on the heartbeat cannot be written, and everything can still be read. */
    private void breakTheStore() {
        database.jdbc().sql("alter table store_heartbeats rename to put_aside").update();
        broken = true;
        await().atMost(PATIENCE).until(() -> health.check().isPresent());
    }

    @AfterEach
    void mendTheStore() {
        if (broken) {
            database.jdbc()
                    .sql("alter table put_aside rename to store_heartbeats")
                    .update();
            broken = false;
            await().atMost(PATIENCE).until(() -> health.check().isEmpty());
        }
    }

    @Test
    void everyPageSaysInRedSinceWhenNothingCanBeSavedAndStopsByItself() throws Exception {
        String session = session();
        for (String page : List.of("/programs/northmoor", "/tasks", "/what-if", "/settings")) {
            assertThat(notice(page, session).hasAttr("hidden")).as(page).isTrue();
        }
        breakTheStore();
        for (String page : List.of("/programs/northmoor", "/tasks", "/what-if", "/settings", "/login")) {
            Element notice = notice(page, session);
            assertThat(notice.hasAttr("hidden")).as(page).isFalse();
            assertThat(notice.hasClass("failed")).as(page).isTrue();
            assertThat(notice.text())
                    .as(page)
                    .startsWith("Nothing can be saved since ")
                    .contains("refuses to write");
        }
        mendTheStore();
        assertThat(notice("/tasks", session).hasAttr("hidden")).isTrue();
    }

    @Test
    void theStreamTellsItAndTakesItBack() throws Exception {
        String session = session();
        List<String> lines = new CopyOnWriteArrayList<>();
        HttpResponse<java.io.InputStream> stream = HttpClient.newHttpClient()
                .send(
                        request("/programs/northmoor/events", session)
                                .header("Accept", "text/event-stream")
                                .build(),
                        HttpResponse.BodyHandlers.ofInputStream());
        Thread reader = new Thread(() -> {
            try (BufferedReader text =
                    new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
                text.lines().forEach(lines::add);
            } catch (java.io.IOException | java.io.UncheckedIOException closed) {
                // the test closed it
            }
        });
        reader.setDaemon(true);
        reader.start();
        await().atMost(PATIENCE).until(() -> lines.contains("data:{\"notice\":\"\"}"));
        breakTheStore();
        await().atMost(PATIENCE)
                .until(() -> lines.stream().anyMatch(line -> line.contains("Nothing can be saved since")));
        assertThat(json("/programs/northmoor/changes", session).path("notice").asString())
                .startsWith("Nothing can be saved since ");
        assertThat(json("/store-notice", session).path("notice").asString()).startsWith("Nothing can be saved since ");
        lines.clear();
        mendTheStore();
        await().atMost(PATIENCE).until(() -> lines.contains("data:{\"notice\":\"\"}"));
        stream.body().close();
    }

    /** H2 answered 23514 to every write after it had closed itself, and the reader was told: a value is too long. */
    @Test
    void aFaultOfTheStoreIsNeverTheReadersMistake() throws Exception {
        String session = session();
        assertThat(answer("/break/522", session).statusCode()).isEqualTo(422);
        assertThat(answer("/api/v1/break/522", session).statusCode()).isEqualTo(422);
        assertThat(answer("/api/v1/break/514", session).statusCode()).isEqualTo(500);
        breakTheStore();
        for (String route : List.of("/api/v1/break/514", "/api/v1/break/522", "/api/v1/break/503")) {
            HttpResponse<String> answer = answer(route, session);
            assertThat(answer.statusCode()).as(route).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).as(route).hasValue("5");
            assertThat(answer.body())
                    .as(route)
                    .contains("Nothing was saved: since ")
                    .doesNotContain("too long", "secret");
        }
    }

    /** What is read while a page is written may fail at its end; half a page would be shown as a whole one. */
    @Test
    void aPageThatFailsAtItsEndIsNotHalfAPage() throws Exception {
        HttpResponse<String> page = answer("/break/late", session());
        assertThat(page.statusCode()).isEqualTo(500);
        assertThat(page.body()).contains("Request ", "</html>").doesNotContain("secret", "the first half");
    }

    private Element notice(String path, String session) throws Exception {
        HttpResponse<String> page = answer(path, session);
        assertThat(page.statusCode()).as(path).isEqualTo(200);
        Element notice = Jsoup.parse(page.body()).getElementById("store-notice");
        assertThat(notice).as("the line on " + path).isNotNull();
        return notice;
    }

    private JsonNode json(String path, String session) throws Exception {
        return JsonMapper.builder().build().readTree(answer(path, session).body());
    }

    private HttpResponse<String> answer(String path, String session) throws Exception {
        return HttpClient.newHttpClient().send(request(path, session).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path, String session) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base() + path));
        if (path.startsWith("/api/")) {
            return request.header(
                    "Authorization",
                    "Basic " + Base64.getEncoder().encodeToString("admin:lilliput".getBytes(StandardCharsets.UTF_8)));
        }
        return path.equals("/login") ? request : request.header("Cookie", session);
    }

    private String session() throws Exception {
        Connection.Response form =
                Jsoup.connect(base() + "/login").ignoreContentType(true).execute();
        Connection.Response in = Jsoup.connect(base() + "/login")
                .cookies(form.cookies())
                .data("username", "admin", "password", "lilliput")
                .data("_csrf", form.parse().select("input[name=_csrf]").attr("value"))
                .method(Connection.Method.POST)
                .ignoreContentType(true)
                .followRedirects(false)
                .execute();
        return "JSESSIONID=" + in.cookie("JSESSIONID");
    }

    private String base() {
        return "http://127.0.0.1:" + port;
    }
}
