package io.gulliver.service.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.program.Program;
import io.gulliver.evidence.LoadSample;
import io.gulliver.evidence.LoadSamples;
import io.gulliver.evidence.awrminer.Captures;
import io.gulliver.evidence.discovery.LoadSeriesFile;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.view.DatabaseEvidence;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.planning.inputs.DatabaseSizing;
import io.gulliver.planning.inputs.LoadReport;
import io.gulliver.planning.inputs.OtherWork;
import io.gulliver.planning.inputs.SgaProposal;
import io.gulliver.planning.inputs.SizingDecision;
import io.gulliver.planning.sizing.StorageSizing;
import io.gulliver.service.collection.EvidenceService;
import io.gulliver.service.collection.IntakeGate;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.MovableClock;
import io.gulliver.testing.Services;
import io.gulliver.testing.TakesTurns;
import io.gulliver.testing.TestStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** From an uploaded file to the figures of a sizing: the whole way but for the page. */
@Tag("store")
@TakesTurns(TakesTurns.Group.PLANNING)
class CapturesToSizingTest {
    private static final double PER_CORE = 501.8;
    private static final int HOURS = 40;

    private final MovableClock clock = new MovableClock();
    private StoreDatabase db;
    private Stores stores;
    private EvidenceService intake;
    private final IntakeGate gate = new IntakeGate(IntakeGate.Limits.DEFAULT);
    private AssessmentService desk;

    @BeforeEach
    void open() {
        db = TestStore.open(clock);
        stores = Atlas.stores(db);
        Atlas.program(stores);
        intake = new EvidenceService(
                db,
                stores.programs(),
                stores.databases(),
                stores.evidence(),
                stores.facts(),
                stores.audit(),
                RuleTables.shipped().dependencies(),
                Services.waitingTasks(stores, hash -> {
                    throw new AssertionError("no run is made here");
                }),
                gate);
        desk = Services.assessment(stores);
    }

    @AfterEach
    void close() {
        db.close();
        gate.close();
    }

    private void database(String name, @Nullable String host) {
        stores.databases()
                .add(
                        "atlas",
                        List.of(new DatabaseProfile(
                                name,
                                "app",
                                Environment.PRODUCTION,
                                null,
                                host,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                new TreeMap<>())),
                        "Mia");
    }

    private void upload(String database, String file, byte[] content) throws IOException {
        intake.take(
                "atlas", database, file, new ByteArrayInputStream(content), "the inventory calls it so", "Mia", null);
    }

    private double p95(DatabaseSizing sizing) {
        LoadReport load = sizing.load();
        assertThat(load).isNotNull();
        return load.percentiles().get(1).value();
    }

    private static OtherWork other(DatabaseSizing sizing) {
        LoadReport load = sizing.load();
        assertThat(load).isNotNull();
        OtherWork other = load.other();
        assertThat(other).as("other work of " + sizing.database()).isNotNull();
        return other;
    }

    /** An hourly capture of one instance; each array is a value for an hour in turn, NaN for no row. */
    private static byte[] capture(String name, String host, int cpus, double[] osCpu, double[] own, double background) {
        StringBuilder text = new StringBuilder();
        text.append("~~BEGIN-OS-INFORMATION~~\n")
                .append("STAT_NAME                      STAT_VALUE\n")
                .append("------------------------------ ------------------------------\n");
        String[][] os = {
            {"NUM_CPUS", "" + cpus},
            {"NUM_CPU_CORES", "16"},
            {"DB_NAME", name},
            {"INSTANCES", "1"},
            {"HOSTS", host},
            {"AWR_MINER_VER", "5.0.8"}
        };
        for (String[] line : os) {
            text.append(String.format(Locale.ROOT, "%-30s %s%n", line[0], line[1]));
        }
        text.append("~~END-OS-INFORMATION~~\n~~BEGIN-MAIN-METRICS~~\n\n");
        text.append(String.format(
                Locale.ROOT,
                "%10s %10s %-14s %10s %10s %10s %12s %10s %10s %10s %10s %10s%n",
                "snap",
                "dur_m",
                "end",
                "inst",
                "os_cpu",
                own.length == 0 ? "nothing" : "cpu_per_s",
                "bkgd_t_per_s",
                "read_iops",
                "write_iops",
                "read_mb_s",
                "write_mb_s",
                "redo_mb_s"));
        text.append(
                "---------- ---------- -------------- ---------- ---------- ---------- ------------ ---------- ----------"
                        + " ---------- ---------- ----------\n");
        for (int hour = 0; hour < HOURS; hour++) {
            double busy = osCpu[hour % osCpu.length];
            if (Double.isNaN(busy)) {
                continue;
            }
            LocalDateTime end = LocalDateTime.of(2026, 1, 30, 1, 0).plusHours(hour);
            text.append(String.format(
                    Locale.ROOT,
                    "%10d %10d %02d/%02d/%02d %02d:%02d %10d %10.1f %10s %12.1f %10d %10d %10d %10d %10.1f%n",
                    500 + hour,
                    60,
                    end.getYear() % 100,
                    end.getMonthValue(),
                    end.getDayOfMonth(),
                    end.getHour(),
                    end.getMinute(),
                    1,
                    busy,
                    own.length == 0 ? "" : String.format(Locale.ROOT, "%.3f", own[hour % own.length]),
                    background,
                    900,
                    100,
                    90,
                    10,
                    1.0));
        }
        text.append("~~END-MAIN-METRICS~~\n");
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] with(byte[] capture, String section) {
        return (new String(capture, StandardCharsets.UTF_8) + section).getBytes(StandardCharsets.UTF_8);
    }

