package io.gulliver.evidence.intake;

import static io.gulliver.evidence.EvidenceBytes.ORIGIN;
import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.evidence.EvidenceBytes;
import io.gulliver.evidence.EvidenceKind;
import io.gulliver.evidence.Reading;
import io.gulliver.testing.MatrixSlice;
import io.gulliver.testing.Seeds;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What holds of every kind of file alike: how its text came about changes nothing, and half a file is none. */
class EveryReaderTest {
    /**
     * A file whose facts are known beforehand.
     *
     * @param errors whether an error of Oracle can stand between its lines
     */
    private record Sample(EvidenceKind kind, String text, boolean errors, Map<String, Object> facts) {
        boolean json() {
            return PLAIN_JSON.contains(kind);
        }
    }

    private static final Set<EvidenceKind> PLAIN_JSON = Set.of(EvidenceKind.SADF_JSON, EvidenceKind.HMC_OBJECTS);

    private static List<Sample> samples(Random random) {
        int cores = 1 + random.nextInt(64);
        double busy = random.nextInt(1000) / 10.0;
        long memoryKb = 1_000_000L + random.nextInt(100_000_000);
        int many = 2 + random.nextInt(20);
        return List.of(
                new Sample(
                        EvidenceKind.AWR_MINER,
                        """
                        ~~BEGIN-OS-INFORMATION~~
                        STAT_NAME                      STAT_VALUE
                        ------------------------------ ------------------------------
                        NUM_CPU_CORES                  %d
                        DB_NAME                        ORDERS
                        INSTANCES                      1
                        ~~END-OS-INFORMATION~~
                        ~~BEGIN-MAIN-METRICS~~

                              snap      dur_m end                  inst     os_cpu
                        ---------- ---------- -------------- ---------- ----------
                                 7         60 26/02/24 00:59          3       %s
                                 8         60 26/02/24 01:59          3        0.0

                        ~~END-MAIN-METRICS~~
                        """.formatted(cores, busy),
                        true,
                        Map.of("host.cores", (long) cores, "evidence.snapshots", 2L, "database.name", "ORDERS")),
                new Sample(
                        EvidenceKind.SAR_TEXT,
                        """
                        Linux 5.14.0-427.el9.x86_64 (db01) \t11/21/2026 \t_x86_64_\t(%d CPU)

                        10:00:00        CPU     %%user     %%nice   %%system   %%iowait    %%steal     %%idle
                        10:10:00        all      %.2f      0.00      0.00      0.00      0.00     %.2f
                        Average:        all      0.00      0.00      0.00      0.00      0.00    100.00
                        """.formatted(cores, busy, 100 - busy),
                        true,
                        Map.of("host.cpus", (long) cores, "host.cpu.busyPercent.max", busy)),
                new Sample(
                        EvidenceKind.SADF_JSON,
                        """
                        {"sysstat": {"hosts": [{"nodename": "db01", "machine": "s390x", "number-of-cpus": %d, "statistics": [
                        {"timestamp": {"date": "2026-11-21", "time": "10:10:00", "utc": 1, "interval": 600},
                         "cpu-load": [{"cpu": "all", "user": 0.0, "iowait": 0.0, "idle": %.1f}]}
                        ]}]}}
                        """.formatted(cores, 100 - busy),
                        false,
                        Map.of("host.cpus", (long) cores, "host.cpu.busyPercent.max", busy)),
                new Sample(
                        EvidenceKind.HOST_FACTS,
                        """
                        Architecture:          s390x
                        CPU(s):                %d
                        Thread(s) per core:    1
                        Core(s) per socket:    %d
                        Socket(s):             1
                        MemTotal:       %d kB
                        HugePages_Total:    %d
                        Hugepagesize:       1024 kB
                        mpatha (36005076400810) dm-0 IBM,2145
                        size=10G features='0' hwhandler='1 alua' wp=rw
                        `-+- policy='service-time 0' prio=50 status=active
                          |- 0:0:0:0 sda 8:0  active ready running
                          `- 1:0:0:0 sdb 8:16 active ready running
                        """.formatted(cores, cores, memoryKb, many),
                        true,
                        Map.of(
                                "host.cpus",
                                (long) cores,
                                "host.memoryGb",
                                Math.round(memoryKb / 1024.0 / 1024 * 1e4) / 1e4,
                                "host.hugePages.pages",
                                (long) many,
                                "host.multipath.maps",
                                1L)),
                new Sample(
                        EvidenceKind.AWR_REPORT,
                        """
                        WORKLOAD REPOSITORY report for

                        DB Name         DB Id    Instance     Inst Num Release     RAC Host
                        ------------ ----------- ------------ -------- ----------- --- ------------
                        ORCL          1132973626 orcl                1 10.2.0.3.0  NO  server1

                        Begin Snap:     11227 09-Feb-12 10:00:00        32       2.8
                          End Snap:     11228 09-Feb-12 11:00:35        33       2.9
                           Elapsed:               %d.58 (mins)

                        Load Profile
                        ~~~~~~~~~~~~                            Per Second       Per Transaction
                                                           ---------------       ---------------
                                          Redo size:        %,15d.00              9,276.15

                        End of Report
                        """.formatted(many, many * 1048576L),
                        true,
                        Map.of(
                                "database.name",
                                "ORCL",
                                "awr.elapsedMinutes",
                                many + 0.58,
                                "awr.load.redoMbPerSecond",
                                (double) many)),
                new Sample(
                        EvidenceKind.ZVM_REPORT,
                        """
                        1FCX100  Run 2026/11/02 07:38:36         CPU                            Page    1
                                                                 General CPU Load and User Transactions
                        From 2026/11/01 23:40:00
                        To   2026/11/02 01:40:00
                        For    7200 Secs 02:00:00    Result of PROD Run
                        ______________________________________________________________________________

                        CPU Load                                             Status or
                        PROC TYPE %%CPU %%CP %%EMU  %%WT %%SYS %%SP %%SIC %%LOGLD    ded. User
                        P00  IFL  %4d   5   45   50    2   0   ..     51    Master
                        P01  IFL  %4d   7   63   30    2   0   ..     71    Alternate
                        """.formatted(many, many),
                        true,
                        Map.of("zvm.cpu.processors", 2L, "zvm.cpu.busyPercent.mean", (double) many)),
                new Sample(
                        EvidenceKind.CP_ANSWERS,
                        "q proc\n"
                                + IntStream.range(0, many)
                                        .mapToObj("PROCESSOR %02X ALTERNATE IFL\n"::formatted)
                                        .collect(Collectors.joining())
                                + "Ready; T=0.01/0.01 00:50:16\nq stor\nSTORAGE = " + cores + "G CONFIGURED = " + cores
                                + "G INC = 256M STANDBY = 0 RESERVED = 0\n",
                        true,
                        Map.of(
                                "zvm.storageGb",
                                (double) cores,
                                "zvm.processors.each",
                                List.of("IFL alternate: " + many))),
                new Sample(
                        EvidenceKind.HMC_OBJECTS,
                        "[\n"
                                + IntStream.range(0, many)
                                        .mapToObj(
                                                ("  {\"class\": \"partition\", \"name\": \"P%d\", \"object-uri\":"
                                                                + " \"/api/partitions/%<d\", \"status\": \"active\",\n   \"ifl-processors\":"
                                                                + " 2, \"processor-mode\": \"dedicated\", \"initial-memory\": 4096}")
                                                        ::formatted)
                                        .collect(Collectors.joining(",\n"))
                                + "\n]\n",
                        false,
                        Map.of(
                                "hmc.partitions",
                                (long) many,
                                "hmc.partitions.dedicatedIfls",
                                2L * many,
                                "hmc.partitions.memoryGb",
                                4.0 * many)),
                new Sample(
                        EvidenceKind.HMC_METRICS,
                        "\"partition-usage\"\n"
                                + IntStream.range(0, many)
                                        .mapToObj("\"/api/partitions/%d\"\n1763690000123\n%<d,3,5,0,0\n\n"::formatted)
                                        .collect(Collectors.joining()),
                        false,
                        Map.of("hmc.metrics.samples", (long) many, "hmc.partitions.processorPercent.max", many - 1.0)),
                new Sample(
                        EvidenceKind.ARRAY_VOLUMES,
                        "id:name:IO_group_id:status:mdisk_grp_name:capacity:vdisk_UID\n"
                                + IntStream.range(0, many)
                                        .mapToObj("%d:vol%<d:0:online:pool0:10737418240:6005%<04d\n"::formatted)
                                        .collect(Collectors.joining()),
                        true,
                        Map.of("array.volumes", (long) many, "array.volumesGb", 10.0 * many)),
                new Sample(
                        EvidenceKind.LISTENER_LOG,
                        IntStream.range(0, many)
                                .mapToObj(
                                        ("21-NOV-2026 10:15:22 * (CONNECT_DATA=(SERVICE_NAME=CRM)(CID=(PROGRAM=sqlplus)"
                                                + "(HOST=app%d)(USER=scott))) * (ADDRESS=(PROTOCOL=tcp)(HOST=10.0.0.5)(PORT=1234))"
                                                + " * establish * CRM * 0\n")::formatted)
                                .collect(Collectors.joining()),
                        true,
                        Map.of("listener.connections", (long) many, "listener.clients", (long) many)),
                new Sample(
                        EvidenceKind.HOST_PROGRAMS,
                        "  PID USER     COMMAND\n"
                                + IntStream.range(1, many + 1)
                                        .mapToObj("%5d oracle   /opt/app/prog%<d -x\n"::formatted)
                                        .collect(Collectors.joining())
                                + "0 2 * * * /home/oracle/backup.sh\n",
                        true,
                        Map.of("host.processes", (long) many, "host.cronJobs", 1L)),
                new Sample(
                        EvidenceKind.DISCOVERY_SPOOL,
                        """
                        gulliver discovery 1 begin 10.2.0.5.0
                        gulliver question identity database-identity NAME,LOG_MODE,DATABASE_ROLE,FORCE_LOGGING
                        =DB%d|NOARCHIVELOG|PRIMARY|NO|
                        gulliver end identity
                        gulliver discovery 1 end
                        """.formatted(many),
                        false,
                        Map.of("database_name", "DB" + many, "archivelog", false)));
    }

