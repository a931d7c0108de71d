package io.gulliver.activity.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.assessment.check.TuningChecks;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.domain.check.CheckFinding;
import io.gulliver.domain.check.CheckMoment;
import io.gulliver.domain.check.CheckSubject;
import io.gulliver.domain.check.CheckVerdict;
import io.gulliver.domain.migration.StepState;
import io.gulliver.playbook.CheckRules;
import io.gulliver.testing.StepCalls;
import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server is judged by what it says of itself: as it was built it passes, and whatever is broken fails by its own rule. One server
 * is built for all, and its files are as they were built before each.
 */
@Tag("store")
@TakesTurns(TakesTurns.Group.BUILDS)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CheckHostTest {
    private static final String ONE = "blefuscu-44";
    private static final String UNPREPARED = "blefuscu-45";
    private static final List<String> PLACES = List.of("bin", "etc", "proc", "run", "sys", "var");
    private static final CheckRules RULES = CheckRules.shipped();

    /** What all that land there need, as the control plane adds it. */
    private static final Map<String, Object> PLANNED = Map.of(
            "pages.wanted",
            LabBuild.SIZED.get("huge_pages"),
            "memory.plan_gib",
            LabBuild.SIZED.get("memory_gib"),
            "hypervisor.plan_ifls",
            LabBuild.SIZED.get("ifls"),
            "memory.sga_mb",
            19_000L,
            "memory.largest_sga_mb",
            12_000L,
            "hypervisor.production",
            true);

    private LabBuild build;
    private LabBuild.Run run;
    private Map<Path, byte[]> built;
    private Map<?, ?> asBuilt;
    /** The build itself and the rules of a run have the first ones. */
    private int rounds = 100;

    @BeforeAll
    void buildTheServer(@TempDir Path directory) throws IOException {
        build = new LabBuild(directory.toRealPath());
        run = build.run(ONE);
        run.build();
        asBuilt = (Map<?, ?>) run.outputs.get("look-at-settings").get("facts");
        built = files();
    }

    @AfterAll
    void closeTheLab() {
        build.close();
    }

    @BeforeEach
    void haveItsFilesAsTheyWereBuilt() throws IOException {
        for (Path file : files().keySet()) {
            if (!built.containsKey(file)) {
                Files.delete(file);
            }
        }
        for (Map.Entry<Path, byte[]> file : built.entrySet()) {
            if (!Files.exists(file.getKey()) || !Arrays.equals(Files.readAllBytes(file.getKey()), file.getValue())) {
                Files.write(file.getKey(), file.getValue());
            }
        }
    }

    /** What the server's programs, kernel and settings are. */
    private Map<Path, byte[]> files() throws IOException {
        Map<Path, byte[]> files = new TreeMap<>();
        for (String place : PLACES) {
            Path top = tree().resolve(place);
            if (Files.isDirectory(top)) {
                try (var all = Files.walk(top)) {
                    for (Path path : all.filter(Files::isRegularFile).toList()) {
                        files.put(path, Files.readAllBytes(path));
                    }
                }
            }
        }
        return files;
    }

    private Path tree() {
        return build.lab.hosts().find(ONE).orElseThrow().root();
    }

    private void write(String file, String text) throws IOException {
        Path path = tree().resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private void replace(String file, String from, String to) throws IOException {
        String text = Files.readString(tree().resolve(file));
        assertThat(text).as(file).contains(from);
        Files.writeString(tree().resolve(file), text.replace(from, to));
    }

    private Map<String, Object> look() {
        return look(run.callOf("look-at-settings", Operation.RUN));
    }

    private Map<String, Object> look(StepCall call) {
        Map<String, Object> facts = new TreeMap<>();
        ((Map<?, ?>) build.actions
                        .get("host.check")
                        .run(StepCalls.ofRound(call, ++rounds), build.context)
                        .outputs()
                        .get("facts"))
                .forEach((name, value) -> facts.put(String.valueOf(name), value));
        return facts;
    }

    /** What a server says of itself, judged with what was planned for it. */
    static Map<String, CheckFinding> judged(Map<String, Object> facts) {
        Map<String, Object> all = new TreeMap<>(facts);
        all.putAll(PLANNED);
        Map<String, CheckFinding> findings = new LinkedHashMap<>();
        TuningChecks.judge(
                        RULES.at(CheckMoment.TARGET, CheckSubject.Kind.SERVER),
                        RULES.typed(CheckMoment.TARGET, all),
                        List.of(),
                        LocalDate.of(2026, 3, 1))
                .forEach(finding -> findings.put(finding.check(), finding));
        return findings;
    }

    static List<String> of(Map<String, CheckFinding> findings, CheckVerdict verdict) {
        return findings.values().stream()
                .filter(finding -> finding.verdict() == verdict)
                .map(CheckFinding::check)
                .sorted()
                .toList();
    }

    @Test
    void aServerAsItIsBuiltPassesAllThatItCanTell() {
        assertThat(asBuilt.get("hypervisor.vcpus")).isEqualTo(LabBuild.SIZED.get("ifls"));
        assertThat(asBuilt.get("pages.total")).isEqualTo(LabBuild.SIZED.get("huge_pages"));
        assertThat((double) asBuilt.get("memory.gib")).isBetween(46.6, 48.0);
        assertThat((long) asBuilt.get("paths.fewest"))
                .isEqualTo(((List<?>) run.outputs.get("logins").get("logins")).size());
        Map<String, CheckFinding> findings = judged(look());
        assertThat(of(findings, CheckVerdict.FAIL)).isEmpty();
        assertThat(of(findings, CheckVerdict.PASS))
                .contains("LNX-HUGE-01", "LNX-HUGE-04", "LNX-HUGE-05", "LNX-HUGE-06", "LNX-HUGE-07", "LNX-THP-01")
                .contains("LNX-SWAP-01", "LNX-SWAP-02", "LNX-ALLOC-01", "LNX-MEM-02", "LNX-AIO-01", "LNX-OS-01")
                .contains("LNX-IPC-01", "LNX-TIME-01", "LNX-RT-01", "LNX-NUMA-01", "LNX-IOS-01", "MON-SAR-01")
                .contains("STG-FCP-01", "STG-FCP-02", "STG-FCP-05", "STG-RR-01", "STG-RR-02", "ORA-ASM-10")
                .contains("NET-SYN-01", "NET-SYN-02", "NET-BKL-01", "NET-RPF-02", "NET-DUP-01")
                .contains("LPAR-VL-01", "DPM-PART-01");
        assertThat(of(findings, CheckVerdict.NOT_MEASURED))
                .as("what a server cannot tell")
                .containsExactly("LPAR-WGT-01");
    }

    @Test
    void aServerThatIsNotPreparedFailsWhatPreparationDoes() {
        LabBuild.Run other = build.run(UNPREPARED);
        other.buildUntil("check-paths");

        Map<String, CheckFinding> findings = judged(look(other.callOf("look-at-settings", Operation.RUN)));
        assertThat(of(findings, CheckVerdict.FAIL))
                .contains(
                        "LNX-HUGE-01",
                        "LNX-HUGE-05",
                        "LNX-SWAP-01",
                        "LNX-TIME-01",
                        "MON-SAR-01",
                        "NET-SYN-01",
                        "NET-BKL-01");
        assertThat(findings.get("LNX-HUGE-01").seen()).isEqualTo("0 huge pages of 1024 kB");
        assertThat(of(findings, CheckVerdict.NOT_MEASURED))
                .as("there is no such user whose limits anybody could read, and no file says what logind does")
                .contains("LNX-HUGE-06", "LNX-IPC-01");
    }

    /** Somebody breaks one thing on a built server. */
    private interface Break {
        void at(CheckHostTest test) throws IOException;
    }

    private record Broken(String check, String seen, boolean blocking, Break act, Break mend) {}

    private static Broken file(String check, String seen, boolean blocking, String file, String text) {
        return new Broken(
                check,
                seen,
                blocking,
                test -> test.write(file, text),
                test -> Files.delete(test.tree().resolve(file)));
    }

    private static Broken changed(String check, String seen, boolean blocking, String file, String from, String to) {
        return new Broken(
                check, seen, blocking, test -> test.replace(file, from, to), test -> test.replace(file, to, from));
    }

    @Test
    void whateverIsBrokenFailsByItsOwnRule() throws IOException {
        String path = Files.readAllLines(tree().resolve("var/lab/paths")).get(0).split("\\|")[1];
        String kernel = "etc/kernel";
        List<Broken> all = List.of(
                changed(
                        "LNX-THP-01",
                        "always",
                        false,
                        "sys/kernel/mm/transparent_hugepage/enabled",
                        "always madvise [never]",
                        "[always] madvise never"),
                changed("LNX-HUGE-01", "18000 huge pages", true, kernel, "nr_hugepages=20000", "nr_hugepages=18000"),
                changed("LNX-SWAP-01", "vm.swappiness = 0", false, kernel, "vm.swappiness=1", "vm.swappiness=0"),
                changed("NET-SYN-02", "128", false, kernel, "somaxconn=4096", "somaxconn=128"),
                changed("LNX-AIO-01", "1000000", false, kernel, "fs.aio-nr=0", "fs.aio-nr=1000000"),
                changed("MON-SAR-01", "", true, "etc/units", "sysstat enabled", "sysstat disabled"),
                changed(
                        "LNX-HUGE-06",
                        "64 ",
                        true,
                        "etc/security/limits.d/97-gulliver-oracle.conf",
                        "oracle soft memlock ",
                        "oracle soft memlock 64 #"),
                changed(
                        "LNX-IPC-01",
                        "yes",
                        true,
                        "etc/systemd/logind.conf.d/97-gulliver-oracle.conf",
                        "RemoveIPC=no",
                        "RemoveIPC=yes"),
                changed("LNX-OS-01", "rhel 7", true, "etc/os-release", "VERSION_ID=\"9.4\"", "VERSION_ID=\"7.9\""),
                changed("DPM-PART-01", "1 ", true, "run/partition", "processors=3", "processors=1"),
                changed("LNX-MEM-02", "", true, "run/partition", "memory_mb=49152", "memory_mb=40960"),
                file("STG-FCP-02", "1 ", true, "var/lab/path-faults", path + " failed\n"),
                file("LNX-TIME-01", "", false, "etc/chrony.alone", ""),
                file("LNX-NUMA-01", "", false, "proc/cmdline", "root=/dev/sda1 numa=off\n"),
                file("LNX-IOS-01", "bfq", false, "sys/block/sda/queue/scheduler", "none mq-deadline [bfq]\n"),
                file("ORA-ASM-10", "sda1", false, "sys/class/block/sda1/start", "63\n"),
                file("STG-RR-01", "1000", false, "var/lab/multipath.conf", "defaults {\n\trr_min_io_rq 1000\n}\n"),
                file(
                        "LNX-ALLOC-01",
                        "1 ",
                        true,
                        "var/log/kernel",
                        "x kernel: Linux version 5.14.0\nx kernel: swapper/0: page allocation failure: order:4\n"),
                file(
                        "NET-RPF-02",
                        "net.core.wmem_maxx",
                        false,
                        "etc/sysctl.d/98-site.conf",
                        "net.core.wmem_maxx = 1\n"),
                file("NET-DUP-01", "vm.swappiness", false, "etc/sysctl.d/98-site.conf", "vm.swappiness=10\n"));
        String multipath = Files.readString(tree().resolve("var/lab/multipath.conf"));
        for (Broken broken : all) {
            broken.act().at(this);
            CheckFinding finding = judged(look()).get(broken.check());
            assertThat(finding.verdict()).as(broken.check()).isEqualTo(CheckVerdict.FAIL);
            assertThat(finding.seen()).as(broken.check()).contains(broken.seen());
            assertThat(finding.blocking()).as(broken.check() + " is blocking").isEqualTo(broken.blocking());
            assertThat(finding.wanted()).as(broken.check()).isNotBlank();
            assertThat(finding.remedy()).as(broken.check()).isNotBlank();
            broken.mend().at(this);
            if (broken.check().equals("STG-RR-01")) {
                write("var/lab/multipath.conf", multipath);
            }
        }
        assertThat(of(judged(look()), CheckVerdict.FAIL)).as("all is mended").isEmpty();
    }

    /** Two things are broken: one is mended and the gate asks with what is left, then the other and it asks nobody. */
    @Test
    void whatIsMendedIsLookedAtAgainAndTheServerPassesWithoutAWord() throws IOException {
        replace("etc/kernel", "nr_hugepages=20000", "nr_hugepages=18000");
        String path = Files.readAllLines(tree().resolve("var/lab/paths")).get(0).split("\\|")[1];
        write("var/lab/path-faults", path + " failed\n");
        LastLook last = new LastLook(build, run);
        assertThat(last.states()).containsEntry(LastLook.GATE, StepState.WAITING_PERSON);
        assertThat(last.asked())
                .contains("LNX-HUGE-01", "18000 huge pages", "STG-FCP-02")
                .contains("Look again");

        replace("etc/kernel", "nr_hugepages=18000", "nr_hugepages=20000");
        last.again();
        assertThat(last.states())
                .containsEntry(LastLook.LOOK, StepState.DONE)
                .containsEntry(LastLook.GATE, StepState.WAITING_PERSON)
                .containsEntry(LastLook.NEXT, StepState.PENDING);
        assertThat(last.asked())
                .as("what is seen now, not what was seen before")
                .contains("STG-FCP-02")
                .doesNotContain("LNX-HUGE-01", "18000 huge pages");

        Files.delete(tree().resolve("var/lab/path-faults"));
        last.again();
        assertThat(last.states())
                .containsEntry(LastLook.GATE, StepState.SKIPPED)
                .containsEntry(LastLook.NEXT, StepState.PREPARING);
        assertThat(last.step(LastLook.GATE).reason()).as("not a person's word").isEqualTo("Its condition is false");
    }

    @Test
    void interfacesOfAClusterAreLookedAtByTheirNames() throws IOException {
        StepCall call = run.callOf("look-at-settings", Operation.RUN);
        Map<String, Object> inputs = new TreeMap<>(call.inputs());
        inputs.put("private_interfaces", List.of("enc1100", "enc9999"));
        StepCall cluster = StepCalls.with(call, inputs);

        Map<String, CheckFinding> findings = judged(look(cluster));
        assertThat(findings.get("NET-RPF-01").verdict()).isEqualTo(CheckVerdict.FAIL);
        assertThat(findings.get("NET-RPF-01").seen()).contains("enc1100").contains("enc9999");
        assertThat(findings.get("NET-MTU-01").verdict())
                .as("of an interface that is not there nobody knows it")
                .isEqualTo(CheckVerdict.NOT_MEASURED);

        inputs.put("private_interfaces", List.of("enc1100"));
        cluster = StepCalls.with(call, inputs);
        replace("etc/kernel", "conf.enc1100.rp_filter=1", "conf.enc1100.rp_filter=2");
        findings = judged(look(cluster));
        assertThat(findings.get("NET-RPF-01").verdict()).isEqualTo(CheckVerdict.PASS);
        assertThat(findings.get("NET-WMEM-01").verdict()).isEqualTo(CheckVerdict.PASS);
        assertThat(findings.get("NET-MTU-01").seen()).contains("1500");
    }

    @Test
    void aKernelLogThatNobodyMayReadIsNotMeasured() throws IOException {
        write("bin/journalctl", "#!/bin/sh\nexit 0\n");

        Map<String, Object> facts = look();
        assertThat(facts).doesNotContainKeys("linux.allocation_failures", "paths.errors");
        Map<String, CheckFinding> findings = judged(facts);
        assertThat(findings.get("LNX-ALLOC-01").verdict()).isEqualTo(CheckVerdict.NOT_MEASURED);
        assertThat(findings.get("STG-FCP-02").verdict()).isEqualTo(CheckVerdict.NOT_MEASURED);
    }

    @Test
    void aKernelLogWhoseBeginningIsGoneIsNotMeasured() throws IOException {
        write("var/log/kernel", "x kernel: something later\n");

        assertThat(look()).doesNotContainKeys("linux.allocation_failures", "paths.errors");
    }

    @Test
    void aMultipathdThatDoesNotAnswerIsNotMeasured() throws IOException {
        write("bin/multipathd", "#!/bin/sh\necho timeout\nexit 1\n");

        Map<String, Object> facts = look();
        assertThat(facts).doesNotContainKeys("paths.fewest", "paths.failed", "paths.adapters", "paths.selector");
        assertThat(judged(facts).get("STG-FCP-01").verdict()).isEqualTo(CheckVerdict.NOT_MEASURED);
    }

    @Test
    void aProgramThatAnswersOtherwiseThanItShouldStopsTheStep() throws IOException {
        write("bin/nproc", "#!/bin/sh\necho many\n");

        assertThatThrownBy(this::look).isInstanceOfSatisfying(StepFailedException.class, failure -> {
            assertThat(failure.failure().code()).isEqualTo(FailureCode.CHECK_FAILED.name());
            assertThat(failure)
                    .hasMessageContaining("on " + ONE)
                    .hasMessageContaining("the fact hypervisor.vcpus is text 'many', wanted int");
        });
    }

    @Test
    void whoeverMayNotUseSudoReadsNothing() throws IOException {
        write("bin/sudo", "#!/bin/sh\necho 'sudo: a password is required' >&2\nexit 1\n");

        assertThatThrownBy(this::look)
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("may not use sudo here without a password");
    }

    @Test
    void lookingChangesNothing() throws IOException {
        look();
        Map<Path, byte[]> after = files();
        assertThat(after.keySet()).isEqualTo(built.keySet());
        after.forEach((file, content) -> assertThat(content).as(file.toString()).isEqualTo(built.get(file)));
    }
}
