package io.gulliver.lab.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.oracle.driver.LabDriver;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An instance that is away, a listener that is gone, a recovery area that is full: what whoever knocks is told. */
@Tag("store")
class InstanceAwayTest {
    @TempDir
    Path root;

    private LabContext context;
    private LabOracle oracle;

    @BeforeEach
    void start() {
        context = LabContext.open(root.resolve("lab"), LabPace.max(), Clock.systemUTC());
        oracle = new LabOracle(context);
        oracle.registerHost("lilliput", LabPlatform.X86);
        oracle.create(OrdersSpec.of("DBA_ON_CALL", "static-entry"));
    }

    @AfterEach
    void stop() {
        oracle.close();
        context.close();
    }

    private Connection knock(String data) throws SQLException {
        Properties info = new Properties();
        info.setProperty("user", "DBA_ON_CALL");
        info.setProperty("password", "a-password");
        return new LabDriver()
                .connect(
                        "jdbc:gulliver-lab:@(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=127.0.0.1)(PORT="
                                + oracle.port("lilliput") + "))(CONNECT_DATA=(" + data + ")))",
                        info);
    }

    @Test
    void anInstanceThatIsAwayIsNotRegisteredUntilItIsStarted() throws Exception {
        try (Connection before = knock("SERVICE_NAME=orders")) {
            oracle.shut("lilliput", "orders");
            assertThatThrownBy(() -> knock("SERVICE_NAME=orders"))
                    .hasMessageContaining("not registered")
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            e -> assertThat(e.getErrorCode()).isEqualTo(12514));
            assertThatThrownBy(() -> knock("SID=ORDERS"))
                    .as("listener.ora names the SID, whatever the instance does")
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            e -> assertThat(e.getErrorCode()).isEqualTo(1034));
            oracle.restart("lilliput", "orders");
            assertThatThrownBy(() -> before.prepareStatement("SELECT current_scn FROM v$database")
                            .executeQuery())
                    .as("whoever was logged on")
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            e -> assertThat(e.getErrorCode()).isEqualTo(3113));
        }
        knock("SERVICE_NAME=orders").close();
    }

    @Test
    void aListenerThatIsGoneRefusesAndComesBackOnItsPort() throws Exception {
        int port = oracle.port("lilliput");
        oracle.stopListener("lilliput");
        assertThatThrownBy(() -> knock("SERVICE_NAME=orders")).hasMessageContaining("ORA-12541");
        oracle.startListener("lilliput");
        assertThat(oracle.port("lilliput")).isEqualTo(port);
        knock("SERVICE_NAME=orders").close();
    }

    @Test
    void aRecoveryAreaAtItsLimitKeepsPeopleOutUntilThereIsRoom() throws Exception {
        oracle.disturb(
                "lilliput",
                "orders",
                "update V$RECOVERY_FILE_DEST set space_used = space_limit, space_reclaimable = 0");
        assertThatThrownBy(() -> knock("SERVICE_NAME=orders")).hasMessageContaining("ORA-00257");
        oracle.disturb("lilliput", "orders", "update V$RECOVERY_FILE_DEST set space_reclaimable = 1");
        knock("SERVICE_NAME=orders").close();
    }
}
