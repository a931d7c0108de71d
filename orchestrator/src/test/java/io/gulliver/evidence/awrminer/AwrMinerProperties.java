package io.gulliver.evidence.awrminer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gulliver.evidence.EvidenceKind;
import io.gulliver.evidence.EvidenceProblem;
import io.gulliver.evidence.Reading;
import io.gulliver.evidence.SectionCoverage;
import io.gulliver.evidence.SectionCoverage.State;
import io.gulliver.evidence.intake.KindDetector;
import io.gulliver.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Captures written from a model under every circumstance are read back to the model's figures; a failure prints its seed. */
class AwrMinerProperties {
    private interface Property {
        void holds(GeneratedCapture capture, boolean gzip, Random random);
    }

    private static void forAll(int tries, Property property) {
        Seeds.forAll(tries, (seed, random) -> property.holds(capture(seed, random), random.nextBoolean(), random));
    }

    private static GeneratedCapture capture(long seed, Random random) {
        return new GeneratedCapture(
                seed,
                1 + random.nextInt(5),
                1 + random.nextInt(60),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean());
    }

    @Test
    void givesBackTheFiguresOfTheModel() {
        forAll(200, (capture, gzip, random) -> {
            byte[] bytes = gzip ? gzip(bytes(capture)) : bytes(capture);

            Reading reading = Captures.read(bytes);

            Map<String, Object> facts = Captures.values(reading);
            assertThat(KindDetector.detect(bytes).kind()).isEqualTo(EvidenceKind.AWR_MINER);
            assertThat(facts)
                    .containsEntry("database.name", "GENDB")
                    .containsEntry("host.memoryGb", 252.5)
                    .containsEntry("evidence.snapshots", (long) capture.snapshots())
                    .containsEntry("storage.sizeGb.first", 1234.5)
                    .containsEntry("storage.sizeGb.last", 6329.4);
            compare(facts, "cpu.busyCores", sums(capture, GeneratedCapture.CORES / 100.0, "os_cpu"));
            compare(facts, "sessions.averageActive", sums(capture, 1, "aas"));
            compare(facts, "io.iops", sums(capture, 1, "read_iops", "write_iops"));
            compare(facts, "io.mbPerSecond", sums(capture, 1, "read_mb_s", "write_mb_s"));
            compare(facts, "redo.mbPerSecond", sums(capture, 1, "redo_mb_s"));
            double sga = 0;
            for (int s = 0; s < capture.snapshots(); s++) {
                double sum = 0;
                for (int i = 0; i < capture.instances(); i++) {
                    sum += capture.tenths(s, i, 20) / 10.0;
                }
                sga = Math.max(sga, sum);
            }
            assertThat((Double) facts.get("memory.sgaGb.max")).isCloseTo(sga, within(1e-4));
            assertThat(reading.coverage().notUnderstood())
                    .isEqualTo(capture.versionFive() ? List.of("CELL-STORAGE") : List.of());
            assertThat(reading.coverage().sections())
                    .filteredOn(section -> section.name().equals("IO-WAIT-HISTOGRAM"))
                    .extracting(SectionCoverage::state)
                    .containsExactly(State.NOT_IN_THIS_VERSION);
            assertThat(reading.problems().stream().filter(p -> p.message().contains("ORA-")))
                    .hasSize(capture.oraErrors() ? 2 : 0);
            assertThat(reading.problems())
                    .as("nothing else is wrong with this file")
                    .allSatisfy(problem ->
                            assertThat(problem.message()).matches("(?s).*(ORA-|not complete|no row has os_cpu).*"));
        });
    }

    /** Each snapshot with at least one instance that knows all the columns, and its sum over those. */
    private static List<double[]> sums(GeneratedCapture capture, double factor, String... columns) {
        List<double[]> sums = new ArrayList<>();
        for (int s = 0; s < capture.snapshots(); s++) {
            double sum = 0;
            boolean any = false;
            for (int i = 0; i < capture.instances(); i++) {
                boolean known = true;
                double row = 0;
                for (String column : columns) {
                    int measure = GeneratedCapture.measure(column);
                    known &= capture.known(s, i, measure);
                    row += capture.tenths(s, i, measure) / 10.0;
                }
                any |= known;
                sum += known ? row : 0;
            }
            if (any) {
                sums.add(new double[] {sum * factor, capture.minutes(s)});
            }
        }
        return sums;
    }

