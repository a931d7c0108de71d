package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.feilong.FeilongClient;
import io.gulliver.adapter.hmc.HmcClient;
import io.gulliver.adapter.hmc.model.Partition;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.workflow.PrepareRequest;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.domain.estate.FactSheet;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.playbook.MigrationRef;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.playbook.StepPreparer;
import io.gulliver.testing.StepCalls;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The playbook {@code server-resize} on both hypervisors of the lab, step by step. */
@Tag("store")
@TakesTurns(TakesTurns.Group.BUILDS)
class ResizeServerTest {
    private static final PlaybookLibrary LIBRARY = PlaybookLibrary.shipped();
    private static final String GUEST = LabBuild.GUEST;
    private static final String PARTITION = "blefuscu-44";
    private static final long GIB = 1024;

    @TempDir
    Path directory;

    private LabBuild build;
    private final Map<String, Map<String, Object>> outputs = new TreeMap<>();
    private int round;

    @BeforeEach
    void openTheLab() throws IOException {
        build = new LabBuild(directory.toRealPath());
    }

    @AfterEach
    void closeTheLab() {
        build.close();
    }

    private StepCall call(String step, Operation operation, String program, Map<String, Object> facts) {
        Playbook playbook = LIBRARY.findNewest("server-resize").orElseThrow();
        MigrationId id = new MigrationId(program + "/resize/1");
        PrepareResult prepared = LIBRARY.findPreparer(playbook.hash())
                .orElseThrow()
                .prepare(
                        new PrepareRequest(
                                id, StepKey.of(step), 1, operation == Operation.EVALUATE, new TreeMap<>(outputs)),
                        new StepPreparer.Circumstances(
                                FactSheet.of(1, facts),
                                Map.of(),
                                new MigrationRef(id, program, "resize", Purpose.REHEARSAL),
                                null),
                        (system, kind, key, proposal, maxLength, pattern) -> proposal);
        assertThat(prepared.error()).isNull();
        return StepCalls.ofRound(
                new StepCall(
                        id,
                        program,
                        "resize",
                        Purpose.REHEARSAL,
                        1,
                        StepKey.of(step),
                        1,
                        1,
                        operation,
                        "server." + step,
                        playbook.hash(),
                        prepared.inputs(),
                        Map.of(),
                        null,
                        30),
                ++round);
    }

    private StepResult run(String step, Map<String, Object> facts) {
        StepResult result =
                build.actions.get("server." + step).run(call(step, Operation.RUN, "lilliput", facts), build.context);
        outputs.put(step, result.outputs());
        return result;
    }

    private StepResult undo(Map<String, Object> facts) {
        return build.actions
                .get("server.resize")
                .undo(call("resize", Operation.UNDO, "lilliput", facts), build.context);
    }

    private void assertRefused(Map<String, Object> facts, FailureCode code, String words) {
        assertThatThrownBy(() -> run("resize", facts)).isInstanceOfSatisfying(StepFailedException.class, failure -> {
            assertThat(failure.failure().code()).isEqualTo(code.name());
            assertThat(failure).hasMessageContaining(words);
        });
    }

    private static Map<String, Object> with(Map<String, Object> facts, String name, Object value) {
        Map<String, Object> more = new TreeMap<>(facts);
        more.put(name, value);
        return more;
    }

    private String online(String server) throws IOException {
        return Files.readString(
                build.lab.hosts().find(server).orElseThrow().root().resolve("run/partition"));
    }

    private long changes(String system) {
        return build.lab.context().ledger().entries().stream()
                .filter(entry -> entry.system().equals(system) && entry.effect() == Effect.CHANGED)
                .count();
    }

