package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepFailedException;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.oracle.LabSoftware;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * An Oracle home from zips on a server of the lab, with whatever may go wrong on the way: each refusal says what is not as wanted, what
 * was cut off is made again, and what the way back leaves is what was there.
 */
@Tag("store")
@TakesTurns(TakesTurns.Group.BUILDS)
class InstallHomeTest {
    private static final String ONE = "blefuscu-44";
    private static final String ACTION = "host.install-home";
    private static final String NUMBER = "37642901";
    private static final String UPDATE = "19.27.0.0.250415";

    @TempDir
    static Path directory;

    private static LabBuild build;
    private static LabBuild.Run run;
    private static Path home;
    private static Path software;
    /** Rounds of this class never meet: a job is found again by its round. */
    private static final AtomicInteger ROUNDS = new AtomicInteger(1);

    @BeforeAll
    static void bringAServerUp() throws IOException {
        build = new LabBuild(directory.toRealPath());
        facts(build);
        home = tree().resolve("u01/app/oracle/product/19.27.0/dbhome_1");
        software = tree().resolve("mnt/software");
        run = build.run(ONE).buildUntil("prepare-storage");
    }

    /** What the landscape says of a server whose homes are installed. */
    static void facts(LabBuild build) throws IOException {
        Path root = build.lab.hosts().find(ONE).orElseThrow().root();
        LabSoftware zips = build.lab.software(ONE);
        build.otherFacts.putAll(Map.of(
                "server.home.way", "install",
                "server.software", root.resolve("mnt/software").toString(),
                "server.inventory", root.resolve("u01/app/oraInventory").toString(),
                "server.opatch.zip", zips.opatch("12.2.0.1.46"),
                "server.opatch.minimum", "12.2.0.1.42",
                "server.oracle.home",
                        root.resolve("u01/app/oracle/product/19.27.0/dbhome_1").toString(),
                "server.oracle.base", root.resolve("u01/app/oracle").toString(),
                "server.oracle.release", "19.27",
                "server.oracle.zip", zips.home(false),
                "server.oracle.update.zip", zips.update(NUMBER, UPDATE, "12.2.0.1.42", false)));
    }

    @AfterAll
    static void closeTheLab() {
        build.close();
    }

    @AfterEach
    void takeItAway() throws IOException {
        build.lab.context().faults().clear();
        Files.deleteIfExists(tree().resolve("var/lab/prerequisites"));
        build.actions.get(ACTION).undo(call(Map.of()), build.context);
        assertThat(home).doesNotExist();
    }

    private static Path tree() {
        return build.lab.hosts().find(ONE).orElseThrow().root();
    }

    /** The call of a further round, with some inputs otherwise. */
    private StepCall call(Map<String, Object> other) {
        StepCall call = run.callOf("install-home", Operation.RUN);
        Map<String, Object> inputs = new TreeMap<>(call.inputs());
        inputs.putAll(other);
        return new StepCall(
                call.migration(),
                call.program(),
                call.database(),
                call.purpose(),
                call.generation(),
                call.step(),
                call.attempt(),
                ROUNDS.getAndIncrement(),
                call.operation(),
                call.action(),
                call.playbookHash(),
                inputs,
                call.outputs(),
                call.job(),
                60);
    }

    private StepResult install(Map<String, Object> other) {
        return ended(call(other));
    }

    private static StepResult ended(StepCall call) {
        StepAction action = build.actions.get(ACTION);
        StepResult started = action.start(call, build.context);
        StepResult result = action.await(LabBuild.with(call, Operation.AWAIT, Map.of(), started.job()), build.context);
        assertThat(result.finished()).isTrue();
        return result;
    }

    private void refused(Map<String, Object> other, FailureCode code, String words) {
        assertThatThrownBy(() -> install(other)).isInstanceOfSatisfying(StepFailedException.class, failure -> {
            assertThat(failure).hasMessageContaining(words);
            assertThat(failure.failure().code()).isEqualTo(code.name());
        });
    }

    private static long installed() {
        return build.lab.context().ledger().entries("oracle", "install-home").stream()
                .filter(entry -> entry.effect() == io.gulliver.lab.Ledger.Effect.CREATED)
                .count();
    }

