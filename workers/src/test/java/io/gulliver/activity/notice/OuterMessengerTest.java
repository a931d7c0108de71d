package io.gulliver.activity.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import com.sun.net.httpserver.HttpServer;
import io.gulliver.contract.notice.MessengerException;
import io.gulliver.contract.notice.NoticeSettings;
import io.gulliver.contract.notice.NoticeSettings.Security;
import io.gulliver.secret.SecretRegistry;
import jakarta.mail.internet.MimeMessage;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Against a mail server (GreenMail) and a checker of signatures (Standard Webhooks' own library) that others wrote. */
class OuterMessengerTest {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private static OuterMessenger to(NoticeSettings.@Nullable Smtp smtp, NoticeSettings.@Nullable Webhook webhook) {
        return new OuterMessenger(
                new NoticeSettings(URI.create("https://gulliver.example/"), smtp, webhook),
                new SecretRegistry(),
                Clock.systemUTC());
    }

    private static NoticeSettings.Smtp smtp(int port, Security security, @Nullable String password) {
        return new NoticeSettings.Smtp(
                "127.0.0.1",
                port,
                security,
                password == null ? null : "gulliver",
                password == null ? null : () -> password,
                "Gulliver <gulliver@bank.example>",
                null);
    }

    @Test
    void mailArrivesAsItWasWritten() throws Exception {
        GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        server.setUser("ana@bank.example", "ana", "x");
        server.start();
        try {
            OuterMessenger messenger = to(smtp(server.getSmtp().getPort(), Security.NONE, null), null);
            assertThat(messenger.mails()).isTrue();
            assertThat(messenger.hooks()).isFalse();
            assertThat(messenger.address()).isEqualTo("https://gulliver.example");
            messenger.mail("n1", "ana@bank.example", "Überfällig: ORDERS\r\nBcc: all@bank.example", "Zeile 1\nü…\n");
            MimeMessage mail = server.getReceivedMessages()[0];
            assertThat(mail.getAllRecipients()).extracting(Object::toString).containsExactly("ana@bank.example");
            assertThat(mail.getHeader("Bcc"))
                    .as("no header comes in by a subject")
                    .isNull();
            assertThat(mail.getSubject()).startsWith("Überfällig: ORDERS");
            // the last line ends where the mail does
            assertThat(mail.getContent().toString().strip()).isEqualToNormalizingNewlines("Zeile 1\nü…");
            assertThat(mail.getHeader("Auto-Submitted")).containsExactly("auto-generated");
            assertThat(mail.getHeader("X-Gulliver-Notice")).containsExactly("n1");
            assertThat(mail.getFrom()[0].toString()).isEqualTo("Gulliver <gulliver@bank.example>");
        } finally {
            server.stop();
        }
    }

    @Test
    void whereTlsIsWantedNothingGoesWithoutIt() throws Exception {
        GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        server.start();
        try {
            OuterMessenger messenger = to(smtp(server.getSmtp().getPort(), Security.STARTTLS, "mail-canary"), null);
            assertThatThrownBy(() -> messenger.mail("n1", "ana@bank.example", "s", "t"))
                    .isInstanceOfSatisfying(
                            MessengerException.class,
                            e -> assertThat(e.forEver()).isFalse())
                    .hasMessageContaining("STARTTLS is required")
                    .hasMessageNotContaining("mail-canary");
            assertThat(server.getReceivedMessages()).isEmpty();
        } finally {
            server.stop();
        }
    }

    @Test
    void aServerThatShowsACertificateNobodyVouchesForIsNotSpokenTo() throws Exception {
        GreenMail server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTPS));
        server.start();
        try {
            OuterMessenger messenger = to(smtp(server.getSmtps().getPort(), Security.TLS, null), null);
            assertThatThrownBy(() -> messenger.mail("n1", "ana@bank.example", "s", "t"))
                    .isInstanceOf(MessengerException.class);
            assertThat(server.getReceivedMessages()).isEmpty();
        } finally {
            server.stop();
        }
    }

    @Test
    void whatIsNoAddressIsGivenUpAndAServerThatIsAwayIsNot() throws Exception {
        int closed;
        try (ServerSocket socket = new ServerSocket(0)) {
            closed = socket.getLocalPort();
        }
        OuterMessenger messenger = to(smtp(closed, Security.NONE, null), null);
        assertThatThrownBy(() -> messenger.mail("n1", "no address", "s", "t"))
                .isInstanceOfSatisfying(
                        MessengerException.class, e -> assertThat(e.forEver()).isTrue());
        assertThatThrownBy(() -> messenger.mail("n1", "ana@bank.example", "s", "t"))
                .isInstanceOfSatisfying(
                        MessengerException.class, e -> assertThat(e.forEver()).isFalse())
                .hasMessageContaining("127.0.0.1:" + closed);
    }

    /** What came in, and what is answered. */
    private record Call(String body, Map<String, List<String>> headers) {}

    private static HttpServer hook(int status, AtomicReference<Call> came) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/hook", exchange -> {
            came.set(new Call(
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8),
                    Map.copyOf(exchange.getRequestHeaders())));
            if (status == 302) {
                exchange.getResponseHeaders().add("Location", "/elsewhere");
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static NoticeSettings.Webhook at(HttpServer server, String secret) {
        return new NoticeSettings.Webhook(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook"), () -> secret, null);
    }

    @Test
    void aCallBearsASignatureThatTheStandardsLibraryTakes() throws Exception {
        AtomicReference<Call> came = new AtomicReference<>();
        HttpServer server = hook(204, came);
        try {
            to(null, at(server, SECRET)).hook("n1", Instant.now(), "{\"type\":\"gulliver.incident\",\"ü\":1}");
            Call call = came.get();
            HttpHeaders headers = HttpHeaders.of(lower(call.headers()), (name, value) -> true);
            Webhook checker = new Webhook(SECRET.substring("whsec_".length()));
            checker.verify(call.body(), headers);
            assertThatThrownBy(() -> checker.verify(call.body() + " ", headers))
                    .isInstanceOf(WebhookVerificationException.class);
            assertThat(headers.firstValue("webhook-id")).contains("n1");
            assertThat(headers.firstValue("content-type")).contains("application/json");
        } finally {
            server.stop(0);
        }
    }

    private static Map<String, List<String>> lower(Map<String, List<String>> headers) {
        Map<String, List<String>> lower = new java.util.TreeMap<>();
        headers.forEach((name, values) -> lower.put(name.toLowerCase(java.util.Locale.ROOT), values));
        return lower;
    }

    @Test
    void whatIsNotTakenIsTriedAgainButForWhoSaysGone() throws Exception {
        List<String> said = new ArrayList<>();
        for (int status : List.of(302, 400, 500, 410)) {
            AtomicReference<Call> came = new AtomicReference<>();
            HttpServer server = hook(status, came);
            try {
                OuterMessenger messenger = to(null, at(server, "any-text"));
                assertThatThrownBy(() -> messenger.hook("n1", Instant.now(), "{}"))
                        .isInstanceOfSatisfying(
                                MessengerException.class, e -> said.add(e.getMessage() + " " + e.forEver()));
            } finally {
                server.stop(0);
            }
        }
        assertThat(said)
                .containsExactly(
                        "Webhook 127.0.0.1 answered 302 false",
                        "Webhook 127.0.0.1 answered 400 false",
                        "Webhook 127.0.0.1 answered 500 false",
                        "Webhook 127.0.0.1 answered 410 true");
    }
}
