package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.gulliver.activity.FailureTranslation;
import io.gulliver.activity.runtime.RecordingContext;
import io.gulliver.activity.systems.Databases;
import io.gulliver.adapter.oracle.keywords.NetJudge;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.domain.landscape.ConnectionPurpose;
import io.gulliver.domain.landscape.DatabaseAccess;
import io.gulliver.domain.landscape.HostPattern;
import io.gulliver.lab.oracle.tns.Answer;
import io.gulliver.lab.oracle.tns.ConnectRequest;
import io.gulliver.lab.oracle.tns.TnsFrontDoor;
import io.gulliver.secret.SecretGrant;
import io.gulliver.secret.SecretRef;
import io.gulliver.secret.SecretRegistry;
import io.gulliver.secret.SecretSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Oracle's own driver says to a listener with our addresses, and what we make of each of its refusals. */
class FrontDoorTest {
    private static final String PASSWORD = "a-password-to-blank";

    /** Far beyond any limit that is set here: whether one holds, not how well. */
    private static final Duration NEVER = Duration.ofSeconds(90);

    private static OracleSettings settings(String template, int port, String service) {
        return new OracleSettings(
                service + "@127.0.0.1",
                "127.0.0.1",
                port,
                service,
                "reader",
                false,
                template,
                null,
                Duration.ofSeconds(2),
                Duration.ofSeconds(5));
    }

    private static OracleSettings settings(TnsFrontDoor door) {
        return settings(OracleSettings.ORACLE_URL, door.port(), "orders");
    }

    private static OracleException refused(OracleSettings settings) {
        return assertTimeoutPreemptively(
                NEVER,
                () -> catchThrowableOfType(
                        OracleException.class,
                        () -> JdbcOracleClient.open(
                                        settings,
                                        PASSWORD.toCharArray(),
                                        OracleStatements.load(),
                                        true,
                                        StatementLog.NONE)
                                .close()));
    }

    private static StepFailure failure(OracleException thrown) {
        return FailureTranslation.described("Logging on", thrown);
    }

    // ---- what arrives

    @Test
    void theDescriptorOfTheProductArrivesAsItWasMade() {
        try (TnsFrontDoor door = TnsFrontDoor.open(Answer.refused(12514))) {
            refused(settings(door));
            ConnectRequest request = door.received().get(0);
            assertThat(request.descriptor())
                    .contains("(PROTOCOL=TCP)", "(HOST=127.0.0.1)", "(PORT=" + door.port() + ")")
                    .contains("(SERVICE_NAME=orders)", "(UR=A)")
                    .doesNotContain(PASSWORD);
            assertThat(request.redirected()).isFalse();
            assertThat(request.version()).isGreaterThanOrEqualTo(315);
            assertThat(NetJudge.descriptor(
                                    request.descriptor().replaceAll("\\(CID=.*?\\)\\)|\\(CONNECTION_ID=[^)]*\\)", ""),
                                    "19")
                            .refused())
                    .isEmpty();
        }
    }

    /** The databases of a landscape with the template that holds everywhere, and what else is known of a listener. */
    private static Databases databases(Map<String, DatabaseAccess.Listener> listeners) {
        return new Databases(
                new DatabaseAccess(
                        DatabaseAccess.ORACLE,
                        null,
                        null,
                        List.of(),
                        true,
                        new TreeMap<>(Map.of("admin", new DatabaseAccess.Credential("GULLIVER_ADM", "env:ADMIN"))),
                        new TreeMap<>(listeners),
                        false),
                new SecretSource(
                        List.of(new SecretGrant(SecretRef.parse("env:ADMIN"), Databases.KIND, new HostPattern("*"))),
                        new SecretRegistry(),
                        Map.of("ADMIN", PASSWORD)));
    }

    private static StepFailure asked(Databases.Address address) {
        return asked(address, ConnectionPurpose.ADMIN, Map.of());
    }

    private static StepFailure asked(
            Databases.Address address, ConnectionPurpose purpose, Map<String, DatabaseAccess.Listener> listeners) {
        var context = new RecordingContext(call -> {}, new SecretRegistry(), Clock.systemUTC());
        return failure(catchThrowableOfType(
                OracleException.class,
                () -> databases(listeners).read(address, purpose, context).close()));
    }

    private static Databases.Address orders(int port) {
        return new Databases.Address("127.0.0.1", port, "orders", "admin");
    }

    @ParameterizedTest
    @EnumSource(ConnectionPurpose.class)
    void onlyWhoMustReachesARestrictedInstance(ConnectionPurpose purpose) {
        try (TnsFrontDoor door = TnsFrontDoor.open(Answer.refused(12514))) {
            asked(orders(door.port()), purpose, Map.of());
            assertThat(door.received().get(0).descriptor().contains("(UR=A)")).isEqualTo(purpose.reachesRestricted());
        }
    }

