package io.gulliver.planning.inputs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.DisasterRecovery;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.SourceTopology;
import io.gulliver.domain.estate.TargetKind;
import io.gulliver.evidence.SnapshotLoad;
import io.gulliver.planning.facts.FactResolver;
import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.sizing.CapacityTable;
import io.gulliver.planning.sizing.CpuSizing;
import io.gulliver.planning.sizing.Staleness;
import io.gulliver.service.planning.RuleTables;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From collected facts to figures: every leaf has a source, and what is missing is named. */
class SizingPlannerTest {
    private static final Instant NOW = Instant.parse("2026-03-10T08:00:00Z");
    private static final double PER_CORE = 501.8;
    private static final long HOUR = 3600;
    private final SizingPlanner planner = new SizingPlanner(
            RuleTables.shipped().processors(),
            RuleTables.shipped().arrays(),
            new FactResolver(RuleTables.shipped().facts()));
    private final SizingPolicy policy = policy(Map.of());

    private static SizingPolicy policy(Map<String, Object> sizing) {
        return ProgramPolicy.parse(Map.of("sizing", sizing)).policy().sizing();
    }

    private static Fact fact(String name, Object value) {
        return new Fact(name, value, null, "capture.out", Instant.parse("2026-03-01T00:00:00Z"), Confidence.MEASURED);
    }

    private static List<Fact> facts(Object... pairs) {
        List<Fact> facts = new ArrayList<>();
        for (int i = 0; i < pairs.length; i += 2) {
            facts.add(fact((String) pairs[i], pairs[i + 1]));
        }
        return facts;
    }

    private static DatabaseProfile profile(
            String name, @Nullable String host, @Nullable Double gigabytes, @Nullable Integer window) {
        return new DatabaseProfile(
                name,
                "app",
                Environment.PRODUCTION,
                null,
                host,
                null,
                null,
                null,
                gigabytes,
                window,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                SourceTopology.SINGLE,
                DisasterRecovery.STANDBY,
                null,
                null,
                new TreeMap<>());
    }

    private static Subject subject(String name, String host, List<String> servers, List<Fact> facts) {
        return new Subject(profile(name, host, null, null), servers, TargetKind.ZVM, facts, List.of(), false);
    }

    private DatabaseSizing size(Subject database, Subject... beside) {
        return planner.size(database, List.of(beside), policy, 3, new Staleness(false, List.of()), NOW);
    }

    private static List<Fact> captured() {
        return facts(
                "memory.sgaGb.max", 16.0,
                "memory.pgaGb.max", 4.0,
                "processes", 600L,
                "host.cores", 16L,
                "cpu.busyCores.p95", 8.0,
                "cpu.busyCores.p99", 12.0,
                "storage.sizeGb.first", 900.0,
                "storage.sizeGb.last", 1000.0,
                "evidence.from", "2026-01-30T00:00",
                "evidence.to", "2026-03-01T00:00",
                "evidence.intervalMinutes", 60.0,
                "io.iops.p95", 10_000.0,
                "io.mbPerSecond.p95", 200.0,
                "redo.mbPerSecond.max", 12.0,
                "host.network.mbPerSecond.p95", 50.0);
    }

    private static Stream<Derivation> leaves(Derivation figure) {
        return figure.inputs().isEmpty()
                ? Stream.of(figure)
                : figure.inputs().stream().flatMap(SizingPlannerTest::leaves);
    }

    /** Memory of ASM is that of the target: its sources may well lie in file systems. */
    @Test
    void aServerThatIsBuiltWithAsmHasItsMemory() {
        Subject onFiles = subject("ORDERS", "lin1", List.of("lnx1"), with(captured(), fact("asm", false)));
        double without = planned(onFiles, false);

        // Each of the two is rounded up to a whole MB.
        assertThat(planned(onFiles, true) - without).isEqualTo(2048 * 1.1, within(1.0));
        Subject onAsm = subject("ORDERS", "lin1", List.of("lnx1"), with(captured(), fact("asm", true)));
        assertThat(planned(onAsm, true)).isEqualTo(planned(onAsm, false));
    }

    private double planned(Subject database, boolean asm) {
        return planner.server(List.of(database), Map.of(), policy, asm)
                .sizing()
                .planned()
                .value();
    }

