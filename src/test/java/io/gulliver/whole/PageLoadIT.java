package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What readers cost: 50 pages in ten seconds and 20 calls with a token each second, for ten minutes, while the lab's
 * program of fifty runs. The server spends less than 600 s of processor time on all of it, as the kernel counts it.
 */
@Tag("long")
@Timeout(value = 40, unit = TimeUnit.MINUTES)
class PageLoadIT {
    private static final Duration LENGTH =
            Duration.ofSeconds(Math.round(60 * Double.parseDouble(System.getProperty("gulliver.load.minutes", "10"))));
    private static final int PAGES_IN_TEN_SECONDS = 50;
    private static final int CALLS_A_SECOND = 20;
    /** Of the ten minutes: a smaller part is allowed its share. */
    private static final double MOST_SECONDS = 600.0 * LENGTH.toSeconds() / 600;

    private static final List<String> PEOPLE = List.of("viewer", "pm", "dba", "cutover", "admin");
    private static final List<String> CALLS = List.of(
            "/programs",
            "/programs/lilliput/migrations?purpose=PRODUCTION&limit=100",
            "/programs/lilliput/databases?limit=100",
            "/programs/lilliput/risks",
            "/tasks?limit=50",
            "/programs/lilliput/clock");
    private static final Pattern SECRET = Pattern.compile("<code[^>]*>(gul_[^<]+)</code>");

    private final AtomicLong pages = new AtomicLong();
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong late = new AtomicLong();
    private final SoakFailures failed = new SoakFailures();
    private final ConcurrentMap<String, AtomicLong> slowest = new ConcurrentHashMap<>();

    @Test
    void readersCostTheServerLessThanOneProcessor(@TempDir Path directory) throws Exception {
        try (WholeGulliver gulliver = WholeGulliver.start(
                directory.resolve("data"), true, "--speed", "max", "--auto", "--all-by", "data-pump")) {
            await("the first twenty runs of the program")
                    .atMost(Duration.ofMinutes(10))
                    .pollInterval(Duration.ofSeconds(2))
                    .until(() -> gulliver.get("pm", "/programs/lilliput/migrations?limit=100")
                                    .body()
                                    .path("items")
                                    .size()
                            >= 20);
            List<Reader> readers = new ArrayList<>();
            for (String person : PEOPLE) {
                readers.add(new Reader(gulliver.address(), person));
            }
            String token = readers.get(1).token();
            double server = seconds(gulliver.serverProcess());
            double store = StoreFigures.process(gulliver.data())
                    .map(PageLoadIT::withChildren)
                    .orElse(0.0);
            long began = System.nanoTime();
            load(gulliver.address(), readers, token);
            double took = (System.nanoTime() - began) / 1e9;
            double spent = seconds(gulliver.serverProcess()) - server;
            double spentStore = StoreFigures.process(gulliver.data())
                            .map(PageLoadIT::withChildren)
                            .orElse(0.0)
                    - store;
            System.out.printf(
                    "proof: %d pages and %d calls in %.0f s cost the server %.0f s and its database %.0f s of processor"
                            + " time; %d were late for more than a second%n",
                    pages.get(), calls.get(), took, spent, spentStore, late.get());
            slowest.forEach((what, millis) -> System.out.println("load: slowest " + what + ": " + millis + " ms"));
            assertThat(failed.text()).as("what failed").isEmpty();
            assertThat(pages.get())
                    .as("pages read")
                    .isGreaterThanOrEqualTo(LENGTH.toSeconds() * PAGES_IN_TEN_SECONDS / 10 * 9 / 10);
            assertThat(calls.get())
                    .as("calls answered")
                    .isGreaterThanOrEqualTo(LENGTH.toSeconds() * CALLS_A_SECOND * 9 / 10);
            assertThat(spent).as("processor seconds of the server").isLessThan(MOST_SECONDS);
        }
    }

