package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.movement.MovementActions;
import io.gulliver.activity.systems.Databases;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.testing.StepCalls;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server whose volumes ASM has: its disk groups, an empty database in them, and nothing left after the way back. */
@Tag("store")
@TakesTurns(TakesTurns.Group.BUILDS)
class AsmReadyTest {
    private static final String ONE = "blefuscu-44";

    @TempDir
    Path directory;

    private LabBuild build;
    private Path grid;

    @BeforeEach
    void openTheLab() throws IOException {
        build = new LabBuild(directory.toRealPath());
        grid = build.lab.installGrid(ONE);
        build.otherFacts.put("server.storage", "asm");
        build.otherFacts.put("server.grid.home", grid.toString());
        build.otherFacts.put("server.grid.release", "19.24");
    }

    @AfterEach
    void closeTheLab() {
        build.close();
    }

    private Path tree() {
        return build.lab.hosts().find(ONE).orElseThrow().root();
    }

    private String read(String file) throws IOException {
        return Files.readString(tree().resolve(file));
    }

    private static String wwid(LabBuild.Run run, String step, String volume) {
        Map<?, ?> items = (Map<?, ?>) run.outputs.get(step).get("items");
        return String.valueOf(((Map<?, ?>) items.get(volume)).get("wwid"));
    }

    private List<String> names(String fact) {
        return ((List<?>) build.facts(ONE).values().get(fact))
                .stream().map(String::valueOf).toList();
    }

    /** All files of the system's settings and of its disks, with what is in them. */
    private Map<String, String> state() throws IOException {
        Map<String, String> state = new TreeMap<>();
        for (String top : List.of("etc", "var/lab", "u02", "u03", "u04")) {
            if (Files.exists(tree().resolve(top))) {
                try (Stream<Path> all = Files.walk(tree().resolve(top))) {
                    for (Path path : all.filter(Files::isRegularFile).toList()) {
                        state.put(tree().relativize(path).toString(), Files.readString(path));
                    }
                }
            }
        }
        return state;
    }

    @Test
    void theGroupsHaveExactlyThePlannedVolumes() throws IOException {
        LabBuild.Run run = build.run(ONE).build();

        assertThat(run.outputs.get("prepare-asm")).containsEntry("groups", List.of("DATA", "REDO"));
        assertThat(run.outputs).as("no file systems beside them").doesNotContainKey("prepare-storage");
        for (String step : List.of("data", "redo")) {
            assertThat(read("var/lab/asm/groups/" + step.toUpperCase(java.util.Locale.ROOT))
                            .lines())
                    .containsExactlyInAnyOrderElementsOf(names("server." + step + ".volumes").stream()
                            .map(volume -> wwid(run, step + "-volumes", volume) + " " + volume)
                            .toList());
        }
        assertThat(read("etc/udev/rules.d/97-gulliver-asm.rules"))
                .contains("ACTION==\"add|change\", ENV{DM_UUID}==\"mpath-" + wwid(run, "data-volumes", "data01")
                        + "\", SYMLINK+=\"oracleasm/data01\", OWNER=\"grid\", GROUP=\"asmadmin\", MODE=\"0660\"");
        assertThat(read("etc/group")).containsPattern("asmdba:x:54327:grid,oracle");
        assertThat(tree().resolve("var/lab/lvm")).isEmptyDirectory();
        String script = build.context.evidence.get("prepare-asm.log");
        assertThat(script).contains("User altered.").doesNotContain("sysAsmPassword");
        assertThat(run.outputs.get("check-grid-home")).containsEntry("release", "19.24.0.0.0");
    }

    @Test
    void aRecoveryAreaHasAGroupOfItsOwnVolumes() throws Exception {
        build.otherFacts.put("server.recovery.volumes", List.of("fra01", "fra02"));
        LabBuild.Run run = build.run(ONE).buildUntil("check-grid-home");
        Map<String, String> before = state();
        run.build();

        assertThat(run.outputs.get("prepare-asm")).containsEntry("groups", List.of("DATA", "REDO", "FRA"));
        assertThat(read("var/lab/asm/groups/FRA").lines())
                .containsExactlyInAnyOrder(
                        wwid(run, "recovery-volumes", "fra01") + " fra01",
                        wwid(run, "recovery-volumes", "fra02") + " fra02");
        Landed landed = new Landed(run, "+FRA");
        landed.create(2048);
        assertThat(build.context.evidence.get("dbca.rsp"))
                .contains("storageType=ASM\ndatafileDestination=+DATA\nrecoveryAreaDestination=+FRA\n");
        try (OracleClient client = landed.open()) {
            assertThat(client.query("recovery-area").get(0).text("NAME")).isEqualTo("+FRA");
        }
        assertThatThrownBy(() -> undo(run, "prepare-asm")).hasMessageContaining("holds CRM/ and stays");
        landed.remove();
        undo(run, "listener");
        build.actions.get("host.prepare-asm").undo(ofRound(undoing(run), 2), build.context);
        assertThat(state().keySet()).noneMatch(name -> name.startsWith("var/lab/asm/groups/"));
        assertThat(state().get("etc/group")).isEqualTo(before.get("etc/group"));
    }