    @Test
    void aSidIsSaidInPlaceOfTheService() {
        try (TnsFrontDoor door = TnsFrontDoor.open(Answer.refused(12505))) {
            StepFailure failure = asked(
                    orders(door.port()),
                    ConnectionPurpose.ADMIN,
                    Map.of(
                            "127.0.0.1",
                            new DatabaseAccess.Listener(List.of(), new TreeMap<>(Map.of("orders", "ORCL")))));
            assertThat(door.received().get(0).descriptor())
                    .contains("(SID=ORCL)", "(UR=A)")
                    .doesNotContain("SERVICE_NAME");
            assertThat(failure.message()).contains("ORA-12505", "SID ORCL");
        }
    }

    @Test
    void theNextListenerOfTheLandscapeIsAskedWhereOneIsDeadOrSilent() throws IOException {
        try (TnsFrontDoor silent = TnsFrontDoor.open(Answer.silence());
                TnsFrontDoor last = TnsFrontDoor.open(Answer.refused(12516))) {
            List<String> addresses =
                    List.of("127.0.0.1:" + closedPort(), "127.0.0.1:" + silent.port(), "127.0.0.1:" + last.port());
            StepFailure failure = assertTimeoutPreemptively(
                    NEVER,
                    () -> asked(
                            orders(1521),
                            ConnectionPurpose.ADMIN,
                            Map.of("127.0.0.1", new DatabaseAccess.Listener(addresses, new TreeMap<>()))));
            assertThat(failure.code()).as(failure.toString()).isEqualTo(FailureCode.CAPACITY_EXHAUSTED.name());
            assertThat(silent.received()).isNotEmpty();
            assertThat(last.received()).isNotEmpty();
        }
    }

    @Test
    void theLandscapesOwnTemplateReachesARestrictedInstance() {
        try (TnsFrontDoor door = TnsFrontDoor.open(Answer.refused(12526))) {
            StepFailure failure = asked(orders(door.port()));
            assertThat(failure.code()).isEqualTo(FailureCode.STATE_CONFLICT.name());
            assertThat(door.received().get(0).descriptor()).contains("(SERVICE_NAME=orders)", "(UR=A)");
        }
    }

    @Test
    void oneInstanceOfAClusterIsNamed() {
        try (TnsFrontDoor door = TnsFrontDoor.open(Answer.refused(12521))) {
            StepFailure failure = asked(orders(door.port()).at("ORDERS2"));
            assertThat(failure.code()).isEqualTo(FailureCode.REQUEST_REFUSED.name());
            assertThat(door.received().get(0).descriptor())
                    .contains("(SERVICE_NAME=orders)", "(INSTANCE_NAME=ORDERS2)", "(UR=A)");
        }
    }

    @Test
    void aLongDescriptorComesApartAndWhole() {
        String service = "orders." + "department.".repeat(12) + "example.com";
        try (TnsFrontDoor door = TnsFrontDoor.open(Answer.refused(12514))) {
            refused(settings(OracleSettings.ORACLE_URL, door.port(), service));
            assertThat(door.received()).singleElement().satisfies(request -> {
                assertThat(request.apart()).isTrue();
                assertThat(request.descriptor())
                        .contains("(SERVICE_NAME=" + service + ")")
                        .endsWith(")");
            });
        }
    }