    /** Facts and sizing of each capture say what a script in another language finds in the file. */
    @Test
    void theSizingOfCapturesRestsOnWhatASecondHandFindsInThem() throws Exception {
        List<Path> files = Captures.all();
        String output = Captures.secondHand(files);
        int compared = 0;
        for (Path file : files) {
            String name = "DB" + compared;
            database(name, null);
            upload(name, file.getFileName().toString(), Files.readAllBytes(file));
            Map<String, Double> told = new TreeMap<>();
            for (String line : output.split("\n")) {
                String[] cells = line.split("\t");
                if (cells[0].equals(file.getFileName().toString())
                        && cells[2].matches("[0-9]+([.][0-9]+)?(e-?[0-9]+)?")) {
                    told.put(cells[1], Double.valueOf(cells[2]));
                }
            }
            Map<String, Fact> facts = new TreeMap<>();
            stores.facts().list("atlas", name).forEach(fact -> facts.put(fact.name(), fact));
            DatabaseSizing sizing = desk.sizing("atlas", name);
            LoadReport load = sizing.load();
            assertThat(load).as(file + " has a series").isNotNull();
            assertThat((double) load.snapshots()).isEqualTo(told.get("evidence.snapshots"));
            assertThat(load.rowsPercent()).isEqualTo(told.get("sizing.rowsPercent"));
            assertThat((double) load.completeSnapshots()).isEqualTo(told.get("sizing.completeSnapshots"));
            List<String> places = List.of("p50", "p95", "p99", "max");
            for (int i = 0; i < places.size(); i++) {
                assertThat(load.percentiles().get(i).value())
                        .as(file + " " + places.get(i) + " of busy cores in the sizing")
                        .isCloseTo(told.get("cpu.busyCores." + places.get(i)), within(1e-9));
            }
            assertThat(sizing.cpu().sizing().demand().value())
                    .as(file + " demand by the 95th percentile, aligned by snapshot")
                    .isCloseTo(told.get("cpu.busyCores.p95") * PER_CORE, within(1e-6));
            assertThat(sizing.storage().sizing().capacity().inputs().get(0).value())
                    .as(file + " used")
                    .isCloseTo(told.get("sizing.usedGb") * 1.073741824, within(1e-6));
            assertThat(sizing.storage().sizing().iops().value())
                    .as(file + " I/O requests")
                    .isCloseTo(told.get("io.iops.p95"), within(1e-4));
            assertThat(sizing.storage().sizing().reads().value()).isCloseTo(told.get("io.readIops.p95"), within(1e-4));
            assertThat(sizing.storage().sizing().writes().value())
                    .isCloseTo(told.get("io.writeIops.p95"), within(1e-4));
            // one decimal: 0.0 lies below 0.05 of each instance
            double redo = told.get("redo.mbPerSecond.max") > 0
                    ? told.get("redo.mbPerSecond.max")
                    : 0.05 * ((Number) facts.get("database.instances").value()).doubleValue();
            assertThat(sizing.storage().sizing().throughput().value())
                    .as(file + " throughput and redo")
                    .isCloseTo(told.get("io.mbPerSecond.p95") + redo, within(1e-3));
            assertThat(sizing.storage().assumptions()).noneMatch(line -> line.contains("70 and 30 %"));
            SgaProposal sga = sizing.sga();
            assertThat(sga).isNotNull();
            double instances = ((Number) facts.get("database.instances").value()).doubleValue();
            assertThat(sga.current().value()).as(file + " SGA of one instance").isCloseTo(sgaOfOne(facts), within(0.1));
            assertThat(sizing.memory().sizing().sga().value())
                    .as("all of it on one guest")
                    .isCloseTo(sgaOfOne(facts) * instances, within(1.0));
            compared++;
        }
        assertThat(compared).as("captures compared").isPositive();
    }