    private static StepCall undoing(LabBuild.Run run) {
        return run.made.stream()
                .filter(made -> made.step().id().equals("prepare-asm"))
                .findFirst()
                .orElseThrow()
                .call();
    }

    @Test
    void aSecondRoundChangesNothing() throws IOException {
        LabBuild.Run run = build.run(ONE).build();
        Map<String, String> before = state();

        again(run);

        assertThat(state()).isEqualTo(before);
    }

    private StepResult again(LabBuild.Run run) {
        StepCall call = ofRound(run.callOf("prepare-asm", Operation.RUN), 2);
        StepAction action = build.actions.get("host.prepare-asm");
        action.start(call, build.context);
        return action.await(call, build.context);
    }

    private static StepCall ofRound(StepCall call, int round) {
        return of(call, call.step(), call.action(), call.inputs(), round);
    }

    private static StepCall of(StepCall like, StepKey step, String action, Map<String, Object> inputs, int round) {
        return new StepCall(
                like.migration(),
                like.program(),
                like.database(),
                like.purpose(),
                like.generation(),
                step,
                like.attempt(),
                round,
                like.operation(),
                action,
                like.playbookHash(),
                inputs,
                like.outputs(),
                like.job(),
                like.patienceSeconds());
    }

    @Test
    void undoingLeavesNothing() throws IOException {
        LabBuild.Run run = build.run(ONE).buildUntil("check-grid-home");
        Map<String, String> before = state();
        run.build();
        assertThat(state()).isNotEqualTo(before);

        undo(run, "listener");
        undo(run, "prepare-asm");

        Map<String, String> after = state();
        assertThat(after.get("etc/group")).isEqualTo(before.get("etc/group"));
        assertThat(after).doesNotContainKeys("etc/udev/rules.d/97-gulliver-asm.rules", "etc/.gulliver-storage");
        assertThat(after.keySet()).noneMatch(name -> name.startsWith("var/lab/signatures/"));
        assertThat(after.keySet()).noneMatch(name -> name.startsWith("var/lab/asm/groups/"));
        assertThat(after).as("what the image brought").containsKey("var/lab/asm/has");
        assertThat(again(run).finished())
                .as("the same volumes can be taken again")
                .isTrue();
    }

    private void undo(LabBuild.Run run, String step) {
        run.made.stream()
                .filter(made -> made.step().id().equals(step))
                .forEach(made -> build.actions.get(made.call().action()).undo(made.call(), build.context));
    }

    @ParameterizedTest
    @CsvSource({
        "xfs, , 'volume redo01 (%s) carries xfs already, and is left as it is'",
        "oracleasm, MEMBER PAYROLL, 'volume redo01 (%s) is a disk of disk group PAYROLL already, and is left as it is'",
        "oracleasm, FORMER REDO, 'volume redo01 (%s) is a disk of disk group REDO already, and is left as it is'"
    })
    void aVolumeThatIsSomebodysIsLeftAsItIs(String signature, String header, String words) throws IOException {
        LabBuild.Run run = build.run(ONE).buildUntil("check-grid-home");
        String wwid = wwid(run, "redo-volumes", "redo01");
        write("var/lab/signatures/" + wwid, signature + " x\n");
        if (header != null) {
            write("var/lab/asm/headers/" + wwid, header + "\n");
        }
        Map<String, String> before = state();

        assertThatThrownBy(run::build).isInstanceOfSatisfying(StepFailedException.class, failure -> {
            assertThat(failure.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name());
            assertThat(failure).hasMessageContaining(words.formatted(wwid));
        });
        Map<String, String> after = state();
        after.keySet()
                .removeIf(name -> !before.containsKey(name) && after.get(name).isEmpty());
        assertThat(after)
                .as("nothing at all was written, to the other volumes neither")
                .isEqualTo(before);
    }