    /** Whatever is put beside a large database, its processors are planned no fuller than before. */
    @Test
    void aFurtherDatabaseNeverMakesTheDesignPointLaxer() {
        Subject large = subject("LARGE", "lin1", List.of("lnx1"), with(captured(), fact("memory.sgaGb.max", 140.0)));
        Subject small = subject("SMALL", "lin2", List.of("lnx1"), captured());
        double alone = designPoint(size(large).cpu());
        DatabaseSizing beside = size(large, small);
        assertThat(alone).isEqualTo(0.8);
        assertThat(designPoint(beside.cpu())).isLessThanOrEqualTo(alone);
        assertThat(designPoint(beside.group().cpu())).isLessThanOrEqualTo(alone);
        assertThat(designPoint(size(small).cpu())).isEqualTo(0.9);
    }

    private static List<Fact> with(List<Fact> facts, Fact other) {
        return Stream.concat(facts.stream().filter(fact -> !fact.name().equals(other.name())), Stream.of(other))
                .toList();
    }

    private static double designPoint(Part<CpuSizing> cpu) {
        return all(cpu.sizing().ifls())
                .filter(figure -> figure.name().contains("design point")
                        && figure.inputs().isEmpty())
                .mapToDouble(Derivation::value)
                .findFirst()
                .orElseThrow();
    }

    private static Stream<Derivation> all(Derivation figure) {
        return Stream.concat(Stream.of(figure), figure.inputs().stream().flatMap(SizingPlannerTest::all));
    }

    @Test
    void sizesAllFourPartsFromACapture() {
        DatabaseSizing sizing = size(subject("ORDERS", "lin1", List.of("lnx1"), captured()));
        // 16384 + 64 slack pages; (16448 + 4096 + 2700 + 2048 ASM) x 1.10 = 27821.2, up to 28 GiB
        assertThat(sizing.memory().sizing().hugePages().value()).isEqualTo(16_448);
        assertThat(sizing.memory().sizing().guest().value()).isEqualTo(28 * 1024);
        assertThat(sizing.cpu().sizing().demand().value()).isCloseTo(8 * PER_CORE, within(1e-9));
        // 900 GB to 1,000 GB in 30 days is more than 30 % a year
        assertThat(sizing.storage().sizing().capacity().value()).isGreaterThan(1300);
        assertThat(sizing.storage().sizing().iops().value()).isCloseTo(10_000, within(1e-6));
        // 50 for clients and 12 of redo to the standby
        assertThat(sizing.network().sizing().running().value()).isCloseTo(62, within(1e-9));
        assertThat(sizing.group()).isNull();
        assertThat(sizing.storage().assumptions()).anyMatch(line -> line.contains("70 and 30 %"));
        assertThat(sizing.cpu().confidence()).as("its model is unknown").isEqualTo(Confidence.ASSUMED);
    }

    @Test
    void withoutAChosenArrayNoArraysAreCounted() {
        DatabaseSizing sizing = size(subject("ORDERS", "lin1", List.of("lnx1"), captured()));
        assertThat(sizing.storage().sizing().arrays()).isNull();
        assertThat(sizing.storage().missing())
                .anyMatch(gap ->
                        gap.what().equals("figures of its arrays") && gap.how().startsWith("No array is chosen"));
        SizingPolicy chosen = policy(Map.of("array", "FS9110 (AF7)"));
        Part<?> storage = planner.size(
                        subject("ORDERS", "lin1", List.of("lnx1"), captured()),
                        List.of(),
                        chosen,
                        3,
                        new Staleness(false, List.of()),
                        NOW)
                .storage();
        assertThat(storage.missing()).anyMatch(gap -> gap.how().startsWith("Usable GB of one FS9110 (AF7)"));
    }

    @Test
    void everyLeafOfEveryFigureNamesItsSource() {
        DatabaseSizing sizing = size(subject("ORDERS", "lin1", List.of("lnx1"), captured()));
        List<Derivation> figures = List.of(
                sizing.memory().sizing().guest(),
                sizing.memory().sizing().planned(),
                sizing.cpu().sizing().ifls(),
                sizing.cpu().sizing().utilizationPercent(),
                sizing.storage().sizing().capacity(),
                sizing.storage().sizing().ports(),
                sizing.network().sizing().links());
        assertThat(figures.stream().flatMap(SizingPlannerTest::leaves))
                .isNotEmpty()
                .allSatisfy(leaf -> assertThat(leaf.source()).as(leaf.told()).isNotBlank());
        assertThat(sizing.memory().sizing().guest().explained())
                .anyMatch(line -> line.contains("SGA of ORDERS")
                        && line.contains("memory.sgaGb.max of 2026-03-01, capture.out")
                        && line.contains("GB x 1024"));
        assertThat(sizing.storage().sizing().capacity().explained())
                .anyMatch(line -> line.contains("900 GB to 1,000 GB in 30 days"));
    }

