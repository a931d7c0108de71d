package io.gulliver.service.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.FactSource;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.evidence.awrminer.ScriptedCapture;
import io.gulliver.evidence.awrminer.ScriptedCapture.Script;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.view.DatabaseEvidence;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.planning.facts.CanonicalFacts;
import io.gulliver.planning.facts.Said;
import io.gulliver.planning.method.MethodAssessment;
import io.gulliver.service.collection.CollectedFacts;
import io.gulliver.service.collection.EvidenceService;
import io.gulliver.service.collection.EvidenceWithdrawal;
import io.gulliver.service.collection.IntakeGate;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.service.migration.KnownFacts;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.MovableClock;
import io.gulliver.testing.Seeds;
import io.gulliver.testing.Services;
import io.gulliver.testing.TestStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Files of every kind through the real intake, store and decisions: more evidence makes nothing unknown, a weaker source replaces no
 * stronger one, the order in which files are given changes nothing, and a changed verdict names the fact that changed it.
 */
@Tag("store")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EvidenceProperties {
    private final IntakeGate gate = new IntakeGate(IntakeGate.Limits.DEFAULT);
    private final MovableClock clock = new MovableClock();
    private StoreDatabase db;
    private Stores stores;
    private EvidenceService intake;
    private AssessmentService desk;
    private CollectedFacts collected;
    private KnownFacts playbooks;
    private int programs;

    /** Something that tells facts of one database; {@code give} hands it to the product. */
    private record Source(String name, byte[] content, List<Fact> found) {}

    @BeforeAll
    void open() {
        db = TestStore.open(clock);
        stores = Atlas.stores(db);
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
        collected = Services.collectedFacts(stores);
        playbooks = new KnownFacts(
                stores.programs(),
                stores.databases(),
                stores.landings(),
                stores.names(),
                stores.facts(),
                collected,
                RuleTables.shipped().facts(),
                ProgramCalendar.wall(clock));
    }

    @AfterAll
    void close() {
        db.close();
        gate.close();
    }

    private String program(String inventory) {
        String key = "p" + ++programs;
        stores.programs().create(key, key, ZoneId.of("Europe/Berlin"), Map.of(), "Mia");
        new InventoryImport(
                        db,
                        stores.programs(),
                        stores.databases(),
                        stores.people(),
                        RuleTables.shipped().inventory())
                .apply(key, inventory.getBytes(StandardCharsets.UTF_8), false, List.of(), "Mia");
        return key;
    }

    private void give(String program, Source source) {
        if (source.content().length == 0) {
            stores.facts().put(program, "ORDERS", source.found(), "Mia");
            return;
        }
        try {
            intake.take(
                    program,
                    "ORDERS",
                    source.name(),
                    new ByteArrayInputStream(source.content()),
                    "a generated file of this database",
                    "Mia",
                    null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Source source(Random random, int number) {
        return switch (random.nextInt(6)) {
            case 0, 1 -> {
                ScriptedCapture capture = ScriptedCapture.of(
                                Script.values()[random.nextInt(Script.values().length)],
                                random.nextInt(4) == 0 ? "AIX-Based Systems (64-bit)" : "Linux x86 64-bit",
                                random.nextBoolean() ? "19.0.0.0.0" : "19.22.0.0.0")
                        .written(random.nextBoolean(), random.nextBoolean(), false, random.nextBoolean());
                yield new Source(number + capture.file(), capture.bytes(), List.of());
            }
            case 2 ->
                new Source(
                        "cut" + number + ".out",
                        ("~~BEGIN-OS-INFORMATION~~\nNUM_CPUS 64\nDB_NAME ORDERS\nPHYSICAL_MEMORY_GB 0\n~~END-OS-INFORMATION~~\n"
                                        + "~~BEGIN-DATABASE-PARAMETERS~~\nPARAMETER_NAME       VALUE\n-------------------- --------------------\n"
                                        + "processes            " + (100 + random.nextInt(900))
                                        + "\n~~END-DATABASE-PARAMETERS~~\n")
                                .getBytes(StandardCharsets.UTF_8),
                        List.of());
            case 3 -> new Source("sar" + number + ".txt", sar(random, "x86_64"), List.of());
            case 4 ->
                new Source("lscpu" + number + ".txt", """
                            Architecture:        x86_64
                            CPU(s):              %d
                            Thread(s) per core:  2
                            Core(s) per socket:  8
                            Socket(s):           2
                            Model name:          Intel(R) Xeon(R) CPU E5-2697 v2 @ 2.70GHz
                            """.formatted(32).getBytes(StandardCharsets.UTF_8), List.of());
            default -> new Source("", new byte[0], found(random, number));
        };
    }

    /** A report of one voice, the later the lower its number, with the parameters that it happens to name. */
    private static Source report(Random random, int number) {
        List<String> named = new ArrayList<>(List.of(
                "sga_max_size=" + (4L + number) * 1_073_741_824L,
                "processes=" + (100 + random.nextInt(900)),
                "compatible=19.0.0",
                "db_block_size=8192"));
        Collections.shuffle(named, random);
        Fact list = list(
                "awrrpt_1_" + number + ".html",
                Instant.parse("2026-01-09T00:00:00Z")
                        .minus(Duration.ofDays(number))
                        .toString(),
                named.subList(0, 1 + random.nextInt(4)).toArray(new String[0]));
        return new Source("", new byte[0], List.of(list));
    }

    static byte[] sar(Random random, String architecture) {
        StringBuilder text = new StringBuilder("Linux 4.18.0 (ora1) \t2026-01-10 \t_" + architecture + "_\t(32 CPU)\n\n"
                + "00:00:01        CPU     %user     %nice   %system   %iowait    %steal     %idle\n");
        for (int i = 1; i < 30; i++) {
            double user = random.nextInt(600) / 10.0;
            text.append(String.format(
                    Locale.ROOT,
                    "%02d:%02d:01        all     %5.2f      0.00      0.00      0.00      0.00     %5.2f%n",
                    i / 6,
                    i % 6 * 10,
                    user,
                    100 - user));
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** What discovery or a step says, measured or guessed, of some day. */
    private static List<Fact> found(Random random, int number) {
        Instant at = Instant.parse("2026-01-0" + (1 + random.nextInt(3)) + "T00:00:00Z");
        Confidence confidence = random.nextInt(3) == 0 ? Confidence.ASSUMED : Confidence.MEASURED;
        String source = "discovery" + (char) ('a' + random.nextInt(3));
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("files_gb", 100.0 + random.nextInt(900), "GB", source, at, confidence));
        facts.add(new Fact("host.cores", 8L + random.nextInt(3), null, source, at, confidence));
        facts.add(new Fact("data_gb", (double) random.nextInt(40_000), "GB", source, at, confidence));
        facts.add(new Fact(
                "source_release", random.nextBoolean() ? "19.22.0.0.0" : "11.2.0.4.0", null, source, at, confidence));
        if (random.nextInt(4) == 0) {
            // nobody can read it, and it hides nothing: neither of others nor of its own source
            String who = random.nextBoolean() ? source : "a note";
            facts.add(new Fact("source_release", "soon", null, who, at.plusSeconds(86_400), Confidence.MEASURED));
        }
        if (random.nextInt(4) == 0) {
            facts.add(new Fact("files_gb", "many", "GB", source, at.plusSeconds(172_800), Confidence.MEASURED));
        }
        facts.add(new Fact(
                "database.parameters",
                List.of("sga_max_size=" + (4L + number) * 1_073_741_824L),
                null,
                source,
                at,
                confidence));
        return facts;
    }

    private static List<Source> sources(Random random) {
        List<Source> all = new ArrayList<>();
        for (int i = 2 + random.nextInt(3); i > 0; i--) {
            all.add(source(random, i));
            all.add(report(random, i));
        }
        return all;
    }

    private static String inventory(Random random) {
        return "database,application,environment,size_gb,oracle_version,outage_window_minutes\nORDERS,app,production,"
                + (random.nextBoolean() ? "77" : "") + "," + (random.nextBoolean() ? "19c" : "") + ",600\n";
    }

    /** Everything that decisions read, and what they decide. */
    private SortedMap<String, Object> decided(String program) {
        SortedMap<String, Object> all = new TreeMap<>(desk.methodFacts(program, "ORDERS"));
        MethodAssessment methods = desk.methods(program, "ORDERS").assessment();
        all.put("= preferred", String.valueOf(methods.preferred()));
        all.put("= eligible", eligible(methods));
        var sizing = desk.sizing(program, "ORDERS");
        all.put("= memory", String.valueOf(sizing.memory().sizing()));
        all.put("= cpu", String.valueOf(sizing.cpu().sizing()).replaceAll(" of \\d{4}-\\d\\d-\\d\\d", ""));
        all.put("= storage", String.valueOf(sizing.storage().sizing()));
        all.put("= age", String.valueOf(sizing.staleness()));
        playbooks.of(program, "ORDERS").values().forEach((name, value) -> all.put("facts." + name, value));
        return all;
    }

    /** Each fact of the catalogue with its value; whole numbers and others alike. */
    private static SortedMap<String, Object> values(CanonicalFacts known) {
        SortedMap<String, Object> values = new TreeMap<>();
        known.known().forEach((name, one) -> values.put(name, plain(one.value())));
        return values;
    }

    private static Object plain(Object value) {
        return value instanceof Number number ? (Object) number.doubleValue() : value;
    }

    private static String eligible(MethodAssessment methods) {
        return methods.methods().stream()
                .map(one -> one.method() + "=" + one.eligible())
                .sorted()
                .collect(Collectors.joining(" "));
    }

    @Test
    void theOrderInWhichEvidenceIsGivenChangesNothing() {
        Seeds.forAll(10, (seed, random) -> {
            String inventory = inventory(random);
            List<Source> all = sources(random);
            String forth = program(inventory);
            all.forEach(source -> give(forth, source));
            List<Source> shuffled = new ArrayList<>(all);
            Collections.shuffle(shuffled, random);
            String other = program(inventory);
            shuffled.forEach(source -> give(other, source));
            assertThat(decided(other)).isEqualTo(decided(forth));
        });
    }

    @Test
    void moreEvidenceMakesNothingUnknownAndAGuessReplacesNoEvidence() {
        Seeds.forAll(10, (seed, random) -> {
            String program = program(inventory(random));
            SortedMap<String, Confidence> before = new TreeMap<>();
            for (Source source : sources(random)) {
                give(program, source);
                SortedMap<String, Confidence> after = new TreeMap<>();
                MethodFacts.RESOLVER
                        .of(Said.collected(desk.few(program).evidence("ORDERS")))
                        .known()
                        .forEach((name, known) -> after.put(name, known.confidence()));
                assertThat(after.keySet()).containsAll(before.keySet());
                assertThat(desk.methodFacts(program, "ORDERS").keySet()).containsAll(before.keySet());
                before.forEach((name, confidence) -> assertThat(
                                confidence != Confidence.ASSUMED && after.get(name) == Confidence.ASSUMED)
                        .as(name + ": a guess over evidence after " + source.name())
                        .isFalse());
                before.clear();
                before.putAll(after);
            }
        });
    }

    /** Playbooks, the comparison of two days and the pages of one database and of all read the same words. */
    @Test
    void everyReaderOfFactsReadsTheSameWords() {
        Seeds.forAll(12, (seed, random) -> {
            String program = program(inventory(random));
            SourceDatabase database = stores.databases().require(program, "ORDERS");
            ProgramPolicy policy = ProgramPolicy.of(stores.programs().require(program));
            for (Source source : sources(random)) {
                give(program, source);
                clock.advance(Duration.ofMinutes(7));
                SortedMap<String, Object> known = values(
                        MethodFacts.resolved(policy, database, desk.few(program).evidence("ORDERS")));
                assertThat(values(MethodFacts.resolved(
                                policy, database, desk.whole(program).evidence("ORDERS"))))
                        .isEqualTo(known);
                assertThat(values(MethodFacts.resolved(
                                policy,
                                database,
                                collected.asOf(program, "ORDERS", Instant.parse("2100-01-01T00:00:00Z")))))
                        .as("as of the last day")
                        .isEqualTo(known);
                SortedMap<String, Object> told = playbooks.of(program, "ORDERS").values();
                known.forEach((name, value) ->
                        assertThat(plain(told.get(name))).as("facts.%s", name).isEqualTo(value));
            }
        });
    }

    /** A file that was withdrawn was never true of the database, and one that comes late was true on its own day. */
    @Test
    void aDayIsComparedByWhatDecisionsReadToday() {
        String program = program("database,application,environment,size_gb,oracle_version,outage_window_minutes\n"
                + "ORDERS,app,production,,,600\n");
        stores.facts().put(program, "ORDERS", List.of(release("19.22.0.0.0", "2026-01-20T00:00:00Z")), "Mia");
        stores.facts().put(program, "ORDERS", List.of(release("12.1.0.2.0", "2026-01-05T00:00:00Z")), "Mia");
        stores.facts()
                .put(program, "ORDERS", List.of(list("a", "2026-01-04T00:00:00Z", "sga_max_size=8589934592")), "Mia");
        stores.facts().put(program, "ORDERS", List.of(list("a", "2026-01-06T00:00:00Z", "processes=500")), "Mia");

        CanonicalFacts then = MethodFacts.RESOLVER.of(
                Said.collected(collected.asOf(program, "ORDERS", Instant.parse("2026-01-10T00:00:00Z"))));
        assertThat(values(then))
                .containsEntry("source_release", "12.1.0.2.0")
                .containsEntry("sga_max_mb", 8192.0)
                .containsEntry("processes_limit", 500.0);
        assertThat(collected.asOf(program, "ORDERS", Instant.parse("2026-01-03T00:00:00Z")))
                .isEmpty();
        assertThat(desk.changes(program, "ORDERS", LocalDate.of(2026, 1, 10), LocalDate.of(2026, 1, 25))
                        .changes())
                .anyMatch(change -> change.fact().equals("source_release"));
    }

    /** The word that can be read is older than one that cannot, comes after it, and was never the newest. */
    @Test
    void anOlderWordThatCanBeReadCountsBehindANewerOneOfTheSameSource() {
        String program = program("database,application,environment,size_gb,oracle_version,outage_window_minutes\n"
                + "ORDERS,app,production,,,600\n");
        List<Fact> unreadable = List.of(release("soon", "2026-01-09T00:00:00Z"));
        List<Fact> older = List.of(release("19.22.0.0.0", "2026-01-05T00:00:00Z"));
        List<Fact> oldest = List.of(release("11.2.0.4.0", "2026-01-04T00:00:00Z"));
        stores.facts().put(program, "ORDERS", unreadable, "Mia");
        assertThat(desk.methodFacts(program, "ORDERS")).containsEntry("source_release", "soon");

        stores.facts().put(program, "ORDERS", oldest, "Mia");
        assertThat(desk.methodFacts(program, "ORDERS")).containsEntry("source_release", "11.2.0.4.0");

        stores.facts().put(program, "ORDERS", older, "Mia");
        assertThat(desk.methodFacts(program, "ORDERS")).containsEntry("source_release", "19.22.0.0.0");
    }

    /** The later file does not name what the earlier one did: the shorter list says nothing of it. A withdrawn one says nothing at all. */
    @Test
    void aShorterLaterListOfTheSameSourceLeavesWhatItDoesNotName() throws IOException {
        String program = program("database,application,environment,size_gb,oracle_version,outage_window_minutes\n"
                + "ORDERS,app,production,,,600\n");
        Source first = parameters("cut1.out", "sga_max_size         8589934592", "processes            300");
        give(program, first);
        clock.advance(Duration.ofDays(30));
        give(program, parameters("cut2.out", "processes            500"));

        for (ProgramSnapshot estate : List.of(desk.few(program), desk.whole(program))) {
            assertThat(parameter(estate, "sga_max_mb")).isEqualTo(8192.0);
            assertThat(parameter(estate, "processes_limit")).isEqualTo(500.0);
        }

        String sha256 = stores.evidence().given(program, "ORDERS").stream()
                .map(DatabaseEvidence::ref)
                .filter(file -> file.name().equals(first.name()))
                .map(EvidenceRef::sha256)
                .findFirst()
                .orElseThrow();
        new EvidenceWithdrawal(
                        db, stores.databases(), stores.evidence(), stores.facts(), stores.audit(), Duration.ofDays(30))
                .withdraw(program, "ORDERS", sha256, "of another database", false, "Mia", null);
        for (ProgramSnapshot estate : List.of(desk.few(program), desk.whole(program))) {
            assertThat(parameter(estate, "sga_max_mb")).isNull();
            assertThat(parameter(estate, "processes_limit")).isEqualTo(500.0);
        }
    }

    private static Source parameters(String name, String... lines) {
        String text = "~~BEGIN-OS-INFORMATION~~\nNUM_CPUS 64\nDB_NAME ORDERS\n~~END-OS-INFORMATION~~\n"
                + "~~BEGIN-DATABASE-PARAMETERS~~\nPARAMETER_NAME       VALUE\n-------------------- --------------------\n"
                + String.join("\n", lines) + "\n~~END-DATABASE-PARAMETERS~~\n";
        return new Source(name, text.getBytes(StandardCharsets.UTF_8), List.of());
    }

    private static Object parameter(ProgramSnapshot estate, String name) {
        var known = MethodFacts.RESOLVER
                .of(Said.collected(estate.evidence("ORDERS")))
                .find(name);
        return known == null ? null : known.value();
    }

    /** A report that is read once more replaces what was read of it, as everywhere. */
    @Test
    void aListToldAnewReplacesItself() {
        String program = program("database,application,environment,size_gb,oracle_version,outage_window_minutes\n"
                + "ORDERS,app,production,,,600\n");
        for (String parameter : List.of("sga_max_size=9999999999", "sga_max_size=8589934592")) {
            stores.facts()
                    .put(
                            program,
                            "ORDERS",
                            List.of(list("awrrpt_1_775_776.html", "2026-05-05T00:00:00Z", parameter)),
                            "Mia");
        }
        for (ProgramSnapshot estate : List.of(desk.few(program), desk.whole(program))) {
            assertThat(parameter(estate, "sga_max_mb")).isEqualTo(8192.0);
        }
    }

    private static Fact list(String source, String at, String... parameters) {
        return new Fact(
                "database.parameters", List.of(parameters), null, source, Instant.parse(at), Confidence.MEASURED);
    }

    /** A weaker word, here a guess, is no reason to forget an older one that was measured. */
    @Test
    void aGuessDoesNotHoldOverAnOlderMeasuredWordBehindOneThatCannotBeRead() {
        String program = program("database,application,environment,size_gb,oracle_version,outage_window_minutes\n"
                + "ORDERS,app,production,,,600\n");
        stores.facts().put(program, "ORDERS", List.of(release("19.22.0.0.0", "2026-01-05T00:00:00Z")), "Mia");
        stores.facts()
                .put(
                        program,
                        "ORDERS",
                        List.of(new Fact(
                                "source_release",
                                "11.2.0.4.0",
                                null,
                                "a form",
                                Instant.parse("2026-01-08T00:00:00Z"),
                                Confidence.ASSUMED)),
                        "Mia");
        stores.facts().put(program, "ORDERS", List.of(release("soon", "2026-01-09T00:00:00Z")), "Mia");

        assertThat(desk.methodFacts(program, "ORDERS")).containsEntry("source_release", "19.22.0.0.0");
    }

    @Test
    void aWithdrawnFileGivesBackNothingThroughItsOlderWords() {
        String program = program("database,application,environment,size_gb,oracle_version,outage_window_minutes\n"
                + "ORDERS,app,production,,,600\n");
        String mark = FactSource.mark("ab".repeat(32));
        Fact told = new Fact(
                "source_release",
                "19.22.0.0.0",
                null,
                "capture.out " + mark,
                Instant.parse("2026-01-05T00:00:00Z"),
                Confidence.MEASURED);
        stores.facts()
                .put(
                        program,
                        "ORDERS",
                        List.of(new Fact(
                                "source_release",
                                "soon",
                                null,
                                "capture.out (sha256 000000000000)",
                                Instant.parse("2026-01-09T00:00:00Z"),
                                Confidence.MEASURED)),
                        "Mia");
        stores.facts().put(program, "ORDERS", List.of(told), "Mia");
        assertThat(desk.methodFacts(program, "ORDERS")).containsEntry("source_release", "19.22.0.0.0");

        stores.facts().withdraw(program, "ORDERS", Set.of(mark), "Mia");

        assertThat(desk.methodFacts(program, "ORDERS")).containsEntry("source_release", "soon");
    }

    private static Fact release(String value, String at) {
        return new Fact("source_release", value, null, "discovery", Instant.parse(at), Confidence.MEASURED);
    }

    /** What the page of changes says of two days names a fact where the ways across are other ones. */
    @Test
    void aChangedVerdictNamesTheFactThatChangedIt() {
        Seeds.forAll(10, (seed, random) -> {
            String program = program(inventory(random));
            List<Fact> first = found(random, 1).stream()
                    .map(fact -> at(fact, "2026-01-05T00:00:00Z", "discoverya"))
                    .toList();
            List<Fact> then = found(random, 2).stream()
                    .map(fact -> at(fact, "2026-02-05T00:00:00Z", "discoverya"))
                    .toList();
            stores.facts().put(program, "ORDERS", first, "Mia");
            stores.facts().put(program, "ORDERS", then, "Mia");
            var verdict = desk.changes(program, "ORDERS", LocalDate.of(2026, 1, 20), LocalDate.of(2026, 2, 20))
                    .verdict();
            assertThat(verdict).isNotNull();
            if (verdict.changed()) {
                assertThat(verdict.facts()).anyMatch(line -> line.contains("discoverya"));
            }
        });
    }

    private static Fact at(Fact fact, String moment, String source) {
        return new Fact(fact.name(), fact.value(), fact.unit(), source, Instant.parse(moment), Confidence.MEASURED);
    }

    @Test
    void aFileGivenLaterWithAnEarlierClockChangesNoOrder() {
        Seeds.forAll(4, (seed, random) -> {
            String inventory = inventory(random);
            List<Source> all = sources(random);
            String forth = program(inventory);
            for (Source source : all) {
                give(forth, source);
                clock.advance(Duration.ofMinutes(7));
            }
            SortedMap<String, Object> known = decided(forth);
            all.forEach(source -> give(forth, source));
            assertThat(decided(forth)).as("the same files again").isEqualTo(known);
        });
    }
}
