package io.gulliver.service.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gulliver.assessment.change.VerdictChange;
import io.gulliver.assessment.completeness.Completeness;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.evidence.awrminer.Captures;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.inputs.DatabaseSizing;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodAssessment;
import io.gulliver.planning.method.MethodReport;
import io.gulliver.service.collection.EvidenceAnswer;
import io.gulliver.service.collection.EvidenceService;
import io.gulliver.service.collection.IntakeGate;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.MovableClock;
import io.gulliver.testing.Services;
import io.gulliver.testing.TakesTurns;
import io.gulliver.testing.TestStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a real capture holds is known in every decision: sizing, methods, completeness. */
@Tag("store")
@TakesTurns(TakesTurns.Group.PLANNING)
class CapturesReachDecisionsTest {
    private final IntakeGate gate = new IntakeGate(IntakeGate.Limits.DEFAULT);
    private final MovableClock clock = new MovableClock();
    private StoreDatabase db;
    private Stores stores;
    private EvidenceService intake;
    private AssessmentService desk;

    @BeforeEach
    void open() {
        db = TestStore.open(clock);
        stores = Atlas.stores(db);
        stores.programs().create("atlas", "Atlas", ZoneId.of("Europe/Berlin"), Map.of(), "Mia");
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

    private void database(String name, String gigabytes) {
        new InventoryImport(
                        db,
                        stores.programs(),
                        stores.databases(),
                        stores.people(),
                        RuleTables.shipped().inventory())
                .apply(
                        "atlas",
                        ("database,application,environment,size_gb,outage_window_minutes\n" + name + ",app,production,"
                                        + gigabytes + ",600\n")
                                .getBytes(StandardCharsets.UTF_8),
                        false,
                        List.of(),
                        "Mia");
    }

    private void upload(String database, Path file) throws IOException {
        upload(database, file.getFileName().toString(), Files.readAllBytes(file));
    }

    private void upload(String database, String file, byte[] content) throws IOException {
        intake.take(
                "atlas", database, file, new ByteArrayInputStream(content), "named so in the inventory", "Mia", null);
    }

    private EvidenceAnswer give(String database, String file, byte[] content) throws IOException {
        return intake.take("atlas", database, file, new ByteArrayInputStream(content), "Mia", null);
    }

    /** A capture of one instance and one snapshot; more sections and lines may follow. */
    static byte[] capture(String os, String sections) {
        return ("""
                ~~BEGIN-OS-INFORMATION~~
                STAT_NAME                      STAT_VALUE
                ------------------------------ ------------------------------
                NUM_CPUS                       16
                NUM_CPU_CORES                  16
                PHYSICAL_MEMORY_GB             64
                """ + os + "~~END-OS-INFORMATION~~\n" + sections).getBytes(StandardCharsets.UTF_8);
    }

    private static final String SIZE = """
            ~~BEGIN-SIZE-ON-DISK~~
               SNAP_ID    SIZE_GB
            ---------- ----------
                   500     931.93
            ~~END-SIZE-ON-DISK~~
            """;

    @Test
    void aCaptureNeverMakesTheSizeUnreadable() throws IOException {
        database("ORDERS", "1000");
        assertThat(desk.methods("atlas", "ORDERS").method()).isNotNull();
        upload("ORDERS", "a.out", capture("", SIZE));
        MethodReport report = desk.methods("atlas", "ORDERS");
        assertThat(report.assessment().reasons()).noneMatch(line -> line.contains("taken as unknown"));
        assertThat(report.method()).as("the method with the capture's size").isNotNull();
        // 931.93 x 1.073741824
        assertThat((Double) desk.methodFacts("atlas", "ORDERS").get("size_gb")).isCloseTo(1000.65, within(0.01));
        assertThat(report.assessment().reasons()).anyMatch(line -> line.contains("1000.7 GB"));
    }

    private static String parameters(String... lines) {
        return """
                ~~BEGIN-DATABASE-PARAMETERS~~
                PARAMETER_NAME                                                   VALUE
                ---------------------------------------------------------------- --------------------
                """ + String.join("\n", lines) + "\n~~END-DATABASE-PARAMETERS~~\n";
    }

    private static String parameter(String name, String value) {
        return String.format(Locale.ROOT, "%-64s %s", name, value);
    }

    private static double connections(DatabaseSizing sizing) {
        return leaves(sizing.memory().sizing().guest())
                .filter(leaf -> leaf.name().equals("connections"))
                .mapToDouble(Derivation::value)
                .findFirst()
                .orElseThrow();
    }

    private static Stream<Derivation> leaves(Derivation figure) {
        return figure.inputs().isEmpty()
                ? Stream.of(figure)
                : figure.inputs().stream().flatMap(CapturesReachDecisionsTest::leaves);
    }

    /** Two instances of unlike size in use. */
    private static final String MEMORY = """
            ~~BEGIN-MEMORY~~
               SNAP_ID INSTANCE_NUMBER        SGA        PGA      TOTAL
            ---------- --------------- ---------- ---------- ----------
                   500               1         12          2         14
                   500               2          4          1          5
            ~~END-MEMORY~~
            """;

    private static final String METRICS = """
            ~~BEGIN-MAIN-METRICS~~

                  snap      dur_m end                  inst     os_cpu logons_total  read_iops write_iops  read_mb_s write_mb_s  redo_mb_s
            ---------- ---------- -------------- ---------- ---------- ------------ ---------- ---------- ---------- ---------- ----------
                   500         60 26/01/30 01:00          1         10        300.4         40          5        1.2         .1          0
                   500         60 26/01/30 01:00          2         10        100.4         40          5        1.2         .1          0
                   501         60 26/01/30 02:00          1         10        310.4       1600         59       1140         .9          0
                   501         60 26/01/30 02:00          2         10         10.4          0          0          0          0          0
            ~~END-MAIN-METRICS~~
            """;

    private static final String TWO = "INSTANCES                      2\n";

    /** An instance gets pages for all that it may grow to, or it does not start where it may use nothing else. */
    @Test
    void thePoolOfHugePagesHoldsTheMaximumOfEachInstance() throws IOException {
        database("ORDERS", "1000");
        upload(
                "ORDERS",
                "a.out",
                capture(TWO, MEMORY + METRICS + parameters(parameter("sga_max_size", "21474836480"))));
        DatabaseSizing sizing = desk.sizing("atlas", "ORDERS");
        assertThat(sizing.sga().current().value()).isEqualTo(20_480);
        assertThat(sizing.memory().sizing().hugePages().value()).isGreaterThanOrEqualTo(2 * 20_480);

        database("CRM", "1000");
        upload("CRM", "b.out", capture(TWO, MEMORY + METRICS));
        assertThat(desk.sizing("atlas", "CRM").sga().current().value())
                .as("the larger of two instances, not their mean")
                .isEqualTo(12 * 1024);
    }

    @Test
    void thePoolOfARealClusterHoldsTheMaximumOfEachInstance() throws IOException {
        database("PARCELS", "25000");
        upload("PARCELS", Captures.named("USPS"));
        DatabaseSizing sizing = desk.sizing("atlas", "PARCELS");
        assertThat(sizing.memory().sizing().hugePages().value()).isGreaterThanOrEqualTo(3_145_728);
        assertThat(connections(sizing)).isCloseTo(3450.8, within(0.05));
    }

    @Test
    void sessionsComeFromTheLogonsOfACaptureAndElseFromItsParameter() throws IOException {
        database("ORDERS", "1000");
        upload("ORDERS", "a.out", capture(TWO, MEMORY + METRICS + parameters(parameter("processes", "600"))));
        // the most at one snapshot, over both instances: 300.4 + 100.4
        assertThat(connections(desk.sizing("atlas", "ORDERS"))).isCloseTo(400.8, within(0.05));

        database("CRM", "1000");
        upload(
                "CRM",
                "b.out",
                capture(
                        TWO,
                        MEMORY
                                + METRICS.replace("logons_total", "logons_other")
                                + parameters(parameter("processes", "600"))));
        assertThat(connections(desk.sizing("atlas", "CRM")))
                .as("600 of each instance")
                .isCloseTo(1200, within(0.05));
    }

    @Test
    void automaticMemoryManagementOfACaptureIsNoticed() throws IOException {
        database("ORDERS", "1000");
        upload(
                "ORDERS",
                "a.out",
                capture(
                        "",
                        MEMORY
                                + METRICS
                                + parameters(
                                        parameter("memory_target", "21474836480"),
                                        parameter("sga_max_size", "21474836480"),
                                        parameter("sga_target", "0"))));
        DatabaseSizing sizing = desk.sizing("atlas", "ORDERS");
        assertThat(sizing.memory().assumptions())
                .anyMatch(line -> line.contains("MEMORY_TARGET") && line.contains("change to SGA_TARGET"));
        assertThat(sizing.sga().current().value())
                .as("its maximum is that of all memory")
                .isEqualTo(12 * 1024);
    }

    @Test
    void peaksOfStorageStandBesideWhatIsPlanned() throws IOException {
        database("ORDERS", "1000");
        upload("ORDERS", "a.out", capture(TWO, MEMORY + METRICS));
        assertThat(desk.sizing("atlas", "ORDERS").storage().assumptions())
                .anyMatch(line -> line.contains("I/O requests") && line.contains("p99") && line.contains("1,659"))
                .anyMatch(line -> line.contains("MB/s") && line.contains("p99") && line.contains("1,140.9"));
    }

    @Test
    void aZeroThatWasRoundedIsABoundAndNoMeasurement() throws IOException {
        database("ORDERS", "1000");
        upload("ORDERS", "a.out", capture(TWO, MEMORY + METRICS));
        assertThat(stores.facts()
                        .find("atlas", "ORDERS", "redo.mbPerSecond.max")
                        .orElseThrow()
                        .unit())
                .isEqualTo("MB/s, 0 is below 0.1");
        assertThat(desk.methodFacts("atlas", "ORDERS")).containsEntry("redo_peak_mb_s", 0.1);
        assertThat(desk.sizing("atlas", "ORDERS")
                        .storage()
                        .sizing()
                        .throughput()
                        .explained())
                .anyMatch(line -> line.contains("below that"));
    }

    @Test
    void thePlatformOfTheSourceDecidesWhatCanCross() throws IOException {
        database("SPARC", "1000");
        upload("SPARC", "a.out", capture("PLATFORM_NAME                  Solaris[tm]_OE_(64-bit)\n", SIZE + METRICS));
        MethodAssessment big = desk.methods("atlas", "SPARC").assessment();
        assertThat(big.judged(Method.XTTS_INCREMENTAL).warnings())
                .extracting(MethodAssessment.Reason::rule)
                .doesNotContain("R01")
                .contains("R01-SAME");
        assertThat(desk.sizing("atlas", "SPARC").cpu().missing())
                .anyMatch(gap -> gap.how().contains("Solaris[tm] OE (64-bit)")
                        && gap.how().contains("bring the vendor's figure"));

        database("LINUX", "1000");
        upload("LINUX", "b.out", capture("PLATFORM_NAME                  Linux_x86_64-bit\n", SIZE + METRICS));
        MethodAssessment little = desk.methods("atlas", "LINUX").assessment();
        assertThat(little.judged(Method.XTTS_INCREMENTAL).warnings())
                .extracting(MethodAssessment.Reason::rule)
                .contains("R01")
                .doesNotContain("R01-SAME");

        database("NOBODY", "1000");
        upload("NOBODY", "c.out", capture("PLATFORM_NAME                  None\n", SIZE + METRICS));
        assertThat(desk.methods("atlas", "NOBODY").assessment().reasons())
                .anyMatch(line -> line.contains("platform of the source is unknown"));
    }

    private static final String SELF = """
            DB_NAME                        %s
            HOSTS                          %s
            VERSION                        %s
            PLATFORM_NAME                  %s
            """;

    /** The ways of two days are judged by the facts of each, and the facts that made the difference are named. */
    @Test
    void whatChangedAWayAcrossIsNamedWithWhoSaysSo() {
        database("PAY", "1000");
        Instant then = Instant.parse("2026-01-10T12:00:00Z");
        Instant now = Instant.parse("2026-02-10T12:00:00Z");
        stores.facts()
                .put(
                        "atlas",
                        "PAY",
                        List.of(
                                new Fact("source_release", "19.22", null, "discovery", then, Confidence.MEASURED),
                                new Fact("endian", "Little", null, "discovery", then, Confidence.MEASURED),
                                new Fact("data_gb", 700.0, "GB", "discovery", then, Confidence.MEASURED)),
                        "Mia");
        stores.facts()
                .put(
                        "atlas",
                        "PAY",
                        List.of(new Fact("data_gb", 60_000.0, "GB", "later discovery", now, Confidence.MEASURED)),
                        "Mia");
        VerdictChange verdict = desk.changes("atlas", "PAY", LocalDate.of(2026, 1, 20), LocalDate.of(2026, 2, 20))
                .verdict();
        assertThat(verdict.before()).isEqualTo(Method.DATA_PUMP);
        assertThat(verdict.closed()).contains(Method.DATA_PUMP);
        assertThat(verdict.facts()).containsExactly("data_gb is 60000.0 by data_gb of later discovery, was 700.0");
        assertThat(desk.changes("atlas", "PAY", LocalDate.of(2026, 1, 12), LocalDate.of(2026, 1, 20))
                        .verdict()
                        .changed())
                .isFalse();
    }

    @Test
    void aCaptureOfAnotherDatabaseIsNotTakenUntilAPersonConfirmsIt() throws IOException {
        database("ORDERS", "1000");
        give("ORDERS", "a.out", capture(SELF.formatted("ORDERS", "lin1", "19.0.0.0.0", "Linux_x86_64-bit"), SIZE));
        long version = stores.facts().version("atlas", "ORDERS");
        byte[] other = capture(SELF.formatted("CRM", "sun7", "11.2.0.4.0", "Solaris[tm]_OE_(64-bit)"), SIZE);
        assertThatThrownBy(() -> give("ORDERS", "b.out", other))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("database crm")
                .hasMessageContaining("host sun7, and lin1 is known")
                .hasMessageContaining("release 11.2, and 19 is known")
                .hasMessageContaining("source_sid");
        assertThat(stores.facts().version("atlas", "ORDERS")).isEqualTo(version);
        assertThat(stores.evidence().given("atlas", "ORDERS")).hasSize(1);

        inventory("ORDERS,app,production,1000,600,CRM", "source_sid");
        clock.advance(Duration.ofMinutes(1));
        assertThatThrownBy(() -> give("ORDERS", "b.out", other))
                .as("its name is known now, and nothing else")
                .isInstanceOf(RefusedException.class)
                .hasMessageNotContaining("database crm")
                .hasMessageContaining("release 11.2, and 19 is known")
                .hasMessageContaining("platform solaris");
        give("ORDERS", "b.out", capture(SELF.formatted("CRM", "lin1", "19.0.0.0.0", "Linux_x86_64-bit"), SIZE));
        assertThat(stores.facts().version("atlas", "ORDERS")).isGreaterThan(version);
    }

    /** A copy of production has its SID and another DBID; the DBID alone says which database it is. */
    @Test
    void theNameOnItsHostSettlesNoOtherDbidAndItsDbidSettlesAll() throws IOException {
        inventory("ORDERS,app,production,1000,600,ORD1,", "source_sid,source_dbid");
        give("ORDERS", "a.out", capture(number(4711) + SELF.formatted("ORD1", "lin1", "19.0.0.0.0", "Linux"), SIZE));
        clock.advance(Duration.ofMinutes(1));
        byte[] copy = capture(
                number(4712) + SELF.formatted("ORD1", "sun7", "11.2.0.4.0", "AIX-Based_Systems_(64-bit)"), SIZE);
        assertThatThrownBy(() -> give("ORDERS", "b.out", copy))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("DBID 4712, and 4711 is known")
                .hasMessageContaining("release 11.2, and 19 is known");

        inventory("ORDERS,app,production,1000,600,ORD1,4712", "source_sid,source_dbid");
        assertThat(give("ORDERS", "b.out", copy).problems())
                .noneMatch(problem -> problem.message().contains("it says"));
        inventory("CRM,app,production,1000,600,ORD1,4711", "source_sid,source_dbid");
        assertThatThrownBy(() -> give("CRM", "b.out", copy))
                .as("a DBID of the inventory contradicts too")
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("DBID 4712, and 4711 is known");
    }

    private static String number(int dbid) {
        return "DBID                           " + dbid + "\n";
    }

    /** A capture that names no platform, and a host that tells what it is: lscpu its byte order, sar its architecture. */
    @Test
    void whatAHostTellsOfItsByteOrderAndArchitectureReachesDecisions() throws IOException {
        database("POWER", "1000");
        upload("POWER", "a.out", capture("", SIZE + METRICS));
        upload("POWER", "lscpu.txt", """
                Architecture:        ppc64
                Byte Order:          Big Endian
                CPU(s):              32
                Thread(s) per core:  2
                Core(s) per socket:  8
                Socket(s):           2
                """.getBytes(StandardCharsets.UTF_8));
        assertThat(desk.methodFacts("atlas", "POWER")).containsEntry("endian", "Big");
        MethodAssessment big = desk.methods("atlas", "POWER").assessment();
        assertThat(big.judged(Method.XTTS_INCREMENTAL).warnings())
                .extracting(MethodAssessment.Reason::rule)
                .doesNotContain("R01")
                .contains("R01-SAME");
        assertThat(big.reasons()).noneMatch(line -> line.contains("platform of the source is unknown"));
        assertThat(desk.sizing("atlas", "POWER").cpu().missing())
                .anyMatch(gap -> gap.how().contains("ppc64") && gap.how().contains("bring the vendor's figure"));

        database("LITTLE", "1000");
        upload("LITTLE", "a.out", capture("", SIZE + METRICS));
        upload("LITTLE", "sar.txt", EvidenceProperties.sar(new Random(1), "ppc64le"));
        assertThat(desk.methodFacts("atlas", "LITTLE")).containsEntry("endian", "Little");
        assertThat(desk.sizing("atlas", "LITTLE").cpu().missing())
                .anyMatch(gap -> gap.how().contains("ppc64le") && gap.how().contains("bring the vendor's figure"));
    }

    private void inventory(String line, String column) {
        new InventoryImport(
                        db,
                        stores.programs(),
                        stores.databases(),
                        stores.people(),
                        RuleTables.shipped().inventory())
                .apply(
                        "atlas",
                        ("database,application,environment,size_gb,outage_window_minutes," + column + "\n" + line
                                        + "\n")
                                .getBytes(StandardCharsets.UTF_8),
                        false,
                        List.of(),
                        "Mia");
    }

    /** A copy of production has its name, its host and its release: each of these alone is asked about. */
    @ParameterizedTest
    @CsvSource({
        "ORDP, lin1, 19.0.0.0.0, Linux_x86_64-bit, database ordp",
        "ORDERS, lin1, 12.2.0.1.0, Linux_x86_64-bit, release 12.2",
        "ORDERS, lin1, 19.0.0.0.0, AIX-Based_Systems_(64-bit), platform aix based systems 64 bit"
    })
    void aSingleContradictionAsksToo(String name, String host, String release, String platform, String says)
            throws IOException {
        database("ORDERS", "1000");
        give("ORDERS", "a.out", capture(SELF.formatted("ORDERS", "lin1", "19.0.0.0.0", "Linux_x86_64-bit"), SIZE));
        byte[] other = capture(SELF.formatted(name, host, release, platform), SIZE);
        assertThatThrownBy(() -> give("ORDERS", "b.out", other))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("it says " + says)
                .hasMessageContaining("Is it of ORDERS?");

        EvidenceAnswer answer = intake.take(
                "atlas", "ORDERS", "b.out", new ByteArrayInputStream(other), "moved last night", "Mia", null);
        assertThat(answer.problems())
                .anySatisfy(problem -> assertThat(problem.message()).contains("confirmed: moved last night"));
        assertThat(stores.audit().list("atlas", null, null, 50).rows())
                .anySatisfy(
                        event -> assertThat(event.event().details()).containsEntry("confirmed", "moved last night"));
    }

    @Test
    void anotherHostAloneIsToldAndCounts() throws IOException {
        database("ORDERS", "1000");
        give("ORDERS", "a.out", capture(SELF.formatted("ORDERS", "lin1", "19.0.0.0.0", "Linux_x86_64-bit"), SIZE));
        clock.advance(Duration.ofMinutes(1));
        EvidenceAnswer answer = give(
                "ORDERS", "b.out", capture(SELF.formatted("ORDERS", "lin9", "19.3.0.0.0", "Linux_x86_64-bit"), SIZE));
        assertThat(answer.problems())
                .anySatisfy(problem -> assertThat(problem.message()).contains("host lin9, and lin1 is known"));
        assertThat(answer.factsGained()).isNotEmpty();
    }

    /** An inventory says 12c or an address where a file says 12.2.0.1.0 and a name. */
    @Test
    void whatAnInventorySaysMoreRoughlyIsNoContradiction() throws IOException {
        new InventoryImport(
                        db,
                        stores.programs(),
                        stores.databases(),
                        stores.people(),
                        RuleTables.shipped().inventory())
                .apply(
                        "atlas",
                        "database,application,environment,oracle_version,source_host\nORDERS,app,production,12c,10.1.2.3\n"
                                .getBytes(StandardCharsets.UTF_8),
                        false,
                        List.of(),
                        "Mia");
        EvidenceAnswer answer = give(
                "ORDERS",
                "a.out",
                capture(SELF.formatted("ORDERS", "lin1.bank.example", "12.2.0.1.0", "Linux_x86_64-bit"), SIZE));
        assertThat(answer.problems()).noneMatch(problem -> problem.message().contains("it says"));
    }

    /** A report of sysstat knows nothing but its host. */
    @Test
    void aFileOfAnotherHostAsks() throws IOException {
        database("ORDERS", "1000");
        give("ORDERS", "a.out", capture(SELF.formatted("ORDERS", "lin1", "19.0.0.0.0", "Linux_x86_64-bit"), SIZE));
        String sar = """
                Linux 4.18.0-348.el8.x86_64 (%s) \t2026-01-30 \t_x86_64_\t(16 CPU)

                00:00:01        CPU     %%user     %%nice   %%system   %%iowait    %%steal     %%idle
                00:10:01        all     10.00      0.00      5.00      1.00      0.00     84.00
                00:20:01        all     12.00      0.00      5.00      1.00      0.00     82.00
                """;
        assertThatThrownBy(() -> give("ORDERS", "sar.txt", sar.formatted("lin7").getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("host lin7, and lin1 is known");
        assertThat(give("ORDERS", "sar.txt", sar.formatted("lin1.bank.example").getBytes(StandardCharsets.UTF_8))
                        .factsGained())
                .isNotEmpty();
    }

    @Test
    void twoCapturesInOneFileAreNotTaken() throws IOException {
        database("ORDERS", "1000");
        String one = new String(
                capture(SELF.formatted("ORDERS", "lin1", "19.0.0.0.0", "Linux_x86_64-bit"), SIZE),
                StandardCharsets.UTF_8);
        EvidenceAnswer answer = intake.take(
                "atlas",
                "ORDERS",
                "a.out",
                new ByteArrayInputStream(
                        (one + one.replace("lin1", "lin2").replace("ORDERS", "CRM")).getBytes(StandardCharsets.UTF_8)),
                "Mia",
                null);
        assertThat(answer.factsGained()).isEmpty();
        assertThat(answer.problems())
                .anySatisfy(problem -> assertThat(problem.message())
                        .contains("a second capture begins in it: DB_NAME is ORDERS and then CRM"));
    }

    @Test
    void nothingThatARealCaptureHoldsIsUnknownInAnyDecision() throws IOException {
        List<Path> real = Captures.all().stream()
                .filter(file -> !file.toString().contains("resources"))
                .toList();
        assumeTrue(!real.isEmpty(), "no real captures at hand");
        for (int i = 0; i < real.size(); i++) {
            String name = "DB" + i;
            database(name, "77");
            upload(name, real.get(i));
            DatabaseSizing sizing = desk.sizing("atlas", name);
            MethodReport methods = desk.methods("atlas", name);
            Completeness completeness = desk.completeness("atlas", name);
            String file = real.get(i).getFileName().toString();

            SortedMap<String, Object> facts = desk.methodFacts("atlas", name);
            assertThat(facts)
                    .as(file)
                    .containsKeys(
                            "size_gb",
                            "source_release",
                            "source_compatible",
                            "redo_mb_s",
                            "redo_peak_mb_s",
                            "source_topology");
            assertThat(facts.get("size_gb"))
                    .as(file + ": the inventory's guess")
                    .isNotEqualTo(77.0);
            assertThat(methods.assessment().reasons())
                    .as(file)
                    .noneMatch(line -> line.contains("taken as unknown") && !line.startsWith("The byte order"));
            List<String> asked = methods.assessment().questions().stream()
                    .map(MethodAssessment.Question::fact)
                    .toList();
            assertThat(asked)
                    .as(file + ": questions")
                    .doesNotContain("source_release", "size_gb", "redo_mb_s", "redo_peak_mb_s", "source_topology");

            assertThat(sizing.memory().sized()).as(file + " memory").isTrue();
            assertThat(sizing.cpu().sized()).as(file + " cpu").isTrue();
            assertThat(sizing.storage().sized()).as(file + " storage").isTrue();
            assertThat(sizing.network().sized()).as(file + " network").isTrue();
            assertThat(sizing.memory().assumptions())
                    .as(file)
                    .noneMatch(line -> line.contains("Sessions") && line.contains("unknown"));
            assertThat(sizing.storage().assumptions())
                    .as(file)
                    .noneMatch(line -> line.contains("unknown") && !line.startsWith("Growth"));
            assertThat(sizing.missing().stream().map(gap -> gap.what()))
                    .as(file)
                    .doesNotContain(
                            "the SGA",
                            "the PGA",
                            "the most sessions at once",
                            "the used size",
                            "requests and throughput",
                            "the redo rate",
                            "cores of its hosts",
                            "busy cores of its hosts");

            assertThat(completeness.missing().stream().map(Completeness.Missing::need))
                    .as(file)
                    .doesNotContain(
                            "release",
                            "size",
                            "redo",
                            "compatible",
                            "sga",
                            "pga",
                            "sessions",
                            "cores",
                            "busy",
                            "io",
                            "host");
        }
    }
}