    @Test
    void withoutFactsItSaysWhatToGiveAndSizesNothing() {
        DatabaseSizing sizing = size(subject("ORDERS", "lin1", List.of(), List.of()));
        assertThat(sizing.memory().sizing()).isNull();
        assertThat(sizing.cpu().sizing()).isNull();
        assertThat(sizing.storage().sizing()).isNull();
        assertThat(sizing.network().sizing()).isNull();
        assertThat(sizing.missing())
                .extracting(Gap::told)
                .anySatisfy(
                        told -> assertThat(told).startsWith("not sized: give the SGA (sga_max_mb or memory.sgaGb.max"));
        assertThat(sizing.missing().stream().flatMap(gap -> gap.facts().stream()))
                .contains("sga_max_mb", "pga_limit_mb", "host.cores", "files_gb", "redo_mb_s");
    }

    @Test
    void aSizeFromTheInventoryIsMarkedAsAGuess() {
        Subject told = new Subject(profile("ORDERS", "lin1", 500.0, 120), List.of(), null, List.of(), List.of(), false);
        Part<?> storage = size(told).storage();
        assertThat(storage.sized()).isTrue();
        assertThat(storage.confidence()).isEqualTo(Confidence.ASSUMED);
        assertThat(storage.assumptions()).anyMatch(line -> line.contains("what the inventory says"));
        assertThat(size(told).storage().sizing().capacity().value()).isEqualTo(650);
    }

    @Test
    void coresThatNobodyMeasuredAreAnAssumptionNotAFact() {
        Part<?> cpu =
                size(subject("ORDERS", "lin1", List.of(), facts("cores", 16L))).cpu();
        assertThat(cpu.sized()).isTrue();
        assertThat(cpu.confidence()).isEqualTo(Confidence.ASSUMED);
        assertThat(cpu.assumptions()).anyMatch(line -> line.contains("50 % is assumed"));
        assertThat(cpu.missing()).extracting(Gap::what).contains("busy cores of its hosts");
        assertThat(size(subject("ORDERS", "lin1", List.of(), facts("cores", 16L)))
                        .cpu()
                        .sizing()
                        .demand()
                        .value())
                .isCloseTo(8 * PER_CORE, within(1e-9));
    }

    @Test
    void criticalProductionIsSizedByAHigherPercentile() {
        DatabaseProfile critical = new DatabaseProfile(
                "ORDERS",
                "app",
                Environment.PRODUCTION,
                1,
                "lin1",
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
                new TreeMap<>());
        Subject subject = new Subject(critical, List.of(), TargetKind.DPM, captured(), List.of(), false);
        DatabaseSizing sizing = size(subject);
        assertThat(sizing.cpu().sizing().demand().value()).isCloseTo(12 * PER_CORE, within(1e-9));
        assertThat(sizing.cpu().sizing().overhead().value()).as("native").isZero();
    }

    @Test
    void aHostOfTwoDatabasesCountsOnce() {
        List<Fact> orders = new ArrayList<>(captured());
        orders.addAll(facts("awr.load.dbCpuPerSecond", 4.0, "awr.load.backgroundCpuPerSecond", 0.5));
        List<Fact> crm = new ArrayList<>(captured());
        crm.addAll(facts("awr.load.dbCpuPerSecond", 1.5));
        DatabaseSizing first = size(
                subject("ORDERS", "LIN1.example.com", List.of("a"), orders), subject("CRM", "lin1", List.of("b"), crm));
        DatabaseSizing second = size(
                subject("CRM", "lin1", List.of("b"), crm), subject("ORDERS", "LIN1.example.com", List.of("a"), orders));
        assertThat(first.cpu().sizing().demand().value()).isCloseTo(4.5 * PER_CORE, within(1e-9));
        assertThat(second.cpu().sizing().demand().value()).isCloseTo(1.5 * PER_CORE, within(1e-9));
        assertThat(first.cpu().assumptions())
                .anyMatch(line -> line.contains("2 busy cores of lin1 belong to no database"));
    }

