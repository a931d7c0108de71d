package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What Oracle's own driver says of listeners that are not there, and what becomes of it. */
class ConnectFailuresTest {
    private final List<StatementLog.Call> calls = new ArrayList<>();

    @Test
    void aClosedPortIsWorthAnotherTry() throws Exception {
        int port;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = gone.getLocalPort();
        }
        OracleException failure = connect("127.0.0.1", port);
        assertThat(failure.kind()).as(failure.toString()).isEqualTo(OracleFailure.TRANSIENT);
        assertThat(failure).hasMessageContaining("" + port).hasMessageContaining("listener");
    }

    @Test
    void aListenerThatNeverAnswersIsWorthAnotherTry() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            OracleException failure = connect("127.0.0.1", silent.getLocalPort());
            assertThat(failure.kind()).as(failure.toString()).isEqualTo(OracleFailure.TRANSIENT);
        }
    }

    @Test
    void anUnknownHostIsTheInputsFault() {
        OracleException failure = connect("no-such-host.invalid", 1521);
        assertThat(failure.kind()).as(failure.toString()).isEqualTo(OracleFailure.REQUEST);
        assertThat(failure).hasMessageContaining("no-such-host.invalid").hasMessageContaining("host name");
    }

    @Test
    void blanksThePasswordInItsOtherFormsToo() {
        String hex = HexFormat.of().formatHex("a-password-to-blank".getBytes(StandardCharsets.UTF_8));
        assertThat(connect("orders", hex + ".invalid", 1521))
                .hasMessageContaining(".invalid")
                .hasMessageNotContaining(hex);
    }

    private OracleException connect(String host, int port) {
        return connect("orders@" + host, host, port);
    }

    private OracleException connect(String system, String host, int port) {
        OracleException failure = catchThrowableOfType(
                OracleException.class,
                () -> JdbcOracleClient.open(
                                new OracleSettings(
                                        system,
                                        host,
                                        port,
                                        "orders",
                                        "reader",
                                        false,
                                        OracleSettings.ORACLE_URL,
                                        null,
                                        Duration.ofSeconds(2),
                                        Duration.ofSeconds(5)),
                                "a-password-to-blank".toCharArray(),
                                OracleStatements.load(),
                                true,
                                calls::add)
                        .close());
        assertThat(calls).singleElement().satisfies(call -> {
            assertThat(call.operation()).isEqualTo("connect");
            assertThat(call.outcome()).doesNotContain("a-password-to-blank");
        });
        return failure;
    }
}
