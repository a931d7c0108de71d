package io.gulliver.evidence.sar;

import static io.gulliver.evidence.EvidenceBytes.ORIGIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gulliver.evidence.EvidenceBytes;
import io.gulliver.evidence.EvidenceProblem;
import io.gulliver.evidence.SectionCoverage;
import io.gulliver.evidence.SeriesReading;
import io.gulliver.evidence.TimeSeries;
import io.gulliver.testing.Seeds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Reports written from a model under every circumstance are read back to the model's figures, interval by interval. */
class SarProperties {
    @Test
    void givesBackEachIntervalOfAReportInText() {
        Seeds.forAll(25, (seed, random) -> {
            GeneratedSar model = GeneratedSar.of(seed, random);
            byte[] bytes = model.sarText().getBytes(StandardCharsets.UTF_8);

            SeriesReading reading = text(random.nextBoolean() ? EvidenceBytes.gzip(bytes) : bytes);

            compare(model, reading);
            assertThat(reading.reading().problems()).isEmpty();
            assertThat(reading.reading().coverage().notUnderstood()).hasSize(model.emptyTable() ? 2 : 1);
        });
    }

    @Test
    void givesBackEachIntervalOfAReportInJson() {
        Seeds.forAll(25, (seed, random) -> {
            GeneratedSar model = GeneratedSar.of(seed, random);
            byte[] bytes = model.sadfJson().getBytes(StandardCharsets.UTF_8);

            SeriesReading reading = json(random.nextBoolean() ? EvidenceBytes.gzip(bytes) : bytes);

            compare(model, reading);
            assertThat(reading.reading().problems()).isEmpty();
        });
    }

    @Test
    void keepsTheIntervalsBeforeACutAndSaysWhere() {
        Seeds.forAll(20, (seed, random) -> {
            GeneratedSar model = GeneratedSar.of(seed, random);
            boolean json = random.nextBoolean();
            byte[] whole =
                    EvidenceBytes.gzip((json ? model.sadfJson() : model.sarText()).getBytes(StandardCharsets.UTF_8));
            byte[] cut = Arrays.copyOf(whole, 30 + random.nextInt(whole.length - 40));

            SeriesReading reading = json ? json(cut) : text(cut);

            assertThat(reading.reading().problems())
                    .extracting(EvidenceProblem::message)
                    .anySatisfy(message -> assertThat(message).containsAnyOf("the file ends", "cannot be read beyond"));
            for (TimeSeries series : reading.series()) {
                if (series.name().equals("host.cpu.busyPercent")) {
                    for (int i = 0; i < series.size(); i++) {
                        assertThat(series.value(i)).isCloseTo(model.busy(i, "all"), within(1e-6));
                    }
                }
            }
        });
    }

    @Test
    void survivesAnyDamage() {
        Seeds.forAll(25, (seed, random) -> {
            GeneratedSar model = GeneratedSar.of(seed, random);
            boolean json = random.nextBoolean();
            byte[] bytes = (json ? model.sadfJson() : model.sarText()).getBytes(StandardCharsets.UTF_8);
            damage(bytes, random);

            SeriesReading reading = json ? json(bytes) : text(bytes);

            assertThat(reading.reading().facts()).doesNotHaveDuplicates();
            assertThat(reading.reading().problems()).hasSizeLessThan(500);
        });
    }

    private static void damage(byte[] bytes, Random random) {
        for (int i = 0; i < 1 + random.nextInt(40); i++) {
            int at = 2 + random.nextInt(bytes.length - 2);
            bytes[at] = random.nextBoolean() ? (byte) random.nextInt() : bytes[random.nextInt(bytes.length)];
        }
    }

    private static SeriesReading text(byte[] bytes) throws IOException {
        return SarTextReader.read(new ByteArrayInputStream(bytes), ORIGIN);
    }

    private static SeriesReading json(byte[] bytes) throws IOException {
        return SadfJsonReader.read(new ByteArrayInputStream(bytes), ORIGIN);
    }

    private static void compare(GeneratedSar model, SeriesReading reading) {
        Map<String, Object> facts = EvidenceBytes.values(reading.reading());
        assertThat(facts)
                .containsEntry("host.names", List.of("db01.example"))
                .containsEntry("host.cpus", (long) model.cpus())
                .containsEntry("host.memoryGb", 64.0)
                .containsEntry("evidence.sar.intervals", (long) model.total())
                .containsEntry("evidence.sar.intervalMinutes", 10.0)
                .containsEntry("evidence.sar.restarts", model.restart() ? model.days() - 1L : 0L)
                .containsEntry("evidence.sar.from", model.end(0).toString())
                .containsEntry("evidence.sar.to", model.end(model.total() - 1).toString());
        assertThat(reading.reading().coverage().missing()).containsExactly("host.swap.usedGb.max");
        assertThat((List<?>) facts.get("host.cpu.each")).hasSize(model.cpus());
        double gb = 1024.0 * 1024;
        series(model, reading, "host.cpu.busyPercent", i -> model.busy(i, "all"));
        series(model, reading, "host.cpu.iowaitPercent", i -> model.iowait(i, "all"));
        series(model, reading, "host.memory.usedGb", i -> model.ownKb(i) / gb);
        series(model, reading, "host.hugePages.usedGb", i -> model.hugeUsedKb(i) / gb);
        series(model, reading, "host.hugePages.totalGb", i -> 4096 * 1024 / gb);
        series(model, reading, "host.swap.pagesPerSecond", i -> model.figure(i, "in", 10) + model.figure(i, "out", 10));
        series(model, reading, "host.io.iops", i -> model.figure(i, "r", 900) + model.figure(i, "w", 900));
        series(
                model,
                reading,
                "host.io.mbPerSecond",
                i -> (model.figure(i, "br", 9000) + model.figure(i, "bw", 9000)) * 512 / gb);
        series(
                model,
                reading,
                "host.disks.iops",
                i -> model.figure(i, "sdatps", 500) + model.figure(i, "dasdbtps", 500));
        series(
                model,
                reading,
                "host.disks.mbPerSecond",
                i -> (model.figure(i, "sdar", 400)
                                + model.figure(i, "sdaw", 400)
                                + model.figure(i, "dasdbr", 400)
                                + model.figure(i, "dasdbw", 400))
                        / 1024);
        series(
                model,
                reading,
                "host.network.mbPerSecond",
                i -> (model.figure(i, "eth0rx", 5000)
                                + model.figure(i, "eth0tx", 5000)
                                + model.figure(i, "eth1rx", 5000)
                                + model.figure(i, "eth1tx", 5000))
                        / 1024);
        series(model, reading, "host.load.runQueue", i -> model.hundredths(i, "runq", 40));
        series(model, reading, "host.load.oneMinute", i -> model.figure(i, "load", 50));
        assertThat(reading.reading().coverage().sections())
                .filteredOn(section -> section.state() == SectionCoverage.State.READ)
                .hasSize(8);
    }

    private static void series(GeneratedSar model, SeriesReading reading, String name, IntToDoubleFunction expected) {
        TimeSeries series = reading.series().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no series " + name));
        assertThat(series.size()).as(name).isEqualTo(model.total());
        for (int i = 0; i < series.size(); i++) {
            assertThat(series.second(i))
                    .as(name + " " + i)
                    .isEqualTo(model.end(i).toEpochSecond(ZoneOffset.UTC));
            assertThat(series.minutes(i)).as(name + " " + i).isEqualTo(10);
            assertThat(series.value(i)).as(name + " " + i).isCloseTo(expected.applyAsDouble(i), within(1e-6));
        }
    }
}