    /** The same text as other programs and systems would have written it. */
    private static byte[] disguised(Sample sample, Random random) {
        List<String> lines = new ArrayList<>(Arrays.asList(sample.text().split("\n", -1)));
        if (random.nextBoolean()) {
            // behind the one that is the text's end
            lines.replaceAll(line -> line.isEmpty() ? line : line + " ".repeat(random.nextInt(3)));
        }
        if (!sample.json() && random.nextBoolean()) {
            lines.replaceAll(
                    line -> line.isBlank() || random.nextInt(3) > 0 ? line : "\u001b[0;32m" + line + "\u001b[0m");
        }
        if (sample.errors() && random.nextBoolean()) {
            lines.add(random.nextInt(lines.size()), "ORA-00942: table or view does not exist");
        }
        if (random.nextBoolean()) {
            lines.add(0, "[oracle@db01 ~]$ ./collect.sh");
            if (random.nextBoolean()) {
                lines.add(0, "Last login: Sat Nov 21 08:00:00 2026 from 10.1.1.1");
            }
        }
        String text = String.join(random.nextBoolean() ? "\r\n" : "\n", lines);
        byte[] bytes = switch (random.nextInt(4)) {
            case 0 -> text.getBytes(StandardCharsets.UTF_8);
            case 1 -> ("\ufeff" + text).getBytes(StandardCharsets.UTF_8);
            case 2 -> ("\ufeff" + text).getBytes(StandardCharsets.UTF_16LE);
            default -> ("\ufeff" + text).getBytes(StandardCharsets.UTF_16BE);
        };
        return random.nextBoolean() ? EvidenceBytes.gzip(bytes) : bytes;
    }

