package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.domain.landscape.ConnectionPurpose;
import io.gulliver.domain.landscape.DatabaseAccess;
import io.gulliver.domain.landscape.DatabaseAccess.DriverJar;
import io.gulliver.lab.oracle.LabAccount;
import io.gulliver.lab.oracle.LabDatabaseSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which driver speaks with which release, and what nobody vouches for. */
@Tag("store")
class DriverByReleaseTest {
    @TempDir
    Path root;

    MigrationBench bench;

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private void open(String release) throws Exception {
        bench = new MigrationBench(
                root,
                new LabDatabaseSpec(
                        MigrationBench.SOURCE_SYSTEM,
                        MigrationBench.SOURCE,
                        "ORDERS",
                        "orders",
                        release,
                        true,
                        LabDatabaseSpec.Kind.NON_CDB,
                        "AL32UTF8",
                        "AL16UTF16",
                        8192,
                        true,
                        14,
                        1,
                        7,
                        List.of("SHOP"),
                        6,
                        5,
                        List.of(),
                        new TreeMap<>(Map.of("processes", "600")),
                        List.of(new LabAccount("GULLIVER_ADM", "admin-secret", List.of("DBA")))),
                "SYS");
    }

    /** The bench's databases with other drivers. */
    private Databases databases(String usual, boolean accept, DriverJar... drivers) {
        DatabaseAccess of = bench.landscape.databases();
        return new Databases(
                new DatabaseAccess(
                        of.urlTemplate(),
                        usual,
                        null,
                        List.of(drivers),
                        accept,
                        of.credentials(),
                        of.listeners(),
                        true),
                bench.secrets,
                bench.systems);
    }

    private OracleClient change(Databases databases) {
        return databases.change(address(), bench.plain("test", "test", Operation.RUN, Map.of()), bench.context);
    }

    private Address address() {
        return new Address(MigrationBench.SOURCE, bench.oracle.port(MigrationBench.SOURCE), "orders", "orders");
    }

    /** A jar in which there is no driver: whoever loads it is told so. */
    private String empty() throws Exception {
        Path jar = root.resolve("empty.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry("nothing"));
        }
        return jar.toString();
    }

    @Test
    void whatNobodyCertifiesIsLookedAtAndNotMovedUnlessThatIsAccepted() throws Exception {
        open("12.1.0.2.0");
        Databases strict = databases(MigrationBench.driver(), false);
        try (OracleClient looks = strict.read(address(), ConnectionPurpose.READ, bench.context)) {
            assertThat(looks.release()).isEqualTo("12.1.0.2.0");
        }
        assertThat(strict.check(address(), bench.context))
                .endsWith("Oracle release 12.1.0.2.0. The driver is not certified for it: only looking is allowed"
                        + " (gulliver.landscape.databases.drivers).");
        assertThat(databases(MigrationBench.driver(), true).check(address(), bench.context))
                .endsWith("12.1.0.2.0. The driver is not certified for it, which the landscape accepts.");
        assertThatThrownBy(() -> change(strict)).isInstanceOfSatisfying(StepFailedException.class, e -> {
            assertThat(e.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name());
            assertThat(e.failure().message()).contains("orders@lilliput has release 12.1.0.2.0", "certify");
            assertThat(e.failure().advice()).contains("databases.drivers", "accept-uncertified-drivers: true");
        });
        try (OracleClient accepted = change(databases(MigrationBench.driver(), true))) {
            assertThat(accepted.release()).isEqualTo("12.1.0.2.0");
        }
        try (OracleClient named = change(
                databases(MigrationBench.driver(), false, new DriverJar(MigrationBench.driver(), "11.2.0.4", "18")))) {
            assertThat(named.release()).isEqualTo("12.1.0.2.0");
        }
    }

    @Test
    void theDriverOfTheReleaseIsTakenOnceTheReleaseIsKnown() throws Exception {
        open("11.2.0.4.0");
        String empty = empty();
        assertThatThrownBy(
                        () -> change(databases(MigrationBench.driver(), false, new DriverJar(empty, "11.2.0.4", "18"))))
                .hasMessageContaining("No driver in " + empty);
        try (OracleClient other =
                change(databases(MigrationBench.driver(), true, new DriverJar(empty, "12.1", "18")))) {
            assertThat(other.release()).isEqualTo("11.2.0.4.0");
            assertThat(other.query("application-owners-11"))
                    .extracting(row -> row.text("USERNAME"))
                    .as("accounts that Oracle's options bring are no application's")
                    .doesNotContain("SPATIAL_CSW_ADMIN_USR", "SPATIAL_WFS_ADMIN_USR", "MGMT_VIEW", "OWBSYS_AUDIT");
        }
    }

    @Test
    void todaysReleasesAskForNoPolicy() throws Exception {
        open("19.24.0.0.0");
        try (OracleClient client = change(databases(MigrationBench.driver(), false))) {
            assertThat(client.release()).isEqualTo("19.0.0.0.0");
        }
    }

    @Test
    void aReleaseThatTheDriverSpeaksWithAndIsTooOldForItGoesBySqlPlus() throws Exception {
        open("11.2.0.3.0");
        assertThatThrownBy(() -> change(databases(MigrationBench.driver(), true)))
                .as("no home of it is known here")
                .hasMessageContaining("SP2-0667");
        try (OracleClient named = change(databases(
                MigrationBench.driver(), false, new DriverJar(MigrationBench.driver(), "11.2", "11.2.0.3")))) {
            assertThat(named.release()).isEqualTo("11.2.0.3.0");
        }
    }

    @Test
    void aRangeIsOneOfReleases() throws Exception {
        open("19.24.0.0.0");
        assertThatThrownBy(() -> new DriverJar("a.jar", "18", "11.2"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("gulliver.landscape.databases.drivers: a.jar from 18 to 11.2");
        assertThatThrownBy(() -> new DriverJar("a.jar", "12c", null)).isInstanceOf(IllegalArgumentException.class);
        DatabaseAccess access = new DatabaseAccess(
                DatabaseAccess.ORACLE,
                null,
                null,
                List.of(new DriverJar("old.jar", "11.2.0.4", "18")),
                false,
                new TreeMap<>(),
                new TreeMap<>(),
                false);
        assertThat(access.driver("18.14.0.0.0")).isPresent();
        assertThat(access.driver("19.3.0.0.0")).isEmpty();
        assertThat(access.driver("11.2.0.3.0")).isEmpty();
        assertThat(access.mayMove("18.14.0.0.0")).isTrue();
        assertThat(access.mayMove("11.2.0.3.0")).isFalse();
        assertThat(access.drives("11.2.0.3.0")).isFalse();
        assertThat(access.mayMove("23.6.0.24.10")).isTrue();
    }
}
