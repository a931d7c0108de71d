package io.gulliver.adapter.hmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gulliver.adapter.hmc.HmcException.Kind;
import io.gulliver.lab.FaultKind;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HmcSessionTest {

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
                    assertThat(call.requestBody()).contains("\"password\":\"***\"");
                    assertThat(call.response()).contains("\"api-session\":\"***\"");
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

    private long logons() {
        return bench.calls.stream()
                .filter(call -> call.operation().equals("logon"))
                .count();
    }
}