    private static Reading read(byte[] bytes) throws IOException {
        return EvidenceReaders.readAll(
                        KindDetector.detect(Arrays.copyOf(bytes, Math.min(bytes.length, KindDetector.HEAD_BYTES)))
                                .kind(),
                        () -> new ByteArrayInputStream(bytes),
                        ORIGIN)
                .reading();
    }

    @Test
    void readsTheSameWhateverWroteTheText() {
        Seeds.forAll(60, (seed, random) -> {
            for (Sample sample : samples(random)) {
                byte[] bytes = disguised(sample, random);

                assertThat(KindDetector.detect(bytes))
                        .as("%s", sample.kind())
                        .extracting(KindDetector.Detected::kind)
                        .isEqualTo(sample.kind());
                Reading reading = read(bytes);
                assertThat(EvidenceBytes.values(reading))
                        .as("%s", sample.kind())
                        .containsAllEntriesOf(sample.facts());
                assertThat(reading.cut()).as("%s", sample.kind()).isNull();
                assertThat(reading.coverage().expected())
                        .as("%s", sample.kind())
                        .isPositive();
                assertThat(reading.coverage().percent()).as("%s", sample.kind()).isBetween(1, 100);
                assertThat(reading.coverage().sections())
                        .as("%s", sample.kind())
                        .isNotEmpty();
            }
        });
    }