    @Test
    void aGuestGrowsWhileItRunsAndGoesBackAsFarAsItCan() throws IOException {
        build.run(GUEST).buildUntil("reachable");
        FeilongClient feilong = build.systems.feilong("zvm-1");
        String userid = feilong.guests().get(0);
        Map<String, Object> facts = new TreeMap<>(Map.of(
                "server.name",
                GUEST,
                "server.hypervisor",
                "zvm",
                "server.system",
                "zvm-1",
                "server.userid",
                userid,
                "resize.cpus",
                5L,
                "resize.memory.gib",
                55.5,
                "resize.weight",
                0L,
                "server.machine",
                ""));

        assertThat(run("measure", facts).outputs())
                .containsEntry("cpus", 3L)
                .containsEntry("memory_mib", 48 * GIB)
                .containsEntry("weight", 0L);
        long before = changes("zvm-1");
        assertThat(build.actions
                        .get("server.resize")
                        .evaluate(call("resize", Operation.EVALUATE, "lilliput", facts), build.context)
                        .message())
                .contains("from 3 processors, 49152 MiB to 5 processors, 57344 MiB");
        assertRefused(with(facts, "resize.cpus", 33L), FailureCode.INPUT_INVALID, "may have 32 processors at most");
        assertRefused(with(facts, "resize.memory.gib", 61.0), FailureCode.INPUT_INVALID, "may have 61440 MiB at most");
        assertRefused(with(facts, "resize.memory.gib", 40.0), FailureCode.INPUT_INVALID, "nothing takes memory");
        assertRefused(with(facts, "resize.weight", 50L), FailureCode.INPUT_INVALID, "has no weight of its own");
        assertThatThrownBy(() -> build.actions
                        .get("server.resize")
                        .run(call("resize", Operation.RUN, "mildendo", facts), build.context))
                .hasMessageContaining("was not built by this program");
        assertThat(changes("zvm-1")).as("nothing was changed").isEqualTo(before);

        run("resize", facts);

        assertThat(feilong.info(userid).cpus()).isEqualTo(5);
        assertThat(feilong.findGuest(userid).orElseThrow().memoryMib()).isEqualTo(56 * GIB);
        assertThat(online(GUEST)).contains("processors=5", "memory_mb=57344");
        long made = changes("zvm-1");
        run("resize", facts);
        assertThat(changes("zvm-1")).as("again it finds all done").isEqualTo(made);

        assertThat(undo(facts).message())
                .contains("3 processors", "8192 MiB more than before stay with it while it runs");
        assertThat(feilong.info(userid).cpus()).isEqualTo(3);
        assertThat(feilong.findGuest(userid).orElseThrow().memoryMib())
                .as("at its next start")
                .isEqualTo(48 * GIB);
        assertThat(online(GUEST)).contains("processors=3", "memory_mb=57344");

        feilong.stop(userid);
        assertRefused(facts, FailureCode.STATE_CONFLICT, "does not run");
    }

    @Test
    void hugePagesFollowWhatIsSizedAndNeverWhatInstancesHoldNorMoreThanThereIs() throws IOException {
        build.run(GUEST).buildUntil("prepare");
        String userid = build.systems.feilong("zvm-1").guests().get(0);
        Map<String, Object> facts = new TreeMap<>(Map.of(
                "server.name",
                GUEST,
                "server.hypervisor",
                "zvm",
                "server.system",
                "zvm-1",
                "server.userid",
                userid,
                "server.machine",
                "",
                "resize.cpus",
                0L,
                "resize.memory.gib",
                56.0,
                "resize.weight",
                0L));
        build.facts(GUEST).values().forEach((name, value) -> {
            if (name.equals("server.sysctl") || name.equals("server.etc")) {
                facts.put(name, value);
            }
        });
        long built = pages();
        assertThat(built).isPositive();
        assertThat(memlock()).isGreaterThanOrEqualTo(built * 1024);
        run("measure", facts);

        outputs.put("size", Map.of("huge_pages", built + 5000));
        assertPagesRefused(
                with(facts, "resize.hugepages", built + 30_000), FailureCode.CAPACITY_EXHAUSTED, "MB of memory are");
        assertThat(pages()).as("nothing was changed").isEqualTo(built);
        run("resize", facts);

        assertThat(setPages(facts))
                .containsEntry("huge_pages", built + 5000)
                .containsEntry("earlier", built)
                .containsEntry("changed", true);
        assertThat(pages()).isEqualTo(built + 5000);
        assertThat(atBoot()).isEqualTo(built + 5000);
        assertThat(memlock()).isGreaterThanOrEqualTo((built + 5000) * 1024);
        assertThat(setPages(facts)).as("a second try").containsEntry("earlier", built);

        outputs.put("size", Map.of("huge_pages", 0L));
        assertThat(setPages(facts)).as("nothing is sized").containsEntry("huge_pages", built + 5000);
        outputs.put("size", Map.of("huge_pages", 100L));
        assertThat(setPages(facts)).as("less is sized").containsEntry("huge_pages", built + 5000);
        assertThat(setPages(with(facts, "resize.hugepages", built - 10))).containsEntry("huge_pages", built - 10);

        assertThat(undoPages(facts)).contains("has " + built + " huge pages");
        assertThat(pages()).isEqualTo(built);
        assertThat(atBoot()).isEqualTo(built);
        assertThat(undoPages(facts)).as("once more").contains("has " + built + " huge pages");

        instanceHolds(built - 7);
        assertPagesRefused(
                with(facts, "resize.hugepages", built - 8),
                FailureCode.CHECK_FAILED,
                (built - 7) + " huge pages are used by instances that run, wanted are " + (built - 8));
        setPages(with(facts, "resize.hugepages", built + 300));
        instanceHolds(built + 200);
        assertThat(undoPages(facts)).contains("has " + (built + 200) + " huge pages");
        assertThat(atBoot()).isEqualTo(built + 200);

        Path settings = host().resolve("etc/sysctl.d/97-gulliver-oracle.conf");
        Files.writeString(settings, Files.readString(settings).replace("# Gulliver lilliput/", "# Gulliver blefuscu/"));
        assertPagesRefused(facts, FailureCode.CHECK_FAILED, "not of this program");
    }

