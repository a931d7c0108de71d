package io.gulliver.persistence;

import static io.gulliver.testing.Atlas.batch;
import static io.gulliver.testing.Atlas.entry;
import static io.gulliver.testing.Atlas.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.Landing;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.estate.TargetKind;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.plan.DurationOverride;
import io.gulliver.domain.plan.Freeze;
import io.gulliver.domain.plan.OutageFigures;
import io.gulliver.domain.plan.StageStatus;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.domain.risk.Risk;
import io.gulliver.domain.risk.RiskResponse;
import io.gulliver.domain.risk.RiskState;
import io.gulliver.domain.risk.RiskStatement;
import io.gulliver.persistence.plan.PlanStore;
import io.gulliver.persistence.view.DatabaseGrid;
import io.gulliver.persistence.view.GridFilter;
import io.gulliver.persistence.view.GridRow;
import io.gulliver.persistence.view.JdbcSavedViews;
import io.gulliver.persistence.view.SavedView;
import io.gulliver.secret.SecretRegistry;
import io.gulliver.testing.Atlas;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What estate, facts, plan, risks and their pages promise. */
class EstateStoresTest extends StoreContract {
    private static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");
    private String program = "";

    @BeforeEach
    void freshProgram() {
        program = "p" + UUID.randomUUID().toString().substring(0, 12);
        stores.programs().create(program, "Fresh", ZoneId.of("Europe/Berlin"), Map.of(), "Mia");
    }

    private static DatabaseProfile profile(String name, @Nullable Double gigabytes, @Nullable String owner) {
        DatabaseProfile p = DatabaseProfile.of(name, "orders", Environment.PRODUCTION);
        TreeMap<String, String> tags = new TreeMap<>(Map.of("cost_centre", "4711"));
        return new DatabaseProfile(
                p.database(),
                p.application(),
                p.environment(),
                2,
                "x86-7",
                1521,
                name + ".svc",
                "19.22",
                gigabytes,
                240,
                owner,
                "team-a",
                "group-1",
                LocalDate.of(2026, 6, 1),
                LocalDate.of(2026, 9, 1),
                TargetKind.ZVM,
                "lx1 lx2",
                "CDB1/" + name,
                "19",
                null,
                null,
                "lab-dba",
                "notes",
                tags);
    }

    private void add(String... names) {
        List<DatabaseProfile> profiles = new ArrayList<>();
        for (int i = 0; i < names.length; i++) {
            profiles.add(profile(names[i], 100.0 * (i + 1), i % 2 == 0 ? "Ana" : null));
        }
        stores.databases().add(program, profiles, "Mia");
    }

    @Test
    void keepsEveryColumnAndTag() {
        add("ORDERS");
        SourceDatabase kept = stores.databases().require(program, "orders");
        assertThat(kept.profile()).isEqualTo(profile("ORDERS", 100.0, "Ana"));
        assertThat(kept.version()).isEqualTo(1);
        assertThat(stores.audit()
                        .list(program, "database/" + program + "/ORDERS", null, 10)
                        .rows())
                .hasSize(1);
    }

    @Test
    void refusesTheSameNameInOtherLetters() {
        add("ORDERS");
        assertThatThrownBy(() -> stores.databases()
                        .add(program, List.of(DatabaseProfile.of("Orders", "x", Environment.TEST)), "Mia"))
                .isInstanceOf(IdempotencyConflictException.class)
                .hasMessageContaining("Orders");
    }

    @Test
    void refusesTheSecondOfTwoEditors() {
        add("ORDERS");
        stores.databases().update(program, profile("ORDERS", 5.0, "Ben"), 1, "Ana");
        assertThatThrownBy(() -> stores.databases().update(program, profile("ORDERS", 6.0, "Cem"), 1, "Ben"))
                .isInstanceOf(StaleVersionException.class)
                .hasMessageContaining("changed by Ana");
        assertThat(stores.databases().require(program, "ORDERS").profile().gigabytes())
                .isEqualTo(5.0);
    }