    @Test
    void discoverysWordOnTheDatabasesOwnCpuGoesBeforeAReports() {
        List<Fact> orders = new ArrayList<>(captured());
        orders.addAll(facts("load.databaseCores.p95", 3.0, "awr.load.dbCpuPerSecond", 4.0));
        List<Fact> crm = new ArrayList<>(captured());
        crm.addAll(facts("load.databaseCores.p95", 9.0, "source_hosts", List.of("LIN1")));
        DatabaseSizing sizing =
                size(subject("ORDERS", "lin1", List.of("a"), orders), subject("CRM", "other-name", List.of("b"), crm));
        // 3 and 9 of 8 busy cores: both are scaled by two thirds
        assertThat(sizing.cpu().sizing().demand().value()).isCloseTo(2 * PER_CORE, within(1e-9));
    }

    @Test
    void discoverysParametersGoBeforeWhatACaptureShows() {
        List<Fact> facts = new ArrayList<>(captured());
        facts.addAll(facts("sga_max_mb", 20_480.0, "pga_limit_mb", 8192.0, "sessions_max", 200L));
        DatabaseSizing sizing = size(subject("ORDERS", "lin1", List.of(), facts));
        assertThat(sizing.memory().sizing().sga().value()).isEqualTo(20_480);
        // 8192 + 2048 ASM + 200 x 4.5
        assertThat(sizing.memory().sizing().smallPages().value()).isEqualTo(8192 + 2048 + 900);
    }

    @Test
    void withoutSharesAHostCountsWholeAndTheGroupCountsItOnce() {
        Subject orders = subject("ORDERS", "lin1", List.of("lnx1"), captured());
        Subject crm = subject("CRM", "lin1", List.of("lnx1"), captured());
        DatabaseSizing sizing = size(orders, crm);
        assertThat(sizing.cpu().sizing().demand().value()).isCloseTo(8 * PER_CORE, within(1e-9));
        assertThat(sizing.cpu().assumptions()).anyMatch(line -> line.contains("an upper bound"));
        assertThat(sizing.cpu().missing()).extracting(Gap::what).anyMatch(what -> what.contains("CRM, ORDERS"));
        GroupSizing group = sizing.group();
        assertThat(group.members()).containsExactly("CRM", "ORDERS");
        assertThat(group.cpu().sizing().demand().value()).isCloseTo(Math.rint(8 * PER_CORE), within(1e-9));
        // two instances: 2 x (16384 + 64) pages; (32896 + 8192 + 5400 + 2048) x 1.10 = 53389.6, up to 53 GiB
        assertThat(group.memory().sizing().guest().value()).isEqualTo(53 * 1024);
    }

    private static SnapshotLoad load(String host, double cores, double[] busy, double[] own) {
        SortedMap<Long, Double> minutes = new TreeMap<>();
        SortedMap<Long, Double> percent = new TreeMap<>();
        SortedMap<Long, Double> used = new TreeMap<>();
        for (int i = 0; i < busy.length; i++) {
            minutes.put(i * HOUR, 60.0);
            if (!Double.isNaN(busy[i])) {
                percent.put(i * HOUR, busy[i]);
            }
            if (i < own.length && !Double.isNaN(own[i])) {
                used.put(i * HOUR, own[i]);
            }
        }
        return new SnapshotLoad(
                SnapshotLoad.Kind.CAPTURE,
                host + ".out",
                cores,
                2,
                minutes,
                new TreeMap<>(Map.of(host, percent)),
                own.length == 0 ? new TreeMap<>() : new TreeMap<>(Map.of(host, used)),
                own.length == 0 ? "" : "cpu_per_s + bkgd_t_per_s");
    }

    /** One capture of a cluster whose nodes have the same snapshots. */
    private static SnapshotLoad cluster(SnapshotLoad... nodes) {
        SortedMap<Long, Double> minutes = new TreeMap<>();
        SortedMap<String, SortedMap<Long, Double>> busy = new TreeMap<>();
        SortedMap<String, SortedMap<Long, Double>> own = new TreeMap<>();
        for (SnapshotLoad node : nodes) {
            minutes.putAll(node.minutes());
            busy.putAll(node.busyPercent());
            own.putAll(node.ownCores());
        }
        return new SnapshotLoad(
                SnapshotLoad.Kind.CAPTURE, "rac.out", nodes[0].cores(), 1, minutes, busy, own, nodes[0].ownFrom());
    }

    private static Subject loaded(String name, String server, SnapshotLoad... loads) {
        return new Subject(
                profile(name, null, null, null), List.of(server), TargetKind.ZVM, captured(), List.of(loads), false);
    }