    private Map<String, Object> setPages(Map<String, Object> facts) {
        return build.actions
                .get("host.set-huge-pages")
                .run(call("huge-pages", Operation.RUN, "lilliput", facts), build.context)
                .outputs();
    }

    private String undoPages(Map<String, Object> facts) {
        return String.valueOf(build.actions
                .get("host.set-huge-pages")
                .undo(call("huge-pages", Operation.UNDO, "lilliput", facts), build.context)
                .message());
    }

    private void assertPagesRefused(Map<String, Object> facts, FailureCode code, String words) {
        assertThatThrownBy(() -> setPages(facts)).isInstanceOfSatisfying(StepFailedException.class, failure -> {
            assertThat(failure.failure().code()).isEqualTo(code.name());
            assertThat(failure).hasMessageContaining(words);
        });
    }

    private Path host() {
        return build.lab.hosts().find(GUEST).orElseThrow().root();
    }

    /** An instance of the lab whose SGA lies in so many pages of 1 MB. */
    private void instanceHolds(long pages) throws IOException {
        Path program = host().resolve("bin/lab-instances");
        Files.writeString(program, "#!/bin/sh\necho 'COREBANK " + pages + "'\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    private long pages() throws IOException {
        return number(host().resolve("etc/kernel"), "vm.nr_hugepages=");
    }

    private long atBoot() throws IOException {
        return number(host().resolve("etc/sysctl.d/97-gulliver-oracle.conf"), "vm.nr_hugepages = ");
    }

    private long memlock() throws IOException {
        return number(host().resolve("etc/security/limits.d/97-gulliver-oracle.conf"), "oracle hard memlock ");
    }

    private static long number(Path file, String before) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith(before))
                .map(line -> Long.parseLong(line.substring(before.length()).trim()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aPartitionGrowsWhileItRunsAndItsLinuxTakesPart() throws IOException {
        build.run(PARTITION).buildUntil("reachable");
        Map<String, Object> own = build.facts(PARTITION).values();
        HmcClient hmc = build.systems.hmc("hmc-1");
        Map<String, Object> facts = new TreeMap<>(Map.of(
                "server.name",
                PARTITION,
                "server.hypervisor",
                "dpm",
                "server.system",
                "hmc-1",
                "server.machine",
                own.get("server.cpc"),
                "server.userid",
                "",
                "resize.cpus",
                5L,
                "resize.weight",
                250L));
        Partition first = partition(hmc, facts);
        long wanted = Math.min(first.initialMemory() + 4 * GIB, first.maximumMemory()) / GIB;
        facts.put("resize.memory.gib", (double) wanted);

        run("measure", facts);
        assertRefused(
                with(facts, "resize.memory.gib", first.maximumMemory() / GIB + 1.0),
                FailureCode.INPUT_INVALID,
                "may have " + first.maximumMemory() + " MiB at most");
        assertRefused(with(facts, "resize.weight", 1000L), FailureCode.INPUT_INVALID, "a weight of 1 to 999");
        run("resize", facts);

        Partition grown = partition(hmc, facts);
        assertThat(grown.iflProcessors()).isEqualTo(5);
        assertThat(grown.initialMemory()).isEqualTo(wanted * GIB);
        assertThat(grown.initialIflProcessingWeight()).isEqualTo(250);
        assertThat(online(PARTITION)).contains("processors=5", "memory_mb=" + wanted * GIB);
        assertThat(build.context.evidence.get("resize-host.log")).contains("online: 5 processors");
        long made = changes("hmc-1");
        run("resize", facts);
        assertThat(changes("hmc-1")).isEqualTo(made);

        undo(facts);

        Partition back = partition(hmc, facts);
        assertThat(back.iflProcessors()).isEqualTo(first.iflProcessors());
        assertThat(back.initialIflProcessingWeight()).isEqualTo(first.initialIflProcessingWeight());
        assertThat(back.initialMemory())
                .as("nothing takes memory from a system that runs")
                .isEqualTo(wanted * GIB);
        assertThat(online(PARTITION)).contains("processors=" + first.iflProcessors());
    }

    private static Partition partition(HmcClient hmc, Map<String, Object> facts) {
        return hmc.findPartition(PartitionLifecycle.cpc(hmc, String.valueOf(facts.get("server.machine"))), PARTITION)
                .orElseThrow();
    }
}
