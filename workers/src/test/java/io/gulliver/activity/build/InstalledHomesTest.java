package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.lab.oracle.LabSoftware;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers whose image brings no Oracle home: built to the end, with a listener of what was installed, and taken back. */
@Tag("store")
@TakesTurns(TakesTurns.Group.BUILDS)
class InstalledHomesTest {
    private static final String ONE = "blefuscu-44";

    @TempDir
    Path directory;

    private LabBuild build;
    private Path grid;

    @BeforeEach
    void openTheLab() throws IOException {
        build = new LabBuild(directory.toRealPath());
        InstallHomeTest.facts(build);
        grid = tree().resolve("u01/app/19.0.0/grid");
    }

    @AfterEach
    void closeTheLab() {
        build.close();
    }

    private Path tree() {
        return build.lab.hosts().find(ONE).orElseThrow().root();
    }

    private Path home() {
        return Path.of(String.valueOf(build.otherFacts.get("server.oracle.home")));
    }

    private String read(String file) throws IOException {
        return Files.readString(tree().resolve(file));
    }

    @Test
    void aDatabaseHomeIsInstalledAndItsListenerAnswers() throws IOException {
        LabBuild.Run run = build.run(ONE).build();

        assertThat(run.outputs).doesNotContainKey("install-grid-home");
        assertThat(run.outputs.get("check-home"))
                .containsEntry("release", "19.27.0.0.0")
                .containsEntry("opatch", "12.2.0.1.46")
                .containsEntry("findings", List.of());
        assertThat(home().resolve("network/admin/listener.ora")).exists();

        run.undo();

        assertThat(home()).doesNotExist();
        assertThat(tree().resolve("etc/oraInst.loc")).doesNotExist();
        assertThat(tree().resolve("u01/app/oraInventory")).doesNotExist();
        assertThat(tree().resolve("etc/.gulliver-home-database")).doesNotExist();
    }

    @Test
    void aGridHomeIsInstalledAndOracleRestartRunsBeforeItsDiskGroupsAreMade() throws IOException {
        LabSoftware zips = build.lab.software(ONE);
        build.otherFacts.put("server.storage", "asm");
        build.otherFacts.put("server.grid.home", grid.toString());
        build.otherFacts.put("server.grid.base", tree().resolve("u01/app/grid").toString());
        build.otherFacts.put("server.grid.release", "19.27");
        build.otherFacts.put("server.grid.zip", zips.home(true));
        build.otherFacts.put(
                "server.grid.update.zip", zips.update("37591516", "19.27.0.0.250415", "12.2.0.1.42", true));

        LabBuild.Run run = build.run(ONE).build();

        assertThat(run.outputs.get("install-grid-home"))
                .containsEntry("release", "19.27.0.0.0")
                .containsEntry("already", false);
        assertThat(run.outputs.get("check-grid-home")).containsEntry("release", "19.27.0.0.0");
        assertThat(run.outputs.get("prepare-asm")).containsEntry("groups", List.of("DATA", "REDO"));
        assertThat(read("u01/app/oraInventory/ContentsXML/inventory.xml"))
                .containsPattern("LOC=\"" + grid + "\" TYPE=\"O\" IDX=\"[0-9]+\" CRS=\"true\"/>")
                .contains("LOC=\"" + home() + "\"");
        assertThat(read("etc/passwd")).contains("grid:x:54331:");
        assertThat(read("etc/group")).containsPattern("asmadmin:x:54329:grid");
        assertThat(read("etc/group")).containsPattern("asmdba:x:54327:grid,oracle");
        assertThat(build.made("oracle", "install-home")).isEqualTo(2);

        // What lives in the Grid home keeps it.
        run.made.stream()
                .filter(made -> made.step().id().equals("install-grid-home"))
                .forEach(made -> assertThatThrownBy(
                                () -> build.actions.get(made.call().action()).undo(made.call(), build.context))
                        .isInstanceOfSatisfying(
                                StepFailedException.class,
                                failure -> assertThat(failure.failure().code())
                                        .isEqualTo(FailureCode.STATE_CONFLICT.name())));
        assertThat(grid.resolve("bin/asmcmd")).exists();
    }

    @Test
    void theWayBackOfAServerWithAGridHomeLeavesNothingOfIt() throws IOException {
        LabSoftware zips = build.lab.software(ONE);
        build.otherFacts.put("server.storage", "asm");
        build.otherFacts.put("server.grid.home", grid.toString());
        build.otherFacts.put("server.grid.base", tree().resolve("u01/app/grid").toString());
        build.otherFacts.put("server.grid.release", "19");
        build.otherFacts.put("server.grid.zip", zips.home(true));
        LabBuild.Run run = build.run(ONE).build();
        assertThat(run.outputs.get("check-grid-home")).containsEntry("release", LabSoftware.BASE);

        run.undo();

        assertThat(grid).doesNotExist();
        assertThat(home()).doesNotExist();
        assertThat(tree().resolve("u01/app/oraInventory")).doesNotExist();
        assertThat(tree().resolve("var/lab/asm/has")).doesNotExist();
        assertThat(read("etc/passwd")).doesNotContain("grid:");
        assertThat(read("etc/group")).doesNotContain("asm");
    }
}