    @Test
    void saysOfEveryCutArchiveThatItIsNotWholeAndWhereItEnds() {
        Seeds.forAll(20, (seed, random) -> {
            for (Sample sample : samples(random)) {
                byte[] whole =
                        EvidenceBytes.gzip((sample.text() + noise(sample, random)).getBytes(StandardCharsets.UTF_8));
                byte[] cut = Arrays.copyOf(whole, whole.length - 1 - random.nextInt(whole.length / 8));

                Reading reading = EvidenceReaders.readAll(sample.kind(), () -> new ByteArrayInputStream(cut), ORIGIN)
                        .reading();

                assertThat(reading.cut()).as("%s", sample.kind()).isNotNull();
                assertThat(reading.cut().message()).as("%s", sample.kind()).containsAnyOf("gzip", "cut off", "ends");
                assertThat(reading.cut().advice()).as("%s", sample.kind()).contains("upload it whole");
            }
        });
    }

    /** So that an archive is long enough to be cut at many places. */
    private static String noise(Sample sample, Random random) {
        return sample.json()
                ? " ".repeat(random.nextInt(50))
                : IntStream.range(0, 40)
                        .mapToObj(i -> "# " + Long.toHexString(random.nextLong()) + "\n")
                        .collect(Collectors.joining());
    }

    /** Files several times larger than the heap of the process that reads them. */
    @Test
    @Tag("process")
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void readsFilesThatAreLargerThanItsMemory(@TempDir Path directory) throws Exception {
        List<String> kinds = MatrixSlice.of("LargeReads", LargeReads.kinds(), kind -> kind, 3);
        Path errors = directory.resolve("errors.txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + LargeReads.HEAP_MB + "m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                LargeReads.class.getName(),
                System.getProperty("gulliver.evidence.mb", "36")));
        command.addAll(kinds);
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        try {
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            process.getInputStream().transferTo(said);
            String output = said.toString(StandardCharsets.UTF_8);
            assertThat(process.waitFor())
                    .as("exit; it said: %s %s", output, Files.readString(errors))
                    .isZero();
            assertThat(output.lines()).hasSize(kinds.size()).allMatch(line -> line.contains(" cut=false "));
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
