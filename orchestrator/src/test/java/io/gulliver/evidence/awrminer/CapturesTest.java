package io.gulliver.evidence.awrminer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.evidence.EvidenceKind;
import io.gulliver.evidence.EvidenceProblem;
import io.gulliver.evidence.Reading;
import io.gulliver.evidence.intake.KindDetector;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CapturesTest {
    @Test
    void readsSixInstancesOfWhichThreeMissRows() throws IOException {
        Reading reading = Captures.read(Captures.named("PARCELS"));

        Map<String, Object> facts = Captures.values(reading);
        assertThat(facts)
                .containsEntry("database.name", "PARCELS")
                .containsEntry("database.dbid", "1000000001")
                .containsEntry("database.version", "11.2.0.4.0")
                .containsEntry("database.platform", "Linux x86 64-bit")
                .containsEntry("database.endianFormat", "Little")
                .containsEntry("database.instances", 6L)
                .containsEntry(
                        "host.names",
                        List.of("rack1db01", "rack1db02", "rack2db01", "rack2db02", "rack3db01", "rack3db02"))
                .containsEntry("host.cores", 48L)
                .containsEntry("host.memoryGb", 503.7)
                .containsEntry("evidence.snapshots", 42L)
                .containsEntry("storage.sizeGb.last", 879.25);
        assertThat(reading.problems())
                .extracting(EvidenceProblem::message)
                .anySatisfy(message ->
                        assertThat(message).contains("instance 2 has 28", "instance 5 has 28", "instance 6 has 28"));
        assertThat(reading.coverage().percent()).isEqualTo(100);
    }

    @Test
    void takesThreadsForCoresWithLessConfidenceAndAsksForWhatAnOldCaptureLacks() throws IOException {
        asksForWhatAnOldCaptureLacks("OLDONE", 60L);
    }

    @Test
    void readsARealOneOfSixInstancesOfWhichThreeMissRows() throws IOException {
        Reading reading = Captures.read(Captures.named("USPS"));

        Map<String, Object> facts = Captures.values(reading);
        assertThat(facts)
                .containsEntry("database.name", "USPS")
                .containsEntry("database.dbid", "389926331")
                .containsEntry("database.version", "11.2.0.2.0")
                .containsEntry("database.platform", "Linux x86 64-bit")
                .containsEntry("database.endianFormat", "Little")
                .containsEntry("database.instances", 6L)
                .containsEntry(
                        "host.names", List.of("dm01db01", "dm01db02", "dm02db01", "dm02db02", "dm03db01", "dm03db02"))
                .containsEntry("host.cores", 64L)
                .containsEntry("host.memoryGb", 1009.4)
                .containsEntry("evidence.snapshots", 210L)
                .containsEntry("storage.sizeGb.last", 25086.41);
        assertThat(reading.problems())
                .extracting(EvidenceProblem::message)
                .anySatisfy(message ->
                        assertThat(message).contains("instance 2 has 135", "instance 5 has 135", "instance 6 has 135"));
        assertThat(reading.coverage().percent()).isEqualTo(100);
        assertThat(reading.facts()).extracting(Fact::at).containsOnly(Instant.parse("2012-03-03T04:59:00Z"));
    }

    @Test
    void asksForWhatARealOldCaptureLacks() throws IOException {
        asksForWhatAnOldCaptureLacks("1132973626", 697L);
    }

    private static void asksForWhatAnOldCaptureLacks(String name, long snapshots) throws IOException {
        Reading reading = Captures.read(Captures.named(name));

        Map<String, Object> facts = Captures.values(reading);
        assertThat(facts)
                .containsEntry("host.cores", 1L)
                .containsEntry("evidence.snapshots", snapshots)
                .doesNotContainKeys("host.memoryGb", "database.platform");
        assertThat(reading.facts())
                .filteredOn(fact ->
                        fact.name().startsWith("cpu.busyCores") || fact.name().equals("host.cores"))
                .isNotEmpty()
                .extracting(Fact::confidence)
                .containsOnly(Confidence.ASSUMED);
        assertThat(reading.problems())
                .extracting(EvidenceProblem::message)
                .anySatisfy(message -> assertThat(message).contains("PHYSICAL_MEMORY_GB is 0"))
                .anySatisfy(message -> assertThat(message).contains("NUM_CPU_CORES is missing"))
                .anySatisfy(message -> assertThat(message).contains("platform"));
        assertThat(reading.coverage().missing()).containsExactly("database.platform", "host.memoryGb");
    }

    @Test
    void recognisesEachByItsContent() throws IOException {
        for (Path file : Captures.all()) {
            try (InputStream in = Files.newInputStream(file)) {
                assertThat(KindDetector.detect(in.readNBytes(KindDetector.HEAD_BYTES))
                                .kind())
                        .as(file.toString())
                        .isEqualTo(EvidenceKind.AWR_MINER);
            }
        }
    }

    /** A script in another language, written from the format alone, must find the same figures. */
    @Test
    void agreesWithASecondHand() throws Exception {
        List<Path> files = Captures.all();
        String output = Captures.secondHand(files);

        int compared = 0;
        for (Path file : files) {
            Map<String, Object> facts = Captures.values(Captures.read(file));
            for (String line : output.split("\n")) {
                String[] cells = line.split("\t");
                if (!cells[0].equals(file.getFileName().toString()) || cells[1].startsWith("sizing.")) {
                    continue;
                }
                Object ours = facts.get(cells[1]);
                String what = cells[0] + " " + cells[1];
                assertThat(ours).as(what).isNotNull();
                if (ours instanceof Number number) {
                    // facts are rounded to four places
                    assertThat(number.doubleValue()).as(what).isCloseTo(Double.parseDouble(cells[2]), within(1e-4));
                } else if (ours instanceof List<?> list) {
                    assertThat(String.join(
                                    ",", list.stream().map(String::valueOf).toList()))
                            .as(what)
                            .isEqualTo(cells[2]);
                } else {
                    assertThat(ours).as(what).isEqualTo(cells[2]);
                }
                compared++;
            }
        }
        assertThat(compared).as("figures compared").isGreaterThan(90);
    }
}