    /** sga_max_size where the capture has it and memory is not managed as one; the largest instance's use else. */
    private static double sgaOfOne(Map<String, Fact> facts) {
        Map<String, Long> parameters = new TreeMap<>();
        if (facts.containsKey("database.parameters")) {
            ((List<?>) facts.get("database.parameters").value()).forEach(line -> {
                String[] parts = line.toString().split("=");
                if (parts[1].matches("[0-9]{1,18}")) {
                    parameters.put(parts[0], Long.valueOf(parts[1]));
                }
            });
        }
        return parameters.getOrDefault("memory_target", 0L) == 0 && parameters.containsKey("sga_max_size")
                ? parameters.get("sga_max_size") / 1048576.0
                : ((Number) facts.get("memory.sgaGb.largestInstance").value()).doubleValue() * 1024;
    }

    @Test
    void sixInstancesOfWhichThreeMissRowsAreAlignedAndTheGapsAreSaid() throws Exception {
        alignedWithGaps("PARCELS", List.of("rack1db", "rack2db", "rack3db"), 28, 42, "83.3");
    }

    @Test
    void aRealCaptureOfSixInstancesIsAlignedAndItsGapsAreSaid() throws Exception {
        alignedWithGaps("USPS", List.of("dm01db", "dm02db", "dm03db"), 135, 210, "82.1");
    }

    /** Two hosts a rack; the second of the first and both of the last rack miss rows. */
    private void alignedWithGaps(String name, List<String> racks, int complete, int all, String percent)
            throws Exception {
        database(name, null);
        Path file = Captures.named(name);
        upload(name, file.getFileName().toString(), Files.readAllBytes(file));
        DatabaseSizing sizing = desk.sizing("atlas", name);
        assertThat(sizing.load().hosts())
                .containsExactlyElementsOf(racks.stream()
                        .flatMap(rack -> Stream.of(rack + "01", rack + "02"))
                        .toList());
        String gap = " has " + complete + " of " + all + " snapshots";
        assertThat(sizing.load().gaps())
                .containsExactly(racks.get(0) + "02" + gap, racks.get(2) + "01" + gap, racks.get(2) + "02" + gap);
        assertThat(sizing.cpu().assumptions())
                .anyMatch(line -> line.contains("Rows of " + percent + " % of snapshots times hosts are there"))
                .anyMatch(line -> line.startsWith("Over the " + complete + " snapshots at which all hosts have a row"));
        assertThat(sizing.cpu().confidence()).isEqualTo(io.gulliver.domain.estate.Confidence.ASSUMED);
    }

    @Test
    void aHostOfTwoCapturedDatabasesIsDividedAtEachSnapshotAndCountsOnce() throws IOException {
        database("ORDERS", "lin1");
        database("CRM", "lin1.example.com");
        // 8 of 16 busy cores; 5 with background are ORDERS's own, 2 CRM's, 1 is other work
        upload("ORDERS", "o.out", capture("ORDERS", "lin1", 16, new double[] {50}, new double[] {4.5}, 0.5));
        upload("CRM", "c.out", capture("CRM", "lin1", 16, new double[] {50}, new double[] {1.5}, 0.5));
        DatabaseSizing orders = desk.sizing("atlas", "ORDERS");
        DatabaseSizing crm = desk.sizing("atlas", "CRM");
        assertThat(p95(orders)).isCloseTo(5, within(1e-9));
        assertThat(p95(crm)).isCloseTo(2, within(1e-9));
        assertThat(other(orders).cores()).isCloseTo(1, within(1e-9));
        assertThat(other(orders).counts()).isFalse();
        assertThat(other(orders).open()).isTrue();
        assertThat(orders.load().ownFrom()).isEqualTo("cpu_per_s + bkgd_t_per_s");
        assertThat(orders.cpu().assumptions()).anyMatch(line -> line.contains("Decide whether that work moves"));
    }

