package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.assessment.check.TuningChecks;
import io.gulliver.domain.check.CheckFinding;
import io.gulliver.domain.check.CheckMoment;
import io.gulliver.domain.check.CheckSubject;
import io.gulliver.domain.check.CheckVerdict;
import io.gulliver.lab.estate.LinuxPrograms;
import io.gulliver.lab.oracle.LabAccount;
import io.gulliver.lab.oracle.LabDatabaseSpec;
import io.gulliver.playbook.CheckRules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that was just made is judged by what it runs with, and by the huge pages that are in use on its server. */
@Tag("store")
class CheckSettingsTest {
    private static final CheckRules RULES = CheckRules.shipped();

    @TempDir
    Path directory;

    private MigrationBench bench;

    @BeforeEach
    void openTheLab() throws Exception {
        bench = new MigrationBench(directory);
        Path root = bench.target.root();
        bench.target.layDown(LinuxPrograms.target(8_192));
        LinuxPrograms.installInstances(bench.oracle, MigrationBench.TARGET, root);
        Files.writeString(
                root.resolve("etc/kernel"), Files.readString(root.resolve("etc/kernel")) + "vm.nr_hugepages=4000\n");
        bench.oracle.hugePages(MigrationBench.TARGET, () -> LinuxPrograms.hugePages(root.resolve("etc/kernel")));
        bench.sized.put("sga_mb", 3072L);
        bench.sized.put("pga_target_mb", 1024L);
    }

    @AfterEach
    void closeTheLab() throws Exception {
        bench.close();
    }

    private Map<String, Object> facts() throws Exception {
        bench.runTo("look-at-settings");
        Map<String, Object> facts = new TreeMap<>();
        ((Map<?, ?>) bench.outputs.get("look-at-settings").get("facts"))
                .forEach((name, value) -> facts.put(String.valueOf(name), value));
        return facts;
    }

    private static Map<String, CheckFinding> judged(Map<String, Object> facts) {
        Map<String, Object> typed = RULES.typed(CheckMoment.TARGET, facts);
        assertThat(typed.keySet()).as("facts that the vocabulary has").isEqualTo(facts.keySet());
        return TuningChecks.judge(
                        RULES.at(CheckMoment.TARGET, CheckSubject.Kind.DATABASE),
                        typed,
                        List.of(),
                        LocalDate.of(2026, 3, 1))
                .stream()
                .collect(Collectors.toMap(CheckFinding::check, finding -> finding));
    }

    private static List<String> blocking(Map<String, CheckFinding> findings) {
        return findings.values().stream()
                .filter(CheckFinding::blocking)
                .map(CheckFinding::check)
                .sorted()
                .toList();
    }

    @Test
    void anSgaThatMustLieInHugePagesAndDoesBlocksNothing() throws Exception {
        bench.sized.put("large_pages", "ONLY");
        Map<String, Object> facts = facts();

        assertThat(facts)
                .containsEntry("pages.used_mb", 3072L)
                .containsEntry("oracle.sga_max_mb", 3072L)
                .containsEntry("oracle.pga_target_mb", 1024L)
                .containsEntry("oracle.use_large_pages", "ONLY")
                .containsEntry("oracle.filesystemio", "SETALL")
                .containsEntry("oracle.memory_target_mb", 0L)
                .containsEntry("oracle.cluster", false)
                .containsEntry("oracle.file_system", true)
                .containsEntry("oracle.release_major", 19L)
                .containsEntry("oracle.processor_group", "")
                .containsEntry("oracle.unknown_parameters", List.of());
        assertThat((List<?>) facts.get("oracle.specified")).asString().contains("sga_target", "use_large_pages");
        Map<String, CheckFinding> findings = judged(facts);
        assertThat(blocking(findings)).isEmpty();
        for (String check :
                List.of("ORA-LP-01", "ORA-LP-02", "ORA-FSIO-01", "ORA-ASMM-02", "ORA-SGA-02", "ORA-PARAM-01")) {
            assertThat(findings.get(check).verdict()).as(check).isEqualTo(CheckVerdict.PASS);
        }
    }

    @Test
    void anSgaThatMayLieInSmallPagesBlocks() throws Exception {
        bench.sized.put("large_pages", "TRUE");

        Map<String, CheckFinding> findings = judged(facts());
        assertThat(blocking(findings)).containsExactly("ORA-LP-01", "ORA-LP-02");
        assertThat(findings.get("ORA-LP-01").seen()).isEqualTo("use_large_pages = TRUE");
    }

    @Test
    void hugePagesThatNobodyUsesTellThatTheSgaLiesElsewhere() throws Exception {
        bench.sized.put("large_pages", "ONLY");
        bench.target.layDown(Map.of("bin/lab-instances", "#!/bin/sh\necho CRM 0\n"));

        Map<String, CheckFinding> findings = judged(facts());
        assertThat(blocking(findings)).containsExactly("ORA-LP-02");
        assertThat(findings.get("ORA-LP-02").seen()).contains("3072 MB").contains("0 MB of huge pages");
    }

    @Test
    void aKernelThatDoesNotTellItsHugePagesIsNotMeasured() throws Exception {
        bench.sized.put("large_pages", "ONLY");
        bench.target.layDown(Map.of("proc/meminfo", "MemTotal: 1000 kB\n"));

        Map<String, Object> facts = facts();
        assertThat(facts).doesNotContainKey("pages.used_mb");
        assertThat(judged(facts).get("ORA-LP-02").verdict()).isEqualTo(CheckVerdict.NOT_MEASURED);
    }

    @Test
    void aPluggableDatabaseHasNoMemoryOrParameterFileOfItsOwn() throws Exception {
        bench.runTo("size-target");
        bench.oracle.create(new LabDatabaseSpec(
                MigrationBench.TARGET_SYSTEM,
                MigrationBench.TARGET,
                "CRM",
                "CRM",
                "19.24.0.0.0",
                true,
                LabDatabaseSpec.Kind.PDB,
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
                new TreeMap<>(Map.of("processes", "600", "db_recovery_file_dest_size", Long.toString(20_480L << 20))),
                List.of(new LabAccount("SYS", "sys-secret", List.of()))));
        bench.outputs.put("create-database", Map.of());
        bench.outputs.put("create-pdb", Map.of());

        Map<String, Object> facts = facts();
        assertThat(facts.keySet())
                .as("the rest is the container's")
                .containsExactlyInAnyOrder("oracle.cluster", "oracle.release_major", "oracle.file_system");
        Map<String, CheckFinding> findings = judged(facts);
        assertThat(blocking(findings)).isEmpty();
        assertThat(findings.get("ORA-LP-02").verdict()).isEqualTo(CheckVerdict.NOT_MEASURED);
    }
}