    @Test
    void hostsOfARacAddUpHourByHour() {
        double[] one = {10, 50, 20};
        double[] two = {40, 10, 20};
        Subject rac =
                loaded("RAC", "lnx1", cluster(load("n1", 10, one, new double[0]), load("n2", 10, two, new double[0])));
        SizingPolicy peak = policy(Map.of("percentile", 100));
        DatabaseSizing sizing = planner.size(rac, List.of(), peak, 1, new Staleness(false, List.of()), NOW);
        // the sums are 5, 6 and 4 cores: the peaks of both hosts would be 9
        assertThat(sizing.cpu().sizing().demand().value()).isCloseTo(6 * PER_CORE, within(1e-9));
    }

    @Test
    void peaksOfAGroupFallTogetherAsTheirSeriesSay() {
        Subject day = loaded("DAY", "lnx1", load("h1", 10, new double[] {80, 80, 10, 10}, new double[0]));
        Subject night = loaded("NIGHT", "lnx1", load("h2", 10, new double[] {10, 10, 80, 80}, new double[0]));
        SizingPolicy peak = policy(Map.of("percentile", 100, "addHeadroom", false));
        GroupSizing group = planner.size(day, List.of(night), peak, 1, new Staleness(false, List.of()), NOW)
                .group();
        // 9 cores at every hour, 16 if both peaked at once: 0.5625, the evidence has a month's end
        assertThat(group.concurrency().factor().value()).isCloseTo(0.5625, within(1e-9));
        assertThat(group.cpu().sizing().required().value())
                .isCloseTo(
                        Math.rint(16 * PER_CORE) * 0.5625
                                + group.cpu().sizing().overhead().value(),
                        within(1e-6));
    }

    @Test
    void aSharedHostIsDividedHourByHour() {
        double[] busy = {50, 100};
        Subject orders = loaded("ORDERS", "a", load("h1", 10, busy, new double[] {3, 8}));
        Subject crm = loaded("CRM", "b", load("h1", 10, busy, new double[] {1, 8}));
        SizingPolicy peak = policy(Map.of("percentile", 100));
        DatabaseSizing sizing = planner.size(orders, List.of(crm), peak, 1, new Staleness(false, List.of()), NOW);
        // at the second hour both say 8 of 10 cores: each counts 5; at the first 3 are its own
        assertThat(sizing.cpu().sizing().demand().value()).isCloseTo(5 * PER_CORE, within(1e-9));
        assertThat(sizing.cpu().assumptions())
                .anyMatch(line -> line.contains("busy cores of h1 belong to no database, 1 at most"));
    }

