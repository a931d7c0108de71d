package io.gulliver.service.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.assessment.start.Objection;
import io.gulliver.assessment.start.RehearsalRules;
import io.gulliver.contract.workflow.JournalBatch;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.Landing;
import io.gulliver.domain.estate.RegisteredCluster;
import io.gulliver.domain.migration.EvaluationVerdict;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RehearsalSource;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.Account;
import io.gulliver.domain.people.Function;
import io.gulliver.domain.program.Program;
import io.gulliver.domain.task.GateCriterion;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.planning.method.Method;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.service.migration.LibraryPlans;
import io.gulliver.service.wiring.MigrationConfiguration;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.MovableClock;
import io.gulliver.testing.Services;
import io.gulliver.testing.TakesTurns;
import io.gulliver.testing.TestStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is chosen is run: a start follows the method that is decided, or two people agree that it does not. */
@Tag("store")
@TakesTurns(TakesTurns.Group.PLANNING)
class ChosenIsRunTest {
    private static final String PROGRAM = "ways";
    /** 8 TB in a window of two hours: every method is closed. */
    private static final String VAST = "VAST";
    /** 300 GB in eight hours: Data Pump. */
    private static final String SMALL = "SMALL";
    /** 3 TB in six hours: a link, for which there is no playbook. */
    private static final String LINKED = "LINKED";

    private final MovableClock clock = new MovableClock();
    private StoreDatabase database;
    private Stores stores;
    private AssessmentService desk;
    private MethodChoiceService choices;
    private StartWaiverService starts;
    private StartGate gate;
    private MethodDemand demand;
    private PlanService plan;
    private PlaybookRow pump;

    @BeforeEach
    void open() {
        database = TestStore.open(clock);
        stores = Atlas.stores(database);
        PlaybookLibrary library = PlaybookLibrary.shipped();
        PlaybookStore playbooks = stores.playbooks();
        for (Playbook playbook : library.playbooks()) {
            playbooks.save(
                    playbook.hash(),
                    playbook.name(),
                    playbook.version(),
                    library.findContent(playbook.hash()).orElseThrow(),
                    PlaybookStore.SHIPPED);
            playbooks.approve(playbook.hash(), PlaybookStore.SHIPPED);
        }
        LibraryPlans plans = new LibraryPlans(library, () -> playbooks);
        desk = Services.assessment(stores);
        plan = Services.plan(stores);
        choices = new MethodChoiceService(stores.decisions(), desk, plan);
        starts = Services.starts(stores, desk, plans);
        gate = Services.startGate(stores, desk, plans);
        demand = Services.demand(stores, plans);
        pump = playbooks
                .find(library.findNewest("data-pump").orElseThrow().hash())
                .orElseThrow();
        stores.programs()
                .create(
                        PROGRAM,
                        "Ways",
                        ZoneId.of("Europe/Berlin"),
                        Map.of("facts", Map.of("gg_licensed", false)),
                        "Mia");
        new InventoryImport(
                        database,
                        stores.programs(),
                        stores.databases(),
                        stores.people(),
                        RuleTables.shipped().inventory())
                .apply(
                        PROGRAM,
                        ("database,application,environment,size_gb,outage_window_minutes,owner,target_release\n"
                                        + VAST + ",shop,production,8000,120,Ana,19.26\n"
                                        + SMALL + ",shop,production,300,480,Ana,19.26\n"
                                        + LINKED + ",shop,production,3100,480,Ana,19.26\n")
                                .getBytes(StandardCharsets.UTF_8),
                        false,
                        List.of(),
                        "Mia");
        for (String name : List.of(VAST, SMALL, LINKED)) {
            know(name, "source_release", "19.22.0.0.0");
            know(name, "source_edition", "enterprise");
            know(name, "platform", "Linux x86 64-bit");
        }
        know(VAST, "archivelog", false);
        know(VAST, "hcc", true);
        know(VAST, "charset_equal", false);
        stores.playbooks().save(Atlas.HASH, "another", 1, "any", "Mia");
        for (String name : List.of(VAST, SMALL, LINKED)) {
            rehearsed(name, "COMPLETED");
        }
        plan.replan(PROGRAM);
    }

    private void rehearsed(String name, String outcome) {
        rehearsed(name, outcome, run -> {});
    }

