package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.oracle.ConnectDescriptor.Endpoint;
import io.gulliver.lab.Examines;
import io.gulliver.lab.Kindness;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whom a listener lets through while an instance is restricted or does not take connections, and how we get in. */
class RestrictedInstanceTest {
    private static final String IN = "in";

    @TempDir
    private Path root;

    private OracleLab lab;
    private Endpoint there;

    @BeforeEach
    void restrict() throws IOException {
        lab = new OracleLab(root.toRealPath());
        lab.source("static-entry");
        there = new Endpoint("127.0.0.1", lab.oracle.port(OracleLab.SOURCE_HOST));
        try (OracleClient admin = lab.admin(OracleLab.SOURCE_HOST)) {
            admin.execute("restrict-sessions", Map.of(), Map.of());
        }
    }

    @AfterEach
    void close() {
        lab.close();
    }

    private ConnectDescriptor service(boolean restricted, Endpoint... endpoints) {
        return new ConnectDescriptor(List.of(endpoints), "orders", null, null, restricted);
    }

    /** What becomes of a logon: {@code in}, or the code and the advice. */
    private String logon(ConnectDescriptor where, String user, String password) {
        try {
            JdbcOracleClient.open(
                            new OracleSettings(
                                    "orders",
                                    where,
                                    user,
                                    user.equals("SYS"),
                                    "jdbc:gulliver-lab:@{descriptor}",
                                    lab.jar,
                                    Duration.ofSeconds(5),
                                    Duration.ofSeconds(5)),
                            password.toCharArray(),
                            lab.statements,
                            true,
                            StatementLog.NONE)
                    .close();
            return IN;
        } catch (OracleException e) {
            return OracleErrors.name(e.code()) + " " + e.getMessage();
        }
    }

    private String admin(ConnectDescriptor where) {
        return logon(where, OracleLab.ADMIN, OracleLab.PASSWORD);
    }

    @Test
    @Examines(value = Kindness.LISTENER_LETS_ALL_IN, red = "the listener asks for UR=A, whatever the right")
    void theListenerRefusesWhoeverDoesNotSayUrA() {
        assertThat(admin(service(false, there)))
                .as("the listener asks for UR=A, whatever the right")
                .startsWith("ORA-12526")
                .contains("(UR=A)")
                .doesNotContain("grant RESTRICTED SESSION");
        // Before the password is looked at, so that no try counts.
        assertThat(logon(service(false, there), "SYS", "wrong")).startsWith("ORA-12526");
        assertThat(admin(new ConnectDescriptor(List.of(there), "orders", null, "ORDERS", false)))
                .startsWith("ORA-12526");
    }

    @Test
    void behindTheListenerTheRightDecides() {
        assertThat(admin(service(true, there))).isEqualTo(IN);
        assertThat(logon(service(true, there), "READER", OracleLab.PASSWORD)).startsWith("ORA-01035");
    }

    @Test
    void aSidOfListenerOraLeadsInAndAnUnknownOneNowhere() {
        assertThat(admin(new ConnectDescriptor(List.of(there), null, "ORDERS", null, false)))
                .isEqualTo(IN);
        assertThat(admin(new ConnectDescriptor(List.of(there), null, "NOBODY", null, true)))
                .startsWith("ORA-12505");
        assertThat(admin(new ConnectDescriptor(List.of(there), "nobody", null, null, true)))
                .startsWith("ORA-12514");
    }

    @Test
    void aNextAddressIsTriedWhenOneIsClosedOrKnowsNothing() throws IOException {
        Endpoint closed;
        try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = new Endpoint("127.0.0.1", gone.getLocalPort());
        }
        Endpoint elsewhere = new Endpoint("127.0.0.1", lab.oracle.port(OracleLab.TARGET_HOST));
        assertThat(admin(service(true, closed, elsewhere, there))).isEqualTo(IN);
        assertThat(admin(service(true, there, closed))).isEqualTo(IN);
        assertThat(admin(service(true, closed, elsewhere))).startsWith("ORA-12514");
        assertThat(logon(service(true, there, elsewhere), OracleLab.ADMIN, "wrong"))
                .as("a wrong password is tried once")
                .startsWith("ORA-01017");
    }

    @Test
    void tellsAnInstanceThatStartsFromOneThatIsRestricted() {
        state("update GV$INSTANCE set status = 'STARTED'");
        assertThat(admin(service(false, there))).startsWith("ORA-12528").contains("wait");
        assertThat(lab.oracle.services(OracleLab.SOURCE_HOST)).containsExactly("orders");
        state(
                "insert into GV$INSTANCE (inst_id, instance_name, status, logins) values (2, 'ORDERS2', 'OPEN', 'RESTRICTED')");
        assertThat(admin(service(false, there))).startsWith("ORA-12527");
        state("update GV$INSTANCE set logins = 'ALLOWED' where inst_id = 2");
        assertThat(admin(service(false, there)))
                .as("an instance that takes everybody")
                .isEqualTo(IN);
    }

    @Test
    void theHostItselfGetsInLocally() throws Exception {
        String home = lab.home(OracleLab.SOURCE_HOST).toString();
        String printed = lab.run(
                        OracleLab.SOURCE_HOST,
                        "ORACLE_HOME='" + home + "' '" + home + "/bin/sqlplus' -S '/ as sysdba'",
                        "SELECT LOGINS FROM V$INSTANCE;\nEXIT\n")
                .output();
        assertThat(printed).contains("RESTRICTED").doesNotContain("ORA-");
        assertThat(lab.run(OracleLab.SOURCE_HOST, "'" + home + "/bin/lsnrctl' status", "")
                        .output())
                .contains("Instance \"ORDERS\", status RESTRICTED");
    }

    private void state(String change) {
        lab.oracle.disturb(OracleLab.SOURCE_HOST, "orders", change);
    }
}
