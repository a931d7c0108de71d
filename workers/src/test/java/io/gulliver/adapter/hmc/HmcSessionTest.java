package io.gulliver.adapter.hmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gulliver.adapter.http.CallLog;
import io.gulliver.adapter.http.CannedSystem;
import io.gulliver.adapter.http.CannedSystem.Canned;
import io.gulliver.adapter.http.HttpSystemException.Kind;
import io.gulliver.lab.FaultKind;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HmcSessionTest {

    private static final String PASSWORD = "canary/pass word\"7";

    @TempDir
    Path directory;

    private LabBench bench;

    @BeforeEach
    void start() {
        bench = new LabBench(directory);
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    void keepsOneSessionForManyCalls() {
        bench.cpc();
        bench.client.cpcs();
        bench.client.partitions(bench.cpc());

        assertThat(logons()).isEqualTo(1);
        assertThat(bench.lab.openSessions()).isEqualTo(1);
    }

    @Test
    void logsOnAgainOnceWhenTheSessionHasEnded() {
        bench.cpc();
        bench.context.faults().arm(LabBench.SYSTEM, "list-cpcs", FaultKind.SESSION_EXPIRED, 1);

        assertThat(bench.client.cpcs()).hasSize(1);
        assertThat(logons()).isEqualTo(2);
    }

    @Test
    void givesUpWhenTheNewSessionIsRefusedToo() {
        bench.cpc();
        bench.context.faults().arm(LabBench.SYSTEM, "list-cpcs", FaultKind.SESSION_EXPIRED, 9);

        HmcException failure = catchThrowableOfType(HmcException.class, () -> bench.client.cpcs());

        assertThat(failure.is(403, 5)).isTrue();
        assertThat(logons()).isEqualTo(2);
    }

    @Test
    void logsOffAtTheEnd() {
        bench.cpc();

        bench.client.close();

        assertThat(bench.lab.openSessions()).isZero();
    }

    @Test
    void doesNotTryAWrongPasswordTwice() {
        try (HttpHmcClient wrong = LabBench.client(
                bench.lab.uri(), bench.context.certificates().caFile(), "wrong-word", bench.calls::add)) {
            HmcException failure = catchThrowableOfType(HmcException.class, wrong::cpcs);

            assertThat(failure.kind()).isEqualTo(Kind.EXTERNAL);
            assertThat(logons()).isEqualTo(1);
        }
    }

    @Test
    void refusesAnHmcWhoseAuthorityItDoesNotKnow() {
        try (HttpHmcClient stranger = new HttpHmcClient(
                HmcProperties.of(LabBench.SYSTEM, bench.lab.uri(), LabBench.USER, null),
                () -> LabBench.PASSWORD,
                CallLog.none())) {
            HmcException failure = catchThrowableOfType(HmcException.class, stranger::version);

            assertThat(failure.kind()).isEqualTo(Kind.EXTERNAL);
            assertThat(failure.mayHaveHappened()).isFalse();
            assertThat(failure).hasMessageContaining("CA file");
        }
    }

    @Test
    void refusesAnAddressWithoutTls() {
        assertThatThrownBy(() -> HmcProperties.of("hmc-1", URI.create("http://hmc:6794"), "u", null))
                .hasMessageContaining("wanted https://");
    }

    @Test
    void refusesToSendItsSessionToAnotherAddress() {
        assertThatThrownBy(() -> bench.client.fetchPartition("@elsewhere/api/partitions/1"))
                .isInstanceOf(HmcException.class)
                .hasMessageContaining("not an HMC object URI");
    }

    @Test
    void saysWhereNobodyAnswers() {
        URI gone = bench.lab.uri();
        bench.lab.close();

        try (HttpHmcClient client =
                LabBench.client(gone, bench.context.certificates().caFile(), LabBench.PASSWORD, CallLog.none())) {
            HmcException failure = catchThrowableOfType(HmcException.class, client::version);

            assertThat(failure.kind()).isEqualTo(Kind.TRANSIENT);
            assertThat(failure.mayHaveHappened()).isFalse();
            assertThat(failure).hasMessageContaining(gone.toString());
        }
    }

    @Test
    void logsEveryCallWithoutASecret() {
        String partition = bench.partition("DB01", 1, 1024);
        bench.client.updatePartition(partition, Map.of("boot-ftp-password", "canary-ftp-word"));
        // The HMC echoes the request in its error body; the secret must not come back that way.
        assertThatThrownBy(() -> bench.client.updatePartition(
                        partition, Map.of("boot-ftp-password", "canary-ftp-word", "colour", LabBench.PASSWORD)))
                .isInstanceOf(HmcException.class)
                .hasMessageNotContaining("canary");
        bench.context.faults().arm(LabBench.SYSTEM, "list-cpcs", FaultKind.SESSION_EXPIRED, 1);
        bench.client.cpcs();

        assertThat(bench.calls)
                .extracting(CallLog.Call::operation)
                .contains("logon", "create-partition", "update-partition", "list-cpcs");
        assertThat(bench.calls.toString()).doesNotContain("canary");
        assertThat(bench.calls)
                .filteredOn(call -> call.operation().equals("logon"))
                .allSatisfy(call -> {
                    assertThat(call.requestBody()).contains("\"password\":\"******\"");
                    assertThat(call.response()).contains("\"api-session\":\"******\"");
                });
        assertThat(bench.calls)
                .filteredOn(call -> call.operation().equals("create-partition"))
                .singleElement()
                .satisfies(call -> {
                    assertThat(call.request()).startsWith("POST /api/cpcs/");
                    assertThat(call.status()).isEqualTo(201);
                    assertThat(call.requestBody()).contains("\"name\":\"DB01\"");
                });
    }

    /** An HMC that opens a session and then answers this to everything else. */
    private CannedSystem canned(int status, String body) {
        return new CannedSystem(
                bench.context,
                request -> request.path().equals("/api/sessions")
                        ? new Canned(200, "{\"api-session\":\"canary-session-9\"}")
                        : new Canned(status, body));
    }

    private HttpHmcClient client(CannedSystem hmc) {
        return LabBench.client(hmc.uri(), bench.context.certificates().caFile(), PASSWORD, bench.calls::add);
    }

    @Test
    void refusesACaFileThatHoldsNoCertificate() throws Exception {
        Path empty = Files.writeString(directory.resolve("empty.pem"), "");

        HmcException failure = catchThrowableOfType(
                HmcException.class, () -> LabBench.client(bench.lab.uri(), empty, LabBench.PASSWORD, CallLog.none()));

        assertThat(failure.kind()).isEqualTo(Kind.EXTERNAL);
        assertThat(failure).hasMessageContaining(empty.toString()).hasMessageContaining("it holds no certificate");
    }

    @Test
    void refusesAnAddressThatCarriesAUserAndDoesNotRepeatIt() {
        assertThatThrownBy(() -> HmcProperties.of("hmc-1", URI.create("https://u:canary@hmc:6794"), "u", null))
                .hasMessageContaining("wanted https://")
                .hasMessageNotContaining("canary");
        assertThatThrownBy(() -> HmcProperties.of("hmc-1", URI.create("https://hmc:6794/api"), "u", null))
                .hasMessageContaining("wanted https://");
    }

    @Test
    void blanksAPasswordInItsBase64AndUrlFormsToo() {
        String basic = Base64.getEncoder().encodeToString(("gulliver:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
        String url = URLEncoder.encode(PASSWORD, StandardCharsets.UTF_8);
        try (CannedSystem hmc = canned(500, "<p>sent: " + basic + " and " + url + " and canary-session-9</p>")) {
            HmcException failure =
                    catchThrowableOfType(HmcException.class, () -> client(hmc).cpcs());

            assertThat(failure.getMessage() + bench.calls)
                    .contains("sent:")
                    .doesNotContain(basic.substring(14), url, "canary");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {502, 503, 504})
    void aRestartingConsolesPageMeansWaitAndRepeat(int status) {
        String page = "<html><head><title>" + status + " Not now</title></head><body><h1>Starting</h1></body></html>";
        try (CannedSystem hmc = canned(status, page)) {
            assertThatThrownBy(() -> client(hmc).cpcs()).isInstanceOfSatisfying(HmcException.class, failure -> {
                assertThat(failure.kind()).isEqualTo(Kind.TRANSIENT);
                assertThat(failure.mayHaveHappened()).isFalse();
                assertThat(failure).hasMessageContaining("" + status).hasMessageNotContaining("<");
            });
            assertThatThrownBy(() -> client(hmc).deletePartition("/api/partitions/p1"))
                    .isInstanceOfSatisfying(HmcException.class, failure -> {
                        assertThat(failure.kind()).isEqualTo(Kind.TRANSIENT);
                        assertThat(failure.mayHaveHappened())
                                .as("the page says nothing of the work")
                                .isTrue();
                    });
        }
    }

    @Test
    void blanksASecretBeforeItCutsAnErrorPage() {
        try (CannedSystem hmc = canned(500, "x".repeat(294) + PASSWORD)) {
            assertThatThrownBy(() -> client(hmc).cpcs()).hasMessageNotContaining("canary");
        }
    }

    @Test
    void doesNotShowAnAnswerToALogonThatHoldsNoSession() {
        try (CannedSystem hmc = new CannedSystem(bench.context, request -> new Canned(200, "canary-session-9"))) {
            HmcException failure =
                    catchThrowableOfType(HmcException.class, () -> client(hmc).cpcs());

            assertThat(failure).hasMessageContaining("no api-session").hasMessageNotContaining("canary");
            assertThat(bench.calls)
                    .singleElement()
                    .extracting(CallLog.Call::response)
                    .isEqualTo("(16 characters, not shown)");
        }
    }

    @Test
    @Timeout(30)
    void givesUpOnAnAnswerThatDoesNotEnd() {
        try (CannedSystem hmc = new CannedSystem(bench.context, request -> new Canned(200, "{", false))) {
            HmcException failure =
                    catchThrowableOfType(HmcException.class, () -> client(hmc).version());

            assertThat(failure).hasMessageContaining("no answer within 3 s");
            assertThat(failure.mayHaveHappened()).isFalse();
        }
    }

    @Test
    void aLogonThatGetsNoAnswerHasChangedNothing() {
        bench.context.faults().arm(LabBench.SYSTEM, "logon", FaultKind.RESET_AFTER, 1);

        HmcException failure =
                catchThrowableOfType(HmcException.class, () -> bench.client.deletePartition("/api/partitions/1"));

        assertThat(failure.operation()).isEqualTo("logon");
        assertThat(failure.mayHaveHappened()).isFalse();
    }

    @Test
    void aBrokenCallLogDoesNotBreakTheCall() {
        try (HttpHmcClient unlucky =
                LabBench.client(bench.lab.uri(), bench.context.certificates().caFile(), LabBench.PASSWORD, call -> {
                    throw new IllegalStateException("log full");
                })) {
            assertThat(unlucky.cpcs()).hasSize(1);
        }
    }

    private long logons() {
        return bench.calls.stream()
                .filter(call -> call.operation().equals("logon"))
                .count();
    }
}