    private void write(String file, String text) throws IOException {
        Path path = tree().resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void aMisspeltWordMakesNoFileSystemsOnDisksThatAsmWasToHave() {
        build.otherFacts.put("server.storage", "file-system");
        StepCall asked = build.run(ONE).buildUntil("prepare").callOf("prepare-storage", Operation.RUN);
        Map<String, Object> inputs = new TreeMap<>(asked.inputs());
        inputs.put("storage", "ASM");
        assertThatThrownBy(() ->
                        build.actions.get("host.prepare-storage").run(StepCalls.with(asked, inputs), build.context))
                .hasMessageContaining("is to be 'ASM', wanted file-system or asm");

        build.otherFacts.put("server.storage", "ASM");
        assertThatThrownBy(() -> build.run(ONE).build())
                .hasMessageContaining("the fact server.storage is \"ASM\", which does not match file-system|asm");
        assertThat(tree().resolve("var/lab/signatures")).isEmptyDirectory();
    }

    @Test
    void withoutOracleRestartNoDiskIsTouched() throws IOException {
        Files.delete(tree().resolve("var/lab/asm/has"));

        assertThatThrownBy(() -> build.run(ONE).build())
                .hasMessageContaining("Oracle Restart does not run here: CRS-4639");
        assertThat(tree().resolve("etc/udev/rules.d")).doesNotExist();
    }

    @Test
    void aHomeOfAnotherReleaseIsFoundBeforeItsDisksAreMade() {
        build.otherFacts.put("server.grid.release", "19.30");

        assertThatThrownBy(() -> build.run(ONE).build())
                .hasMessageContaining("is of release 19.24.0.0.0, wanted 19.30");
    }

    @Test
    void aDiskGroupOfSomebodyElseUnderOurNameStopsIt() throws IOException {
        LabBuild.Run run = build.run(ONE).buildUntil("check-grid-home");
        write("var/lab/asm/instance", "DATA\n");
        write("var/lab/asm/groups/DATA", "36005 theirs\n");

        assertThatThrownBy(run::build).hasMessageContaining("disk group DATA is there and not ours");
        assertThat(read("var/lab/asm/groups/DATA")).isEqualTo("36005 theirs\n");
    }

    /** A database's calls, as the landing makes them. */
    private final class Landed {
        final Databases databases = build.databases();
        final Map<String, StepAction> actions = MovementActions.all(build.systems, databases).stream()
                .collect(Collectors.toMap(StepAction::name, Function.identity()));
        private final LabBuild.Run run;
        private final String recoveryArea;
        private final List<StepCall> made = new ArrayList<>();

        Landed(LabBuild.Run run) {
            this(run, "+DATA");
        }

        Landed(LabBuild.Run run, String recoveryArea) {
            this.run = run;
            this.recoveryArea = recoveryArea;
        }

        StepResult call(String action, Map<String, Object> more) {
            TreeMap<String, Object> inputs = new TreeMap<>(Map.of(
                    "host",
                    ONE,
                    "port",
                    build.lab.oracle().port(ONE),
                    "oracle_home",
                    String.valueOf(build.facts(ONE).values().get("server.oracle.home")),
                    "name",
                    "CRM",
                    "service",
                    "CRM",
                    "credential",
                    "target",
                    "datafile_destination",
                    "+DATA",
                    "recovery_area",
                    recoveryArea));
            inputs.putAll(more);
            StepCall call = of(
                    run.callOf("prepare", Operation.RUN),
                    StepKey.of(action.replace("oracle.", "")),
                    action,
                    inputs,
                    made.size() + 1);
            made.add(call);
            StepResult result = actions.get(action).start(call, build.context);
            return result.finished() ? result : actions.get(action).await(call, build.context);
        }

        void create(int sgaMb) {
            assertThat(call(
                                    "oracle.create-database",
                                    Map.of(
                                            "character_set",
                                            "AL32UTF8",
                                            "national_character_set",
                                            "AL16UTF16",
                                            "block_size",
                                            8192,
                                            "recovery_area_mb",
                                            20_480,
                                            "sga_mb",
                                            sgaMb,
                                            "pga_target_mb",
                                            1024,
                                            "large_pages",
                                            "ONLY",
                                            "processes",
                                            600,
                                            "listener",
                                            "LISTENER"))
                            .finished())
                    .isTrue();
        }

        OracleClient open() {
            return databases.read(
                    new Databases.Address(ONE, build.lab.oracle().port(ONE), "CRM", "target"), build.context);
        }

        void remove() {
            actions.get("oracle.create-database").undo(made.get(0), build.context);
        }
    }

    @Test
    void anEmptyDatabaseLandsInThemAndGoesWithNothingLeft() throws Exception {
        LabBuild.Run run = build.run(ONE).build();
        {
            Landed landed = new Landed(run);
            landed.create(2048);
            landed.call(
                    "oracle.size-files",
                    Map.of(
                            "redo_destination", List.of("+REDO"),
                            "redo_log_mb", 2048,
                            "redo_groups", 4,
                            "temporary_mb", 8192,
                            "undo_mb", 70_000));

            assertThat(build.context.evidence.get("dbca.rsp"))
                    .contains("storageType=ASM\ndatafileDestination=+DATA\nrecoveryAreaDestination=+DATA\n");
            try (OracleClient client = landed.open()) {
                assertThat(client.query("redo-members"))
                        .hasSize(8)
                        .allMatch(row -> row.text("MEMBER").startsWith("+REDO/CRM/ONLINELOG/"));
                assertThat(client.query("datafiles"))
                        .allMatch(row -> row.text("FILE_NAME").startsWith("+DATA/"));
                assertThat(client.query("asm-diskgroups"))
                        .hasSize(2)
                        .allMatch(row -> row.number("USABLE_FILE_MB").longValue()
                                < row.number("TOTAL_MB").longValue());
            }
            assertThatThrownBy(() -> build.actions.get("host.prepare-asm").undo(undoing(run), build.context))
                    .isInstanceOfSatisfying(
                            StepFailedException.class,
                            failure ->
                                    assertThat(failure.failure().code()).isEqualTo(FailureCode.STATE_CONFLICT.name()))
                    .hasMessageContaining("disk group DATA holds CRM/ and stays");
            assertThat(read("var/lab/asm/groups/DATA")).isNotEmpty();

            landed.remove();
        }
        build.actions.get("host.prepare-asm").undo(ofRound(undoing(run), 2), build.context);
        assertThat(state().keySet()).noneMatch(name -> name.startsWith("var/lab/asm/groups/"));
    }

    @Test
    void theListenerIsOfTheGridHomeAndGoesWithIt() throws IOException {
        LabBuild.Run run = build.run(ONE).build();

        assertThat(read("var/lab/asm/listeners/LISTENER"))
                .isEqualTo("TCP:" + build.lab.oracle().port(ONE) + "\n");
        assertThat(Path.of(String.valueOf(build.facts(ONE).values().get("server.oracle.home")), "network/admin"))
                .as("no second one of the home of databases")
                .doesNotExist();
        assertThat(build.context.evidence.get("create-grid-listener.log"))
                .contains("listener LISTENER answers on port "
                        + build.lab.oracle().port(ONE));

        undo(run, "listener");

        assertThat(tree().resolve("var/lab/asm/listeners/LISTENER")).doesNotExist();
        assertThat(tree().resolve("etc/.gulliver-listener")).doesNotExist();
    }

    @Test
    void whatAGroupHasNoRoomForIsNotBegun() {
        LabBuild.Run run = build.run(ONE).build();
        {
            Landed landed = new Landed(run);
            landed.create(2048);

            assertThatThrownBy(() -> landed.call(
                            "oracle.size-files",
                            Map.of(
                                    "redo_destination", List.of("+REDO"),
                                    "redo_log_mb", 4_000_000,
                                    "redo_groups", 4)))
                    .isInstanceOfSatisfying(StepFailedException.class, failure -> {
                        assertThat(failure.failure().code()).isEqualTo(FailureCode.CAPACITY_EXHAUSTED.name());
                        assertThat(failure).hasMessageContaining("Disk group REDO has room for");
                    });
            assertThatThrownBy(() -> landed.call(
                            "oracle.size-files",
                            Map.of("redo_destination", List.of("+FAST"), "redo_log_mb", 1024, "redo_groups", 4)))
                    .hasMessageContaining("Disk group FAST is not there; known are [DATA, REDO]");
        }
    }

    /** One truth: the sized SGA is the SGA of the instance, and huge pages hold it, whatever its files lie in. */
    @ParameterizedTest
    @ValueSource(ints = {2048, 8192})
    void anotherSgaIsAnotherInstanceOnTheSamePages(int sgaMb) throws Exception {
        LabBuild.Run run = build.run(ONE).build();
        {
            Landed landed = new Landed(run);
            landed.create(sgaMb);
            try (OracleClient client = landed.open()) {
                for (String parameter : List.of("sga_target", "sga_max_size")) {
                    assertThat(client.queryOne("parameter", Map.of("name", parameter))
                                    .text("VALUE"))
                            .isEqualTo(Long.toString((long) sgaMb << 20));
                }
                assertThat(client.queryOne("parameter", Map.of("name", "use_large_pages"))
                                .text("VALUE"))
                        .isEqualTo("ONLY");
            }
            assertThat(read("etc/kernel")).contains("vm.nr_hugepages=20000");
        }
    }

    @Test
    void filesInGroupsAndInDirectoriesAreNotMixed() {
        LabBuild.Run run = build.run(ONE).build();
        {
            Landed landed = new Landed(run);
            assertThatThrownBy(() -> landed.call(
                            "oracle.create-database",
                            Map.of(
                                    "character_set",
                                    "AL32UTF8",
                                    "national_character_set",
                                    "AL16UTF16",
                                    "block_size",
                                    8192,
                                    "recovery_area",
                                    "/u02/fra",
                                    "recovery_area_mb",
                                    20_480,
                                    "sga_mb",
                                    2048,
                                    "pga_target_mb",
                                    1024,
                                    "listener",
                                    "LISTENER")))
                    .hasMessageContaining("wanted directories or disk groups for both");
        }
    }
}