    @Test
    void threadsOfACoreShareItsSecond() throws IOException {
        database("ORDERS", "lin1");
        database("CRM", "lin1");
        // 32 threads on 16 cores: 8 CPU seconds a second are 4 cores
        upload("ORDERS", "o.out", capture("ORDERS", "lin1", 32, new double[] {50}, new double[] {8}, 0));
        upload("CRM", "c.out", capture("CRM", "lin1", 32, new double[] {50}, new double[] {2}, 0));
        assertThat(p95(desk.sizing("atlas", "ORDERS"))).isCloseTo(4, within(1e-9));
        assertThat(p95(desk.sizing("atlas", "CRM"))).isCloseTo(1, within(1e-9));
    }

    @Test
    void ofADatabaseWithoutEvidenceTheRestOfTheHostIsAnUpperBound() throws IOException {
        database("ORDERS", "lin1");
        database("CRM", "lin1");
        upload("ORDERS", "o.out", capture("ORDERS", "lin1", 16, new double[] {50}, new double[] {5}, 0));
        DatabaseSizing orders = desk.sizing("atlas", "ORDERS");
        DatabaseSizing crm = desk.sizing("atlas", "CRM");
        assertThat(p95(orders)).isCloseTo(5, within(1e-9));
        assertThat(other(orders).unknown()).containsExactly("CRM");
        assertThat(p95(crm)).as("8 busy - 5 of ORDERS").isCloseTo(3, within(1e-9));
        assertThat(crm.cpu().assumptions()).anyMatch(line -> line.contains("an upper bound"));
        assertThat(crm.cpu().confidence()).isEqualTo(io.gulliver.domain.estate.Confidence.ASSUMED);
    }