    private static void compare(Map<String, Object> facts, String name, List<double[]> expected) {
        if (expected.isEmpty()) {
            assertThat(facts).doesNotContainKey(name + ".max");
            return;
        }
        List<Double> values = new ArrayList<>();
        double weighted = 0;
        double weight = 0;
        for (double[] one : expected) {
            values.add(one[0]);
            weighted += one[0] * one[1];
            weight += one[1];
        }
        Collections.sort(values);
        assertThat((Double) facts.get(name + ".mean")).as(name + ".mean").isCloseTo(weighted / weight, within(1e-4));
        assertThat((Double) facts.get(name + ".max"))
                .as(name + ".max")
                .isCloseTo(values.get(values.size() - 1), within(1e-4));
        double rank = 0.95 * (values.size() - 1);
        int low = (int) rank;
        int high = Math.min(low + 1, values.size() - 1);
        assertThat((Double) facts.get(name + ".p95"))
                .as(name + ".p95")
                .isCloseTo(values.get(low) * (1 - (rank - low)) + values.get(high) * (rank - low), within(1e-4));
    }

    @Test
    void keepsWholeRowsBeforeACutAndNamesItsPlace() {
        forAll(150, (capture, gzip, random) -> {
            int percent = 1 + random.nextInt(99);
            byte[] whole = gzip ? gzip(bytes(capture)) : bytes(capture);
            byte[] cut = Arrays.copyOf(whole, Math.max(30, whole.length * percent / 100));

            Reading reading = Captures.read(cut);

            Map<String, Object> all = Captures.values(Captures.read(whole));
            Map<String, Object> some = Captures.values(reading);
            assertThat((Long) some.getOrDefault("evidence.snapshots", 0L))
                    .isLessThanOrEqualTo((Long) all.get("evidence.snapshots"));
            if (!gzip) {
                int complete = cut.length;
                while (complete > 0 && cut[complete - 1] != '\n') {
                    complete--;
                }
                assertThat(some)
                        .as("a row that was cut counts for nothing")
                        .isEqualTo(Captures.values(Captures.read(Arrays.copyOf(cut, complete))));
            }
            if (some.containsKey("database.instances")) {
                assertThat(some.get("database.instances")).isEqualTo(all.get("database.instances"));
            }
            for (String name : List.of("memory.sgaGb.max", "memory.pgaGb.max")) {
                assertThat((Double) some.getOrDefault(name, 0.0))
                        .as(name + ": a row cut in the middle of a figure would change it")
                        .isLessThanOrEqualTo((Double) all.get(name));
            }
            if (gzip || reading.coverage().sections().stream().anyMatch(section -> section.state() == State.CUT)) {
                assertThat(reading.problems())
                        .extracting(EvidenceProblem::message)
                        .anySatisfy(message -> assertThat(message).startsWith("the file ends "));
            }
        });
    }

    @Test
    void survivesAnyDamage() {
        forAll(150, (capture, gzip, random) -> {
            byte[] bytes = gzip ? gzip(bytes(capture)) : bytes(capture);
            for (int i = 0; i < 1 + random.nextInt(30); i++) {
                int at = 2 + random.nextInt(bytes.length - 2);
                bytes[at] = random.nextBoolean() ? (byte) random.nextInt() : bytes[random.nextInt(bytes.length)];
            }

            Reading reading = Captures.read(bytes);

            assertThat(reading.facts()).doesNotHaveDuplicates();
            assertThat(reading.coverage().percent()).isBetween(0, 100);
            assertThat(reading.problems()).hasSizeLessThan(500);
        });
    }

    private static byte[] bytes(GeneratedCapture capture) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            capture.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
