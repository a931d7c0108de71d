package io.gulliver.service.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gulliver.contract.workflow.JournalBatch;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.contract.workflow.RunControl;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RehearsalSource;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.plan.Headline;
import io.gulliver.domain.plan.MeasuredRate;
import io.gulliver.domain.plan.OutageFigures;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.journal.SlotNames;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.planning.method.Method;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.service.migration.LibraryPlans;
import io.gulliver.service.migration.PlanMoves;
import io.gulliver.service.migration.RunDates;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.MovableClock;
import io.gulliver.testing.Services;
import io.gulliver.testing.TakesTurns;
import io.gulliver.testing.TestStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A rehearsal's run log on a real store, and what is written down of it once it has ended. */
@Tag("store")
@TakesTurns(TakesTurns.Group.PLANNING)
class RehearsalMeasuresTest {
    private static final String PROGRAM = "atlas";
    private static final Instant T = Instant.parse("2027-01-16T20:00:00Z");

    private final MovableClock clock = new MovableClock();
    private final PlaybookLibrary library = PlaybookLibrary.shipped();
    private StoreDatabase database;
    private Stores stores;
    private LibraryPlans plans;
    private RehearsalMeasures measures;
    private long seq;

    @BeforeEach
    void open() {
        database = TestStore.open(clock);
        plans = new LibraryPlans(library, () -> {
            throw new AssertionError("its playbook ships");
        });
        stores = Stores.on(database, plans, SlotNames.asPlanned(), batch -> {});
        stores.programs().create(PROGRAM, "Atlas", ZoneId.of("Europe/Berlin"), Map.of(), "Mia");
        new InventoryImport(
                        database,
                        stores.programs(),
                        stores.databases(),
                        stores.people(),
                        RuleTables.shipped().inventory())
                .apply(
                        PROGRAM,
                        "database,application,environment,size_gb,source_host,target_kind,target_server,target_database\nORDERS,shop,production,1000,lilliput,dpm,lnx01,ORDERS\n"
                                .getBytes(StandardCharsets.UTF_8),
                        false,
                        List.of(),
                        "Mia");
        measures = Services.measures(stores, plans);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private MigrationId begun(Purpose purpose) {
        clock.advance(Duration.ofMinutes(1));
        seq = 0;
        return stores.migrations()
                .create(new NewMigration(
                        "run-" + clock.instant(),
                        PROGRAM,
                        "ORDERS",
                        purpose,
                        library.findNewest("data-pump").orElseThrow().hash(),
                        null,
                        false,
                        null,
                        null,
                        purpose == Purpose.REHEARSAL
                                ? new RehearsalSource(RehearsalSource.Kind.SNAPSHOT, "mirror", null, null)
                                : null,
                        "Mia"))
                .id();
    }

    private void step(MigrationId id, int minute, String key, StepState state, Map<String, Object> outputs) {
        at(id, T.plus(Duration.ofMinutes(minute)), key, state, outputs);
    }

    private void at(MigrationId id, Instant at, String key, StepState state, Map<String, Object> outputs) {
        StepRun p = StepRun.pending(StepKey.parse(key));
        StepRun run = new StepRun(
                p.key(),
                state,
                1,
                1,
                1,
                0,
                1,
                Map.of("parallel", 4),
                outputs,
                null,
                null,
                null,
                null,
                null,
                null,
                T,
                null,
                null,
                0,
                1,
                0,
                null,
                null);
        JournalEntry entry = new JournalEntry(++seq, at, "step", run, null, null, List.of(), null);
        stores.journal().flush(new JournalBatch(id, 1, List.of(entry)));
    }

    private void ends(MigrationId id, RunOutcome outcome) {
        RunControl control =
                new RunControl(1, ++seq, 1, RunMode.ENDED, outcome, null, null, null, false, false, false, List.of());
        JournalEntry entry = new JournalEntry(
                seq, T.plus(Duration.ofMinutes(500)), "migration ended", null, control, null, List.of(), null);
        stores.journal().flush(new JournalBatch(id, 1, List.of(entry)));
    }

    /** 300 GB of rows and 60 GB of indexes: export of 50 minutes, of which 30 were a person's. */
    private void runs(MigrationId id) {
        step(id, 0, "discover-database", StepState.RUNNING, Map.of());
        step(id, 1, "discover-database", StepState.DONE, Map.of("data_gb", 300.0, "index_gb", 60.0, "files_gb", 400.0));
        step(id, 90, "export", StepState.WAITING_SLOT, Map.of());
        step(id, 100, "export", StepState.RUNNING, Map.of());
        step(id, 101, "export", StepState.AWAITING, Map.of());
        step(id, 110, "export", StepState.PARKED, Map.of());
        step(id, 140, "export", StepState.RUNNING, Map.of());
        step(id, 150, "export", StepState.DONE, Map.of());
        step(id, 200, "import", StepState.AWAITING, Map.of());
        step(id, 300, "import", StepState.DONE, Map.of());
    }

    private Map<String, MeasuredRate> rates() {
        Map<String, MeasuredRate> rates = new LinkedHashMap<>();
        stores.rates().list(PROGRAM).forEach(rate -> rates.put(rate.name(), rate));
        return rates;
    }

    @Test
    void whatARehearsalMeasuredIsWrittenDownOnceWithItsConditions() {
        MigrationId id = begun(Purpose.REHEARSAL);
        runs(id);
        assertThat(measures.collect(PROGRAM)).as("while it works, nothing").isZero();
        ends(id, RunOutcome.COMPLETED);
        int added = measures.collect(PROGRAM);

        Map<String, MeasuredRate> rates = rates();
        assertThat(rates.remove("data-pump/(outage)").conditions())
                .containsEntry("rest", "steps of people and of production alone as estimated");
        assertThat(rates)
                .hasSize(added - 1)
                .containsOnlyKeys(
                        "data-pump/discover-database",
                        "data-pump/export",
                        "data-pump/import",
                        "export",
                        "import",
                        "index");
        MeasuredRate export = rates.get("export");
        assertThat(export.value()).as("300,000 MB in 1,200 s of work").isEqualTo(250.0);
        assertThat(export.database()).isEqualTo("ORDERS");
        assertThat(export.migration()).isEqualTo(id.value());
        assertThat(export.purpose()).isEqualTo(Purpose.REHEARSAL);
        assertThat(export.by()).isEqualTo("rehearsal 1");
        assertThat(export.at()).isEqualTo(T.plus(Duration.ofMinutes(500)));
        assertThat(export.conditions())
                .containsEntry("source", "snapshot on mirror")
                .containsEntry("target", "lnx01")
                .containsEntry("parallel", "4")
                .containsEntry("gigabytes", "300 GB")
                .containsEntry("playbook", "data-pump v2");
        assertThat(rates.get("data-pump/export").value()).isEqualTo(1200.0);
        assertThat(300_000 / rates.get("import").value()
                        + 60_000 / rates.get("index").value())
                .isEqualTo(6000.0, within(1e-6));

        assertThat(measures.collect(PROGRAM)).isZero();
        assertThat(Services.measures(stores, plans).collect(PROGRAM))
                .as("another process, or this one after a crash, adds nothing")
                .isZero();
        assertThat(rates()).hasSize(added);
    }

    @Test
    void whatDidNotReachItsEndOrIsNoRehearsalSaysNothing() {
        for (RunOutcome outcome : List.of(RunOutcome.ABORTED, RunOutcome.ROLLED_BACK)) {
            MigrationId id = begun(Purpose.REHEARSAL);
            runs(id);
            ends(id, outcome);
        }
        MigrationId production = begun(Purpose.PRODUCTION);
        runs(production);
        ends(production, RunOutcome.COMPLETED);
        assertThat(measures.collect(PROGRAM)).isZero();
        assertThat(rates()).isEmpty();
    }

    private void probes(MigrationId id, double seconds) {
        step(id, 10, "probe-transfer", StepState.RUNNING, Map.of());
        step(
                id,
                11,
                "probe-transfer",
                StepState.DONE,
                Map.of("way", "host-to-host", "megabytes", 64.0, "seconds", seconds));
    }

    /** Days before its outage a production run knows how fast its files will go, and its estimate should. */
    @Test
    void theProbeOfAProductionRunCountsAsSoonAsItIsDone() {
        MigrationId id = begun(Purpose.PRODUCTION);
        runs(id);
        assertThat(measures.collect(PROGRAM)).isZero();
        probes(id, 8);
        assertThat(measures.collect(PROGRAM)).isEqualTo(1);
        MeasuredRate network = rates().get("network");
        assertThat(network.value()).isEqualTo(8.0, within(1e-9));
        assertThat(network.purpose()).isEqualTo(Purpose.PRODUCTION);
        assertThat(network.by()).isEqualTo("production 1");
        assertThat(network.at()).isEqualTo(T.plus(Duration.ofMinutes(11)));
        assertThat(network.conditions()).containsEntry("way", "host-to-host").containsEntry("target", "lnx01");
        ends(id, RunOutcome.COMPLETED);
        assertThat(Services.measures(stores, plans).collect(PROGRAM)).isZero();
        assertThat(rates()).containsOnlyKeys("network");
    }

    @Test
    void aProbeOfLessThanFiveSecondsTellsHowLongALoginTakes() {
        MigrationId id = begun(Purpose.PRODUCTION);
        probes(id, 0.8);
        assertThat(measures.collect(PROGRAM)).isZero();
        assertThat(rates()).isEmpty();
    }

    @Test
    void aProbeDoesNotReplaceWhatDumpFilesMeasured() {
        MigrationId rehearsal = begun(Purpose.REHEARSAL);
        runs(rehearsal);
        step(rehearsal, 150, "checksum", StepState.RUNNING, Map.of());
        step(rehearsal, 160, "checksum", StepState.DONE, Map.of("bytes", Map.of("a.dmp", 180e9)));
        step(rehearsal, 160, "transfer", StepState.RUNNING, Map.of());
        step(rehearsal, 180, "transfer", StepState.DONE, Map.of("copied", true));
        ends(rehearsal, RunOutcome.COMPLETED);
        measures.collect(PROGRAM);
        double measured = rates().get("network").value();
        MigrationId production = begun(Purpose.PRODUCTION);
        probes(production, 8);
        assertThat(measures.collect(PROGRAM)).isZero();
        assertThat(rates().get("network").value()).isEqualTo(measured);
    }

    /**
     * A rehearsal whose smoke test lay over a weekend: the outage is that of production by what machines showed, in the
     * formula, in the plan and as rehearsed, and no longer that of the weekend.
     */
    @Test
    void theOutageIsWhatMachinesShowedAndNotHowLongPeopleTook() {
        PlanService plan = Services.plan(stores);
        plan.replan(PROGRAM);
        Duration estimated =
                stores.plans().method(PROGRAM, "ORDERS").orElseThrow().outage();
        MigrationId id = begun(Purpose.REHEARSAL);
        runs(id);
        step(id, 310, "smoke-test", StepState.WAITING_PERSON, Map.of());
        step(id, 310 + 3 * 1440, "smoke-test", StepState.DONE, Map.of());
        for (String none : List.of("checksum", "transfer", "level-0-before")) {
            step(id, 5000, none, StepState.SKIPPED, Map.of());
        }
        ends(id, RunOutcome.COMPLETED);
        // the steps that this test says nothing of were done too
        database.jdbc()
                .sql("update migration_steps set state = 'DONE' where migration = :id and state = 'PENDING'")
                .param("id", id.value())
                .update();
        measures.collect(PROGRAM);

        double data = rates().get("export").value();
        assertThat(data).isEqualTo(250.0);
        Duration after = stores.plans().method(PROGRAM, "ORDERS").orElseThrow().outage();
        // export 1,000 GB at 250 for 400 MB/s, import at 60 for 300 MB/s
        assertThat(after).isGreaterThan(estimated);
        Duration rehearsed = plan.headline(PROGRAM, "ORDERS")
                .orElseThrow()
                .outages()
                .of(OutageFigures.Kind.REHEARSED)
                .orElseThrow()
                .length();
        assertThat(rehearsed.toSeconds())
                .isEqualTo(Math.round(rates().get("data-pump/(outage)").value()));
        // 20 min of export and 100 of import; people, production and what this test says nothing of add 2 h by estimate
        assertThat(rehearsed).isBetween(Duration.ofMinutes(200), Duration.ofMinutes(280));
    }

    /** Recorded while the run was open, as the page does. */
    private void skips(MigrationId id, String step) {
        stores.commands().record(Atlas.command(id, "skip-" + step + "-" + id, Verb.SKIP, step, null, Atlas.ANA));
    }

    private double outage(Consumer<MigrationId> content) {
        MigrationId id = begun(Purpose.REHEARSAL);
        runs(id);
        content.accept(id);
        ends(id, RunOutcome.COMPLETED);
        database.jdbc()
                .sql("update migration_steps set state = 'DONE' where migration = :id and state = 'PENDING'")
                .param("id", id.value())
                .update();
        measures.collect(PROGRAM);
        return rates().get("data-pump/(outage)").value();
    }

    /** 300 GB are compared in 30 minutes by the playbook; a condition that was false takes no time, a person's skip does. */
    @Test
    void whatAPersonSkippedIsNoPartOfTheNightThatTakesNoTime() {
        double without = outage(id -> step(id, 310, "content", StepState.SKIPPED, Map.of()));
        double refused = outage(id -> {
            skips(id, "content");
            database.jdbc().sql("update commands set state = 'REFUSED'").update();
            step(id, 310, "content", StepState.SKIPPED, Map.of());
        });
        assertThat(refused).isEqualTo(without);
        assertThat(rates().get("data-pump/(outage)").conditions()).doesNotContainKey("skipped by hand");

        double skipped = outage(id -> {
            skips(id, "content");
            step(id, 310, "content", StepState.SKIPPED, Map.of());
        });
        assertThat(skipped)
                .as("30 minutes, in place of 2 of what is done at the same time")
                .isEqualTo(without + 1800 - 120);
        assertThat(rates().get("data-pump/(outage)").conditions())
                .containsEntry("skipped by hand", "Compare the rows (1800 s as estimated)");

        double afterTwoHours = outage(id -> {
            step(id, 310, "content", StepState.AWAITING, Map.of());
            step(id, 430, "content", StepState.PARKED, Map.of());
            skips(id, "content");
            step(id, 440, "content", StepState.SKIPPED, Map.of());
        });
        assertThat(afterTwoHours).as("so far it took longer").isEqualTo(without + 7200 - 120);
    }

    /** One of two files was copied: half a copy measures no rate. */
    @Test
    void aStepOfWhichAPersonSkippedAnItemMeasuresNothing() {
        MigrationId id = begun(Purpose.REHEARSAL);
        runs(id);
        step(id, 150, "checksum", StepState.RUNNING, Map.of());
        step(id, 160, "checksum", StepState.DONE, Map.of("bytes", Map.of("a.dmp", 90e9, "b.dmp", 90e9)));
        step(id, 160, "transfer[a.dmp]", StepState.RUNNING, Map.of());
        step(id, 180, "transfer[a.dmp]", StepState.DONE, Map.of("copied", true));
        skips(id, "transfer[b.dmp]");
        step(id, 181, "transfer[b.dmp]", StepState.SKIPPED, Map.of());
        step(id, 181, "transfer", StepState.DONE, Map.of());
        ends(id, RunOutcome.COMPLETED);
        measures.collect(PROGRAM);
        assertThat(rates()).doesNotContainKeys("network", "data-pump/transfer").containsKey("import");
    }

    /** The gate before the outage is decided by a rehearsal of the way that production takes, and by no other. */
    @Test
    void aRehearsalByAnotherMethodSaysNothingOfTheOutage() {
        PlanService plan = Services.plan(stores);
        MethodChoiceService choices = new MethodChoiceService(stores.decisions(), Services.assessment(stores), plan);
        RunDates dates = new RunDates(
                database,
                stores.programs(),
                stores.plans(),
                stores.databases(),
                stores.audit(),
                new PlanMoves(stores.migrations(), run -> {}),
                (key, name) -> plan.headline(key, name).map(Headline::outages));
        MigrationId id = begun(Purpose.REHEARSAL);
        runs(id);
        ends(id, RunOutcome.COMPLETED);
        database.jdbc()
                .sql("update migration_steps set state = 'DONE' where migration = :id and state = 'PENDING'")
                .param("id", id.value())
                .update();
        measures.collect(PROGRAM);
        double rehearsed = Math.round(rates().get("data-pump/(outage)").value()) / 60.0;
        Migration production = stores.migrations().require(begun(Purpose.PRODUCTION));
        List<Object> decides = new ArrayList<>();
        List<Double> predicted = new ArrayList<>();
        List<OutageFigures.Kind> kinds = new ArrayList<>();
        List<Method> taken = List.of(Method.DATA_PUMP, Method.DATA_PUMP_NETWORK_LINK, Method.DATA_PUMP);
        for (Method method : taken) {
            choices.choose(PROGRAM, "ORDERS", method, "the network is another", decides.size(), null, "Mia");
            decides.add(dates.facts(production).get("plan.outage_minutes"));
            predicted.add(stores.plans()
                            .method(PROGRAM, "ORDERS")
                            .orElseThrow()
                            .outage()
                            .toSeconds()
                    / 60.0);
            kinds.add(plan.headline(PROGRAM, "ORDERS")
                    .orElseThrow()
                    .outages()
                    .best()
                    .orElseThrow()
                    .kind());
        }
        assertThat(kinds)
                .containsExactly(
                        OutageFigures.Kind.REHEARSED, OutageFigures.Kind.PREDICTED, OutageFigures.Kind.REHEARSED);
        assertThat((double) decides.get(0)).isEqualTo(rehearsed, within(0.1));
        assertThat((double) decides.get(1))
                .as("over the link by sizes and rates")
                .isEqualTo(predicted.get(1), within(0.1));
        assertThat(predicted.get(1)).isNotCloseTo(rehearsed, within(5.0));
        assertThat(decides.get(2)).isEqualTo(decides.get(0));
    }

    /** Where a program has a time of its own, an hour of it is an hour of the database, however fast it went here. */
    @Test
    void timesAreThoseOfTheProgramsCalendar() {
        Instant real = clock.instant();
        stores.clocks().append(PROGRAM, 0, real, 60, null, "keeper");
        MigrationId id = begun(Purpose.REHEARSAL);
        at(id, real.plusSeconds(10), "discover-database", StepState.DONE, Map.of("data_gb", 300.0));
        at(id, real.plusSeconds(20), "export", StepState.RUNNING, Map.of());
        at(id, real.plusSeconds(30), "export", StepState.DONE, Map.of());
        ends(id, RunOutcome.COMPLETED);
        measures.collect(PROGRAM);
        assertThat(rates().get("data-pump/export").value()).isEqualTo(600.0);
        assertThat(rates().get("export").value()).isEqualTo(500.0);
    }

    @Test
    void theNewestRehearsalIsWrittenBesideTheOlder() {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            MigrationId id = begun(Purpose.REHEARSAL);
            runs(id);
            ends(id, RunOutcome.COMPLETED);
            measures.collect(PROGRAM);
        }
        stores.rates().list(PROGRAM).stream()
                .filter(rate -> rate.name().equals("export"))
                .forEach(rate -> values.add(rate.value()));
        assertThat(values).containsExactly(250.0, 250.0);
        assertThat(stores.rates().list(PROGRAM).stream().map(MeasuredRate::by).distinct())
                .containsExactly("rehearsal 1", "rehearsal 2");
    }
}