    @Test
    void aHomeIsInstalledWithItsUpdateAndRegistered() throws IOException {
        StepResult result = install(Map.of());

        assertThat(result.outputs())
                .containsEntry("release", "19.27.0.0.0")
                .containsEntry("opatch", "12.2.0.1.46")
                .containsEntry("already", false)
                .containsEntry("findings", List.of())
                .containsEntry(
                        "patches", List.of(NUMBER + ";Database Release Update : " + UPDATE + " (" + NUMBER + ")"));
        assertThat(Files.readString(tree().resolve("u01/app/oraInventory/ContentsXML/inventory.xml")))
                .contains("LOC=\"" + home + "\"");
        assertThat(Files.readString(tree().resolve("etc/oraInst.loc"))).contains("u01/app/oraInventory");
        assertThat(build.context.evidence.get("install.rsp"))
                .contains("oracle.install.option=INSTALL_DB_SWONLY")
                .contains("oracle.install.db.OSBACKUPDBA_GROUP=backupdba");
        assertThat(Path.of(home + ".gulliver")).doesNotExist();

        long before = installed();
        install(Map.of());
        assertThat(installed()).as("a second round finds it").isEqualTo(before);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"bytes, 0 bytes", "sum, has the SHA-256", "missing, there is no LINUX.zseries64_193000_db_home.zip"})
    void aZipThatIsNotWhatItIsSaidToBeIsNotUnpacked(String what, String words) throws IOException {
        Path zip = software.resolve("LINUX.zseries64_193000_db_home.zip");
        byte[] kept = Files.readAllBytes(zip);
        byte[] other = kept.clone();
        other[other.length / 2] ^= 1;
        try {
            switch (what) {
                case "bytes" -> Files.write(zip, new byte[0]);
                case "sum" -> Files.write(zip, other);
                default -> Files.delete(zip);
            }
            refused(Map.of(), FailureCode.CHECK_FAILED, words);
            assertThat(home).doesNotExist();
        } finally {
            Files.write(zip, kept);
        }
    }

    @Test
    void aDirectoryWithOtherContentIsLeftAsItIs() throws IOException {
        Files.writeString(Files.createDirectories(home).resolve("notes.txt"), "of somebody\n");
        refused(Map.of(), FailureCode.CHECK_FAILED, "is not empty and is registered in no central inventory");
        assertThat(home.resolve("notes.txt")).exists();
        Files.delete(home.resolve("notes.txt"));
        Files.delete(home);
    }

    @Test
    void aHomeThatSomebodyRegisteredIsThereAlready() throws IOException {
        install(Map.of());
        long before = installed();
        StepCall ours = call(Map.of());
        Path record = tree().resolve("etc/.gulliver-home-database");
        String kept = Files.readString(record);
        Files.delete(record);

        StepResult result = ended(ours);

        assertThat(result.outputs()).containsEntry("already", true).containsEntry("release", "19.27.0.0.0");
        assertThat(installed()).isEqualTo(before);
        build.actions.get(ACTION).undo(call(Map.of()), build.context);
        assertThat(home.resolve("bin/sqlplus"))
                .as("somebody else's is not taken away")
                .exists();
        Files.writeString(record, kept);
    }

    @Test
    void anOldOPatchIsAPersonsWhereNoNewerOneIsNamed() {
        refused(
                Map.of("opatch_zip", ""),
                FailureCode.CHECK_FAILED,
                "OPatch of LINUX.zseries64_193000_db_home.zip is 12.2.0.1.17, the release update wants 12.2.0.1.42");
        refused(
                Map.of("opatch_zip", "", "opatch_minimum", "12.2.0.1.10"),
                FailureCode.JOB_FAILED,
                "the installer ended with code 252");
        assertThat(build.context.evidence.get("install-home.log")).contains("OPatch command failed");
    }

    @Test
    void prerequisitesThatAreNotMetStopItUnlessTheyAreAcceptedByName() throws IOException {
        Path told = tree().resolve("var/lab/prerequisites");
        Files.writeString(told, "Swap Size|CRITICAL\nSoft Limit: maximum stack size|CRITICAL\n");
        refused(
                Map.of(),
                FailureCode.CHECK_FAILED,
                "prerequisites of the installer are not met: Swap Size (CRITICAL), Soft Limit");
        refused(
                Map.of("accepted_prerequisites", List.of("Swap Size")),
                FailureCode.CHECK_FAILED,
                "are not met: Soft Limit");

        Files.writeString(told, "Swap Size|CRITICAL\n");
        StepResult result = install(Map.of("accepted_prerequisites", List.of("Swap Size")));
        assertThat(result.outputs().get("findings").toString())
                .contains("prerequisite Swap Size (CRITICAL) is not met, and was accepted by its name")
                .contains("the installer ended with warnings (code 6)");
    }

    @Test
    void warningsAreFindings() throws IOException {
        Files.writeString(tree().resolve("var/lab/prerequisites"), "Physical Memory|IGNORABLE\n");
        assertThat(install(Map.of()).outputs().get("findings").toString())
                .contains("prerequisite Physical Memory is not met, which Oracle lets pass")
                .contains("code 6")
                .contains("INS-13014");
    }

    @Test
    void theCheckerIsToldADistributionThatItKnows() {
        refused(
                Map.of("assume_distid", "none"),
                FailureCode.JOB_FAILED,
                "the check of prerequisites ended with code 253");
        assertThat(build.context.evidence.get("install-home.log")).contains("INS-08101");
    }

    @Test
    void whatTheInstallerBrokeIsMadeAgainOnce() {
        long before = installed();
        build.lab.context().faults().arm(ONE, "runInstaller", FaultKind.JOB_FAILS, 1);
        refused(Map.of(), FailureCode.JOB_FAILED, "the installer ended with code 252");
        assertThat(installed()).isEqualTo(before);

        install(Map.of());
        assertThat(installed()).isEqualTo(before + 1);
    }

    @Test
    void anInstallationIsNeverThereTwiceAtOnceAndOneThatWasKilledIsMadeAgain() throws Exception {
        build.lab.context().faults().arm(ONE, "runInstaller", FaultKind.NEVER_ENDS, 1);
        StepAction action = build.actions.get(ACTION);
        StepCall first = call(Map.of());
        long begun = begun();
        StepResult started = action.start(first, build.context);
        while (begun() == begun) {
            Thread.sleep(20);
        }
        refused(Map.of(), FailureCode.STATE_CONFLICT, "that an earlier try began still runs");

        build.lab.hosts().find(ONE).orElseThrow().reboot();
        assertThatThrownBy(() ->
                        action.await(LabBuild.with(first, Operation.AWAIT, Map.of(), started.job()), build.context))
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        failure -> assertThat(failure.failure().code()).isEqualTo(FailureCode.JOB_VANISHED.name()));

        assertThat(install(Map.of()).outputs()).containsEntry("release", "19.27.0.0.0");
    }

    private static long begun() {
        return build.lab.context().ledger().entries("oracle", "begin-install").size();
    }

    @Test
    void aHomeThatIsUsedStays() throws IOException {
        install(Map.of());
        Path oratab = tree().resolve("etc/oratab");
        Files.writeString(oratab, "CRM:" + home + ":N\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        stays("is that of CRM by");
        Files.delete(oratab);

        Path listener = Files.createDirectories(home.resolve("network/admin")).resolve("listener.ora");
        Files.writeString(listener, "LISTENER = (ADDRESS = (PROTOCOL = TCP)(PORT = 1521))\n");
        build.lab.oracle().startListener(ONE);
        stays("a listener runs from home");
        build.lab.oracle().stopListener(ONE);
    }

    private void stays(String words) {
        StepCall undo = call(Map.of());
        assertThatThrownBy(() -> build.actions.get(ACTION).undo(undo, build.context))
                .isInstanceOfSatisfying(StepFailedException.class, failure -> {
                    assertThat(failure).hasMessageContaining(words);
                    assertThat(failure.failure().code()).isEqualTo(FailureCode.STATE_CONFLICT.name());
                });
        assertThat(home.resolve("bin/sqlplus")).exists();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "release, 21.3, homes of 19 alone are installed here",
        "release, '', homes of 19 alone",
        "zip, db_home.zip, is not what zip says",
        "edition, XE, is not what edition says",
        "oracle_home, ../x, is no place for oracle_home"
    })
    void whatCannotBeMeantIsRefusedBeforeTheServerIsAsked(String input, String value, String words) {
        assertThatThrownBy(() -> build.actions.get(ACTION).start(call(Map.of(input, value)), build.context))
                .isInstanceOfSatisfying(StepFailedException.class, failure -> {
                    assertThat(failure).hasMessageContaining(words);
                    assertThat(failure.failure().code()).isEqualTo(FailureCode.INPUT_INVALID.name());
                });
    }

    @Test
    void anotherInventoryOrIdOrGroupIsAPersons() throws IOException {
        refused(Map.of("user_id", 1234), FailureCode.CHECK_FAILED, "user oracle has the id 54321, wanted 1234");
        refused(Map.of("dba_group", "sysdba"), FailureCode.CHECK_FAILED, "user oracle is not in group sysdba");
        Path pointer = tree().resolve("etc/oraInst.loc");
        Files.writeString(pointer, "inventory_loc=/opt/oraInventory\ninst_group=oinstall\n");
        refused(Map.of(), FailureCode.CHECK_FAILED, "the central inventory of this server is /opt/oraInventory by");
        Files.delete(pointer);
    }
}