    private void load(URI root, List<Reader> readers, String token) throws InterruptedException {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(5))
                .build();
        ExecutorService senders = Executors.newFixedThreadPool(16);
        ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);
        try {
            AtomicLong turn = new AtomicLong();
            clock.scheduleAtFixedRate(
                    () -> senders.execute(() -> readers.get((int) (turn.getAndIncrement() % readers.size()))
                            .click()),
                    0,
                    10_000_000_000L / PAGES_IN_TEN_SECONDS,
                    TimeUnit.NANOSECONDS);
            AtomicLong call = new AtomicLong();
            clock.scheduleAtFixedRate(
                    () -> senders.execute(
                            () -> call(client, root, token, CALLS.get((int) (call.getAndIncrement() % CALLS.size())))),
                    0,
                    1_000_000_000L / CALLS_A_SECOND,
                    TimeUnit.NANOSECONDS);
            TimeUnit.SECONDS.sleep(LENGTH.toSeconds());
        } finally {
            clock.shutdownNow();
            senders.shutdown();
            senders.awaitTermination(90, TimeUnit.SECONDS);
        }
    }

    private void call(HttpClient client, URI root, String token, String path) {
        HttpRequest request = HttpRequest.newBuilder(root.resolve("/api/v1" + path))
                .timeout(Duration.ofSeconds(60))
                .header("Accept", "application/json")
                .header("Authorization", "Bearer " + token)
                .build();
        if (sent(client, request, "call " + path.replaceFirst("\\?.*", "")) != null) {
            calls.incrementAndGet();
        }
    }

    /** What was answered with 200, or null: then it is among the failures. */
    private @Nullable String sent(HttpClient client, HttpRequest request, String what) {
        long began = System.nanoTime();
        try {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            long millis = (System.nanoTime() - began) / 1_000_000;
            slowest.computeIfAbsent(what, key -> new AtomicLong()).accumulateAndGet(millis, Math::max);
            if (millis > 1000) {
                late.incrementAndGet();
            }
            if (answer.statusCode() == 200) {
                return answer.body();
            }
            failed.add(what + " " + request.uri() + ": " + answer.statusCode());
        } catch (IOException e) {
            if (PageReader.closedByItself(e)) {
                System.out.println("page-load: the reader's own client closed its connection at " + request.uri());
                return null;
            }
            failed.add(what + " " + request.uri() + ": " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return null;
    }

    /** Somebody with a browser, who follows links. */
    private final class Reader {
        private final HttpClient browser = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .cookieHandler(new CookieManager())
                .followRedirects(HttpClient.Redirect.NORMAL)
                .connectTimeout(Duration.ofSeconds(5))
                .build();
        private final URI root;
        private final Random random;
        private volatile String page = "";

        Reader(URI root, String person) throws IOException, InterruptedException {
            this.root = root;
            this.random = new Random(person.hashCode());
            String login = get("/login");
            post("/login", "username=" + person + "&password=lilliput&_csrf=" + PageReader.token(login));
            page = get("/");
            assertThat(page).as("first page of " + person).contains("/programs/lilliput");
        }

        /** A new token that may read, shown once. */
        String token() throws IOException, InterruptedException {
            String made =
                    post("/tokens", "title=load&most=READ&days=1&programs=&_csrf=" + PageReader.token(get("/tokens")));
            Matcher secret = SECRET.matcher(made);
            assertThat(secret.find()).as("a secret in " + made).isTrue();
            return secret.group(1);
        }

        void click() {
            List<String> links = PageReader.links(page);
            String to = links.isEmpty() ? "/" : links.get(random.nextInt(links.size()));
            HttpRequest request = HttpRequest.newBuilder(root.resolve(to))
                    .timeout(Duration.ofSeconds(60))
                    .build();
            String answer = sent(browser, request, "page " + kind(to));
            if (answer != null) {
                pages.incrementAndGet();
                page = answer;
            } else {
                page = "";
            }
        }

        /** Of a path, without the names in it. */
        private static String kind(String path) {
            String[] words = path.replaceFirst("\\?.*", "").split("/");
            return words.length > 4 ? words[1] + "/*/" + words[3] + "/*" : path.replaceFirst("\\?.*", "");
        }

        private String get(String path) throws IOException, InterruptedException {
            return browser.send(
                            HttpRequest.newBuilder(root.resolve(path))
                                    .timeout(Duration.ofSeconds(60))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }

        private String post(String path, String form) throws IOException, InterruptedException {
            return browser.send(
                            HttpRequest.newBuilder(root.resolve(path))
                                    .timeout(Duration.ofSeconds(60))
                                    .header("Content-Type", "application/x-www-form-urlencoded")
                                    .POST(HttpRequest.BodyPublishers.ofString(form))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }

    private static double seconds(ProcessHandle process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1000.0;
    }

    /** Of a database and its sessions; those that ended meanwhile are counted by their parent. */
    private static double withChildren(ProcessHandle process) {
        return seconds(process)
                + process.descendants().mapToDouble(PageLoadIT::seconds).sum();
    }
}
