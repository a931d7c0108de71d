package io.gulliver.evidence.awrreport;

import static io.gulliver.evidence.EvidenceBytes.ORIGIN;
import static io.gulliver.evidence.EvidenceBytes.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AwrReportReaderTest {
    @Test
    void givesBackTheModelOfEitherLayoutAsTextAndAsHtml() {
        Seeds.forAll(120, (seed, random) -> {
            GeneratedReport model = new GeneratedReport(random);
            boolean html = random.nextBoolean();
            String text = html ? model.html() : model.text();
            byte[] bytes = (random.nextBoolean() ? text.replace("\n", "\r\n") : text).getBytes(StandardCharsets.UTF_8);

            Reading reading = AwrReportReader.read(
                    new ByteArrayInputStream(random.nextBoolean() ? EvidenceBytes.gzip(bytes) : bytes), ORIGIN);

            compare(model, reading);
            assertThat(reading.problems())
                    .extracting(EvidenceProblem::message)
                    .containsExactlyElementsOf(
                            model.oraError && !html ? List.of("the report met ORA-01403: no data found") : List.of());
            assertThat(reading.coverage().missing())
                    .containsExactlyElementsOf(model.emptyEvents ? List.of("awr.topEvents") : List.of());
            assertThat(reading.coverage().sections())
                    .filteredOn(section -> section.name().equals("top events"))
                    .extracting(SectionCoverage::state)
                    .containsExactly(model.emptyEvents ? State.EMPTY : State.READ);
        });
    }

    /** Spooled from {@code select * from table(dbms_workload_repository.awr_report_text(…))} without a page size of 0. */
    @Test
    void givesBackTheModelOfAReportThatSqlPlusHasCutIntoPages() {
        Seeds.forAll(60, (seed, random) -> {
            GeneratedReport model = new GeneratedReport(random);
            int size = 11 + random.nextInt(20);
            String dashes = random.nextBoolean() ? "-".repeat(80) + "\n" : "";
            List<String> lines = model.text().lines().toList();
            StringBuilder paged = new StringBuilder("SQL> @report\n");
            for (int i = 0; i < lines.size(); i++) {
                paged.append(i % size == 0 ? "\nOUTPUT\n" + dashes : "")
                        .append(lines.get(i))
                        .append('\n');
            }

            compare(
                    model,
                    AwrReportReader.read(
                            new ByteArrayInputStream(paged.toString().getBytes(StandardCharsets.UTF_8)), ORIGIN));
        });
    }

    @Test
    void givesBackTheModelOfAReportWithDecimalCommas() {
        Pattern figure =
                Pattern.compile("(?<=[ >])-?\\d{1,3}(,\\d{3})*(\\.\\d+)?(?=[\\s<])|(?<=[ >])\\d+\\.\\d+(?=[\\s<])");
        Seeds.forAll(60, (seed, random) -> {
            GeneratedReport model = new GeneratedReport(random);
            String text = random.nextBoolean() ? model.html() : model.text();
            String european = figure.matcher(text)
                    .replaceAll(found ->
                            found.group().replace('.', '#').replace(',', '.').replace('#', ','));

            Map<String, Object> facts = EvidenceBytes.values(AwrReportReader.read(stream(european), ORIGIN));

            Map<String, Object> expected = EvidenceBytes.values(AwrReportReader.read(stream(text), ORIGIN));
            // texts stand as they are written
            expected.keySet().removeIf(name -> expected.get(name) instanceof List);
            assertThat(facts).as(european).containsAllEntriesOf(expected);
        });
    }

    @Test
    void readsAnHtmlTableOfAnyLength() throws IOException {
        GeneratedReport model = new GeneratedReport(new java.util.Random(4));
        String row = "<tr><td>an event</td><td>35,732</td><td>6,575</td><td>184</td><td>65.5</td></tr>\n";
        long rows = Long.getLong("gulliver.evidence.mb", 4) * 1024 * 1024 / row.length();
        Iterator<String> texts = java.util.stream.Stream.of(
                        java.util.stream.Stream.of("<html><body><h3>Segments of a long kind</h3><table>"),
                        java.util.stream.LongStream.range(0, rows).mapToObj(i -> row),
                        java.util.stream.Stream.of("</table>" + model.html()))
                .flatMap(one -> one)
                .iterator();

        Reading reading = AwrReportReader.read(EvidenceBytes.endless(texts), ORIGIN);

        compare(model, reading);
    }

    private static void compare(GeneratedReport model, Reading reading) {
        Map<String, Object> facts = EvidenceBytes.values(reading);
        assertThat(facts)
                .containsEntry("database.name", "GENDB")
                .containsEntry("database.dbid", "1344731332")
                .containsEntry("database.version", model.modern ? "19.0.0.0.0" : "11.2.0.4.0")
                .containsEntry("database.instance", "gendb1")
                .containsEntry("database.rac", false)
                .containsEntry("database.platform", "Linux x86 64-bit")
                .containsEntry("host.names", List.of("db01.example"))
                .containsEntry("host.cores", (long) model.cpus)
                .containsEntry("host.memoryGb", model.memoryGb)
                .containsEntry("awr.from", "2017-02-12T12:16:04")
                .containsEntry("awr.to", "2017-02-12T13:16:06")
                .containsEntry("awr.elapsedMinutes", 60.03)
                .containsEntry("awr.dbTimeMinutes", 1141.41)
                .containsEntry("awr.memory.sgaGb", 10.0)
                .containsEntry("awr.memory.pgaGb", 0.1)
                .containsEntry("database.parameters", List.of("processes=500", "sga_target=" + model.sgaTarget));
        assertThat((Double) facts.get("awr.hostCpu.busyPercent")).isCloseTo(100 - model.idle, within(1e-4));
        double[] loads =
                model.loads.values().stream().mapToDouble(Double::doubleValue).toArray();
        String[] names = {
            "dbTimePerSecond",
            "dbCpuPerSecond",
            "redoMbPerSecond",
            "logicalReadsPerSecond",
            "hardParsesPerSecond",
            "executesPerSecond",
            "transactionsPerSecond"
        };
        for (int i = 0; i < names.length; i++) {
            double expected = i == 2 ? loads[i] / 1024 / 1024 : loads[i];
            assertThat((Double) facts.get("awr.load." + names[i])).as(names[i]).isCloseTo(expected, within(1e-4));
        }
        assertThat((List<?>) facts.get("awr.efficiency"))
                .isEqualTo(List.of(
                        "Buffer Nowait %: 99.99",
                        "Redo NoWait %: 100.00", "Buffer Hit %: 93.53", "In-memory Sort %: 100.00"));
        if (!model.emptyEvents) {
            assertThat((List<?>) facts.get("awr.topEvents"))
                    .hasSize(model.events.size())
                    .first()
                    .isEqualTo("event a of files: 65.5 % of DB time, " + (model.modern ? "27.9K" : "6,575")
                            + " s, User I/O");
        }
        assertThat((List<?>) facts.get("memory.sgaAdvice"))
                .isEqualTo(model.sga.stream()
                        .map(row -> row[0] / 1024 + ".0 GB, factor 1.1, reads " + row[2] + ", DB time " + row[1] + " s")
                        .toList());
        assertThat((List<?>) facts.get("memory.pgaAdvice"))
                .isEqualTo(model.pga.stream()
                        .map(row -> row[0] / 1024 + ".0 GB, factor 1.0, over-allocations " + row[1])
                        .toList());
    }

    @Test
    void keepsWhatStandsBeforeACut() {
        Seeds.forAll(60, (seed, random) -> {
            GeneratedReport model = new GeneratedReport(random);
            byte[] whole = EvidenceBytes.gzip(
                    (random.nextBoolean() ? model.html() : model.text()).getBytes(StandardCharsets.UTF_8));
            byte[] cut = Arrays.copyOf(whole, 30 + random.nextInt(whole.length - 40));

            Reading reading = AwrReportReader.read(new ByteArrayInputStream(cut), ORIGIN);

            assertThat(reading.problems())
                    .extracting(EvidenceProblem::message)
                    .anySatisfy(message -> assertThat(message).startsWith("the file ends "));
            assertThat(EvidenceBytes.values(reading).getOrDefault("awr.elapsedMinutes", 60.03))
                    .isEqualTo(60.03);
        });
    }

    @Test
    void survivesAnyDamage() {
        Seeds.forAll(80, (seed, random) -> {
            GeneratedReport model = new GeneratedReport(random);
            byte[] bytes = (random.nextBoolean() ? model.html() : model.text()).getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < 1 + random.nextInt(60); i++) {
                int at = 2 + random.nextInt(bytes.length - 2);
                bytes[at] = random.nextBoolean() ? (byte) random.nextInt() : bytes[random.nextInt(bytes.length)];
            }

            Reading reading = AwrReportReader.read(new ByteArrayInputStream(bytes), ORIGIN);

            assertThat(reading.facts()).doesNotHaveDuplicates();
            assertThat(reading.problems()).hasSizeLessThan(500);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "1,697.5;1697.5",
                "1.697191E+09;1697191000",
                "832,293,601,354;832293601354",
                ".7;0.7",
                "27.9K;27900",
                "1.234,5;1234.5",
                "12,75;12.75"
            })
    void readsFiguresAsReportsPrintThem(String cell, double value) {
        assertThat(ReportFigures.number(cell).orElseThrow()).isEqualTo(value);
    }

    @Test
    void readsASnapshotsTimeInAnyLanguageOfEuropeAndSaysWhenItCannot() throws IOException {
        Reading french = AwrReportReader.read(stream("End Snap:        38 12-févr.-17 12:22:06        27\n"), ORIGIN);
        Reading german = AwrReportReader.read(stream("End Snap:        38 12-DEZ-17 12:22:06        27\n"), ORIGIN);
        Reading greek = AwrReportReader.read(stream("End Snap:        38 12-ΦΕΒ-17 12:22:06        27\n"), ORIGIN);

        assertThat(EvidenceBytes.values(french)).containsEntry("awr.to", "2017-02-12T12:22:06");
        assertThat(EvidenceBytes.values(german)).containsEntry("awr.to", "2017-12-12T12:22:06");
        assertThat(greek.problems())
                .extracting(EvidenceProblem::message)
                .anyMatch(message -> message.contains("'12-ΦΕΒ-17 12:22:06', not one like"));
    }

    private static final String TEN = """
            WORKLOAD REPOSITORY report for

            DB Name         DB Id    Instance     Inst Num Release     RAC Host
            ------------ ----------- ------------ -------- ----------- --- ------------
            ORCL          1132973626 orcl                1 10.2.0.3.0  NO  server1

                          Snap Id      Snap Time      Sessions Curs/Sess
                        --------- ------------------- -------- ---------
            Begin Snap:     11227 09-Feb-12 10:00:00        32       2.8
              End Snap:     11228 09-Feb-12 11:00:35        33       2.9
               Elapsed:               60.58 (mins)
               DB Time:                1.20 (mins)

            Load Profile
            ~~~~~~~~~~~~                            Per Second       Per Transaction
                                               ---------------       ---------------
                              Redo size:          1,048,576.00              9,276.15
                          Logical reads:                512.50                  7.10
                           Transactions:                  0.12

            Instance Efficiency Percentages (Target 100%)
            ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
                        Buffer Nowait %:  100.00       Redo NoWait %:  100.00
                        Buffer  Hit   %:   99.99    In-memory Sort %:  100.00

            Top 5 Timed Events                                         Avg %Total
            ~~~~~~~~~~~~~~~~~~                                        wait   Call
            Event                                 Waits    Time (s)   (ms)   Time Wait Class
            ------------------------------ ------------ ----------- ------ ------ ----------
            CPU time                                             69          95.8
            log file parallel write               1,131           3      3    4.6 System I/O
                      -------------------------------------------------------------

            Operating System Statistics                   DB/Inst: ORCL/orcl  Snaps: 11227-11228

            Statistic                                       Total
            -------------------------------- --------------------
            BUSY_TIME                                      90,000
            IDLE_TIME                                     270,000
            NUM_CPUS                                            1
            PHYSICAL_MEMORY_BYTES                   4,294,967,296
                      -------------------------------------------------------------

            End of Report
            """;

    @Test
    void readsAReportOfTenTwoWithoutAHostCpuOfItsOwn() throws IOException {
        Reading reading = AwrReportReader.read(stream(TEN), ORIGIN);

        assertThat(EvidenceBytes.values(reading))
                .containsEntry("database.name", "ORCL")
                .containsEntry("database.version", "10.2.0.3.0")
                .containsEntry("host.names", List.of("server1"))
                .containsEntry("host.cpus", 1L)
                .containsEntry("host.memoryGb", 4.0)
                .containsEntry("awr.hostCpu.busyPercent", 25.0)
                .containsEntry("awr.load.redoMbPerSecond", 1.0)
                .containsEntry("awr.load.logicalReadsPerSecond", 512.5)
                .containsEntry("awr.elapsedMinutes", 60.58)
                .containsEntry(
                        "awr.topEvents",
                        List.of(
                                "CPU time: 95.8 % of DB time, 69 s",
                                "log file parallel write: 4.6 % of DB time, 3 s, System I/O"));
        assertThat(reading.cut()).isNull();
    }

    @Test
    void refusesAReportThatStopsInTheMiddleAndTellsOneThatLacksItsEnd() throws IOException {
        int middle = TEN.indexOf("4.6 System");
        Reading cut = AwrReportReader.read(stream(TEN.substring(0, middle)), ORIGIN);
        Reading part = AwrReportReader.read(stream(TEN.substring(0, TEN.indexOf("Operating System"))), ORIGIN);
        String html =
                "<html><head><title>AWR Report for DB: X</title></head><body><h1>WORKLOAD REPOSITORY report for</h1>\n"
                        + "<table><tr><th>DB Name</th><th>DB Id</th></tr>\n<tr><td>X</td><td>12";
        Reading cutHtml = AwrReportReader.read(stream(html), ORIGIN);

        assertThat(cut.cut()).isNotNull();
        assertThat(cut.cut().line()).isEqualTo(31);
        assertThat(cut.cut().message()).contains("stops in the middle of a line");
        assertThat(part.cut()).isNull();
        assertThat(part.problems())
                .extracting(EvidenceProblem::message)
                .anyMatch(said -> said.contains("no 'End of Report'"));
        assertThat(cutHtml.cut()).isNotNull();
        assertThat(cutHtml.cut().line()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "WORKLOAD REPOSITORY REPORT (RAC);cluster",
                "<html><head><title>AWR RAC Report for DB: X</title>;cluster",
                "WORKLOAD REPOSITORY COMPARE PERIOD REPORT;compares two periods",
                "STATSPACK report for;STATSPACK",
                "ASH Report For ORCL/orcl;active sessions"
            })
    void namesTheReportThatItDoesNotRead(String line, String word) {
        KindDetector.Detected detected = KindDetector.detect((line + "\nDB Name\n").getBytes(StandardCharsets.UTF_8));

        assertThat(detected.kind()).isEqualTo(EvidenceKind.NOT_RECOGNISED);
        assertThat(detected.explanation()).contains(word, "awrrpt.sql");
    }
}
