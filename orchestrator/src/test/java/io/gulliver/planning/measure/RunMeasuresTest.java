package io.gulliver.planning.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.plan.Rates;
import io.gulliver.planning.measure.RunMeasures.Measure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a rehearsal of 600 GB of rows and 150 GB of indexes measured, reckoned by hand. */
class RunMeasuresTest {
    private static final Instant T = Instant.parse("2027-01-16T20:00:00Z");
    private static final Map<String, Double> SIZES = Map.of("data_gb", 600.0, "index_gb", 150.0, "files_gb", 800.0);

    private final List<WorkedStep> steps = new ArrayList<>();
    private final List<RunMeasures.LeftOut> leftOut = new ArrayList<>();

    /** @param minutes from and to, in turn */
    private static List<WorkedStep.Interval> at(int... minutes) {
        List<WorkedStep.Interval> worked = new ArrayList<>();
        for (int i = 0; i < minutes.length; i += 2) {
            worked.add(new WorkedStep.Interval(
                    T.plus(Duration.ofMinutes(minutes[i])), T.plus(Duration.ofMinutes(minutes[i + 1]))));
        }
        return worked;
    }

    private void did(String id, @Nullable String action, Phase phase, List<WorkedStep.Interval> worked) {
        did(id, action, phase, worked, List.of(Map.of()));
    }

    private void did(
            String id,
            @Nullable String action,
            Phase phase,
            List<WorkedStep.Interval> worked,
            List<Map<String, Object>> outputs) {
        steps.add(new WorkedStep(
                id,
                "The step " + id,
                phase,
                action,
                action == null ? Duration.ofMinutes(10) : null,
                worked,
                action != null && action.endsWith("port") ? Map.of("parallel", 8) : Map.of(),
                outputs));
    }

    private Measure measured(String name) {
        return RunMeasures.of("data-pump", steps, leftOut, SIZES, Rates.defaults()).stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not measured"));
    }

    private List<String> names() {
        return RunMeasures.of("data-pump", steps, leftOut, SIZES, Rates.defaults()).stream()
                .map(Measure::name)
                .toList();
    }

    @Test
    void anExportsRateIsItsRowsByTheTimeThatItWorked() {
        // a person was asked from minute 20 to minute 60
        did("export", "movement.export", Phase.OUTAGE, at(0, 20, 60, 80));
        assertThat(measured("export").value()).isEqualTo(250.0); // 600,000 MB / 2,400 s
        assertThat(measured("export").conditions())
                .containsEntry("gigabytes", "600 GB")
                .containsEntry("parallel", "8")
                .containsEntry("seconds", "2400");
        assertThat(measured("data-pump/export").value()).isEqualTo(2400.0);
    }

    @Test
    void metadataThatWasTriedDaysBeforeMeasuresNoRate() {
        did("rehearse-export", "movement.export", Phase.BEFORE, at(-600, -590));
        did(
                "rehearse-checksum",
                "movement.checksum",
                Phase.BEFORE,
                at(-590, -589),
                List.of(Map.of("bytes", Map.of("m.dmp", 1e6))));
        did("rehearse-transfer", "movement.transfer", Phase.BEFORE, at(-589, -588), List.of(Map.of("copied", true)));
        did("rehearse-import", "movement.import", Phase.BEFORE, at(-588, -570));
        assertThat(names()).doesNotContain("export", "network", "import", "index");
        did("export", "movement.export", Phase.OUTAGE, at(0, 40));
        assertThat(measured("export").value()).isEqualTo(250.0);
        assertThat(measured("data-pump/rehearse-import").value()).isEqualTo(1080.0);
    }

    @Test
    void anImportSharesItsTimeBetweenRowsAndIndexesAsPlanned() {
        did("import", "movement.import", Phase.OUTAGE, at(0, 100));
        // planned: 600,000 / 300 + 150,000 / 150 = 3,000 s; it took 6,000 s, so both go half as fast
        assertThat(measured("import").value()).isEqualTo(150.0, within(1e-9));
        assertThat(measured("index").value()).isEqualTo(75.0, within(1e-9));
        assertThat(600_000 / measured("import").value()
                        + 150_000 / measured("index").value())
                .as("the same database takes as long again")
                .isEqualTo(6000.0, within(1e-6));
    }

