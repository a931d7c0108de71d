package io.gulliver.evidence.awrreport;

import static io.gulliver.evidence.EvidenceBytes.ORIGIN;
import static io.gulliver.evidence.EvidenceBytes.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gulliver.evidence.EvidenceBytes;
import io.gulliver.evidence.EvidenceProblem;
import io.gulliver.evidence.Reading;
import io.gulliver.evidence.SectionCoverage;
import io.gulliver.evidence.SectionCoverage.State;
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
        EvidenceBytes.forAll(120, (seed, random) -> {
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

    @Test
    void givesBackTheModelOfAReportWithDecimalCommas() {
        Pattern figure =
                Pattern.compile("(?<=[ >])-?\\d{1,3}(,\\d{3})*(\\.\\d+)?(?=[\\s<])|(?<=[ >])\\d+\\.\\d+(?=[\\s<])");
        EvidenceBytes.forAll(60, (seed, random) -> {
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
        EvidenceBytes.forAll(60, (seed, random) -> {
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
        EvidenceBytes.forAll(80, (seed, random) -> {
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
    void saysThatASnapshotsTimeIsInAnotherLanguage() throws IOException {
        Reading reading = AwrReportReader.read(stream("End Snap:        38 12-févr.-17 12:22:06        27\n"), ORIGIN);

        assertThat(reading.problems())
                .extracting(EvidenceProblem::message)
                .anyMatch(message -> message.contains("'12-févr.-17 12:22:06', not one like"));
    }
}