    @Test
    void theSameModelInOtherWordsIsFound() {
        assertThat(CpuInputs.plain("Intel(R) Xeon(R) CPU E5-2697 v2 @ 2.70GHz"))
                .isEqualTo(CpuInputs.plain("Xeon E5-2697v2 2.7 GHz"));
        List<Fact> facts = new ArrayList<>(captured());
        facts.add(fact("host.cpuModel", "Intel(R) Xeon(R) CPU E5-2697 v2 @ 2.70GHz"));
        DatabaseSizing sizing = size(subject("ORDERS", "lin1", List.of(), facts));
        assertThat(sizing.cpu().sizing().ifls().explained())
                .anyMatch(line -> line.contains("capacity of a busy core of Xeon E5-2697v2 2.7 GHz"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            database.platform     | Solaris[tm] OE (64-bit)   | It runs on Solaris[tm] OE (64-bit)
            platform              | AIX-Based Systems (64-bit)| It runs on AIX-Based Systems (64-bit)
            database.endianFormat | Big                       | Its byte order is big
            endian                | Big                       | Its byte order is big
            host.cpuModel         | SPARC-T5                  | Its hosts have 'SPARC-T5'
            cpu_model             | POWER9 3.4 GHz            | Its hosts have 'POWER9 3.4 GHz'
            """)
    void aCoreOfAnotherArchitectureIsNotTakenForX86(String fact, String value, String because) {
        List<Fact> facts = new ArrayList<>(captured());
        facts.add(fact(fact, value));
        DatabaseSizing sizing = size(subject("ORDERS", "sol1", List.of("lnx1"), facts));
        assertThat(sizing.cpu().sizing()).isNull();
        assertThat(sizing.cpu().missing())
                .anyMatch(gap -> gap.what().equals("the capacity of a core of its hosts")
                        && gap.how().startsWith(because)
                        && gap.how().contains("not in our table, bring the vendor's figure"));
        assertThat(sizing.memory().sizing())
                .as("what does not rest on it is sized")
                .isNotNull();
    }

    @Test
    void aCoreOfAnotherArchitectureCountsByTheFigureThatSomebodyBrought() {
        CapacityTable shipped = RuleTables.shipped().processors();
        SortedMap<String, CapacityTable.Source> sources = new TreeMap<>(shipped.sources());
        sources.put("SPARC T5", new CapacityTable.Source(300, true, "vendor's letter"));
        sources.put("AIX-Based Systems (64-bit)", new CapacityTable.Source(900, true, "vendor's letter"));
        SizingPlanner own = new SizingPlanner(
                new CapacityTable(shipped.asOf(), shipped.unit(), shipped.wholeUnits(), sources, shipped.targets()),
                RuleTables.shipped().arrays(),
                new FactResolver(RuleTables.shipped().facts()));
        assertThat(demand(own, "host.cpuModel", "SPARC-T5")).isCloseTo(8 * 300, within(1e-9));
        assertThat(demand(own, "database.platform", "AIX-Based Systems (64-bit)"))
                .isCloseTo(8 * 900, within(1e-9));
        assertThat(demand(own, "database.platform", "Linux x86 64-bit")).isCloseTo(8 * PER_CORE, within(1e-9));
        assertThat(demand(own, "platform", "Solaris Operating System (x86-64)")).isCloseTo(8 * PER_CORE, within(1e-9));
    }

    private double demand(SizingPlanner own, String fact, String value) {
        List<Fact> facts = new ArrayList<>(captured());
        facts.add(fact(fact, value));
        return own.size(
                        subject("ORDERS", "h1", List.of("lnx1"), facts),
                        List.of(),
                        policy,
                        3,
                        new Staleness(false, List.of()),
                        NOW)
                .cpu()
                .sizing()
                .demand()
                .value();
    }

    @Test
    void everyInstanceOfARacTakesTheMemoryOfItsOwn() {
        List<Fact> facts = new ArrayList<>(captured());
        facts.addAll(facts("database.instances", 2L));
        DatabaseSizing onTwo = size(subject("RAC", "n1", List.of("lnx1", "lnx2"), facts));
        DatabaseSizing onOne = size(subject("RAC", "n1", List.of("lnx1"), facts));
        assertThat(onTwo.memory().sizing().sga().value()).isEqualTo(8192);
        assertThat(onOne.memory().sizing().sga().value()).isEqualTo(16_384);
    }

    @Test
    void goldenGateTakesMemoryAndNetwork() {
        Subject replicating = new Subject(
                profile("ORDERS", "lin1", null, 30), List.of(), TargetKind.ZVM, captured(), List.of(), true);
        DatabaseSizing sizing = size(replicating);
        assertThat(sizing.memory().sizing().ceiling().explained())
                .anyMatch(line -> line.contains("GoldenGate for ORDERS 98,304 MB"));
        // redo goes to the standby and to GoldenGate
        assertThat(sizing.network().sizing().running().value()).isCloseTo(50 + 24, within(1e-9));
        assertThat(sizing.network().sizing().moving()).isNull();
    }

    @Test
    void anUnknownMachineOfThePolicyIsRefusedByName() {
        SizingPolicy odd = policy(Map.of("machine", "Univac"));
        assertThatThrownBy(() -> planner.size(
                        subject("ORDERS", "lin1", List.of(), captured()),
                        List.of(),
                        odd,
                        1,
                        new Staleness(false, List.of()),
                        NOW))
                .hasMessageContaining("'Univac'");
    }

    @Test
    void requirementAndChosenCapacityHaveTheirOwnNames() {
        CapacityTable.Target target = RuleTables.shipped().processors().target("LinuxONE Emperor II (z14)");
        DatabaseSizing sizing = size(subject("ORDERS", "lin1", List.of(), captured()));
        assertThat(sizing.cpu().sizing().required().name()).isEqualTo("required capacity");
        assertThat(sizing.cpu().sizing().capacityOfIfls().name()).isEqualTo("capacity of the chosen IFLs");
        assertThat(sizing.cpu().sizing().capacityOfIfls().value())
                .isCloseTo(sizing.cpu().sizing().ifls().value() * target.perIfl(1), within(1e-6));
    }
}