    /** A rehearsal by Data Pump in which people said this and that ended so. */
    private void rehearsed(String name, String outcome, Consumer<MigrationId> said) {
        clock.advance(Duration.ofSeconds(1));
        MigrationId id = stores.migrations()
                .create(new NewMigration(
                        "rehearsal-" + name + "-" + outcome + "-" + clock.instant(),
                        PROGRAM,
                        name,
                        Purpose.REHEARSAL,
                        Atlas.HASH,
                        null,
                        false,
                        null,
                        null,
                        RehearsalSource.live(),
                        "Mia"))
                .id();
        said.accept(id);
        database.jdbc()
                .sql("update migrations set mode = 'ENDED', outcome = :outcome, playbook_hash = :hash,"
                        + " active_key = null where id = :id")
                .param("outcome", outcome)
                .param("hash", pump.hash())
                .param("id", id.value())
                .update();
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void aClusterIsNotBuiltAndOneThatPeopleMadeIsMovedInto() {
        landsOn(null, "lnx-01", "lnx-02");
        assertThat(cleared(SMALL).refused())
                .as("nobody has registered it")
                .satisfies(no -> assertThat(no.message())
                        .contains("no cluster is registered that has all of these nodes", "register"));
        stores.clusters().put(cluster("OTHER"));
        assertThat(cleared(SMALL).refused())
                .satisfies(no -> assertThat(no.message()).contains("without a database of that name: it has OTHER"));
        stores.clusters().put(cluster("small"));
        assertThat(cleared(SMALL).refused()).isNull();
        landsOn("dpm-server", "lnx-01");
        assertThat(cleared(SMALL).refused()).isNull();
        landsOn("dpm-server", "lnx-01", "lnx-02");
        for (Purpose purpose : List.of(Purpose.PRODUCTION, Purpose.REHEARSAL)) {
            StartGate.Refused refused =
                    gate.cleared(PROGRAM, SMALL, null, purpose, false).refused();
            assertThat(refused.reason()).isEqualTo(StartGate.Reason.CLUSTER);
            assertThat(refused.message())
                    .contains("SMALL is to land on lnx-01, lnx-02, which is a cluster (RAC), and Gulliver builds none")
                    .contains("Oracle Restart");
        }
        assertThat(gate.cleared(PROGRAM, SMALL, null, Purpose.PRODUCTION, true).refused())
                .as("nor computed as if it were")
                .isNotNull();
        assertThat(gate.cleared(PROGRAM, SMALL, null, Purpose.DISCOVERY, false).refused())
                .isNull();
        assertThat(gate.prospects(PROGRAM, SMALL))
                .filteredOn(one -> one.run() == StartGate.Run.PRODUCTION)
                .singleElement()
                .satisfies(one -> assertThat(one.against())
                        .extracting(StartGate.Refused::reason)
                        .contains(StartGate.Reason.CLUSTER));
    }

    private RegisteredCluster cluster(String... databases) {
        return new RegisteredCluster(
                PROGRAM,
                "rac",
                List.of(
                        new RegisteredCluster.Node("lnx-01", "10.0.0.1"),
                        new RegisteredCluster.Node("lnx-02", "10.0.0.2")),
                "rac-scan",
                1521,
                1521,
                "/u01/app/19c/grid",
                "/u01/app/oracle/product/19c/dbhome_1",
                List.of("DATA", "FRA"),
                List.of(databases),
                RegisteredCluster.Management.ADMINISTRATOR,
                "Mia",
                clock.instant());
    }

    private StartGate.Answer cleared(String name) {
        return gate.cleared(PROGRAM, name, null, Purpose.REHEARSAL, false);
    }

    /** Where it lands, and who builds the first of the servers; null for nobody. */
    private void landsOn(@Nullable String playbook, String... servers) {
        stores.landings().put(new Landing(PROGRAM, SMALL, "SMALL", null, "19.26", null, List.of(servers)), "Mia");
        Program program = stores.programs().find(PROGRAM).orElseThrow();
        Map<String, Object> policy = new LinkedHashMap<>(program.policy());
        policy.put(
                "shared",
                playbook == null ? Map.of() : Map.of("server", Map.of("lnx-01", Map.of("playbook", playbook))));
        stores.programs().update(PROGRAM, program.version(), program.title(), program.zone(), policy, "Mia");
    }

    private void know(String of, String name, Object value) {
        clock.advance(Duration.ofMinutes(1));
        stores.facts()
                .put(
                        PROGRAM,
                        of,
                        List.of(new Fact(name, value, null, "dictionary", clock.instant(), Confidence.MEASURED)),
                        "Mia");
    }

    private void policy(Map<String, Object> policy) {
        Program program = stores.programs().require(PROGRAM);
        stores.programs().update(PROGRAM, program.version(), "Ways", program.zone(), policy, "Mia");
        plan.replan(PROGRAM);
    }

    private StartGate.@Nullable Refused start(String name, @Nullable PlaybookRow named, Purpose purpose) {
        StartGate.Answer answer = gate.cleared(PROGRAM, name, named, purpose, false);
        assertThat(answer.playbook() == null).isEqualTo(answer.refused() != null);
        return answer.refused();
    }

    private StartGate.@Nullable Refused production(String name, @Nullable PlaybookRow named) {
        return start(name, named, Purpose.PRODUCTION);
    }

    @Test
    void aMethodThatEverythingClosesDoesNotStartWithoutAReasonAndASecondPerson() {
        assertThat(desk.methods(PROGRAM, VAST).method()).isNull();
        assertThat(production(VAST, pump)).satisfies(refused -> {
            assertThat(refused.reason()).isEqualTo(StartGate.Reason.NO_METHOD);
            assertThat(refused.message())
                    .contains(
                            "No method is decided for VAST",
                            "data-pump",
                            "one asks for it with a reason, a second one");
        });
        assertThatThrownBy(() -> starts.ask(PROGRAM, VAST, "data-pump", " ", "Mia"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("without a reason");
        StartWaiverService.Start asked = starts.ask(PROGRAM, VAST, "data-pump", "The owner gives us a weekend", "Mia");
        assertThat(asked.against()).extracting(Objection::code).contains("undecided", "closed:OUTAGE");
        assertThat(asked.agreed()).isFalse();
        assertThat(production(VAST, pump).message()).contains("Mia asked for it: a second person may agree");
        assertThatThrownBy(() -> starts.agree(PROGRAM, VAST, 1, null, "Mia"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("was asked for by Mia: a second person must approve it");
        assertThatThrownBy(() -> starts.agree(PROGRAM, VAST, 7, null, "Ben")).isInstanceOf(StaleVersionException.class);
        Atlas.account(stores, "Ben", List.of(), List.of());
        Atlas.account(
                stores,
                "Uma",
                List.of(new Account.HeldFunction(PROGRAM, Function.CUTOVER_MANAGER, null)),
                List.of(new Account.Deputy(
                        "Ben", clock.instant(), clock.instant().plusSeconds(3600))));
        assertThat(starts.agree(PROGRAM, VAST, 1, "I spoke with the owner", "Ben")
                        .agreed())
                .isTrue();
        assertThat(production(VAST, pump)).isNull();
        assertThat(stores.audit().list(PROGRAM, null, null, 100).rows())
                .filteredOn(row -> row.event().action().equals("start.decided"))
                .extracting(
                        row -> row.event().actor() + " " + row.event().details().get("for"))
                .as("a deputy's agreement says for whom; whoever asks needs no function")
                .containsExactly("Ben [Uma]", "Mia null");
        assertThat(stores.audit().list(PROGRAM, null, null, 100).rows().toString())
                .contains("start.decided", "The owner gives us a weekend", "I spoke with the owner", "closed:OUTAGE");
    }

    @Test
    void whatTwoPeopleAgreedToHoldsWhileNothingElseStandsAgainstIt() {
        choices.choose(PROGRAM, SMALL, Method.DATA_PUMP, "simple", 0, null, "Mia");
        assertThat(production(SMALL, null)).isNull();
        know(SMALL, "size_gb", 6000.0);
        know(SMALL, "data_gb", 6000.0);
        assertThat(production(SMALL, null).reason()).isEqualTo(StartGate.Reason.CHOICE_CLOSED);
        starts.ask(PROGRAM, SMALL, null, "A longer night was promised", "Mia");
        starts.agree(PROGRAM, SMALL, 1, null, "Ben");
        assertThat(production(SMALL, null)).isNull();
        know(SMALL, "long_columns", true);
        know(SMALL, "tde_column", true);
        know(SMALL, "source_release", "9.2.0.8.0");
        StartWaiverService.Start now = starts.start(PROGRAM, SMALL, null);
        assertThat(now.against())
                .extracting(Objection::code)
                .contains("closed:OUTAGE")
                .hasSizeGreaterThan(1);
        assertThat(now.agreed()).isFalse();
        assertThat(production(SMALL, null)).isNotNull();
    }

    @Test
    void nobodyAgreesToMoreThanWasAskedFor() {
        know(SMALL, "data_gb", 6000.0);
        know(SMALL, "size_gb", 6000.0);
        starts.ask(PROGRAM, SMALL, "data-pump", "A longer night was promised", "Mia");
        know(SMALL, "source_release", "9.2.0.8.0");
        assertThatThrownBy(() -> starts.agree(PROGRAM, SMALL, 1, null, "Ben"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("Since Mia asked, something else stands against it");
    }

    @Test
    void whatOnePersonChoseThoughItIsClosedIsNoProductionRunOfOne() {
        choices.choose(PROGRAM, VAST, Method.DATA_PUMP, "we know it", 0, null, "Mia");
        assertThat(production(VAST, null)).satisfies(refused -> {
            assertThat(refused.reason()).isEqualTo(StartGate.Reason.METHOD_CLOSED);
            assertThat(refused.message())
                    .startsWith("Mia chose DATA_PUMP for VAST, because we know it. DATA_PUMP is closed for VAST by");
        });
        assertThat(start(VAST, null, Purpose.REHEARSAL))
                .as("a rehearsal finds out")
                .isNull();
        starts.ask(PROGRAM, VAST, null, "we know it", "Mia");
        starts.agree(PROGRAM, VAST, 1, null, "Ben");
        assertThat(production(VAST, null)).isNull();
    }

    @Test
    void aMethodWithoutAPlaybookCanBePlannedAndNotStarted() {
        choices.choose(PROGRAM, LINKED, Method.FULL_TRANSPORTABLE, "no time for rows", 0, null, "Mia");
        assertThat(stores.plans().method(PROGRAM, LINKED).orElseThrow().method())
                .isEqualTo("FULL_TRANSPORTABLE");
        for (Purpose purpose : List.of(Purpose.REHEARSAL, Purpose.PRODUCTION)) {
            assertThat(start(LINKED, null, purpose)).satisfies(refused -> {
                assertThat(refused.reason()).isEqualTo(StartGate.Reason.NO_PLAYBOOK);
                assertThat(refused.message()).contains("it can be planned, and waits");
            });
            assertThat(start(LINKED, pump, purpose).message())
                    .contains("Mia chose FULL_TRANSPORTABLE for LINKED, because no time for rows; playbook"
                            + " data-pump carries it by data-pump");
        }
        assertThatThrownBy(() -> starts.ask(PROGRAM, LINKED, null, "now", "Mia"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("FULL_TRANSPORTABLE has none that is approved");
        assertThat(gate.cleared(PROGRAM, LINKED, pump, Purpose.PRODUCTION, true).refused())
                .as("an evaluation changes nothing")
                .isNull();
    }

    /** 8 TB in two hours with every method closed, never rehearsed, evaluated: it was "as far as is known". */
    @Test
    void anEvaluationSaysEverythingThatAStartWouldBeRefusedFor() {
        database.jdbc().sql("update migrations set outcome = 'ROLLED_BACK'").update();
        policy(Map.of("facts", Map.of("gg_licensed", false), "completeness", Map.of("threshold", 99)));
        EvaluationVerdict verdict = evaluated(
                VAST,
                new GateCriterion("outage-fits", "The outage fits", GateCriterion.NOT_MET, "300 <= 120"),
                new GateCriterion("rehearsed", "It was rehearsed", GateCriterion.MET, "true"));
        assertThat(verdict.answer()).isEqualTo(EvaluationVerdict.Answer.STOPPED);
        assertThat(verdict.stops())
                .extracting(EvaluationVerdict.Stop::cause)
                .anySatisfy(cause -> assertThat(cause).startsWith("No method is decided for VAST"))
                .anySatisfy(cause -> assertThat(cause).startsWith("DATA_PUMP is closed for VAST by OUTAGE"))
                .anySatisfy(
                        cause -> assertThat(cause).isEqualTo("No rehearsal of VAST by data-pump has reached its end"))
                .anySatisfy(cause -> assertThat(cause).contains(" % of what a production run of VAST"));
        assertThat(verdict.stops())
                .allSatisfy(stop -> assertThat(stop.advice()).isNotBlank().endsWith("."));
        assertThat(verdict.stops())
                .filteredOn(stop -> !stop.steps().isEmpty())
                .singleElement()
                .satisfies(stop -> {
                    assertThat(stop.steps()).containsExactly("decide");
                    assertThat(stop.cause()).endsWith("wants: The outage fits. It is not met: 300 <= 120");
                });
        assertThat(verdict.brokenOff()).isTrue();
        assertThat(gate.cleared(PROGRAM, VAST, pump, Purpose.PRODUCTION, false).refused())
                .as("the start says the same first")
                .satisfies(refused -> assertThat(refused.why())
                        .isEqualTo(verdict.stops().get(0).cause()));
    }

    @Test
    void anEvaluationOfWhatMayStartNamesNothingOfTheStart() {
        assertThat(production(SMALL, pump)).isNull();
        assertThat(gate.refusals(PROGRAM, SMALL, "data-pump", 2, Purpose.PRODUCTION))
                .isEmpty();
        assertThat(evaluated(SMALL).answer())
                .as("and says that it was broken off")
                .isEqualTo(EvaluationVerdict.Answer.BROKEN_OFF);
        assertThat(gate.refusals(PROGRAM, SMALL, "data-pump", 1, Purpose.PRODUCTION))
                .extracting(StartGate.Refused::message)
                .containsExactly("Playbook data-pump v1 is not approved. Approve it, or take another.");
        assertThat(gate.refusals(PROGRAM, SMALL, "data-pump", 2, Purpose.DISCOVERY))
                .extracting(StartGate.Refused::reason)
                .containsExactly(StartGate.Reason.MORE_THAN_LOOKING);
        starts.ask(PROGRAM, VAST, "data-pump", "The owner gives us a weekend", "Mia");
        starts.agree(PROGRAM, VAST, 1, null, "Ben");
        assertThat(gate.refusals(PROGRAM, VAST, "data-pump", 2, Purpose.PRODUCTION))
                .as("what two people agreed to stands against nothing")
                .isEmpty();
    }

    @Test
    void theFourStartsAreListedWithEverythingThatAStartWouldBeRefusedFor() {
        assertThat(gate.prospects(PROGRAM, SMALL))
                .extracting(StartGate.Prospect::run)
                .containsExactly(StartGate.Run.values());
        for (String name : List.of(VAST, SMALL, LINKED)) {
            for (StartGate.Prospect one : gate.prospects(PROGRAM, name)) {
                StartGate.Answer answer = gate.cleared(
                        PROGRAM, name, null, one.run().purpose(), one.run().evaluateOnly());
                assertThat(one.against().isEmpty())
                        .as("%s of %s", one.run(), name)
                        .isEqualTo(answer.refused() == null);
                if (answer.playbook() != null) {
                    assertThat(one.playbook()).isEqualTo(answer.playbook());
                }
            }
        }
        assertThat(gate.prospects(PROGRAM, VAST).get(3).playbook())
                .as("nobody asked for one")
                .isNull();
        starts.ask(PROGRAM, VAST, "data-pump", "The owner gives us a weekend", "Mia");
        StartGate.Prospect production = gate.prospects(PROGRAM, VAST).get(3);
        assertThat(production.playbook()).isEqualTo(pump);
        assertThat(production.against())
                .isEqualTo(gate.refusals(PROGRAM, VAST, "data-pump", 2, Purpose.PRODUCTION))
                .isNotEmpty();
        starts.agree(PROGRAM, VAST, 1, null, "Ben");
        assertThat(gate.prospects(PROGRAM, VAST).get(3).against()).isEmpty();
    }

    @Test
    void aRehearsalIsOfferedTheSourcesThatItsMethodMayCopyFrom() {
        assertThat(gate.prospects(PROGRAM, SMALL).get(2).sources()).containsExactly(RehearsalSource.Kind.values());
        assertThat(gate.prospects(PROGRAM, SMALL).get(3).sources()).isEmpty();
        for (Method method : Method.values()) {
            assertThat(RehearsalRules.sources(method.key()).contains(RehearsalSource.Kind.LIVE))
                    .as(method.key())
                    .isEqualTo(method.rehearsedWithoutOutage());
        }
    }

    /** An evaluation of Data Pump that was broken off when one gate had been looked at. */
    private EvaluationVerdict evaluated(String name, GateCriterion... criteria) {
        MigrationId id = stores.migrations()
                .create(new NewMigration(
                        "evaluation-" + name,
                        PROGRAM,
                        name,
                        Purpose.PRODUCTION,
                        Atlas.HASH,
                        null,
                        true,
                        null,
                        null,
                        "Mia"))
                .id();
        stores.journal()
                .flush(Atlas.batch(
                        id,
                        1,
                        Atlas.entry(
                                1,
                                Atlas.run(
                                        "decide",
                                        StepState.DONE,
                                        Map.of(
                                                GateCriterion.INPUT,
                                                Arrays.stream(criteria)
                                                        .map(GateCriterion::asInput)
                                                        .toList())))));
        database.jdbc()
                .sql("update migrations set mode = 'ENDED', outcome = 'ABORTED', playbook_hash = :hash,"
                        + " playbook_version = :version, active_key = null where id = :id")
                .param("hash", pump.hash())
                .param("version", pump.version())
                .param("id", id.value())
                .update();
        return new MigrationConfiguration().evaluationService(stores, gate).of(id);
    }

    @Test
    void discoveryFollowsNoMethodAndTakesOnlyWhatLooks() {
        choices.choose(PROGRAM, LINKED, Method.FULL_TRANSPORTABLE, "no time for rows", 0, null, "Mia");
        assertThat(gate.cleared(PROGRAM, LINKED, null, Purpose.DISCOVERY, false).playbook())
                .satisfies(playbook -> assertThat(playbook.name()).isEqualTo("discovery"));
        assertThat(start(LINKED, pump, Purpose.DISCOVERY)).satisfies(refused -> {
            assertThat(refused.reason()).isEqualTo(StartGate.Reason.MORE_THAN_LOOKING);
            assertThat(refused.message())
                    .contains("data-pump v2 would do more: ", "export", ". Start it without naming");
        });
        assertThatThrownBy(() -> gate.requireSource(Purpose.DISCOVERY, false, RehearsalSource.live(), pump))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("Only a rehearsal names its source");
    }

    /** A playbook of before says of no step what it is for, so a rehearsal by it would open its target to users. */
    @Test
    void aPlaybookThatWouldDoInARehearsalWhatOnlyProductionMayIsNotRehearsed() throws Exception {
        String old = Files.readString(Path.of("src/test/resources/playbooks-withdrawn/0.1.0/data-pump/v1.yaml"));
        String hash = HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(old.getBytes(StandardCharsets.UTF_8)));
        stores.playbooks().save(hash, "data-pump", 1, old, PlaybookStore.SHIPPED);
        PlaybookRow before = stores.playbooks().approve(hash, PlaybookStore.SHIPPED);
        assertThatThrownBy(() -> gate.requireSource(Purpose.REHEARSAL, false, RehearsalSource.live(), before))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining(
                        "A rehearsal by data-pump v1 would do what only production may: quiesce, open, jobs");
        gate.requireSource(Purpose.REHEARSAL, false, RehearsalSource.live(), pump);
        gate.requireSource(Purpose.PRODUCTION, false, null, before);
    }

    @Test
    void productionWasRehearsedOrTwoPeopleWaiveIt() {
        database.jdbc().sql("update migrations set outcome = 'ROLLED_BACK'").update();
        assertThat(production(SMALL, null)).satisfies(refused -> {
            assertThat(refused.reason()).isEqualTo(StartGate.Reason.UNREHEARSED);
            assertThat(refused.message())
                    .startsWith(
                            "No rehearsal of SMALL by data-pump has reached its end. Rehearse it. Or have two people");
        });
        starts.ask(PROGRAM, SMALL, null, "There is no room for a copy", "Mia");
        starts.agree(PROGRAM, SMALL, 1, null, "Ben");
        assertThat(production(SMALL, null)).isNull();
        rehearsed(LINKED, "COMPLETED");
        assertThat(starts.start(PROGRAM, LINKED, "data-pump").against())
                .extracting(Objection::code)
                .doesNotContain("unrehearsed");
    }

    /** It reached its end, and no row ever moved. */
    @Test
    void aRehearsalWhoseImportSomebodySkippedIsNone() {
        database.jdbc().sql("update migrations set outcome = 'ROLLED_BACK'").update();
        rehearsed(SMALL, "COMPLETED", run -> skipped(run, "copy", true));
        assertThat(production(SMALL, null)).satisfies(refused -> {
            assertThat(refused.reason()).isEqualTo(StartGate.Reason.UNREHEARSED);
            assertThat(refused.message())
                    .startsWith("No rehearsal of SMALL by data-pump has moved its rows: in rehearsal 4 somebody skipped"
                            + " Import. Rehearse it. Or have two people");
        });
        assertThat(starts.start(PROGRAM, SMALL, "data-pump").against())
                .extracting(Objection::text)
                .anyMatch(text -> text.contains("in rehearsal 4 somebody skipped Import"));
        rehearsed(LINKED, "COMPLETED", run -> skipped(run, "copy", false));
        assertThat(starts.start(PROGRAM, LINKED, "data-pump").against())
                .as("its condition was false")
                .extracting(Objection::code)
                .doesNotContain("unrehearsed");
        rehearsed(SMALL, "COMPLETED", run -> skipped(run, "scan", true));
        assertThat(production(SMALL, null)).as("it moves no rows").isNull();
    }

    /** In Atlas' plan <i>copy</i> is of the outage and <i>scan</i> before it; here both are imports. */
    private void skipped(MigrationId run, String step, boolean byHand) {
        if (byHand) {
            stores.commands().record(Atlas.command(run, "skip-" + run, Verb.SKIP, step, null, Atlas.ANA));
        }
        stores.journal()
                .flush(new JournalBatch(
                        run,
                        1,
                        List.of(new JournalEntry(
                                1,
                                clock.instant(),
                                "step skipped",
                                Atlas.run(step, StepState.SKIPPED),
                                null,
                                null,
                                List.of(),
                                null))));
        database.jdbc()
                .sql("update migration_steps set action = 'movement.import', title = 'Import'"
                        + " where migration = :run and step_key in ('copy', 'scan')")
                .param("run", run.value())
                .update();
    }

    @Test
    void theProgramShowsHowManyWaitForWhich() {
        choices.choose(PROGRAM, LINKED, Method.FULL_TRANSPORTABLE, "no time for rows", 0, null, "Mia");
        assertThat(demand.of(PROGRAM))
                .containsExactly(
                        new MethodDemand.Way(Method.DATA_PUMP, 1, "data-pump", List.of()),
                        new MethodDemand.Way(Method.FULL_TRANSPORTABLE, 1, null, List.of(LINKED)),
                        new MethodDemand.Way(null, 1, null, List.of()));
        stores.migrations()
                .create(new NewMigration(
                        "carried", PROGRAM, LINKED, Purpose.PRODUCTION, Atlas.HASH, null, false, null, null, "Mia"));
        assertThat(demand.waiting(PROGRAM))
                .as("carried by another, agreed to by two")
                .isEmpty();
    }

    @Test
    void theProgramMayTakeOneMethodForAllOpenlyAndStillNotAgainstWhatClosesIt() {
        policy(Map.of("methods", Map.of("forAll", Map.of("method", "data-pump", "reason", "It is what we can do"))));
        assertThat(desk.methods(PROGRAM, LINKED).method()).isEqualTo(Method.DATA_PUMP);
        assertThat(stores.plans().taken(PROGRAM)).extracting("method").containsOnly("DATA_PUMP");
        assertThat(start(LINKED, null, Purpose.REHEARSAL)).isNull();
        assertThat(production(SMALL, null)).isNull();
        assertThat(production(VAST, null)).satisfies(refused -> {
            assertThat(refused.reason()).isEqualTo(StartGate.Reason.METHOD_CLOSED);
            assertThat(refused.message())
                    .startsWith("The program takes DATA_PUMP for all databases, because It is what we can do.");
        });
        choices.choose(PROGRAM, SMALL, Method.XTTS_INCREMENTAL, "it grows", 0, null, "Mia");
        assertThat(desk.methods(PROGRAM, SMALL).method())
                .as("a person's word on one database counts before that on all")
                .isEqualTo(Method.XTTS_INCREMENTAL);
    }
}
