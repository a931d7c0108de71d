package io.gulliver.evidence.zvm;

import static io.gulliver.evidence.EvidenceBytes.ORIGIN;
import static io.gulliver.evidence.EvidenceBytes.stream;
import static io.gulliver.evidence.EvidenceBytes.values;
import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.evidence.EvidenceBytes;
import io.gulliver.evidence.EvidenceKind;
import io.gulliver.evidence.EvidenceProblem;
import io.gulliver.evidence.Reading;
import io.gulliver.evidence.SectionCoverage;
import io.gulliver.evidence.SectionCoverage.State;
import io.gulliver.evidence.intake.KindDetector;
import io.gulliver.testing.Seeds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CpReaderTest {
    private static final String CONSOLE = """
            q cplevel
            z/VM Version 7 Release 3.0, service level 2301 (64-bit)
            Generated at 10/03/26 12:03:51 EDT
            IPL at 11/01/26 04:00:12 EST
            Ready; T=0.01/0.01 00:50:16
            q cpuid
            CPUID = FF0A11CE39318000
            QUERY PROCESSORS
            PROCESSOR 00 MASTER IFL
            PROCESSOR 01 ALTERNATE IFL
            PROCESSOR 02 PARKED IFL
            q srm
            IABIAS : INTENSITY=90%; DURATION=2
            LDUBUF : Q1=100% Q2=75% Q3=60%
            STORBUF: Q1=300% Q2=250% Q3=200%
            DSPBUF : Q1=32767 Q2=32767 Q3=32767
            DISPATCHING MINOR TIMESLICE = 5 MS
            MAXWSS : LIMIT=9999%
            ...... : PAGES=999999
            XSTORE : 0%
            LIMITHARD METHOD: CONSUMPTION
            POLARIZATION: VERTICAL
            GLOBAL PERFORMANCE DATA: ON
            q stor
            STORAGE = 64G CONFIGURED = 64G INC = 256M STANDBY = 32G RESERVED = 0
            q v stor
            STORAGE = 24576M MAX = 1T INC = 4K STANDBY = 0 RESERVED = 0
            q share lnxdb01
            USER LNXDB01  : RELATIVE SHARE = 1600
                           MAXIMUM SHARE = LIMITHARD ABSOLUTE 25%
            USER LNXDB02  : ABSOLUTE SHARE = 12.5%
            ind load
            AVGPROC-038% 03
            XSTORE-000000/SEC MIGRATE-0000/SEC
            MDC READS-000001/SEC WRITES-000000/SEC HIT RATIO-092%
            PAGING-17/SEC
            Q0-00002(00000)                           DORMANT-00041
            Q1-00000(00000)           E1-00000(00000)
            PROC 0000-038% IFL      PROC 0001-037% IFL
            LIMITED-00000
            q v cpus
            CPU 00  ID  FF0A11CE39318000 (BASE) IFL  CPUAFF ON
            CPU 01  ID  FF0A11CE39318000 STOPPED IFL CPUAFF ON
            q mt
            Multithreading is enabled.
                         Requested   Activated
                         Threads     Threads
            MAX_THREADS     MAX         2
            IFL core          2         2
            """;

    @Test
    void readsAConsoleWithEveryAnswer() throws IOException {
        Reading reading = CpReader.read(stream(CONSOLE), ORIGIN);

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.coverage().missing()).isEmpty();
        assertThat(values(reading))
                .containsEntry("zvm.release", "7.3.0")
                .containsEntry("zvm.serviceLevel", "2301")
                .containsEntry("zvm.machineType", "3931")
                .containsEntry("zvm.processors.each", List.of("IFL alternate: 1", "IFL master: 1", "IFL parked: 1"))
                .containsEntry("zvm.polarization", "vertical")
                .containsEntry("zvm.storageGb", 64.0)
                .containsEntry("zvm.storage.standbyGb", 32.0)
                .containsEntry("zvm.guest.storageGb", 24.0)
                .containsEntry("zvm.guest.storage.maxGb", 1024.0)
                .containsEntry(
                        "zvm.guest.shares",
                        List.of("LNXDB01: relative 1600, maximum limithard absolute 25%", "LNXDB02: absolute 12.5%"))
                .containsEntry("zvm.load.averagePercent", 38L)
                .containsEntry("zvm.load.processors", 3L)
                .containsEntry("zvm.load.pagesPerSecond", 17L)
                .containsEntry("zvm.load.each", List.of("0000: 38 % IFL", "0001: 37 % IFL"))
                .containsEntry("zvm.guest.cpus", 2L)
                .containsEntry("zvm.guest.stoppedCpus", 1L)
                .containsEntry("zvm.multithreading", "enabled")
                .containsEntry("zvm.threads", List.of("MAX_THREADS: 2", "IFL core: 2"));
        assertThat((List<?>) values(reading).get("zvm.srm"))
                .asString()
                .contains("MAXWSS: LIMIT=9999% PAGES=999999", "LIMITHARD METHOD: CONSUMPTION");
        assertThat(KindDetector.detect(CONSOLE.getBytes(StandardCharsets.UTF_8)).kind())
                .isEqualTo(EvidenceKind.CP_ANSWERS);
    }

    /** In the form of a console of z/VM 6.3, its lines padded to the screen's width. */
    @Test
    void readsAConsoleAsATerminalShowsIt() throws IOException {
        String console = """
                query processors                    \s
                PROCESSOR 00 MASTER CP    \s
                PROCESSOR 01 ALTERNATE CP \s
                Ready; T=0.01/0.01 00:50:16
                QUERY STORAGE
                STORAGE = 2G CONFIGURED = 2G INC = 1M STANDBY = 0  RESERVED = 0
                Q V STOR                   \s
                STORAGE = 256M             \s
                Q ALLOC                                                                         \s
                DASD 0205 M01S01 3390 CKD-ECKD (UNITS IN CYLINDERS)                             \s
                     TDISK TOTAL=00000000000 INUSE=00000000000 AVAIL=00000000000                \s
                     PAGE  TOTAL=00000003337 INUSE=00000000334 AVAIL=00000003003                \s
                     SPOOL TOTAL=00000003337 INUSE=00000000162 AVAIL=00000003175                \s
                     DRCT  TOTAL=00000000020 INUSE=00000000001 AVAIL=00000000019, ACTIVE        \s
                IPL NUCLEUS ACTIVE ON VOLUME M01RES                                             \s
                ind load                                                                        \s
                AVGPROC-007% 05                                                                 \s
                MDC READS-000000/SEC WRITES-000000/SEC HIT RATIO-000%                           \s
                PAGING-0/SEC                                                                    \s
                Q0-00000(00000)                           DORMANT-00001                         \s
                Q1-00000(00000)           E1-00000(00000)                                       \s
                PROC 0000-007% CP   HZ     PROC 0001-008% CP   HZ                               \s
                PROC 0002-000% CP   HZ                                                          \s
                LIMITED-00000                                                                   \s
                q v dasd
                DASD 0190 3390 M01RES R/O        214 CYL ON DASD  0200 SUBCHANNEL = 0005
                DASD 0200 ON DASD  8200 R/W 0X8200 SUBCHANNEL = 0006
                TIME IS 14:03:03 EST FRIDAY 11/20/26
                CONNECT= 99:59:59 VIRTCPU= 005:02.17 TOTCPU= 005:05.11
                                                                            RUNNING   ZVMWSXX
                """;

        Reading reading = CpReader.read(stream(console), ORIGIN);

        assertThat(reading.problems()).isEmpty();
        assertThat(values(reading))
                .containsEntry("zvm.processors.each", List.of("CP alternate: 1", "CP master: 1"))
                .containsEntry("zvm.storageGb", 2.0)
                .containsEntry("zvm.guest.storageGb", 0.25)
                .containsEntry("zvm.paging.spacePercent", 10.009)
                .containsEntry("zvm.load.averagePercent", 7L)
                .containsEntry("zvm.load.each", List.of("0000: 7 % CP", "0001: 8 % CP", "0002: 0 % CP"))
                .containsEntry("zvm.guest.devices", List.of("DASD: 2"));
    }

    @Test
    void tellsWhatCpRefusedWithItsLineAndReadsTheRest() throws IOException {
        Reading reading = CpReader.read(
                stream("q srm\nHCPCMD003E Invalid option - SRM\nq cpuid\nCPUID = FF0A11CE39318000\nsomething else\n"),
                ORIGIN);

        assertThat(reading.problems())
                .extracting(EvidenceProblem::line, EvidenceProblem::section)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(2L, null),
                        org.assertj.core.groups.Tuple.tuple(5L, "QUERY CPUID"));
        assertThat(values(reading)).containsEntry("zvm.machineType", "3931");
        assertThat(reading.coverage().sections())
                .filteredOn(section -> section.state() == State.READ)
                .extracting(SectionCoverage::name)
                .containsExactly("QUERY CPUID");
    }

    @Test
    void givesBackTheModelInAnyOrderWithAnyLineEndsAndBlanks() {
        Seeds.forAll(100, (seed, random) -> {
            int processors = 1 + random.nextInt(80);
            int virtual = 1 + random.nextInt(64);
            int stopped = random.nextInt(virtual);
            long storage = 1 + random.nextInt(4000);
            boolean comma = random.nextBoolean();
            List<String> answers = new ArrayList<>(List.of(
                    IntStream.range(0, processors)
                            .mapToObj(i -> String.format(
                                    Locale.ROOT, "PROCESSOR %02X %s IFL\n", i, i == 0 ? "MASTER" : "ALTERNATE"))
                            .collect(Collectors.joining()),
                    "STORAGE = " + storage + (comma ? ",5" : ".5") + "G CONFIGURED = " + storage + (comma ? ",5" : ".5")
                            + "G INC = 256M STANDBY = 0 RESERVED = 0\n",
                    IntStream.range(0, virtual)
                            .mapToObj(i -> String.format(
                                    Locale.ROOT,
                                    "CPU %02X  ID  FF0A11CE39318000 %s IFL  CPUAFF ON%n",
                                    i,
                                    i >= virtual - stopped ? "STOPPED" : ""))
                            .collect(Collectors.joining()),
                    "AVGPROC-" + String.format("%03d", random.nextInt(100)) + "% " + processors + "\n"));
            Collections.shuffle(answers, random);
            String text = String.join(random.nextBoolean() ? "\n" : "Ready; T=0.01/0.01 00:50:16\n", answers);
            byte[] bytes = (random.nextBoolean() ? text.replace("\n", "\r\n") : text).getBytes(StandardCharsets.UTF_8);

            Reading reading = CpReader.read(
                    new ByteArrayInputStream(random.nextBoolean() ? EvidenceBytes.gzip(bytes) : bytes), ORIGIN);

            assertThat(reading.problems()).isEmpty();
            Map<String, Object> facts = values(reading);
            assertThat(facts)
                    .containsEntry("zvm.storageGb", storage + 0.5)
                    .containsEntry("zvm.guest.cpus", (long) virtual)
                    .containsEntry("zvm.guest.stoppedCpus", (long) stopped)
                    .containsEntry("zvm.load.processors", (long) processors);
        });
    }

    @Test
    void survivesAnyDamageAndSaysWhereACutFileEnds() {
        Seeds.forAll(60, (seed, random) -> {
            byte[] bytes = CONSOLE.getBytes(StandardCharsets.UTF_8);
            damage(bytes, random);
            assertThat(CpReader.read(new ByteArrayInputStream(bytes), ORIGIN).facts())
                    .doesNotHaveDuplicates();

            byte[] whole = EvidenceBytes.gzip(CONSOLE.getBytes(StandardCharsets.UTF_8));
            byte[] cut = Arrays.copyOf(whole, 20 + random.nextInt(whole.length - 40));
            assertThat(CpReader.read(new ByteArrayInputStream(cut), ORIGIN).problems())
                    .extracting(EvidenceProblem::message)
                    .anySatisfy(message -> assertThat(message).contains("the file ends after line"));
        });
    }

    private static void damage(byte[] bytes, Random random) {
        for (int i = 0; i < 1 + random.nextInt(40); i++) {
            int at = 2 + random.nextInt(bytes.length - 2);
            bytes[at] = random.nextBoolean() ? (byte) random.nextInt() : bytes[random.nextInt(bytes.length)];
        }
    }
}
