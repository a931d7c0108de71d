package io.gulliver.ui.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.gulliver.secret.SecretRegistry;
import io.gulliver.secret.SecretSource;
import io.gulliver.ui.start.TestCertificate;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.ssl.pem.PemContent;

/** Whom the server believes to be the identity provider, and how long it waits for it. */
@Timeout(60)
class OidcIssuerTest {
    @TempDir
    private Path folder;

    private final CountDownLatch over = new CountDownLatch(1);
    private @Nullable HttpServer server;

    @AfterEach
    void stop() {
        over.countDown();
        if (server != null) {
            server.stop(0);
        }
    }

    private static OidcIssuer issuer(String address, @Nullable Path authorities, Duration timeOut) {
        return new OidcIssuer(
                new OidcSettings(
                        address,
                        "gulliver",
                        "env:SECRET",
                        null,
                        Set.of("openid"),
                        "preferred_username",
                        null,
                        "gulliver:",
                        List.of(),
                        Duration.ofDays(30),
                        null,
                        timeOut,
                        authorities),
                new SecretSource(List.of(), new SecretRegistry(), Map.of("SECRET", "secret-of-gulliver")),
                Clock.systemUTC());
    }

    private static String description(String issuer, String tokens) {
        return "{\"issuer\":\"" + issuer + "\",\"authorization_endpoint\":\"" + issuer
                + "/authorize\",\"token_endpoint\":\"" + tokens + "\",\"jwks_uri\":\"" + issuer + "/keys\"}";
    }

    private void answers(HttpServer starting, Supplier<String> body) {
        server = starting;
        starting.createContext("/.well-known/openid-configuration", exchange -> {
            byte[] bytes = body.get().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        starting.start();
    }

    private static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    @Test
    void believesTheAuthoritiesThatAreNamedAndNoOther() throws Exception {
        TestCertificate right = TestCertificate.make(folder, "right", 1, 30);
        TestCertificate wrong = TestCertificate.make(folder, "wrong", 1, 30);
        PemContent key = PemContent.of(Files.readString(right.key()));
        KeyStore keys = KeyStore.getInstance(KeyStore.getDefaultType());
        keys.load(null, null);
        keys.setKeyEntry(
                "server",
                key.getPrivateKey(),
                new char[0],
                PemContent.of(Files.readString(right.certificate()))
                        .getCertificates()
                        .toArray(new Certificate[0]));
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, new char[0]);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(managers.getKeyManagers(), null, null);
        HttpsServer https = HttpsServer.create(anyPort(), 0);
        https.setHttpsConfigurator(new HttpsConfigurator(tls));
        String address = "https://127.0.0.1:" + https.getAddress().getPort();
        answers(https, () -> description(address, address + "/token"));

        OidcIssuer trusting = issuer(address, right.certificate(), Duration.ofSeconds(20));
        assertThat(trusting.findByRegistrationId("oidc"))
                .satisfies(registration -> assertThat(
                                registration.getProviderDetails().getTokenUri())
                        .isEqualTo(address + "/token"));
        for (Path authorities : new Path[] {null, wrong.certificate()}) {
            assertThatThrownBy(() ->
                            issuer(address, authorities, Duration.ofSeconds(20)).reach())
                    .as("%s", authorities)
                    .isInstanceOf(IssuerAwayException.class)
                    .hasRootCauseInstanceOf(GeneralSecurityException.class);
        }
    }

    @Test
    void waitsForItNoLongerThanItsTime() throws Exception {
        HttpServer silent = HttpServer.create(anyPort(), 0);
        answers(silent, () -> {
            try {
                over.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            return "{}";
        });
        OidcIssuer issuer = issuer("http://127.0.0.1:" + silent.getAddress().getPort(), null, Duration.ofMillis(300));
        assertThatThrownBy(issuer::reach).isInstanceOf(IssuerAwayException.class);
        Throwable first = catchThrowable(issuer::reach);
        assertThat(first)
                .as("a crowd does not wait in a row: what was found out a moment ago is said again")
                .isInstanceOf(IssuerAwayException.class);
    }

    @Test
    void keepsNoPageWaitingWhileItIsAsked() throws Exception {
        HttpServer silent = HttpServer.create(anyPort(), 0);
        CountDownLatch asked = new CountDownLatch(1);
        answers(silent, () -> {
            asked.countDown();
            try {
                over.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            return "{}";
        });
        String address = "http://127.0.0.1:" + silent.getAddress().getPort();
        OidcIssuer issuer = issuer(address, null, Duration.ofMinutes(5));
        Executor threads = task -> new Thread(task).start();
        CompletableFuture<Void> login = CompletableFuture.runAsync(issuer::reach, threads);
        asked.await();
        assertThat(CompletableFuture.supplyAsync(issuer::origins, threads))
                .as("what the head of each page asks")
                .succeedsWithin(Duration.ofSeconds(20))
                .isEqualTo(address);
        assertThat(login).isNotDone();
    }

    @Test
    void refusesAnotherNameAndAddressesInClearText() throws Exception {
        HttpServer http = HttpServer.create(anyPort(), 0);
        String address = "http://127.0.0.1:" + http.getAddress().getPort();
        String[] body = {description("https://another.example", address + "/token")};
        answers(http, () -> body[0]);
        assertThatThrownBy(() -> issuer(address, null, Duration.ofSeconds(20)).reach())
                .hasMessageContaining("says that it is 'https://another.example'", "wanted '" + address + "'");
        body[0] = description(address, "http://192.0.2.1/token");
        assertThatThrownBy(() -> issuer(address, null, Duration.ofSeconds(20)).reach())
                .hasMessageContaining("token_endpoint")
                .hasMessageContaining("begins with https:");
        body[0] = "<html>maintenance</html>";
        assertThatThrownBy(() -> issuer(address, null, Duration.ofSeconds(20)).reach())
                .hasMessageContaining("gives no description");
    }
}
