package io.gulliver.evidence.zvm;

import static io.gulliver.evidence.EvidenceBytes.ORIGIN;
import static io.gulliver.evidence.EvidenceBytes.stream;
import static io.gulliver.evidence.EvidenceBytes.values;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gulliver.evidence.EvidenceBytes;
import io.gulliver.evidence.EvidenceKind;
import io.gulliver.evidence.EvidenceProblem;
import io.gulliver.evidence.SectionCoverage;
import io.gulliver.evidence.SectionCoverage.State;
import io.gulliver.evidence.SeriesReading;
import io.gulliver.evidence.TimeSeries;
import io.gulliver.evidence.intake.KindDetector;
import io.gulliver.testing.Seeds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PerfkitReaderTest {
    @Test
    void givesBackTheModelWhateverTheOrderOfColumnsTheMarkAndTheBlanks() {
        Seeds.forAll(100, (seed, random) -> {
            GeneratedReports model = new GeneratedReports(random, 1 + random.nextInt(40), 2 + random.nextInt(10));
            String text = model.text();
            byte[] bytes = (random.nextBoolean() ? text.replace("\n", "\r\n") : text).getBytes(StandardCharsets.UTF_8);

            SeriesReading reading = PerfkitReader.read(
                    new ByteArrayInputStream(random.nextBoolean() ? EvidenceBytes.gzip(bytes) : bytes), ORIGIN);

            assertThat(reading.reading().problems()).isEmpty();
            assertThat(reading.reading().coverage().missing()).isEmpty();
            Map<String, Object> facts = values(reading.reading());
            assertThat(facts)
                    .containsEntry("zvm.cpu.processors", 2L)
                    .containsEntry("zvm.cpu.processorTypes", List.of("IFL: 2"))
                    .containsEntry("zvm.paging.pageRate", 12.5)
                    .containsEntry("zvm.guests.count", (long) model.guests.size())
                    .containsEntry("zvm.guests.cpuPercent.max", most(model.cpu))
                    .containsEntry("zvm.guests.pageReadsPerSecond.max", most(model.reads))
                    .containsEntry("zvm.guests.cpuWaitPercent.max", most(model.cpuWait))
                    .containsEntry("zvm.guests.pageWaitPercent.max", most(model.pageWait))
                    .containsEntry("lpar.physicalProcessors", 44L)
                    .containsEntry("lpar.configuredPartitions", 3L)
                    .containsEntry("lpar.machineModel", "3931-7F1")
                    .containsEntry("lpar.own.weight", 800L)
                    .containsEntry("lpar.own.busyPercent", 70.0)
                    .containsEntry("lpar.own.suspendedPercent", 2.0)
                    .containsEntry(
                            "lpar.each",
                            List.of(
                                    "ZVMPROD: 2 logical IFL, weight 800, cap no, busy 70.0 (most 80.0) %, suspended 2.0 (most 3.0) %",
                                    "ZVMTEST: 1 logical IFL, weight DED, cap yes, busy 10.0 %, suspended 0.0 %"));
            int best = IntStream.range(0, model.cpu.length)
                    .boxed()
                    .max((a, b) -> Double.compare(model.cpu[a], model.cpu[b]))
                    .orElseThrow();
            assertThat((List<?>) facts.get("zvm.guests.cpuPercent.each"))
                    .hasSize(model.guests.size())
                    .anySatisfy(text1 -> assertThat(text1)
                            .isEqualTo(model.guests.get(best) + ": " + model.cpu[best] + ", total to virtual 1.2"));
            assertThat((List<?>) facts.get("zvm.guests.pageReadsPerSecond.each"))
                    .allSatisfy(one -> assertThat((String) one).contains("pages reserved 1.264128E7"));
            series(reading, "zvm.cpu.busyPercent", model.busy);
            series(
                    reading,
                    "zvm.paging.pagesPerSecond",
                    IntStream.range(0, model.pages.length)
                            .mapToDouble(model::shownPages)
                            .toArray());
            assertThat(reading.reading().facts())
                    .allSatisfy(fact -> assertThat(fact.at()).isEqualTo(Instant.parse("2026-11-02T01:40:00Z")));
        });
    }

    private static double most(double[] values) {
        return DoubleStream.of(values).max().orElseThrow();
    }

    private static void series(SeriesReading reading, String name, double[] expected) {
        TimeSeries series = reading.series().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no series " + name));
        assertThat(series.size()).as(name).isEqualTo(expected.length);
        long first = Instant.parse("2026-11-01T23:50:00Z").getEpochSecond();
        for (int i = 0; i < expected.length; i++) {
            assertThat(series.value(i)).as(name + " " + i).isCloseTo(expected[i], within(1e-6));
            assertThat(series.second(i)).as(name + " " + i).isEqualTo(first + 600L * i);
        }
    }

    @Test
    void saysWhereACutFileEndsAndKeepsWhatCameBefore() {
        Seeds.forAll(40, (seed, random) -> {
            GeneratedReports model = new GeneratedReports(random, 200, 100);
            byte[] whole = EvidenceBytes.gzip(model.text().getBytes(StandardCharsets.UTF_8));
            byte[] cut = Arrays.copyOf(whole, whole.length / 2 + random.nextInt(whole.length / 3));

            SeriesReading reading = PerfkitReader.read(new ByteArrayInputStream(cut), ORIGIN);

            assertThat(reading.reading().problems())
                    .extracting(EvidenceProblem::message)
                    .anySatisfy(message -> assertThat(message).contains("the file ends after line"));
            assertThat(reading.reading().facts()).isNotEmpty();
        });
    }

    @Test
    void survivesAnyDamage() {
        Seeds.forAll(60, (seed, random) -> {
            byte[] bytes = new GeneratedReports(random, 30, 30).text().getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < 1 + random.nextInt(40); i++) {
                int at = 2 + random.nextInt(bytes.length - 2);
                bytes[at] = random.nextBoolean() ? (byte) random.nextInt() : bytes[random.nextInt(bytes.length)];
            }

            SeriesReading reading = PerfkitReader.read(new ByteArrayInputStream(bytes), ORIGIN);

            assertThat(reading.reading().facts()).doesNotHaveDuplicates();
            assertThat(reading.reading().problems()).hasSizeLessThan(500);
        });
    }

    @Test
    void namesAnErrorInTheMiddleAnEmptyReportAndOneThatItDoesNotKnow() throws IOException {
        String text = GeneratedReports.head("FCX112", "USER", "Resource Usage by User")
                + "Userid      %CPU Ratio\n"
                + "LNXDB01     12.5   1.1\n"
                + "FCXBMN302E Monitor data not available\n"
                + "LNXDB02      7.5   1.0  5 6 7 8\n"
                + GeneratedReports.head("FCX114", "USTAT", "Wait State Analysis by User")
                + "Userid   %ACT %RUN %CPU %PGW\n"
                + GeneratedReports.head("FCX102", "CHANNEL", "Channel Load")
                + "one\ntwo\n";

        SeriesReading reading = PerfkitReader.read(stream(text), ORIGIN);

        assertThat(reading.reading().problems())
                .extracting(EvidenceProblem::line, EvidenceProblem::section)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(10L, "FCX112 User Resource Usage"),
                        org.assertj.core.groups.Tuple.tuple(11L, "FCX112 User Resource Usage"));
        assertThat(values(reading.reading())).containsEntry("zvm.guests.cpuPercent.max", 12.5);
        assertThat(reading.reading().coverage().sections())
                .filteredOn(section -> section.line() > 0)
                .extracting(SectionCoverage::name, SectionCoverage::rows, SectionCoverage::state)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("FCX112 User Resource Usage", 1L, State.READ),
                        org.assertj.core.groups.Tuple.tuple("FCX114 Wait State Analysis by User", 0L, State.EMPTY),
                        org.assertj.core.groups.Tuple.tuple("FCX102", 7L, State.NOT_UNDERSTOOD));
    }

    @Test
    void holdsNoMoreOfALongFileThanItsGuests() throws IOException {
        long megabytes = Long.getLong("gulliver.evidence.mb", 4);
        GeneratedReports model = new GeneratedReports(new Random(5), 50, 10);
        String text = model.text();
        long copies = megabytes * 1024 * 1024 / text.length();
        SeriesReading reading = PerfkitReader.read(
                EvidenceBytes.endless(new Iterator<>() {
                    private long given;

                    @Override
                    public boolean hasNext() {
                        return given < copies;
                    }

                    @Override
                    public String next() {
                        given++;
                        return text;
                    }
                }),
                ORIGIN);

        assertThat(values(reading.reading()))
                .containsEntry("zvm.guests.count", 50L)
                .containsEntry("zvm.guests.cpuPercent.max", most(model.cpu));
    }

    @Test
    void isKnownByItsFirstLine() {
        assertThat(KindDetector.detect(
                                new GeneratedReports(new Random(1), 3, 3).text().getBytes(StandardCharsets.UTF_8))
                        .kind())
                .isEqualTo(EvidenceKind.ZVM_REPORT);
    }
}
