package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.FailureCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that lands on ASM: every file of it lies in a disk group, from DBCA's to those of its tablespaces. */
@Tag("store")
class AsmLandingTest {
    @TempDir
    Path root;

    private MigrationBench bench;

    @BeforeEach
    void open() throws Exception {
        bench = new MigrationBench(root);
        bench.param("datafile_destination", "+DATA");
        bench.param("recovery_area", "+DATA");
        bench.param("redo_destination", List.of("+REDO"));
        disks(400);
    }

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    /** The state of the host's ASM, as its programs keep it. */
    private void disks(int gib) throws IOException {
        Path state = bench.target.root().resolve("var/lab");
        Files.createDirectories(state.resolve("asm/groups"));
        Files.writeString(
                state.resolve("paths"), "3600d|0:0:0:1|sda|0x1|0x2|" + gib + "\n3600e|0:0:0:2|sdb|0x1|0x2|64\n");
        Files.writeString(state.resolve("asm/instance"), "DATA\n");
        Files.writeString(state.resolve("asm/groups/DATA"), "3600d data01\n");
        Files.writeString(state.resolve("asm/groups/REDO"), "3600e redo01\n");
    }

    @Test
    void everyFileOfItLiesInADiskGroup() throws Exception {
        bench.sized.put("undo_mb", 70_000L);
        bench.runTo("tablespaces");

        try (OracleClient target = bench.open(MigrationBench.TARGET, "CRM", "target")) {
            assertThat(target.query("datafiles"))
                    .extracting(row -> row.text("FILE_NAME"))
                    .allMatch(file -> file.startsWith("+DATA/"))
                    .contains("+DATA/crm_app_data_mig01.dbf");
            assertThat(target.query("redo-members"))
                    .extracting(row -> row.text("MEMBER"))
                    .allMatch(file -> file.startsWith("+REDO/CRM/ONLINELOG/"));
            assertThat(target.query("recovery-area"))
                    .singleElement()
                    .satisfies(row -> assertThat(row.text("NAME")).isEqualTo("+DATA"));
        }
        assertThat(bench.target.root().resolve("var/lab/asm/content/DATA/CRM")).isDirectory();
    }

    @Test
    void aDiskGroupThatIsNotMountedIsNamedByDbca() throws Exception {
        Files.delete(bench.target.root().resolve("var/lab/asm/groups/DATA"));

        assertThatThrownBy(() -> bench.runTo("create-database"))
                .hasMessageContaining("[DBT-06002] Disk group (DATA) is not found");
    }

    @Test
    void aTablespaceThatItsGroupCannotHoldIsNotBegun() throws Exception {
        bench.runTo("check-target");
        disks(5);

        assertThatThrownBy(() -> bench.runTo("tablespaces"))
                .isInstanceOfSatisfying(StepFailedException.class, failure -> {
                    assertThat(failure.failure().code()).isEqualTo(FailureCode.CAPACITY_EXHAUSTED.name());
                    assertThat(failure).hasMessageContaining("Disk group DATA has room for");
                });
    }
}
