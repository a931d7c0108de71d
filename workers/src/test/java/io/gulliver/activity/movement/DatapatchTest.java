package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.activity.StepCall;
import io.gulliver.lab.FaultKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The SQL of a home's patches comes into a new database where it is missing, and nothing is run where it is there. */
@Tag("store")
class DatapatchTest {
    private static final String PATCH = "37642901";

    @TempDir
    Path root;

    MigrationBench bench;

    @BeforeEach
    void open() throws Exception {
        bench = new MigrationBench(root, "sys-grants");
    }

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    /** The home of the target was installed with a later update than the files of DBCA's template have. */
    private void patchTheHome() throws Exception {
        Path home = MigrationBench.home(bench.target);
        Files.writeString(
                Files.createDirectories(home.resolve("inventory")).resolve("lab-patches"),
                PATCH + ";Database Release Update : 19.27.0.0.250415 (" + PATCH
                        + ")\n29585399;OCW RELEASE UPDATE 19.3.0.0.0" + " (29585399)\n");
        bench.oracle.installHome(MigrationBench.TARGET, home, "19.24.0.0.0");
        // Without SQL for databases.
        Files.delete(home.resolve("sqlpatch/29585399"));
    }

    private int runs() {
        return bench.lab.ledger().entries("oracle", "datapatch").size();
    }

    @Test
    void nothingIsRunWhereAllIsThere() {
        bench.runTo("datapatch");
        assertThat(bench.outputs.get("datapatch"))
                .containsEntry("ran", false)
                .containsEntry("patches", List.of("36582781"));
        assertThat(runs()).isZero();
    }

    @Test
    void whatTheTemplateLacksIsBroughtInOnce() throws Exception {
        patchTheHome();
        bench.runTo("datapatch");
        assertThat(bench.outputs.get("datapatch")).containsEntry("ran", true).containsEntry("patches", List.of(PATCH));
        assertThat(runs()).isEqualTo(1);

        assertThat(bench.perform(bench.call("datapatch", 2))).containsEntry("ran", false);
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    void aPatchThatWentInWithErrorsIsNotThere() throws Exception {
        patchTheHome();
        bench.lab.faults().arm(MigrationBench.TARGET, "datapatch", FaultKind.JOB_FAILS, 1);
        assertThatThrownBy(() -> bench.runTo("datapatch"))
                .hasMessageContaining(
                        "ended with code 1, and " + PATCH + " is not there with SUCCESS in DBA_REGISTRY_SQLPATCH");
        assertThat(bench.context.evidence.get("datapatch.log")).contains("apply: WITH ERRORS");

        assertThat(bench.perform(bench.call("datapatch", 2))).containsEntry("ran", true);
    }

    private Map<String, Object> judged(int round) {
        return facts(bench.perform(bench.call("check-target", round)));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> facts(Map<String, Object> outputs) {
        return (Map<String, Object>) outputs.get("facts");
    }

    @Test
    void aTargetAsItStandsIsComparedWithItsHome() throws Exception {
        bench.runTo("check-target");
        assertThat(judged(1))
                .containsEntry("oracle.home_patches_missing", List.of())
                .containsEntry("oracle.patches_not_in_home", List.of());

        patchTheHome();
        assertThat(judged(2))
                .containsEntry("oracle.home_patches_missing", List.of(PATCH))
                .containsEntry("oracle.patches_not_in_home", List.of());

        // Its database went there, and its home went back.
        bench.perform(bench.call("datapatch", 2));
        assertThat(judged(3)).containsEntry("oracle.home_patches_missing", List.of());
        Files.delete(MigrationBench.home(bench.target).resolve("inventory/lab-patches"));
        assertThat(judged(4))
                .containsEntry("oracle.home_patches_missing", List.of())
                .containsEntry("oracle.patches_not_in_home", List.of(PATCH));
    }

    @Test
    void aHomeThatCannotBeAskedIsSaidAndStopsNothing() {
        bench.runTo("check-target");
        StepCall call = bench.call("check-target", 2);
        Map<String, Object> inputs = new TreeMap<>(call.inputs());
        inputs.put("oracle_home", "/u01/app/oracle/product/none");
        assertThat(facts(bench.perform(MigrationBench.with(call, inputs))))
                .containsKey("oracle.release_update")
                .doesNotContainKey("oracle.home_patches_missing")
                .doesNotContainKey("oracle.patches_not_in_home");
    }
}