    @Test
    void aCopysRateIsWhatWasCopiedByTheTimeOfSumsAndCopiesTogether() {
        did(
                "checksum",
                "movement.checksum",
                Phase.OUTAGE,
                at(0, 5),
                List.of(Map.of("bytes", Map.of("a.dmp", 120e9, "b.dmp", 60e9))));
        did(
                "transfer",
                "movement.transfer",
                Phase.OUTAGE,
                at(5, 20, 10, 25),
                List.of(Map.of("copied", true), Map.of("copied", true)));
        assertThat(measured("network").value()).isEqualTo(120.0); // 180,000 MB / 1,500 s
        assertThat(measured("data-pump/transfer").value())
                .as("what ran at once counts once")
                .isEqualTo(1200.0);
        assertThat(measured("data-pump/transfer").conditions()).containsEntry("items", "2");
    }

    @Test
    void aCopyThatWasThereAlreadySaysNothing() {
        did("checksum", "movement.checksum", Phase.OUTAGE, at(0, 5), List.of(Map.of("bytes", Map.of("a.dmp", 120e9))));
        did("transfer", "movement.transfer", Phase.OUTAGE, at(5, 6), List.of(Map.of("copied", false)));
        assertThat(names()).doesNotContain("network");
    }

    /** A few kilobytes tell how long a login takes. */
    @Test
    void dumpFilesOfLessThanFiveMegabytesMeasureNoLine() {
        did("checksum", "movement.checksum", Phase.OUTAGE, at(0, 5), List.of(Map.of("bytes", Map.of("a.dmp", 4.9e6))));
        did("transfer", "movement.transfer", Phase.OUTAGE, at(5, 6), List.of(Map.of("copied", true)));
        assertThat(names()).doesNotContain("network");
        did(
                "probe-transfer",
                "movement.probe-transfer",
                Phase.BEFORE,
                at(-600, -599),
                List.of(Map.of("way", "relay", "megabytes", 256.0, "seconds", 3.2, "rate_mb", 80.0)));
        assertThat(measured("network").value()).as("the probe's").isEqualTo(80.0, within(1e-9));
    }

    @Test
    void aProbeOfTheCopyCountsUntilDumpFilesWereCopied() {
        did(
                "probe-transfer",
                "movement.probe-transfer",
                Phase.BEFORE,
                at(-600, -599),
                List.of(Map.of("way", "relay", "megabytes", 256.0, "seconds", 3.2, "rate_mb", 80.0)));
        assertThat(measured("network").value()).isEqualTo(80.0, within(1e-9));
        assertThat(measured("network").conditions()).containsEntry("way", "relay");
        did("checksum", "movement.checksum", Phase.OUTAGE, at(0, 5), List.of(Map.of("bytes", Map.of("a.dmp", 180e9))));
        did("transfer", "movement.transfer", Phase.OUTAGE, at(5, 25), List.of(Map.of("copied", true)));
        assertThat(measured("network").value()).as("the copy itself").isEqualTo(120.0);
    }

    @Test
    void checksAreTheOutagesOtherStepsAndPeoplesTasksAsPlanned() {
        did("discovery", "discovery.database", Phase.BEFORE, at(-600, -590));
        did("export", "movement.export", Phase.OUTAGE, at(0, 20));
        did("dictionary", "validation.dictionary", Phase.OUTAGE, at(60, 70));
        did("content", "validation.content", Phase.OUTAGE, at(60, 85));
        did("smoke-test", null, Phase.OUTAGE, List.of());
        did("clean-up", "cutover.clean-up", Phase.AFTER, at(100, 130));
        assertThat(measured("validation-seconds").value()).isEqualTo(25 * 60 + 10 * 60.0);
        assertThat(measured("validation-seconds").conditions())
                .containsEntry("seconds", "1500 of machines")
                .containsEntry("people", "600 s as planned for The step smoke-test");
    }