    @Test
    void landsManySourcesInOneContainerAndOneSourceOnManyServers() {
        add("A", "B");
        assertThat(stores.landings().find(program, "A").orElseThrow())
                .isEqualTo(new Landing(program, "A", "CDB1", "A", "19", TargetKind.ZVM, List.of("lx1", "lx2")));
        assertThat(stores.landings().targets(program)).singleElement().satisfies(target -> {
            assertThat(target.container()).isTrue();
            assertThat(target.servers()).containsExactly("lx1", "lx2");
        });
        stores.landings().put(new Landing(program, "A", "ORA1", null, "19", null, List.of("lx3")), "Ana");
        assertThat(stores.landings().servers(program))
                .extracting(server -> server.name())
                .containsExactly("lx1", "lx2", "lx3");
    }

    private static Fact fact(String name, Object value, int second) {
        return new Fact(name, value, "bytes", "query", NOON.plusSeconds(second), Confidence.MEASURED);
    }

    @Test
    void givesFactsAVersionAndKeepsTheOldOnes() {
        add("A");
        assertThat(stores.facts().version(program, "A")).isZero();
        long first = stores.facts().put(program, "A", List.of(fact("size", 5L, 0), fact("charset", "UTF8", 0)), "x");
        long second = stores.facts().put(program, "A", List.of(fact("size", 7L, 1)), "x");
        assertThat(second).isEqualTo(first + 1);
        assertThat(stores.facts().sheet(program, "A").values()).isEqualTo(Map.of("size", 7L, "charset", "UTF8"));
        assertThat(stores.facts().sheet(program, "A", first).values()).containsEntry("size", 5L);
    }

    @Test
    void ignoresOlderFactsAndTheSameOnesAgain() {
        add("A");
        long version = stores.facts().put(program, "A", List.of(fact("size", 7L, 5)), "x");
        assertThat(stores.facts().put(program, "A", List.of(fact("size", 7L, 5)), "x"))
                .isEqualTo(version);
        assertThat(stores.facts().put(program, "A", List.of(fact("size", 1L, 4)), "x"))
                .isEqualTo(version);
        assertThat(stores.facts().find(program, "A", "size").orElseThrow().value())
                .isEqualTo(7L);
    }

    @Test
    void anAssumptionGivesWayToEvidenceWhateverItsTime() {
        add("A");
        Fact guess = new Fact("cores", 4L, null, "guess.txt", NOON.plusSeconds(60), Confidence.ASSUMED);
        Fact seen = new Fact("cores", 8L, null, "host.txt", NOON, Confidence.MEASURED);
        Fact said = new Fact("cores", 6L, null, "sheet.xlsx", NOON.plusSeconds(30), Confidence.DECLARED);
        stores.facts().put(program, "A", List.of(guess), "x");
        assertThat(stores.facts().find(program, "A", "cores")).contains(guess);
        stores.facts().put(program, "A", List.of(seen), "x");
        assertThat(stores.facts().find(program, "A", "cores").orElseThrow().value())
                .isEqualTo(8L);
        stores.facts().put(program, "A", List.of(guess), "x");
        assertThat(stores.facts().find(program, "A", "cores").orElseThrow().value())
                .isEqualTo(8L);
        stores.facts().put(program, "A", List.of(said), "x");
        assertThat(stores.facts().find(program, "A", "cores").orElseThrow().value())
                .as("a newer word of a person is evidence")
                .isEqualTo(6L);
        assertThat(stores.facts().words(program, "A")).extracting(Fact::value).containsExactlyInAnyOrder(4L, 6L, 8L);
    }

    @Test
    void keepsKindsOfValues() {
        add("A");
        List<Fact> facts = List.of(
                fact("flag", true, 0), fact("list", List.of("a", "b"), 0), fact("rate", 2.5, 0), fact("t", "x", 0));
        stores.facts().put(program, "A", facts, "x");
        assertThat(stores.facts().list(program, "A")).isEqualTo(facts);
    }

    @Test
    void refusesFactsOfAnUnknownDatabase() {
        assertThatThrownBy(() -> stores.facts().put(program, "NO", List.of(fact("size", 1L, 0)), "x"))
                .isInstanceOf(UnknownRowException.class)
                .hasMessageContaining("Import it");
    }

