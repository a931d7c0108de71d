package io.gulliver.evidence.hmc;

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
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HmcReadersTest {
    private static final String MACHINE = """
            {"class":"cpc","name":"CPCA","object-uri":"/api/cpcs/8f1a","machine-type":"3931","machine-model":"A01",
             "status":"active","dpm-enabled":true,"processor-count-ifl":40,"processor-count-general-purpose":0,
             "processor-count-spare":2,"storage-customer":2097152,"storage-customer-available":1048576,
             "available-features-list":[{"name":"dpm-storage-management","state":true}]}
            """;

    @Test
    void readsAMachineAndItsPartitionsAndComputesWhatIsNotDedicated() throws IOException {
        String text = MACHINE + """
                {"class":"partition","name":"DB01","object-uri":"/api/partitions/1","status":"active","type":"linux",
                 "ifl-processors":4,"cp-processors":0,"processor-mode":"dedicated","initial-memory":65536,
                 "maximum-memory":131072,"initial-ifl-processing-weight":100,"nic-uris":["/api/a","/api/b"]}
                {"partitions":[
                 {"name":"DB02","object-uri":"/api/partitions/2","status":"stopped","ifl-processors":6,
                  "processor-mode":"dedicated","initial-memory":32768,"maximum-memory":32768,"reserve-resources":false},
                 {"name":"DB03","object-uri":"/api/partitions/3","status":"active","ifl-processors":8,
                  "processor-mode":"shared","initial-memory":16384,"maximum-memory":16384,
                  "initial-ifl-processing-weight":250},
                 {"name":"DB01","object-uri":"/api/partitions/1","status":"active","type":"linux"}]}
                """;

        Reading reading = HmcObjectsReader.read(stream(text), ORIGIN);

        assertThat(reading.problems()).isEmpty();
        assertThat(reading.coverage().missing()).isEmpty();
        assertThat(values(reading))
                .containsEntry("hmc.machine.name", "CPCA")
                .containsEntry("hmc.machine.dpm", true)
                .containsEntry("hmc.machine.ifls", 40L)
                .containsEntry("hmc.machine.memoryGb", 2048.0)
                .containsEntry("hmc.machine.freeMemoryGb", 1024.0)
                .containsEntry("hmc.machine.iflsNotDedicated", 36L)
                .containsEntry("hmc.partitions", 3L)
                .containsEntry("hmc.partitions.dedicatedIfls", 4L)
                .containsEntry("hmc.partitions.sharedIfls", 8L)
                .containsEntry("hmc.partitions.memoryGb", 80.0)
                .containsEntry(
                        "hmc.partitions.each",
                        List.of(
                                "DB01: active, 4 dedicated IFLs, weight 100, 64.0 GB of at most 128.0",
                                "DB02: stopped, 6 dedicated IFLs, 32.0 GB of at most 32.0",
                                "DB03: active, 8 shared IFLs, weight 250, 16.0 GB of at most 16.0"));
        assertThat(KindDetector.detect(text.getBytes(StandardCharsets.UTF_8)).kind())
                .isEqualTo(EvidenceKind.HMC_OBJECTS);
    }

    @Test
    void keepsTheObjectsBeforeTheDamageAndTellsARefusalOfTheHmc() throws IOException {
        Reading reading = HmcObjectsReader.read(
                stream(MACHINE + "{\"http-status\":404,\"reason\":1,\"message\":\"no such object\"}\n{\"name\":\"DB"),
                ORIGIN);

        assertThat(values(reading)).containsEntry("hmc.machine.ifls", 40L);
        assertThat(reading.problems())
                .extracting(EvidenceProblem::line, EvidenceProblem::message)
                .satisfies(problems -> {
                    assertThat(problems).hasSize(2);
                    assertThat(problems.toString()).contains("404.1: no such object", "cannot be read beyond line 6");
                });
    }

    @Test
    void readsMetricsAndLeavesOutTimesThatCannotBe() throws IOException {
        Reading reading = HmcMetricsReader.read(
                stream("\"partition-usage\"\n\"/api/partitions/1ac9\"\n1763690000123\n12,3,5,0,0\n\n"
                        + "\"/api/partitions/77aa\"\n9999999999999999\n99,1,9,0,0\n\n\n\n"
                        + "\"partition-usage\"\n\"/api/partitions/1ac9\"\n1763690015123\n20,,5,0,0\n\n"
                        + "\"/api/partitions/77aa\"\n1763690015123\n7,1\n\n\n"
                        + "\"zcpc-processor-usage\"\n\"/api/cpcs/8\"\n1763690015123\n1,2,3\n\n\n"),
                ORIGIN);

        assertThat(values(reading))
                .containsEntry("hmc.metrics.samples", 2L)
                .containsEntry("hmc.partitions.processorPercent.max", 20.0)
                .containsEntry(
                        "hmc.partitions.processorPercent.each",
                        List.of("/api/partitions/1ac9: mean 16.0, most 20.0 of 2"))
                .containsEntry(
                        "hmc.partitions.networkPercent.each", List.of("/api/partitions/1ac9: mean 3.0, most 3.0 of 1"))
                .containsEntry("hmc.metrics.from", "2025-11-21T01:53:20.123Z");
        assertThat(reading.problems())
                .extracting(EvidenceProblem::line)
                .as("the time that cannot be, and the row that is too short")
                .containsExactly(7L, 19L);
        assertThat(reading.coverage().notUnderstood()).containsExactly("zcpc-processor-usage");
    }

    @Test
    void takesTheNamesOfMetricsFromTheContext() throws IOException {
        String text = """
                {"metrics-context-uri":"/api/services/metrics/context/1",
                 "metric-group-infos":[{"group-name":"zcpc-processor-usage","metric-infos":[
                   {"metric-name":"processor-name","metric-type":"string"},
                   {"metric-name":"processor-usage","metric-type":"integer-metric"}]}]}
                "zcpc-processor-usage"
                "/api/cpcs/8"
                1763690015123
                "IFL ""1\""",55


                """;

        Reading reading = HmcMetricsReader.read(stream(text), ORIGIN);

        assertThat(reading.problems()).isEmpty();
        assertThat(values(reading))
                .containsEntry(
                        "hmc.metrics.each",
                        List.of("zcpc-processor-usage /api/cpcs/8 processor-usage: mean 55.0, most 55.0 of 1"));
        assertThat(KindDetector.detect(text.getBytes(StandardCharsets.UTF_8)).kind())
                .isEqualTo(EvidenceKind.HMC_METRICS);
    }

    @Test
    void givesBackTheModelOfMetricsWhateverTheLineEndsTheMarkAndTheGaps() {
        Seeds.forAll(100, (seed, random) -> {
            int objects = 1 + random.nextInt(20);
            int times = 1 + random.nextInt(30);
            boolean comma = random.nextBoolean();
            double most = 0;
            long rows = 0;
            StringBuilder text = new StringBuilder();
            for (int t = 0; t < times; t++) {
                text.append("\"partition-usage\"\n");
                for (int o = 0; o < objects; o++) {
                    double use = random.nextInt(1000) / 10.0;
                    most = Math.max(most, use);
                    rows++;
                    String figure = comma ? String.valueOf(use).replace('.', ',') : String.valueOf(use);
                    text.append("\"/api/partitions/" + o + "\"\n"
                            + Instant.parse("2026-10-01T00:00:00Z")
                                    .plusSeconds(15L * t)
                                    .toEpochMilli() + "\n" + figure
                            + (comma ? ";1;;0;0" : ",1,,0,0") + "\n\n");
                }
                text.append("\n\n");
            }
            byte[] bytes = (random.nextBoolean() ? text.toString().replace("\n", "\r\n") : text.toString())
                    .getBytes(StandardCharsets.UTF_8);

            assertThat(KindDetector.detect(bytes).kind()).isEqualTo(EvidenceKind.HMC_METRICS);
            Reading reading = HmcMetricsReader.read(
                    new ByteArrayInputStream(random.nextBoolean() ? EvidenceBytes.gzip(bytes) : bytes), ORIGIN);

            assertThat(reading.problems()).isEmpty();
            assertThat(values(reading))
                    .containsEntry("hmc.metrics.samples", rows)
                    .containsEntry("hmc.partitions.processorPercent.max", most);
            assertThat(reading.facts())
                    .allSatisfy(fact -> assertThat(fact.at())
                            .isEqualTo(Instant.parse("2026-10-01T00:00:00Z").plusSeconds(15L * (times - 1))));

            byte[] whole = EvidenceBytes.gzip(bytes);
            byte[] cut = Arrays.copyOf(whole, 20 + random.nextInt(whole.length - 40));
            assertThat(HmcMetricsReader.read(new ByteArrayInputStream(cut), ORIGIN)
                            .problems())
                    .isNotEmpty();
        });
    }

    @Test
    void givesBackTheModelOfPartitionsInAnyOrderOfFields() {
        Seeds.forAll(100, (seed, random) -> {
            long dedicated = 0;
            long shared = 0;
            List<String> objects = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(80); i++) {
                int ifls = 1 + random.nextInt(20);
                boolean own = random.nextBoolean();
                boolean active = random.nextBoolean();
                dedicated += own && active ? ifls : 0;
                shared += !own && active ? ifls : 0;
                List<String> fields = new ArrayList<>(List.of(
                        "\"name\":\"P" + i + "\"",
                        "\"object-uri\":\"/api/partitions/" + i + "\"",
                        "\"status\":\"" + (active ? "active" : "stopped") + "\"",
                        "\"ifl-processors\":" + ifls,
                        "\"processor-mode\":\"" + (own ? "dedicated" : "shared") + "\"",
                        "\"initial-memory\":1024",
                        "\"boot-device\":null",
                        "\"nics\":[{\"name\":\"n1\"},{\"name\":\"n2\"}]"));
                Collections.shuffle(fields, random);
                objects.add("{" + String.join(random.nextBoolean() ? ",\r\n " : ",", fields) + "}");
            }
            String text = random.nextBoolean()
                    ? "{\"partitions\":[" + String.join(",\n", objects) + "]}"
                    : "[" + String.join(",", objects) + "]";
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);

            Reading reading = HmcObjectsReader.read(
                    new ByteArrayInputStream(random.nextBoolean() ? EvidenceBytes.gzip(bytes) : bytes), ORIGIN);

            assertThat(reading.problems()).isEmpty();
            assertThat(values(reading))
                    .containsEntry("hmc.partitions", (long) objects.size())
                    .containsEntry("hmc.partitions.dedicatedIfls", dedicated)
                    .containsEntry("hmc.partitions.sharedIfls", shared);
            assertThat(KindDetector.detect(bytes).kind()).isEqualTo(EvidenceKind.HMC_OBJECTS);
        });
    }

    @Test
    void survivesAnyDamage() {
        Seeds.forAll(60, (seed, random) -> {
            byte[] bytes = (MACHINE.repeat(3)
                            + "\"partition-usage\"\n\"/api/partitions/1ac9\"\n1763690000123\n12,3,5,0,0\n\n\n\n")
                    .getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < 1 + random.nextInt(40); i++) {
                int at = 2 + random.nextInt(bytes.length - 2);
                bytes[at] = random.nextBoolean() ? (byte) random.nextInt() : bytes[random.nextInt(bytes.length)];
            }
            assertThat(HmcObjectsReader.read(new ByteArrayInputStream(bytes), ORIGIN)
                            .facts())
                    .doesNotHaveDuplicates();
            assertThat(HmcMetricsReader.read(new ByteArrayInputStream(bytes), ORIGIN)
                            .problems())
                    .hasSizeLessThan(200);
        });
    }

    @Test
    void holdsNoMoreOfALongFileThanItsPartitions() throws IOException {
        long megabytes = Long.getLong("gulliver.evidence.mb", 4);
        Random random = new Random(3);
        long copies = megabytes * 1024 * 1024 / 68;
        Reading reading = HmcMetricsReader.read(
                EvidenceBytes.endless(new Iterator<>() {
                    private long given;

                    @Override
                    public boolean hasNext() {
                        return given < copies;
                    }

                    @Override
                    public String next() {
                        given++;
                        return (given == 1 ? "\"partition-usage\"\n" : "") + "\"/api/partitions/" + random.nextInt(85)
                                + "\"\n1763690000123\n" + random.nextInt(100) + ",3,5,0,0\n\n";
                    }
                }),
                ORIGIN);

        assertThat(values(reading)).containsEntry("hmc.metrics.samples", copies);
        assertThat(reading.coverage().sections())
                .extracting(SectionCoverage::state)
                .containsExactly(State.READ);
    }
}
