package io.gulliver.evidence.awrminer;

import static io.gulliver.evidence.EvidenceBytes.ORIGIN;
import static io.gulliver.evidence.EvidenceBytes.stream;
import static io.gulliver.evidence.EvidenceBytes.values;
import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.evidence.EvidenceProblem;
import io.gulliver.evidence.Reading;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What captures in the wild have met, one trap each. */
class AwrMinerTrapsTest {
    private static String capture(String os, String metrics) {
        return "~~BEGIN-OS-INFORMATION~~\n"
                + "STAT_NAME                                                    STAT_VALUE\n"
                + "------------------------------------------------------------ ------------------------------\n"
                + os
                + "~~END-OS-INFORMATION~~\nElapsed: 00:00:00.04\n\n"
                + "~~BEGIN-MAIN-METRICS~~\n\n"
                + "      snap      dur_m end                  inst     os_cpu  read_iops write_iops\n"
                + "---------- ---------- -------------- ---------- ---------- ---------- ----------\n"
                + metrics
                + "\n~~END-MAIN-METRICS~~\nElapsed: 00:00:01.30\n";
    }

    private static String os(String key, String value) {
        return "%-60s %s\n".formatted(key, value);
    }

    private static String row(int snap, int minutes, int instance, String osCpu, String reads) {
        return "%10d %10d 12/02/24 %02d:59 %10d %10s %10s %10s\n"
                .formatted(snap, minutes, snap % 24, instance, osCpu, reads, "0");
    }

    private static Reading read(String text) throws IOException {
        return AwrMinerReader.read(stream(text), ORIGIN);
    }

    @ParameterizedTest
    @CsvSource({"2.9,", "3.0,", "4.0.9,Elapsed: 00:00:00.04", "5.0.8,Elapsed: 00:00:00.04"})
    void readsEveryVersionOfTheScript(String version, String noise) throws IOException {
        Reading reading = read(capture(
                os("AWR_MINER_VER", version)
                        + os("NUM_CPU_CORES", "8")
                        + os("!CPU_COUNT", "64")
                        + os("!NUM_CPU_CORES", "64")
                        + os("!PHYSICAL_MEMORY_GB", "1")
                        + os("PHYSICAL_MEMORY_GB", "251.5"),
                row(1, 60, 1, "50.0", "100")
                        + (noise == null ? "" : noise + "\n")
                        // the page is full
                        + "\n      snap      dur_m end                  inst     os_cpu  read_iops write_iops\n"
                        + "---------- ---------- -------------- ---------- ---------- ---------- ----------\n"
                        + row(2, 60, 1, "25.0", "300")));

        assertThat(values(reading))
                .containsEntry("evidence.awrMinerVersion", version)
                .containsEntry("host.cores", 8L)
                .containsEntry("host.memoryGb", 251.5)
                .containsEntry("evidence.snapshots", 2L)
                .containsEntry("cpu.busyCores.max", 4.0);
    }

    @Test
    void asksForMemoryOfZeroAndMissingCpuCountsAndDividesByNeither() throws IOException {
        Reading reading =
                read(capture(os("PHYSICAL_MEMORY_GB", "0") + os("DB_NAME", "X"), row(1, 60, 1, "50.0", "100")));

        assertThat(values(reading))
                .containsEntry("io.iops.max", 100.0)
                .doesNotContainKeys("host.memoryGb", "host.cores", "cpu.busyCores.max");
        assertThat(reading.coverage().missing()).contains("host.memoryGb", "host.cores", "cpu.busyCores.p95");
        assertThat(reading.problems())
                .extracting(EvidenceProblem::message)
                .anyMatch(said -> said.contains("PHYSICAL_MEMORY_GB"));
        assertThat(reading.problems()).extracting(EvidenceProblem::message).anyMatch(said -> said.contains("CPU"));
        assertThat(values(reading).values())
                .noneMatch(value -> value instanceof Double number && !Double.isFinite(number));
    }

    @Test
    void decidesTheDecimalMarkOnceAndTellsAFigureWithTheOther() throws IOException {
        Reading comma = read(capture(
                os("NUM_CPU_CORES", "8") + os("PHYSICAL_MEMORY_GB", "252,28"),
                row(1, 60, 1, ",8", "1,3") + row(2, 60, 1, "50,0", "6,3294E+03")));
        Reading mixed = read(capture(
                os("NUM_CPU_CORES", "8") + os("PHYSICAL_MEMORY_GB", "252,28"),
                row(1, 60, 1, "12,5", "100") + row(2, 60, 1, "99.5", "100")));

        assertThat(values(comma))
                .containsEntry("host.memoryGb", 252.28)
                .containsEntry("cpu.busyCores.max", 4.0)
                .containsEntry("io.iops.max", 6329.4);
        assertThat(comma.problems()).noneMatch(problem -> problem.message().contains("taken as unknown"));
        assertThat(values(mixed)).containsEntry("cpu.busyCores.max", 1.0);
        assertThat(mixed.problems()).anySatisfy(problem -> {
            assertThat(problem.message()).contains("'99.5': taken as unknown");
            assertThat(problem.section()).isEqualTo("MAIN-METRICS");
        });
    }

    @Test
    void addsUpInstancesWhateverTheirNumbersAndWeighsMeansByTheLengthOfSnapshots() throws IOException {
        Reading reading = read(capture(
                os("NUM_CPU_CORES", "10") + os("INSTANCES", "2") + os("HOSTS", "a,b"),
                row(1, 10, 3, "10.0", "100")
                        + row(1, 10, 7, "30.0", "100")
                        + row(2, 61, 3, "50.0", "400")
                        + row(2, 61, 7, "50.0", "400")));

        Map<String, Object> facts = values(reading);
        assertThat(facts).containsEntry("cpu.busyCores.max", 10.0).containsEntry("io.iops.max", 800.0);
        assertThat((Double) facts.get("io.iops.mean")).isEqualTo(Math.round((200 * 10 + 800 * 61) / 71.0 * 1e4) / 1e4);
        assertThat(facts).as("each snapshot counts once").containsEntry("io.iops.p50", 500.0);
    }

    @ParameterizedTest
    @CsvSource({
        "AIX-Based_Systems_(64-bit),Big",
        "Solaris[tm]_OE_(64-bit),Big",
        "HP-UX_IA_(64-bit),Big",
        "Linux_x86_64-bit,Little",
        "Microsoft_Windows_x86_64-bit,Little"
    })
    void knowsTheByteOrderOfThePlatform(String platform, String endian) throws IOException {
        assertThat(values(read(capture(os("PLATFORM_NAME", platform), row(1, 60, 1, "1.0", "1")))))
                .containsEntry("database.endianFormat", endian);
    }

    @Test
    void namesASectionThatItDoesNotKnowAndAnEmptyOne() throws IOException {
        Reading reading = read(capture(os("NUM_CPU_CORES", "8"), row(1, 60, 1, "50.0", "100"))
                + "~~BEGIN-EXADATA-CELLS~~\nsome text\nORA-00942: table or view does not exist\n~~END-EXADATA-CELLS~~\n"
                + "~~BEGIN-MEMORY~~\n~~END-MEMORY~~\n");

        assertThat(reading.coverage().notUnderstood()).containsExactly("EXADATA-CELLS");
        assertThat(reading.problems()).extracting(EvidenceProblem::section).contains("EXADATA-CELLS", "MEMORY");
        assertThat(reading.cut()).isNull();
        assertThat(values(reading)).containsEntry("cpu.busyCores.max", 4.0);
    }
}