    @Test
    void keepsWavesMembersFreezesAndDurations() {
        add("A", "B");
        PlanStore plans = stores.plans();
        plans.add(program, 1, "First", NOON, List.of(), "Mia");
        Wave second = plans.add(program, 2, "Second", null, List.of(1), "Mia");
        plans.place(new WaveMember(program, 1, "A", null), "Mia");
        plans.place(new WaveMember(program, 2, "A", NOON), "Mia");
        assertThat(plans.members(program)).containsExactly(new WaveMember(program, 2, "A", NOON));
        Wave changed = plans.update(
                new Wave(program, 2, "Later", NOON, List.of(1), Wave.State.CONFIRMED, second.version(), "", NOON),
                "Ana");
        assertThat(changed.version()).isEqualTo(2);
        assertThatThrownBy(() -> plans.update(second, "Ben")).isInstanceOf(StaleVersionException.class);
        Freeze freeze = plans.add(new Freeze(0, program, NOON, NOON.plusSeconds(60), "year end"), "Mia");
        assertThat(plans.freezes(program)).containsExactly(freeze);
        plans.removeFreeze(program, freeze.id(), "Mia");
        assertThat(plans.freezes(program)).isEmpty();
        DurationOverride override =
                new DurationOverride(program, "A", Stage.BUILD, Duration.ofHours(3), "built before", "Ana", NOON);
        plans.put(override);
        plans.put(override);
        assertThat(plans.overrides(program)).containsExactly(override);
        plans.removeOverride(program, "A", Stage.BUILD, "Ana");
        assertThat(plans.overrides(program)).isEmpty();
        assertThatThrownBy(() -> plans.place(new WaveMember(program, 2, "NO", null), "Mia"))
                .isInstanceOf(UnknownRowException.class);
    }

