package io.gulliver.ui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.StepState;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jsoup.Connection;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import tools.jackson.databind.json.JsonMapper;

/** The stream of changes over real HTTP: told at once, caught up by Last-Event-ID, the same by asking. */
@SpringBootTest(
        classes = FaceApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {"gulliver.lab.users=true", "server.address=127.0.0.1"})
@Tag("store")
@Import(LiveTest.FirstBytes.class)
class LiveTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @LocalServerPort
    private int port;

    @Autowired
    private Northmoor northmoor;

    private String cookies() throws Exception {
        Connection.Response form =
                Jsoup.connect(base() + "/login").ignoreContentType(true).execute();
        Connection.Response in = Jsoup.connect(base() + "/login")
                .cookies(form.cookies())
                .data("username", "viewer", "password", "lilliput")
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

    private final class Stream implements AutoCloseable {
        private final List<String> lines = new CopyOnWriteArrayList<>();
        private final InputStream body;

        Stream(String cookies, String lastEventId) throws Exception {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base() + "/programs/northmoor/events"))
                    .header("Accept", "text/event-stream")
                    .header("Cookie", cookies);
            if (!lastEventId.isEmpty()) {
                request.header("Last-Event-ID", lastEventId);
            }
            HttpResponse<InputStream> answer =
                    HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            assertThat(answer.statusCode()).isEqualTo(200);
            body = answer.body();
            Thread reader = new Thread(() -> {
                try (BufferedReader text = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
                    text.lines().forEach(lines::add);
                } catch (IOException | java.io.UncheckedIOException closed) {
                    // the test closed it
                }
            });
            reader.setDaemon(true);
            reader.start();
            await().atMost(PATIENCE).until(() -> lines.stream().anyMatch(line -> line.startsWith("id:")));
        }

        String lastId() {
            return lines.stream()
                    .filter(line -> line.startsWith("id:"))
                    .reduce((first, second) -> second)
                    .orElseThrow()
                    .substring(3)
                    .strip();
        }

        boolean has(String text) {
            return lines.stream().anyMatch(line -> line.contains(text));
        }

        @Override
        public void close() throws IOException {
            body.close();
        }
    }

    /** Notes which thread writes the first byte of a stream, and so its headers. */
    @TestConfiguration(proxyBeanMethods = false)
    static class FirstBytes {
        static final BlockingQueue<Boolean> BY_THE_REQUEST = new LinkedBlockingQueue<>();

        @Bean
        FilterRegistrationBean<Filter> firstBytes() {
            FilterRegistrationBean<Filter> watched = new FilterRegistrationBean<>((request, response, chain) -> {
                Thread own = Thread.currentThread();
                AtomicBoolean begun = new AtomicBoolean();
                chain.doFilter(request, new HttpServletResponseWrapper((HttpServletResponse) response) {
                    @Override
                    public void flushBuffer() throws IOException {
                        if (!begun.getAndSet(true)) {
                            BY_THE_REQUEST.add(Thread.currentThread() == own);
                        }
                        super.flushBuffer();
                    }
                });
            });
            watched.addUrlPatterns("/programs/northmoor/events");
            watched.setAsyncSupported(true);
            watched.setOrder(Ordered.HIGHEST_PRECEDENCE);
            return watched;
        }
    }

    @Test
    void headersAreWrittenByTheThreadWhoseFiltersAddThem() throws Exception {
        String cookies = cookies();
        FirstBytes.BY_THE_REQUEST.clear();
        // More than one: which thread is first is chance where it is not decided.
        for (int page = 0; page < 12; page++) {
            new Stream(cookies, "").close();
            assertThat(FirstBytes.BY_THE_REQUEST.poll(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private void move(Migration run) {
        long seq = northmoor.stores().migrations().require(run.id()).lastSeq();
        northmoor.play(
                run,
                Northmoor.entry(
                        seq + 1, Northmoor.step("switch", StepState.RUNNING).run(), "step started", null));
    }

    @Test
    void tellsAChangeAndCatchesUpWhoWasAway() throws Exception {
        String cookies = cookies();
        Migration run = northmoor.of("KYCP");
        String last;
        try (Stream stream = new Stream(cookies, "")) {
            move(run);
            await().atMost(PATIENCE).until(() -> stream.has("\"database\":\"KYCP\""));
            last = stream.lastId();
        }
        move(northmoor.of("BRNCHP"));
        try (Stream back = new Stream(cookies, last)) {
            await().atMost(PATIENCE).until(() -> back.has("\"database\":\"BRNCHP\""));
            assertThat(back.has("event:resync")).isFalse();
            assertThat(back.has("\"database\":\"KYCP\""))
                    .as("what was seen is not told again")
                    .isFalse();
        }
    }

    @Test
    void tellsWhoComesFromAnotherServerToReadThePageAgain() throws Exception {
        try (Stream stream = new Stream(cookies(), "0123456789abcdef-17")) {
            await().atMost(PATIENCE).until(() -> stream.has("event:resync"));
        }
    }

    @Test
    void answersTheSameToWhoAsksAgainAndAgain() throws Exception {
        String cookies = cookies();
        String first = ask(cookies, "");
        String last = JsonMapper.builder().build().readTree(first).get("last").asString();
        move(northmoor.of("CRMP"));
        String second = ask(cookies, "?after=" + last);
        assertThat(second).contains("\"resync\":false", "\"database\":\"CRMP\"");
        assertThat(ask(cookies, "?after=stale-1")).contains("\"resync\":true");
    }

    private String ask(String cookies, String query) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(base() + "/programs/northmoor/changes" + query))
                                .header("Accept", "application/json")
                                .header("Cookie", cookies)
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
