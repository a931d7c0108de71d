package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.lab.Examines;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.estate.LinuxPrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories of a host that belong to somebody else than the login. */
@Tag("store")
class OthersDirectoriesTest {

    @TempDir
    Path root;

    private MigrationBench bench;
    private StepCall call;

    @BeforeEach
    void open() throws Exception {
        bench = new MigrationBench(root);
        call = bench.plain("test", "test", Operation.RUN, Map.of());
    }

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    private HostScripts.Output run(String verb, String script) {
        return new HostScripts(bench.systems).run(call, MigrationBench.SOURCE, verb, script, List.of());
    }

    @Test
    @Examines(value = Kindness.DIRECTORIES_ARE_OPEN, red = "a staging path that nobody made for the login")
    void aStagingPathUnderADirectoryOfRootsIsForItsAdministratorToMake() throws Exception {
        Files.delete(MigrationBench.staging(bench.source));
        assertThatThrownBy(() -> bench.runTo("prepare-source"), "a staging path that nobody made for the login")
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("mkdir: cannot create directory")
                .hasMessageContaining("Permission denied")
                .hasMessageContaining("the staging path cannot be made");

        bench.source.give("/u09/migration");
        bench.runTo("prepare-source");
    }

    /** Its jobs would end with what they lack (setsid, sha256sum, stat -c), one after the other. */
    @Test
    void aSourceThatIsNotLinuxIsRefusedBeforeAnythingRunsOnItsHost() throws Exception {
        Files.delete(MigrationBench.staging(bench.source));
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "orders",
                "update V$DATABASE_ROW set platform_name = 'AIX-Based Systems (64-bit)'");
        assertThatThrownBy(() -> bench.runTo("prepare-source"))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining(
                        "The host of orders@lilliput runs AIX-Based Systems (64-bit), and export, checksums and"
                                + " copy are jobs there whose scripts need Linux.");
        try (OracleClient source = bench.open(MigrationBench.SOURCE, "orders", "orders")) {
            assertThat(PrepareSide.exists(source, "MOVER")).isFalse();
        }
    }

    @Test
    void whatLiesInADirectoryThatWasClosedIsNotSaidToBeRemoved() throws Exception {
        bench.runTo("export");
        Path staging = MigrationBench.staging(bench.source);
        List<String> files = MigrationBench.files(staging);
        for (String rights : List.of("---", "--x", "r-x", "-wx")) {
            bench.source.own("/u09/migration", rights);
            assertThatThrownBy(() -> bench.rollBack("export"), "with " + rights)
                    .isInstanceOf(StepFailedException.class)
                    .hasMessageContaining("the dump files cannot be ");
            assertThat(MigrationBench.files(staging)).as("with " + rights).containsAll(dumps(files));
        }
        bench.source.give("/u09/migration");
        bench.rollBack("export");
        assertThat(dumps(MigrationBench.files(staging))).isEmpty();
    }

    private static List<String> dumps(List<String> files) {
        return files.stream()
                .filter(file -> file.endsWith(".dmp") && file.contains("_EXP_"))
                .toList();
    }

    @Test
    void dataPumpIsRefusedWhereItsServerMayNotWrite() throws Exception {
        bench.runBefore("export");
        bench.source.own("/u09/migration", "r-x");
        assertThatThrownBy(() -> bench.runTo("export"))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("ORA-39070");
    }

    @Test
    void rightsAreTheOwnersToChangeAndSudoGoesBeyondThem() throws Exception {
        bench.source.layDown(LinuxPrograms.overlay(1024, "x86_64"));
        String u09 = bench.source.root().resolve("u09").toString();
        HostScripts.Output said = run(
                "others",
                "chmod 777 " + u09 + "\nmkdir " + u09 + "/new\nsudo -n mkdir " + u09 + "/new && ls " + u09 + "\nmkdir "
                        + u09 + "/again\nid -u\n");
        assertThat(said.output())
                .containsSubsequence(
                        "chmod: changing permissions of '" + u09 + "': Operation not permitted",
                        "Permission denied",
                        "migration",
                        "new",
                        "Permission denied")
                .doesNotContain("\n0\n");
        assertThat(bench.source.root().resolve("u09/again")).doesNotExist();
    }

    @Test
    void noRoomIsPromisedWhereNobodyMayLook() throws Exception {
        bench.source.own("/u09/migration", "---");
        String staging = MigrationBench.staging(bench.source).toString();
        for (String script : List.of("free-room.sh", "remove-files.sh")) {
            assertThat(run("try", ScriptTemplate.load(script).render(Map.of("staging", staging)))
                            .code())
                    .as(script)
                    .isEqualTo(10);
        }
    }
}
