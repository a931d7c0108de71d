package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.oracle.LabAccount;
import io.gulliver.lab.oracle.LabDatabaseSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What DBCA began is taken away, also where no listener knows of it; what it never began is left alone. */
@Tag("store")
class DbcaUndoTest {
    @TempDir
    Path root;

    MigrationBench bench;

    @BeforeEach
    void open() throws Exception {
        bench = new MigrationBench(root, "sys-grants");
        bench.runTo("size-target");
    }

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private void undo(StepCall call) {
        bench.action(call).undo(MigrationBench.with(call, Operation.UNDO, null, 0), bench.context);
    }

    @Test
    void aDatabaseThatWasLeftHalfMadeIsDeletedAndMadeAnew() {
        bench.lab.faults().arm(MigrationBench.TARGET, "dbca", FaultKind.JOB_FAILS, 1);
        assertThatThrownBy(() -> bench.runTo("create-database"))
                .hasMessageContaining("ORA-19504: failed to create file");
        assertThat(bench.oracle.services(MigrationBench.TARGET))
                .as("no listener knows of it")
                .isEmpty();

        StepCall first = bench.call("create-database", 1);
        undo(first);
        assertThat(bench.lab.ledger().entries(MigrationBench.TARGET_SYSTEM, "dbca-delete"))
                .hasSize(1);
        undo(first);
        assertThat(bench.lab.ledger().entries(MigrationBench.TARGET_SYSTEM, "dbca-delete"))
                .as("undone twice")
                .hasSize(1);

        bench.perform(bench.call("create-database", 2));
        assertThat(bench.oracle.services(MigrationBench.TARGET)).isNotEmpty();
    }

    @Test
    void aDatabaseOfTheNameThatSomebodyElseMadeMeanwhileIsLeftAlone() {
        bench.oracle.hugePages(MigrationBench.TARGET, () -> 1);
        bench.sized.put("large_pages", "ONLY");
        assertThatThrownBy(() -> bench.runTo("create-database"))
                .as("before anything was made")
                .hasMessageContaining("ORA-27106");
        bench.oracle.create(new LabDatabaseSpec(
                MigrationBench.TARGET_SYSTEM,
                MigrationBench.TARGET,
                "CRM",
                "CRM",
                "19.24.0.0.0",
                true,
                LabDatabaseSpec.Kind.NON_CDB,
                "AL32UTF8",
                "AL16UTF16",
                8192,
                true,
                44,
                0,
                7,
                List.of(),
                0,
                0,
                List.of(),
                new TreeMap<>(Map.of("processes", "600")),
                List.of(new LabAccount("SYS", "sys-secret", List.of()))));

        undo(bench.call("create-database", 1));

        assertThat(bench.lab.ledger().entries(MigrationBench.TARGET_SYSTEM, "dbca-delete"))
                .isEmpty();
        assertThat(bench.oracle.services(MigrationBench.TARGET)).isNotEmpty();
    }

    @Test
    void aHomeWhoseSchemaHasNoSuchDatabaseIsRefusedBeforeDbcaStarts() throws Exception {
        bench.oracle.installHome(MigrationBench.TARGET, MigrationBench.home(bench.target), "23.6.0.0.0");

        assertThatThrownBy(() -> bench.runTo("create-database"))
                .hasMessageContaining("from 21 on every database is a container");
        assertThat(bench.lab.ledger().entries(MigrationBench.TARGET_SYSTEM, "dbca"))
                .isEmpty();
    }
}
