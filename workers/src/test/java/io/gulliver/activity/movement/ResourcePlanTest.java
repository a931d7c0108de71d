package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.activity.systems.ResourcePlan;
import io.gulliver.adapter.oracle.OracleClient;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** C05: no resource plan while rows are loaded, and the one of the parameter file before and after. */
@Tag("store")
class ResourcePlanTest {
    @TempDir
    Path root;

    private MigrationBench bench;

    @BeforeEach
    void open() throws Exception {
        bench = new MigrationBench(root);
        bench.runTo("restore-point");
        for (String sql : new String[] {
            "insert into DBA_OBJECTS (owner, object_name, object_type) values ('SYS', 'DAY', 'RESOURCE PLAN')",
            "insert into V$SPPARAMETER (sid, name, \"VALUE\", isspecified) values ('*', 'resource_manager_plan', 'DAY', 'TRUE')",
            "update GV$PARAMETER set \"VALUE\" = 'DAY' where name = 'resource_manager_plan'"
        }) {
            bench.oracle.disturb(MigrationBench.TARGET, "CRM", sql);
        }
    }

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private String plan() {
        try (OracleClient target = bench.open(MigrationBench.TARGET, "CRM", "target")) {
            return ResourcePlan.now(target);
        }
    }

    private int switched() {
        return bench.lab
                .ledger()
                .entries(MigrationBench.TARGET_SYSTEM, "set-resource-plan")
                .size();
    }

    @Test
    void theLoadHasNoPlanAndTheOpeningTheOneOfTheParameterFile() {
        bench.runTo("rehearse-import");
        assertThat(plan()).as("after the rehearsal of the metadata").isEqualTo("DAY");
        assertThat(switched()).isEqualTo(2);
        bench.runTo("import");
        assertThat(plan()).as("when rows are loaded").isEmpty();
        bench.runTo("open");
        assertThat(plan()).as("when users work").isEqualTo("DAY");
        assertThat(switched()).isEqualTo(4);
    }

    @Test
    void aRollBackOfTheImportSetsItBack() {
        bench.runTo("import");
        bench.rollBack("import");
        assertThat(plan()).isEqualTo("DAY");
    }

    @Test
    void aPlanThatIsGoneKeepsNobodyFromOpening() {
        try (OracleClient target = bench.open(MigrationBench.TARGET, "CRM", "target")) {
            ResourcePlan.clear(target);
            bench.oracle.disturb(MigrationBench.TARGET, "CRM", "delete from DBA_OBJECTS where object_name = 'DAY'");
            assertThat(ResourcePlan.restore(target)).contains("no resource plan is in force", "ORA-07452");
        }
        assertThat(plan()).isEmpty();
    }
}
