package io.gulliver.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.StoreHealth;
import io.gulliver.testing.TakesTurns;
import io.gulliver.testing.TestStore;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program through many lifetimes of everything that is made, kept and thrown away: connections live for half a second,
 * sessions and their tokens for two, and more runs are alive than the engine's worker keeps in memory. A store whose
 * constraints died with the connection that had made them took no writes half an hour after its start; here, at once.
 */
@Tag("process")
@Timeout(600)
@TakesTurns(TakesTurns.Group.FAILURES)
class EnduranceIT {
    private static final String SIX_STAGES = "conformance-six-stages";
    private static final int MIGRATIONS = 12;
    private static final int SESSIONS = 5;
    private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");

    @TempDir
    private Path data;

    @AfterEach
    void leaveNothingBehind() {
        Gulliver.killTemporal(data);
    }

    @Test
    void everythingStillWritesAfterManyLifetimes() throws Exception {
        assumeTrue(Gulliver.temporalIsThere(), Gulliver.NO_TEMPORAL);
        AtomicInteger lifetimes = new AtomicInteger();
        TestStore.Database store = TestStore.create();
        ScheduledExecutorService reaper = Executors.newSingleThreadScheduledExecutor();
        try (Gulliver gulliver = Gulliver.start(
                        data,
                        "--gulliver.roles=web,workflows,workers",
                        "--gulliver.store.url=" + store.url(),
                        "--gulliver.store.user=" + store.user(),
                        "--gulliver.lab.users=true",
                        "--server.servlet.session.timeout=2s",
                        "--gulliver.temporal.tuning.cached-workflows=10",
                        "--gulliver.temporal.tuning.workflow-threads=200")
                .awaitConnected()
                .withPeople()) {
            StoreDatabase database = gulliver.bean(StoreDatabase.class);
            reaper.scheduleAtFixedRate(
                    () -> {
                        database.retireConnections();
                        lifetimes.incrementAndGet();
                    },
                    0,
                    500,
                    TimeUnit.MILLISECONDS);
            List<MigrationId> ids = new ArrayList<>();
            for (int i = 0; i < MIGRATIONS; i++) {
                ids.add(gulliver.run(SIX_STAGES, CarrierProcess.database(SIX_STAGES, i))
                        .id());
            }
            URI root = URI.create(gulliver.address());
            for (int session = 0; session < SESSIONS; session++) {
                HttpClient browser = logIn(root);
                // Looking keeps it alive, so it is looked at more seldom than it lives.
                Gulliver.awaiting(Duration.ofSeconds(60))
                        .pollInterval(Duration.ofMillis(2500))
                        .until(() -> get(browser, root, "/tasks").statusCode() == 302);
            }
            gulliver.awaitEnd(ids, Duration.ofSeconds(240));
            Records.assertCompleted(gulliver, ids);
            assertThat(gulliver.bean(StoreHealth.class).check()).isEmpty();
            assertThat(lifetimes).hasValueGreaterThan(20);
        } finally {
            reaper.shutdownNow();
        }
    }

    /** On a busy machine the session of the form may be over before its answer arrives: then a new form is taken. */
    private static HttpClient logIn(URI root) {
        return Gulliver.awaiting(Duration.ofSeconds(120))
                .until(() -> tryToLogIn(root), Optional::isPresent)
                .orElseThrow();
    }

    private static Optional<HttpClient> tryToLogIn(URI root) throws IOException, InterruptedException {
        HttpClient browser =
                HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
        Matcher token = TOKEN.matcher(get(browser, root, "/login").body());
        assertThat(token.find()).as("a token in the form").isTrue();
        HttpResponse<String> in = browser.send(
                HttpRequest.newBuilder(root.resolve("/login"))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString("username=viewer&password=lilliput&_csrf="
                                + URLEncoder.encode(token.group(1), StandardCharsets.UTF_8)))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        return in.headers()
                .firstValue("Location")
                .filter(location -> !location.contains("login"))
                .map(location -> browser);
    }

    private static HttpResponse<String> get(HttpClient browser, URI root, String path)
            throws IOException, InterruptedException {
        return browser.send(
                HttpRequest.newBuilder(root.resolve(path))
                        .header("Accept", "text/html")
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
