package io.gulliver.ui.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gulliver.activity.runtime.HttpServerLink;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.OuterCall;
import io.gulliver.contract.activity.StepLogPiece;
import io.gulliver.contract.activity.StepLogState;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.engine.EngineException;
import io.gulliver.engine.PayloadKeys;
import io.gulliver.persistence.calls.CallLogStore;
import io.gulliver.persistence.engine.PayloadKeyStore;
import io.gulliver.persistence.evidence.EvidenceStore;
import io.gulliver.persistence.hostkey.HostKeyStore;
import io.gulliver.persistence.log.JdbcStepLogStore;
import io.gulliver.persistence.log.StepLogStore;
import io.gulliver.persistence.view.LogLine;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.trust.Authorities;
import io.gulliver.ui.GulliverApplication;
import io.gulliver.ui.start.TestCertificate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** A zone worker's evidence and call log by TLS through the server to the store, with Temporal away all the time. */
@SpringBootTest(
        classes = GulliverApplication.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "gulliver.temporal.target=127.0.0.1:1",
            "management.server.port=0",
            "gulliver.web.certificate=" + ZoneWorkerTest.TLS + "server.crt",
            "gulliver.web.key=" + ZoneWorkerTest.TLS + "server.key",
            "spring.ssl.bundle.watch.file.quiet-period=200ms"
        })
@Tag("store")
class ZoneWorkerTest {
    private static final String TOKEN = "worker-token-canary";

    /** Known before the folder of this test: settings of TLS are read before those that a test adds at run time. */
    static final String TLS = "target/zone-worker-tls/";

    private static final TestCertificate certificate = made("server");

    @TempDir
    static Path folder;

    @LocalServerPort
    int port;

    @Autowired
    HostKeyStore hostKeys;

    @Autowired
    EvidenceStore evidence;

    @Autowired
    Stores stores;

    @Autowired
    CallLogStore calls;