    // ---- refusals

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "12504 | REQUEST_REFUSED | names no service",
                "12505 | UNREACHABLE | Check the SID",
                "12514 | UNREACHABLE | Check the service name and that it is started",
                "12516 | CAPACITY_EXHAUSTED | Raise PROCESSES",
                "12518 | CAPACITY_EXHAUSTED | short of memory or processes",
                "12519 | CAPACITY_EXHAUSTED | Raise PROCESSES",
                "12520 | CAPACITY_EXHAUSTED | Raise PROCESSES",
                "12521 | REQUEST_REFUSED | GV$INSTANCE",
                "12526 | STATE_CONFLICT | (UR=A)",
                "12527 | UNREACHABLE | (UR=A)",
                "12528 | UNREACHABLE | wait",
            })
    void aRefusalHasItsCodeItsKindAndASentenceThatSaysWhatToDo(int code, FailureCode mapped, String sentence) {
        try (TnsFrontDoor door = TnsFrontDoor.open(Answer.refused(code))) {
            OracleException thrown = refused(settings(door));
            StepFailure failure = failure(thrown);
            assertThat(thrown.code()).as(thrown.toString()).isEqualTo(code);
            assertThat(failure.code()).as(thrown.toString()).isEqualTo(mapped.name());
            assertThat(failure.message()).contains("ORA-" + code).contains("orders@127.0.0.1");
            assertThat(failure.advice()).contains(sentence).doesNotContain("RESTRICTED SESSION");
        }
    }

    @Test
    void anUnknownCodeOfTheListenerIsNotTakenForARefusedLogon() {
        try (TnsFrontDoor door = TnsFrontDoor.open(Answer.refused(12599))) {
            StepFailure failure = failure(refused(settings(door)));
            assertThat(failure.code()).isEqualTo(FailureCode.REQUEST_REFUSED.name());
            assertThat(failure.advice()).contains("listener");
        }
    }

    // ---- a network that does not answer

    @Test
    void aClosedPortIsNoListener() throws IOException {
        StepFailure failure = failure(refused(settings(OracleSettings.ORACLE_URL, closedPort(), "orders")));
        assertThat(failure.code()).isEqualTo(FailureCode.UNREACHABLE.name());
        assertThat(failure.message()).contains("ORA-12541");
        assertThat(failure.advice()).contains("Start the listener");
    }

    @Test
    void aListenerThatNeverAnswersIsGivenUp() {
        try (TnsFrontDoor door = TnsFrontDoor.open(Answer.silence())) {
            OracleException thrown = refused(settings(door));
            StepFailure failure = failure(thrown);
            assertThat(failure.code()).as(thrown.toString()).isEqualTo(FailureCode.UNREACHABLE.name());
            assertThat(failure.advice()).contains("firewall");
            assertThat(door.received()).isNotEmpty();
        }
    }

    @Test
    void aServerProcessThatNeverAnswersIsGivenUp() {
        try (TnsFrontDoor door = TnsFrontDoor.open(Answer.accepted())) {
            OracleException thrown = refused(settings(door));
            assertThat(failure(thrown).code()).as(thrown.toString()).isEqualTo(FailureCode.UNREACHABLE.name());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 8, 40})
    void aConnectionThatIsCutIsWorthAnotherTry(int bytes) {
        try (TnsFrontDoor door = TnsFrontDoor.open(Answer.cut(bytes))) {
            OracleException thrown = refused(settings(door));
            StepFailure failure = failure(thrown);
            assertThat(failure.code()).as(thrown.toString()).isEqualTo(FailureCode.UNREACHABLE.name());
            assertThat(failure.advice()).contains("listener log", "firewall");
        }
    }

    // ---- other listeners, and other addresses

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRedirectIsFollowedWithTheSameDescriptor(boolean separated) {
        try (TnsFrontDoor node = TnsFrontDoor.open(Answer.refused(12516));
                TnsFrontDoor scan = TnsFrontDoor.open(
                        separated
                                ? Answer.redirected("127.0.0.1", node.port())
                                : Answer.redirectedByAddress("127.0.0.1", node.port()))) {
            OracleException thrown = refused(settings(scan));
            assertThat(thrown.code()).as(thrown.toString()).isEqualTo(12516);
            assertThat(node.received()).isNotEmpty().allSatisfy(request -> {
                assertThat(request.descriptor()).contains("(SERVICE_NAME=orders)", "(UR=A)");
                // Of the address alone the driver does not say that it was sent here.
                assertThat(request.redirected()).isEqualTo(separated);
            });
        }
    }

    @Test
    void aResendIsAnsweredWithTheSameDescriptor() {
        try (TnsFrontDoor door = TnsFrontDoor.open(Answer.resend(), Answer.refused(12514))) {
            assertThat(refused(settings(door)).code()).isEqualTo(12514);
            assertThat(door.received()).hasSize(2);
            assertThat(door.received().get(1).descriptor())
                    .isEqualTo(door.received().get(0).descriptor());
        }
    }

    /** An address template of an operator with two listeners. */
    private static String twoAddresses(int first) {
        return "jdbc:oracle:thin:@(DESCRIPTION=(FAILOVER=ON)(LOAD_BALANCE=OFF)(ADDRESS_LIST=(ADDRESS=(PROTOCOL=TCP)"
                + "(HOST=127.0.0.1)(PORT=" + first + "))(ADDRESS=(PROTOCOL=TCP)(HOST={host})(PORT={port})))"
                + "(CONNECT_DATA=(SERVICE_NAME={service})(UR=A)))";
    }

    @Test
    void theSecondAddressIsAskedWhereTheFirstIsDead() throws IOException {
        try (TnsFrontDoor second = TnsFrontDoor.open(Answer.refused(12514))) {
            OracleException thrown = refused(settings(twoAddresses(closedPort()), second.port(), "orders"));
            assertThat(thrown.code()).as(thrown.toString()).isEqualTo(12514);
            assertThat(second.received()).isNotEmpty();
        }
    }

    @Test
    void theSecondAddressIsAskedWhereTheFirstRefuses() {
        try (TnsFrontDoor first = TnsFrontDoor.open(Answer.refused(12514));
                TnsFrontDoor second = TnsFrontDoor.open(Answer.refused(12516))) {
            OracleException thrown = refused(settings(twoAddresses(first.port()), second.port(), "orders"));
            assertThat(thrown.code()).as(thrown.toString()).isEqualTo(12516);
            assertThat(first.received()).isNotEmpty();
        }
    }

    private static int closedPort() throws IOException {
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return gone.getLocalPort();
        }
    }
}