    @Test
    void copiesPlannedTimesToTheBaselineOnApproval() {
        add("A");
        List<StageTimes> six = new ArrayList<>();
        for (Stage stage : Stage.values()) {
            Instant start = NOON.plusSeconds(3600L * stage.ordinal());
            Instant end = start.plusSeconds(3600);
            six.add(new StageTimes(
                    stage, null, null, start, end, start.plusSeconds(60), end.plusSeconds(60), null, null));
        }
        stores.plans().writeTimes(program, Map.of("A", six));
        stores.plans().setBaseline(program, "agreed", "Mia");
        StageTimes cutover = stores.plans().times(program).get("A").get(5);
        assertThat(cutover.baselineEnd()).isEqualTo(cutover.plannedEnd()).isEqualTo(NOON.plusSeconds(6 * 3600));
        assertThat(stores.plans().baselineAt(program)).isPresent();
        assertThat(stores.views().row(program, "A").orElseThrow().slip()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void aDatabaseThatThePlanNoLongerDatesHasNoDatesAndIsNotAgreedOn() {
        add("A", "B");
        stores.plans().writeTimes(program, Map.of("A", planned(NOON), "B", planned(NOON)));
        stores.plans().setBaseline(program, "agreed in May", "Mia");
        assertThat(stores.migrations().unseen(program, NOON)).containsExactly("A", "B");
        stores.plans().writeTimes(program, Map.of("B", planned(NOON.plusSeconds(60))));
        assertThat(stores.migrations().unseen(program, NOON.plusSeconds(60)))
                .as("nobody looks at a database by itself that stands in no wave")
                .containsExactly("B");
        StageTimes gone = stores.plans().times(program).get("A").get(5);
        assertThat(gone.plannedEnd()).isNull();
        assertThat(gone.forecastEnd()).isNull();
        assertThat(gone.baselineEnd()).as("what was agreed in May stays").isNotNull();
        assertThat(stores.views().row(program, "A").orElseThrow().slip()).isNull();
        stores.plans().setBaseline(program, "agreed in June", "Ben");
        assertThat(stores.plans().agreedEnds(program, 2, Stage.CUTOVER)).containsOnlyKeys("B");
        stores.plans().writeTimes(program, Map.of());
        assertThat(stores.plans().times(program).get("B"))
                .extracting(StageTimes::plannedEnd)
                .containsOnlyNulls();
    }

    @Test
    void agreeingAgainKeepsWhatWasAgreedBeforeAndSaysWhatMoved() {
        add("A");
        stores.plans().writeTimes(program, Map.of("A", planned(NOON)));
        stores.plans().setBaseline(program, "agreed in May", "Mia");
        stores.plans().writeTimes(program, Map.of("A", planned(NOON.plus(Duration.ofDays(7)))));
        assertThat(stores.views().row(program, "A").orElseThrow().slip()).isEqualTo(Duration.ofDays(7));
        stores.plans().setBaseline(program, "agreed in June", "Ben");
        assertThat(stores.views().row(program, "A").orElseThrow().slip()).isEqualTo(Duration.ZERO);
        assertThat(stores.plans().baselines(program))
                .extracting(one -> one.number() + " " + one.by() + " " + one.reason())
                .containsExactly("2 Ben agreed in June", "1 Mia agreed in May");
        assertThat(stores.plans().agreedEnds(program, 1, Stage.CUTOVER))
                .isEqualTo(Map.of("A", NOON.plus(Duration.ofHours(6))));
        assertThat(stores.plans().agreedEnds(program, 2, Stage.CUTOVER))
                .isEqualTo(Map.of("A", NOON.plus(Duration.ofHours(7 * 24 + 6))));
        assertThat(changesOf("plan.approved"))
                .last()
                .asString()
                .contains("A across: " + NOON.plus(Duration.ofHours(6)) + " -> "
                        + NOON.plus(Duration.ofHours(7 * 24 + 6)));
    }

    @Test
    void everyEditOfThePlanSaysWhatItWasAndWhatItIs() {
        PlanStore plans = stores.plans();
        add("A");
        plans.add(program, 1, "Pilot", NOON, List.of(), "Mia");
        plans.add(program, 2, "Rest", null, List.of(1), "Mia");
        assertThat(changesOf("wave.added")).first().asString().contains("start: nothing -> " + NOON);
        plans.place(new WaveMember(program, 1, "A", NOON), "Mia");
        assertThat(changesOf("wave.placed"))
                .first()
                .asString()
                .contains("wave: nothing -> 1", "cutover: nothing -> " + NOON);
        plans.place(new WaveMember(program, 2, "A", NOON.plusSeconds(60)), "Mia");
        assertThat(changesOf("wave.placed"))
                .last()
                .asString()
                .contains("wave: 1 -> 2", "cutover: " + NOON + " -> " + NOON.plusSeconds(60));
        plans.remove(program, "A", "Mia");
        assertThat(changesOf("wave.removed")).last().asString().contains("wave: 2 -> nothing");
        Freeze freeze = plans.add(new Freeze(0, program, NOON, NOON.plusSeconds(60), "year end"), "Mia");
        plans.removeFreeze(program, freeze.id(), "Mia");
        assertThat(changesOf("freeze.removed")).last().asString().contains("reason: year end -> nothing");
        plans.put(new DurationOverride(program, "A", Stage.BUILD, Duration.ofHours(3), "built before", "Ana", NOON));
        plans.put(new DurationOverride(program, "A", Stage.BUILD, Duration.ofHours(4), "more disks", "Ana", NOON));
        assertThat(changesOf("duration.set"))
                .last()
                .asString()
                .contains("duration: PT3H -> PT4H", "reason: built before -> more disks");
        plans.removeOverride(program, "A", Stage.BUILD, "Ana");
        assertThat(changesOf("duration.computed")).last().asString().contains("duration: PT4H -> computed");
    }

    private List<Object> changesOf(String action) {
        List<Object> changes = new ArrayList<>(stores.audit().list(program, null, null, 1000).rows().stream()
                .filter(row -> row.event().action().equals(action))
                .map(row -> row.event().details().get("changed"))
                .toList());
        Collections.reverse(changes);
        return changes;
    }

    private static List<StageTimes> planned(Instant begin) {
        List<StageTimes> six = new ArrayList<>();
        for (Stage stage : Stage.values()) {
            Instant start = begin.plusSeconds(3600L * stage.ordinal());
            Instant end = start.plusSeconds(3600);
            six.add(new StageTimes(stage, null, null, start, end, start, end, null, null));
        }
        return six;
    }

    private static RiskStatement statement(int probability, RiskState state, String... databases) {
        return new RiskStatement(
                "Late link",
                "cable",
                "slip",
                probability,
                4,
                "Ana",
                RiskResponse.REDUCE,
                "order",
                LocalDate.of(2026, 7, 1),
                "ping",
                state,
                List.of(databases));
    }

    @Test
    void keepsARisksHistory() {
        add("A");
        Risk risk = stores.risks()
                .add(
                        program,
                        statement(2, RiskState.OPEN, "A"),
                        UUID.randomUUID().toString(),
                        "Ana");
        assertThat(risk.key()).isEqualTo("R-01");
        Risk changed = stores.risks().update(program, 1, 1, statement(4, RiskState.OPEN, "A", "B"), "Ben");
        assertThat(changed.scores()).extracting(score -> score.score()).containsExactly(8, 16);
        assertThat(changed.databases()).containsExactly("A", "B");
        assertThat(changed.due()).isEqualTo(LocalDate.of(2026, 7, 1));
        assertThatThrownBy(() -> stores.risks().update(program, 1, 1, statement(1, RiskState.OPEN), "Cem"))
                .isInstanceOf(StaleVersionException.class)
                .hasMessageContaining("changed by Ben");
        Risk closed = stores.risks().update(program, 1, 2, statement(4, RiskState.CLOSED), "Ben");
        assertThat(closed.closedAt()).isNotNull();
    }

    @Test
    void addsARiskOnceForARequestAndOnceForACause() {
        String request = UUID.randomUUID().toString();
        Risk first = stores.risks().add(program, statement(2, RiskState.OPEN), request, "Ana");
        assertThat(stores.risks().add(program, statement(2, RiskState.OPEN), request, "Ana"))
                .isEqualTo(first);
        Risk raised = stores.risks().raise(program, statement(3, RiskState.PROPOSED), "waiting", "storage");
        assertThat(stores.risks().raise(program, statement(5, RiskState.PROPOSED), "waiting", "storage"))
                .isEqualTo(raised);
        assertThat(stores.risks().list(program)).extracting(Risk::number).containsExactly(2, 1);
        assertThat(stores.risks().ruled(program)).containsExactly(raised);
    }

    private Migration migration(String database, Purpose purpose) {
        return stores.migrations()
                .create(new NewMigration(
                        UUID.randomUUID().toString(),
                        program,
                        database,
                        purpose,
                        Atlas.HASH,
                        null,
                        false,
                        null,
                        null,
                        "Mia"));
    }

    private GridRow row(String database) {
        return stores.views().row(program, database).orElseThrow();
    }

    @Test
    void showsTheStagesOfTheRunAsItGoesOn() {
        add("A");
        assertThat(row("A").stages()).extracting(stage -> stage.status()).containsOnly(StageStatus.NONE);
        Migration m = migration("A", Purpose.PRODUCTION);
        stores.journal().flush(batch(m.id(), 1, entry(1, run("discover", StepState.DONE))));
        assertThat(row("A").stages().get(0).status()).isEqualTo(StageStatus.DONE);
        assertThat(row("A").stages().get(2).text()).isEqualTo("0 of 2");
        stores.journal().flush(batch(m.id(), 1, entry(2, run("sign", StepState.WAITING_PERSON))));
        assertThat(row("A").stages().get(2).status()).isEqualTo(StageStatus.WAITING);
        stores.journal()
                .flush(batch(
                        m.id(), 1, entry(3, run("sign", StepState.DONE)), entry(4, run("build", StepState.PARKED))));
        assertThat(row("A").stages().get(2).status()).isEqualTo(StageStatus.FAILED);
        assertThat(row("A").stages().get(2).text()).isEqualTo("1 of 2");
    }

    @Test
    void countsOnlyAProductionCutoverAsAcross() {
        add("A", "B");
        for (String name : List.of("A", "B")) {
            Migration m = migration(name, name.equals("A") ? Purpose.PRODUCTION : Purpose.REHEARSAL);
            stores.journal().flush(batch(m.id(), 1, entry(1, run("decide", StepState.DONE))));
        }
        assertThat(row("B").stages().get(5).status()).isEqualTo(StageStatus.DONE);
        assertThat(row("B").stages().get(5).times().actualEnd()).isNull();
        DatabaseGrid.Totals totals = stores.views().totals(program);
        assertThat(totals.across()).isEqualTo(1);
        assertThat(totals.states()).containsEntry(StageStatus.DONE, 2);
    }

    @Test
    void aCutoverThatIsOverSaysHowLateItWasBeforeTheDatesAreMadeAnew() {
        add("A", "B");
        stores.plans().writeTimes(program, Map.of("A", planned(NOON), "B", planned(NOON.plusSeconds(60))));
        stores.plans().setBaseline(program, "agreed", "Mia");
        assertThat(row("A").slip()).isEqualTo(row("B").slip()).isEqualTo(Duration.ZERO);
        Migration m = migration("A", Purpose.PRODUCTION);
        stores.journal()
                .flush(batch(
                        m.id(),
                        1,
                        entry(1, tookAMinute(run("copy", StepState.DONE))),
                        entry(2, tookAMinute(run("decide", StepState.DONE)))));
        Instant ended = row("A").stages().get(5).times().actualEnd();
        Duration slip = Duration.between(NOON.plusSeconds(6 * 3600), Objects.requireNonNull(ended));
        assertThat(row("A").slip()).isEqualTo(slip).isNotEqualTo(Duration.ZERO);
        boolean late = slip.compareTo(Duration.ZERO) > 0;
        assertThat(names(stores.views().page(program, GridFilter.all(9).sortedBy(GridFilter.Sort.SLIP, true))))
                .as("sorted by what is shown")
                .containsExactly(late ? "A" : "B", late ? "B" : "A");
    }

    @Test
    void filtersAndPagesByEveryColumnWithoutGapOrRepeat() {
        add("A", "B", "C", "D", "E", "F", "G");
        stores.plans().add(program, 1, "First", null, List.of(), "Mia");
        stores.plans().place(new WaveMember(program, 1, "C", null), "Mia");
        stores.plans().place(new WaveMember(program, 1, "F", null), "Mia");
        stores.risks()
                .add(
                        program,
                        statement(5, RiskState.OPEN, "D"),
                        UUID.randomUUID().toString(),
                        "Ana");
        stores.plans()
                .writeMethods(
                        program,
                        List.of(new PlanStore.MethodRow(
                                "B", "DATA_PUMP", null, Duration.ofHours(2), 0, NOON, "{}", null, null, null, null)));
        for (GridFilter.Sort sort : GridFilter.Sort.values()) {
            for (boolean descending : new boolean[] {false, true}) {
                GridFilter filter = GridFilter.all(3).sortedBy(sort, descending);
                List<String> whole =
                        names(stores.views().page(program, GridFilter.all(100).sortedBy(sort, descending)));
                List<String> paged = new ArrayList<>();
                String cursor = null;
                do {
                    DatabaseGrid.GridPage page = stores.views().page(program, filter.after(cursor));
                    paged.addAll(names(page));
                    cursor = page.next();
                } while (cursor != null);
                assertThat(paged).as("%s %s", sort, descending).isEqualTo(whole).hasSize(7);
            }
        }
        assertThat(names(stores.views().page(program, GridFilter.all(9).sortedBy(GridFilter.Sort.SIZE, true))))
                .containsExactly("G", "F", "E", "D", "C", "B", "A");
        assertThat(names(stores.views().page(program, GridFilter.all(9).sortedBy(GridFilter.Sort.RISK, false)))
                        .get(0))
                .isEqualTo("D");
        assertThat(names(stores.views().page(program, only("", 1, null, null)))).containsExactly("C", "F");
        assertThat(names(stores.views().page(program, only("", null, "Ana", null))))
                .containsExactly("A", "C", "E", "G");
        assertThat(names(stores.views().page(program, only("", null, null, "DATA_PUMP"))))
                .containsExactly("B");
        assertThat(stores.views().page(program, only("x86-7", null, null, null)).matching())
                .isEqualTo(7);
        assertThat(stores.views().page(program, only("100%", null, null, null)).rows())
                .isEmpty();
    }

    private static GridFilter only(
            String text, @Nullable Integer wave, @Nullable String owner, @Nullable String method) {
        return new GridFilter(text, null, null, wave, owner, method, null, GridFilter.Sort.NAME, false, 0, null, 50);
    }

    private static List<String> names(DatabaseGrid.GridPage page) {
        return page.rows().stream().map(GridRow::name).toList();
    }

    @Test
    void keepsViewsForTheirOwnersAndShowsSharedOnesToAll() {
        JdbcSavedViews views = new JdbcSavedViews(stores.database());
        views.keep(new SavedView(program, "ana", "Late", "?sort=-slip", false));
        views.keep(new SavedView(program, "ana", "Ours", "?owner=ana", true));
        views.keep(new SavedView(program, "ana", "Late", "?sort=-slip&rows=compact", false));
        assertThat(views.list(program, "ana"))
                .containsExactly(
                        new SavedView(program, "ana", "Late", "?sort=-slip&rows=compact", false),
                        new SavedView(program, "ana", "Ours", "?owner=ana", true));
        assertThat(views.list(program, "ben")).extracting(SavedView::name).containsExactly("Ours");
        assertThatThrownBy(() -> views.drop(program, "ben", "Ours")).isInstanceOf(UnknownRowException.class);
        views.drop(program, "ana", "Ours");
        assertThat(views.list(program, "ben")).isEmpty();
        assertThatThrownBy(() -> views.keep(new SavedView("nowhere", "ana", "Late", "", false)))
                .isInstanceOf(UnknownRowException.class);
    }

    @Test
    void tellsTheCallsOfAStepApartAndWhatEarlierRunsTook() {
        add("A", "B");
        Migration earlier = migration("A", Purpose.PRODUCTION);
        stores.journal()
                .flush(batch(
                        earlier.id(),
                        1,
                        entry(1, run("decide", StepState.RUNNING)),
                        entry(2, tookAMinute(run("decide", StepState.DONE)))));
        assertThat(stores.journal().attempts(earlier.id(), StepKey.of("decide")))
                .singleElement()
                .satisfies(attempt -> {
                    assertThat(attempt.last().state()).isEqualTo(StepState.DONE);
                    assertThat(Duration.between(attempt.from(), attempt.to())).isEqualTo(Duration.ofSeconds(1));
                });
        assertThat(stores.migrations().usual(earlier))
                .as("a run is not its own example")
                .isEmpty();
        Migration later = migration("B", Purpose.PRODUCTION);
        assertThat(stores.migrations().usual(later))
                .containsExactly(Map.entry(StepKey.of("decide"), Duration.ofMinutes(1)));
    }

    @Test
    void measuresTheOutagesOfRunsByTheStepsOfTheirOutage() {
        add("A", "B");
        Migration rehearsal = migration("A", Purpose.REHEARSAL);
        assertThat(row("A").headline().outages().figures()).isEmpty();
        stores.journal().flush(batch(rehearsal.id(), 1, entry(1, run("scan", StepState.DONE))));
        assertThat(stores.views().outages(program, null)).isEmpty();
        stores.journal().flush(batch(rehearsal.id(), 1, entry(2, tookAMinute(run("copy", StepState.DONE)))));
        assertThat(stores.views().outages(program, List.of("A", "B")).get("A"))
                .singleElement()
                .satisfies(outage -> {
                    assertThat(outage.purpose()).isEqualTo(Purpose.REHEARSAL);
                    assertThat(outage.usersOut()).isEqualTo(Instant.parse("2026-03-01T10:00:00Z"));
                    assertThat(outage.usersIn()).isEqualTo(Instant.parse("2026-03-01T10:03:00Z"));
                });
        assertThat(row("A").headline().outages().figures())
                .containsExactly(new OutageFigures.Figure(OutageFigures.Kind.REHEARSED, Duration.ofMinutes(3), false));
        Migration night = migration("B", Purpose.PRODUCTION);
        stores.journal().flush(batch(night.id(), 1, entry(1, tookAMinute(run("copy", StepState.PARKED)))));
        assertThat(row("B").headline().outages().best().orElseThrow().kind())
                .as("a step of the outage that ended badly keeps users out")
                .isEqualTo(OutageFigures.Kind.RUNNING);
    }

    /** The column shows what is known best, so it sorts by that: a rehearsal of 3 min before predictions of 5 and 60. */
    @Test
    void sortsByTheOutageThatIsKnownBest() {
        add("A", "B", "C", "D");
        List<PlanStore.MethodRow> judged = new ArrayList<>();
        Map.of("A", 120, "B", 60, "C", 5)
                .forEach((name, minutes) -> judged.add(new PlanStore.MethodRow(
                        name, "DATA_PUMP", null, Duration.ofMinutes(minutes), 0, NOON, "{}", null, null, null, null)));
        stores.plans().writeMethods(program, judged);
        Migration rehearsal = migration("A", Purpose.REHEARSAL);
        stores.journal().flush(batch(rehearsal.id(), 1, entry(1, run("scan", StepState.DONE))));
        stores.journal().flush(batch(rehearsal.id(), 1, entry(2, tookAMinute(run("copy", StepState.DONE)))));
        for (int page : List.of(9, 1)) {
            List<String> up = new ArrayList<>();
            String cursor = null;
            do {
                DatabaseGrid.GridPage read = stores.views()
                        .page(
                                program,
                                GridFilter.all(page)
                                        .sortedBy(GridFilter.Sort.OUTAGE, false)
                                        .after(cursor));
                up.addAll(names(read));
                cursor = read.next();
            } while (cursor != null);
            assertThat(up).as("in pages of %d", page).containsExactly("A", "C", "B", "D");
        }
        assertThat(names(stores.views().page(program, GridFilter.all(9).sortedBy(GridFilter.Sort.OUTAGE, true))))
                .containsExactly("B", "C", "A", "D");
    }

    private static StepRun tookAMinute(StepRun run) {
        return new StepRun(
                run.key(),
                run.state(),
                run.attempt(),
                run.iteration(),
                run.round(),
                run.failures(),
                run.order(),
                run.inputs(),
                run.outputs(),
                null,
                null,
                null,
                null,
                null,
                null,
                Instant.parse("2026-03-01T10:00:00Z"),
                Instant.parse("2026-03-01T10:03:00Z"),
                null,
                120,
                1,
                0,
                null,
                null);
    }

    @Test
    void findsDatabasesByTheHeightOfTheirRisks() {
        add("A", "B");
        GridFilter high =
                new GridFilter("", null, null, null, null, null, 15, GridFilter.Sort.NAME, false, 0, null, 50);
        assertThat(names(stores.views().page(program, high))).isEmpty();
        stores.risks()
                .add(
                        program,
                        statement(5, RiskState.OPEN, "A"),
                        UUID.randomUUID().toString(),
                        "Ana");
        stores.risks()
                .add(
                        program,
                        statement(3, RiskState.OPEN, "B"),
                        UUID.randomUUID().toString(),
                        "Ana");
        assertThat(names(stores.views().page(program, high))).containsExactly("A");
    }

    @Test
    void summarisesTheProgram() {
        add("A", "B");
        Migration m = migration("A", Purpose.PRODUCTION);
        stores.journal().flush(batch(m.id(), 1, entry(1, run("decide", StepState.DONE))));
        var summary = stores.views().summary(program, NOON);
        assertThat(summary.counts().across()).isEqualTo(1);
        assertThat(summary.sourceHosts()).isEqualTo(1);
        assertThat(summary.targetServers()).isEqualTo(2);
        assertThat(summary.plannedAcross()).isNull();
        assertThat(summary.tallies().get(Stage.CUTOVER))
                .containsEntry(StageStatus.DONE, 1)
                .containsEntry(StageStatus.NONE, 1);
        assertThat(stores.views().plan(program).unplanned())
                .extracting(bar -> bar.name())
                .containsExactly("A", "B");
    }

    private List<Object> changes(String object) {
        return stores.audit().list(program, object, null, 10).rows().stream()
                .flatMap(row -> row.event().details().get("changed") instanceof List<?> changed
                        ? changed.stream().map(Object.class::cast)
                        : Stream.empty())
                .toList();
    }

    @Test
    void theAuditSaysInWordsWhatOfADatabaseAndAWaveChanged() {
        stores.databases().add(program, List.of(profile("BOOKS", 4.0, "Ana")), "Mia");
        stores.databases().update(program, profile("BOOKS", 5.5, "Ben"), 1, "Ana");
        Wave wave = stores.plans().add(program, 7, "First", null, List.of(), "Mia");
        stores.plans()
                .update(
                        new Wave(
                                program,
                                7,
                                "First",
                                Instant.parse("2027-01-09T18:00:00Z"),
                                List.of(),
                                wave.state(),
                                wave.version(),
                                wave.changedBy(),
                                wave.changedAt()),
                        "Ana");

        assertThat(changes("database/" + program + "/BOOKS")).contains("owner: Ana -> Ben", "gigabytes: 4.0 -> 5.5");
        assertThat(changes("wave/" + program + "/7")).containsExactly("start: nothing -> 2027-01-09T18:00:00Z");
    }

    @Test
    void noSecretOfThisProcessIsToldByTheAudit() {
        SecretRegistry.process().add("canary-of-the-audit");
        stores.databases().add(program, List.of(profile("VAULT", 4.0, "Ana")), "Mia");
        stores.databases().update(program, profile("VAULT", 4.0, "canary-of-the-audit"), 1, "Ana");

        assertThat(changes("database/" + program + "/VAULT")).containsExactly("owner: Ana -> ******");
    }
}