    @Autowired
    PayloadKeyStore usedKeys;

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        registry.add("gulliver.data", () -> folder.resolve("data").toString());
        registry.add("gulliver.workers.token", () -> {
            try {
                Path file = Files.writeString(folder.resolve("token"), TOKEN);
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
                return "file:" + file;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static TestCertificate made(String name) {
        try {
            return TestCertificate.make(Path.of(TLS), name, 1, 30);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpServerLink link(String token) {
        return new HttpServerLink(URI.create("https://127.0.0.1:" + port), certificate.certificate(), () -> token);
    }

    @Test
    void evidenceArrivesWhole() throws Exception {
        try (HttpServerLink link = link(TOKEN)) {
            EvidenceRef ref = link.keep("expdp über all.log", "log", "done".getBytes(StandardCharsets.UTF_8));
            assertThat(ref.bytes()).isEqualTo(4);
            assertThat(evidence.open(ref.sha256()).readAllBytes()).asString().isEqualTo("done");
        }
    }

    @Test
    void whatAJobPrintsArrivesOnceAndTheAnswerSaysWhereToGoOn() {
        stores.programs().create("zoned", "Zoned", ZoneOffset.UTC, Map.of(), "Mia");
        stores.databases().add("zoned", List.of(DatabaseProfile.of("HRPAYP", "hr", Environment.TEST)), "Mia");
        Migration run = stores.migrations()
                .create(new NewMigration(
                        "zoned-1",
                        "zoned",
                        "HRPAYP",
                        Purpose.PRODUCTION,
                        stores.playbooks().list().stream()
                                .filter(one -> one.name().equals("conformance-six-stages"))
                                .findFirst()
                                .orElseThrow()
                                .hash(),
                        1,
                        false,
                        null,
                        null,
                        "Mia"));
        StepLogPiece piece = new StepLogPiece(
                run.id(),
                StepKey.parse("import"),
                1,
                "gvp0291",
                "imp-1",
                0,
                9,
                "über\nx\n",
                Instant.parse("2026-06-14T00:14:20.900Z"),
                List.of(new StepLogPiece.HostTime(0, Instant.parse("2026-06-14T00:14:20Z"))),
                false);
        try (HttpServerLink link = link(TOKEN)) {
            assertThat(link.keep(piece)).isEqualTo(new StepLogState(9, false, false));
            assertThat(link.keep(piece)).isEqualTo(new StepLogState(9, false, false));
            StepLogPiece asked = new StepLogPiece(
                    piece.migration(),
                    piece.step(),
                    1,
                    piece.system(),
                    piece.job(),
                    9,
                    11,
                    "y\n",
                    piece.readAt(),
                    List.of(),
                    false,
                    20L,
                    true);
            new JdbcStepLogStore(stores.database(), 9, StepLogStore.FETCHED_LIMIT)
                    .keep(new StepLogPiece(
                            piece.migration(),
                            piece.step(),
                            1,
                            piece.system(),
                            piece.job(),
                            9,
                            11,
                            "y\n",
                            piece.readAt(),
                            List.of(),
                            false));
            assertThat(link.keep(asked)).as("of one that is full").isEqualTo(new StepLogState(11, true, false));
        }
        assertThat(stores.stepLogs().lines(run.id(), StepKey.parse("import"), 1, 1, 10))
                .extracting(LogLine::text)
                .containsExactly("über", "x", "y");
        assertThat(stores.stepLogs().logs(run.id(), StepKey.parse("import")))
                .singleElement()
                .satisfies(log -> assertThat(log.left()).isEqualTo(9));
    }

    @Test
    void aHostKeyThatARunHasReadIsKnownInItsZone() {
        String key = "SHA256:dGhlIGtleSBvZiBhIGhvc3QgdGhhdCBpcyBub3QgaGV";
        hostKeys.keep("zoned", "lnx-zone", List.of(key), new MigrationId("zoned/run"), run -> false);
        try (HttpServerLink link = link(TOKEN)) {
            assertThat(link.fingerprints("lnx-zone")).containsExactly(key);
            assertThat(link.fingerprints("lnx-other")).isEmpty();
            hostKeys.forget("zoned", "lnx-zone", new MigrationId("zoned/run"));
            assertThat(link.fingerprints("lnx-zone")).as("asked anew each time").isEmpty();
        }
        try (HttpServerLink guess = link("guess")) {
            assertThatThrownBy(() -> guess.fingerprints("lnx-zone"))
                    .hasMessageContaining("refused to give the host key of lnx-zone: status 401");
        }
    }

    @Test
    void callsArriveByTheTimeTheWorkerEnds() {
        MigrationId migration = new MigrationId("m-calls");
        try (HttpServerLink link = link(TOKEN)) {
            link.record(new OuterCall(
                    Instant.parse("2026-11-21T04:00:00Z"),
                    migration,
                    StepKey.parse("build[a]"),
                    "hmc-1",
                    "POST /x",
                    null,
                    "200",
                    12,
                    null));
        }
        assertThat(calls.list(migration, StepKey.parse("build[a]"), 10))
                .singleElement()
                .satisfies(row -> assertThat(row.operation()).isEqualTo("POST /x"));
    }

    @Test
    void refusesAnotherToken() {
        try (HttpServerLink link = link("guess")) {
            assertThatThrownBy(() -> link.keep("x", "log", new byte[] {1}))
                    .hasMessageContaining("refused to keep evidence 'x': status 401");
        }
    }

    @Test
    void aWorkerWithTheServersKeysStarts() throws Exception {
        try (ConfigurableApplicationContext worker = startWorker(keysOf("equal"), "https://127.0.0.1:" + port)) {
            assertThat(worker.isRunning()).isTrue();
        }
    }

    @Test
    void aWorkerWithKeysOfItsOwnDoesNotStart() {
        assertThatThrownBy(() -> startWorker(folder.resolve("own"), "https://127.0.0.1:" + port))
                .rootCause()
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("Payload key k1 of "
                        + folder.resolve("own").resolve("payload-keys.json") + " is not the server's")
                .hasMessageContaining("Copy payload-keys.json from the server's data directory");
    }

    @Test
    void aWorkerWithoutAKeyThatWasEverUsedDoesNotStart() throws Exception {
        Path before = keysOf("before");
        Path after = keysOf("after");
        Path rotated = after.resolve("payload-keys.json");
        String newest = PayloadKeys.loadOrCreate(rotated).rotate(rotated).current();
        // Not yet in the server's file: what that worker would seal, nobody could read.
        assertThatThrownBy(() -> startWorker(after, "https://127.0.0.1:" + port))
                .rootCause()
                .hasMessageContaining("Payload key " + newest + " of ")
                .hasMessageContaining("is not the server's");
        assertThat(usedKeys.list()).doesNotContainKey(newest);

        Files.copy(rotated, serverKeys(), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        // The server looks into its file at most once a second.
        await().ignoreExceptions()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(
                        () -> startWorker(after, "https://127.0.0.1:" + port).close());
        assertThat(usedKeys.list()).containsKey(newest);
        assertThatThrownBy(() -> startWorker(before, "https://127.0.0.1:" + port))
                .rootCause()
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("Payload key " + newest + " of this installation is not in " + before);
    }

    /** A data directory with a copy of the server's keys. */
    private static Path keysOf(String name) throws IOException {
        Path own = Files.createDirectories(folder.resolve(name));
        Files.copy(serverKeys(), own.resolve("payload-keys.json"), StandardCopyOption.COPY_ATTRIBUTES);
        return own;
    }

    private static Path serverKeys() {
        return folder.resolve("data").resolve("payload-keys.json");
    }

    private static ConfigurableApplicationContext startWorker(Path own, String server) {
        return new SpringApplicationBuilder(GulliverApplication.class)
                .registerShutdownHook(false)
                .run(
                        "--gulliver.data=" + own,
                        "--gulliver.roles=workers",
                        "--gulliver.temporal.target=127.0.0.1:1",
                        "--gulliver.workers.server=" + server,
                        "--gulliver.workers.token=file:" + folder.resolve("token"),
                        "--gulliver.workers.authorities=" + certificate.certificate(),
                        "--server.port=0",
                        "--management.server.port=0");
    }

    private static HttpClient trusting(TestCertificate shown) throws Exception {
        return HttpClient.newBuilder()
                .sslContext(Authorities.trusting(shown.certificate()))
                .build();
    }

    @Test
    void pagesSayThatTheyAreToBeReachedByTlsAloneAndTheirCookieIsOfTlsAlone() throws Exception {
        HttpResponse<String> login = trusting(certificate)
                .send(
                        HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + "/login"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(login.statusCode()).isEqualTo(200);
        assertThat(login.headers().firstValue("Strict-Transport-Security"))
                .hasValueSatisfying(value -> assertThat(value).contains("max-age=31536000"));
        assertThat(login.headers().allValues("Set-Cookie"))
                .isNotEmpty()
                .allSatisfy(cookie -> assertThat(cookie).contains("Secure"));
    }

    @Test
    void aRenewedCertificateIsShownWithoutANewStart() throws Exception {
        TestCertificate before = new TestCertificate(
                Files.copy(certificate.certificate(), folder.resolve("before.crt")),
                Files.copy(certificate.key(), folder.resolve("before.key")));
        TestCertificate renewed = made("renewed");
        try {
            renewed.replace(certificate);
            await().ignoreExceptions()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(trusting(renewed)
                                    .send(
                                            HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + "/login"))
                                                    .build(),
                                            HttpResponse.BodyHandlers.discarding())
                                    .statusCode())
                            .isEqualTo(200));
        } finally {
            before.replace(certificate);
            await().ignoreExceptions()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(trusting(before)
                                    .send(
                                            HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + "/login"))
                                                    .build(),
                                            HttpResponse.BodyHandlers.discarding())
                                    .statusCode())
                            .isEqualTo(200));
        }
    }

    @Test
    void refusesAContentThatWasCutOnTheWay() throws Exception {
        HttpResponse<String> response = trusting(certificate)
                .send(
                        HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + "/internal/evidence/"
                                        + "0".repeat(64) + "?name=x&kind=log"))
                                .header("Authorization", "Bearer " + TOKEN)
                                .header("Content-Type", "application/octet-stream")
                                .POST(HttpRequest.BodyPublishers.ofString("half"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("cut or changed");
        assertThat(evidence.size("0".repeat(64))).isEmpty();
    }
}