    @Test
    void aPersonDecidesOnOtherWorkAndItMovesWithOneDatabaseOnly() throws IOException {
        database("ORDERS", "lin1");
        database("CRM", "lin1");
        upload("ORDERS", "o.out", capture("ORDERS", "lin1", 16, new double[] {50}, new double[] {5}, 0));
        upload("CRM", "c.out", capture("CRM", "lin1", 16, new double[] {50}, new double[] {2}, 0));
        DatabaseSizing moved = desk.decideOtherWork("atlas", "ORDERS", true, "the batch moves too", "Mia");
        assertThat(p95(moved)).isCloseTo(6, within(1e-9));
        assertThat(other(moved).word()).extracting(SizingDecision::reason).isEqualTo("the batch moves too");
        assertThatThrownBy(() -> desk.decideOtherWork("atlas", "CRM", true, "mine", "Ana"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("moves with ORDERS already")
                .hasMessageContaining("the batch moves too");
        assertThat(p95(desk.decideOtherWork("atlas", "ORDERS", false, "it ends", "Mia")))
                .isCloseTo(5, within(1e-9));
        assertThat(p95(desk.decideOtherWork("atlas", "CRM", true, "mine", "Ana")))
                .isCloseTo(3, within(1e-9));
        assertThat(desk.decisions("atlas", "CRM"))
                .anySatisfy(row -> assertThat(row.decided()).isEqualTo(SizingDecision.MOVES));
    }

    @Test
    void onAHostOfItsOwnEverythingCountsUntilSomebodySaysThatItStays() throws IOException {
        database("ORDERS", "lin1");
        upload("ORDERS", "o.out", capture("ORDERS", "lin1", 16, new double[] {50}, new double[] {5}, 0));
        assertThat(p95(desk.sizing("atlas", "ORDERS"))).isCloseTo(8, within(1e-9));
        assertThat(p95(desk.decideOtherWork("atlas", "ORDERS", false, "the old agent ends", "Mia")))
                .isCloseTo(5, within(1e-9));
    }

    @Test
    void overlappingCapturesOfOneDatabaseCountATimeOnce() throws IOException {
        database("ORDERS", "lin1");
        double[] rising = new double[HOURS];
        for (int i = 0; i < HOURS; i++) {
            rising[i] = i + 1;
        }
        upload("ORDERS", "first.out", capture("ORDERS", "lin1", 16, rising, new double[0], 0));
        upload("ORDERS", "again.out", with(capture("ORDERS", "lin1", 16, rising, new double[0], 0), "\n"));
        assertThat(desk.sizing("atlas", "ORDERS").load().snapshots()).isEqualTo(HOURS);
    }

    @Test
    void hostsWhoseNamesTheEvidenceHidesAreNotTakenForEachOther() throws IOException {
        database("ORDERS", null);
        database("CRM", null);
        upload("ORDERS", "o.out", capture("ORDERS", "", 16, new double[] {50}, new double[] {5}, 0));
        upload("CRM", "c.out", capture("CRM", "", 16, new double[] {25}, new double[] {2}, 0));
        DatabaseSizing orders = desk.sizing("atlas", "ORDERS");
        assertThat(p95(orders)).isCloseTo(8, within(1e-9));
        assertThat(orders.load().shared()).isEmpty();
        assertThat(p95(desk.sizing("atlas", "CRM"))).isCloseTo(4, within(1e-9));
    }

    @Test
    void belowEightyPercentOfTheIntervalsNothingIsSized() throws IOException {
        database("ORDERS", "lin1");
        upload(
                "ORDERS",
                "o.out",
                capture("ORDERS", "lin1", 16, new double[] {10, Double.NaN, Double.NaN}, new double[0], 0));
        DatabaseSizing sizing = desk.sizing("atlas", "ORDERS");
        assertThat(sizing.cpu().sizing()).isNull();
        assertThat(sizing.cpu().missing())
                .anySatisfy(gap -> assertThat(gap.told()).contains("of the intervals are there, wanted 80 %"));
    }

    @Test
    void theLoadThatDiscoveryReadFeedsTheSharesAsACaptureDoes() throws IOException {
        database("ORDERS", "lin1");
        database("CRM", "lin1");
        List<LoadSample> samples = new ArrayList<>();
        for (int hour = 0; hour < HOURS; hour++) {
            long end = LocalDateTime.of(2026, 1, 30, 1, 3).plusHours(hour).toEpochSecond(ZoneOffset.UTC);
            samples.add(new LoadSample(hour, 1, end, 60, 50, 2));
        }
        LoadSamples load = new LoadSamples(
                16.0, 16.0, List.of("lin1"), new TreeMap<>(Map.of(1L, "lin1")), "DB CPU of AWR", samples);
        try (InputStream in = new ByteArrayInputStream(LoadSeriesFile.text(load))) {
            stores.evidence()
                    .give(
                            "atlas",
                            "CRM",
                            new DatabaseEvidence(
                                    stores.evidence().keep("load.tsv", LoadSeriesFile.KIND, in),
                                    100,
                                    0,
                                    0,
                                    clock.instant(),
                                    "Gulliver"));
        }
        upload("ORDERS", "o.out", capture("ORDERS", "lin1", 16, new double[] {50}, new double[] {5}, 0));
        assertThat(p95(desk.sizing("atlas", "CRM"))).isCloseTo(2, within(1e-9));
        DatabaseSizing orders = desk.sizing("atlas", "ORDERS");
        assertThat(p95(orders)).isCloseTo(5, within(1e-9));
        // at the last moment of one the other may have nothing: what it used then is other work
        assertThat(orders.load().percentiles().get(3).value()).isCloseTo(5, within(1e-9));
        assertThat(other(orders).cores()).isCloseTo(1, within(0.05));
    }

    private static final String ADVICE = """
            ~~BEGIN-MEMORY~~
               SNAP_ID INSTANCE_NUMBER        SGA        PGA      TOTAL
            ---------- --------------- ---------- ---------- ----------
                   500               1        140          8        148
            ~~END-MEMORY~~
            ~~BEGIN-MEMORY-SGA-ADVICE~~
               SNAP_ID INSTANCE_NUMBER SGA_TARGET_GB SIZE_FACTOR ESTD_PHYSICAL_READS LEAD_READ_DIFF
            ---------- --------------- ------------- ----------- ------------------- --------------
                   500               1           140           1          1286111932              0
                   500               1        148.75      1.0625          1286111932       44499473
                   500               1         157.5       1.125          1241612459       35110856
                   500               1        166.25      1.1875          1206501603       31895576
                   500               1           175        1.25          1174606027       29966408
                   500               1        183.75      1.3125          1144639619       19291678
                   500               1        201.25      1.4375          1125347941       17105289
                   500               1           210         1.5          1108242652       16848067
                   500               1        218.75      1.5625          1091394585              0
            ~~END-MEMORY-SGA-ADVICE~~
            """;

    @Test
    void theAdviceOfACaptureIsTakenWithTheRowsThatTheScriptLeavesOutAndAPersonMayDecideOtherwise() throws IOException {
        database("DB1", "lin1");
        upload("DB1", "a.out", with(capture("DB1", "lin1", 16, new double[] {50}, new double[0], 0), ADVICE));
        DatabaseSizing advised = desk.sizing("atlas", "DB1");
        // the row of 197,120 MB reads as much as the next, so the script does not write it; the rule ends there
        assertThat(advised.sga().current().value()).isEqualTo(143_360);
        assertThat(advised.sga().advised().value()).isEqualTo(197_120);
        assertThat(advised.sga().readReductionPercent().value()).isCloseTo(12.5, within(0.005));
        assertThat(advised.memory().sizing().sga().value()).isEqualTo(197_120);
        assertThat(advised.memory().sizing().guest().explained())
                .anyMatch(line -> line.contains("SGA of today 143,360 MB"));
        DatabaseSizing kept = desk.decideSga("atlas", "DB1", "current", "no memory left there", "Ana");
        assertThat(kept.memory().sizing().sga().value()).isEqualTo(143_360);
        assertThat(kept.sga().word()).extracting(SizingDecision::reason).isEqualTo("no memory left there");
        assertThat(desk.decideSga("atlas", "DB1", "170240", "the pool leaves that", "Ana")
                        .memory()
                        .sizing()
                        .sga()
                        .value())
                .isEqualTo(170_240);
        assertThatThrownBy(() -> desk.decideSga("atlas", "DB1", "much", "why not", "Ana"))
                .hasMessageContaining("CURRENT, ADVICE, or whole MB");
    }

    @Test
    void withoutAnAdviceTheSgaOfTodayIsKept() throws IOException {
        database("DB1", "lin1");
        upload(
                "DB1",
                "a.out",
                with(
                        capture("DB1", "lin1", 16, new double[] {50}, new double[0], 0),
                        ADVICE.substring(0, ADVICE.indexOf("~~BEGIN-MEMORY-SGA"))));
        SgaProposal sga = desk.sizing("atlas", "DB1").sga();
        assertThat(sga.planned().value()).isEqualTo(143_360);
        assertThat(sga.note()).contains("No SGA advice is known");
        assertThatThrownBy(() -> desk.decideSga("atlas", "DB1", "ADVICE", "more is more", "Ana"))
                .hasMessageContaining("No SGA advice is known");
    }

    @Test
    void eckdDisksNeedAliases() throws IOException {
        database("DB1", "lin1");
        Program program = stores.programs().require("atlas");
        stores.programs()
                .update(
                        "atlas",
                        program.version(),
                        program.title(),
                        program.zone(),
                        Map.of("sizing", Map.of("eckd", true, "eckdDiskGb", 100)),
                        "Mia");
        upload("DB1", "a.out", with(capture("DB1", "lin1", 16, new double[] {50}, new double[0], 0), """
                        ~~BEGIN-SIZE-ON-DISK~~
                           SNAP_ID    SIZE_GB
                        ---------- ----------
                               500      931.3
                        ~~END-SIZE-ON-DISK~~
                        """));
        StorageSizing storage = desk.sizing("atlas", "DB1").storage().sizing();
        // 931.3 GB of 1,073,741,824 bytes are 1,000 GB; 1,300 GB are 13 disks of 100 GB with 7 aliases each, or one
        // control unit with 20
        assertThat(storage.aliases().value()).isEqualTo(91);
        assertThat(storage.hyperAliases().value()).isEqualTo(20);
        assertThat(storage.reads().value()).isEqualTo(900);
        assertThat(storage.writes().value()).isEqualTo(100);
    }
}