    @Test
    void aComparisonThatSaysWhatItReadIsARateAndNoFixedTime() {
        did("dictionary", "validation.dictionary", Phase.OUTAGE, at(60, 70));
        Map<String, String> conditions = Map.of("release", "11.2.0.4.0 to 19.0.0.0.0", "encryption", "none");
        did(
                "content",
                "validation.content",
                Phase.OUTAGE,
                at(70, 95),
                List.of(Map.of("compared_gb", 600.0, "rows", 3_000_000, "conditions", conditions)));
        did("content-again", "validation.content", Phase.OUTAGE, at(95, 96), List.of(Map.of("compared_gb", 1.0)));
        assertThat(measured("compare").value()).isEqualTo(400.0); // 600,000 MB / 1,500 s
        assertThat(measured("compare").conditions())
                .containsAllEntriesOf(conditions)
                .containsEntry("rows a second", "2000");
        assertThat(measured("validation-seconds").value()).isEqualTo(10 * 60.0);
    }

    private void skipped(String id, @Nullable String action, Rates rates, int... minutes) {
        WorkedStep step = new WorkedStep(
                id, "The step " + id, Phase.OUTAGE, action, Duration.ofMinutes(30), at(minutes), Map.of(), List.of());
        leftOut.add(RunMeasures.leftOut(step, SIZES, rates));
    }

    /** Nothing was compared, and the night compares all the same. */
    @Test
    void whatAPersonSkippedCountsAsEstimatedAndIsNamed() {
        did("dictionary", "validation.dictionary", Phase.OUTAGE, at(60, 70));
        skipped("content", "validation.content", Rates.defaults());
        skipped("smoke-test", null, Rates.defaults());
        skipped("import", "movement.import", Rates.defaults());
        // 600,000 MB at 600 MB/s are less than the 30 minutes of the playbook
        assertThat(leftOut).extracting(RunMeasures.LeftOut::seconds).containsExactly(1800.0, 1800.0, 3000.0);
        assertThat(measured("validation-seconds").value()).isEqualTo(600 + 1800 + 1800.0);
        assertThat(measured("validation-seconds").conditions())
                .containsEntry(
                        "skipped by hand",
                        "The step content (1800 s as estimated), The step smoke-test (1800 s as estimated)");
        leftOut.clear();
        // at a rate that is known the formula counts it apart
        skipped("content", "validation.content", Rates.defaults().with("compare", 100.0));
        assertThat(leftOut).extracting(RunMeasures.LeftOut::seconds).containsExactly(6000.0);
        assertThat(measured("validation-seconds").value()).isEqualTo(600.0);
        leftOut.clear();
        skipped("content", "validation.content", Rates.defaults(), 70, 190);
        assertThat(leftOut)
                .as("skipped after two hours of work")
                .extracting(RunMeasures.LeftOut::seconds)
                .containsExactly(7200.0);
    }

    @Test
    void rowsMoveInTheOutageAndNotWithTheMetadataBefore() {
        assertThat(RunMeasures.movesRows("movement.import", Phase.OUTAGE)).isTrue();
        assertThat(RunMeasures.movesRows("movement.import", Phase.BEFORE)).isFalse();
        assertThat(RunMeasures.movesRows("movement.compile", Phase.OUTAGE)).isFalse();
        assertThat(RunMeasures.movesRows(null, Phase.OUTAGE)).isFalse();
    }

    @Test
    void anImportOverALinkMeasuresTheLink() {
        steps.add(new WorkedStep(
                "import",
                "Import over the link",
                Phase.OUTAGE,
                "movement.import",
                null,
                at(0, 100),
                Map.of("network_link", "MIG_SRC", "parallel", 8),
                List.of(Map.of())));
        // planned: 600,000 / 300 + 150,000 / 150 = 3,000 s; it took 6,000 s
        assertThat(measured("link").value()).isEqualTo(150.0, within(1e-9));
        assertThat(measured("index").value()).isEqualTo(75.0, within(1e-9));
        assertThat(names()).doesNotContain("import");
    }

    @Test
    void aBackupSaysHowFastFilesAreRead() {
        did("level-0-before", "oracle.level-0", Phase.OUTAGE, at(0, 40));
        assertThat(measured("read").value()).isEqualTo(800_000 / 2400.0, within(1e-9));
        assertThat(names()).as("it is no check").doesNotContain("validation-seconds");
    }

    @Test
    void whatMovedNothingOrTookNoTimeSaysNothing() {
        did("export", "movement.export", Phase.OUTAGE, List.of());
        did("import", "movement.import", Phase.OUTAGE, at(3, 3));
        assertThat(names()).containsExactly("data-pump/import");
        assertThat(measured("data-pump/import").value()).isZero();
        steps.clear();
        assertThat(names()).isEmpty();
    }
}
