package io.gulliver.persistence;

import static io.gulliver.testing.Atlas.batch;
import static io.gulliver.testing.Atlas.entry;
import static io.gulliver.testing.Atlas.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.estate.ApplicationPeople;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.domain.risk.Risk;
import io.gulliver.domain.risk.RiskState;
import io.gulliver.evidence.inventory.UnknownColumn;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.service.planning.PlanEditService;
import io.gulliver.service.planning.PlanService;
import io.gulliver.service.planning.RiskRuleJob;
import io.gulliver.service.planning.RiskService;
import io.gulliver.service.planning.RuleTables;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.Services;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What import, plan and risk rules promise on a real store. */
class EstateServicesTest extends StoreContract {
    private static final String HEADER = "database,application,environment,size_gb,outage_window_minutes,owner,cost\n";
    private String program = "";

    @BeforeEach
    void freshProgram() {
        program = "s" + UUID.randomUUID().toString().substring(0, 12);
        stores.programs().create(program, "Fresh", ZoneId.of("Europe/Berlin"), Map.of(), "Mia");
    }

    private InventoryImport inventory() {
        return new InventoryImport(
                stores.database(),
                stores.programs(),
                stores.databases(),
                stores.people(),
                RuleTables.shipped().inventory());
    }

    private static byte[] file(String lines) {
        return (HEADER + lines).getBytes(StandardCharsets.UTF_8);
    }

    private InventoryImport.Difference apply(String lines) {
        return inventory().apply(program, file(lines), false, List.of("cost"), "Mia");
    }

    private int audits(String database) {
        return stores.audit()
                .list(program, "database/" + program + "/" + database, null, 100)
                .rows()
                .size();
    }

    @Test
    void showsTheDifferenceWithoutWritingIt() {
        InventoryImport.Difference difference = inventory().preview(program, file("A,shop,production,100,240,Ana,1\n"));
        assertThat(difference.added())
                .extracting(InventoryImport.Added::database)
                .containsExactly("A");
        assertThat(difference.applied()).isFalse();
        assertThat(stores.databases().list(program)).isEmpty();
    }

    @Test
    void changesNothingWhenTheSameFileComesAgain() {
        String lines = "A,shop,production,100,240,Ana,1\nB,shop,test,,,,\n";
        assertThat(apply(lines).added()).hasSize(2);
        InventoryImport.Difference again = apply(lines);
        assertThat(again.applied()).isTrue();
        assertThat(again.added()).isEmpty();
        assertThat(again.changed()).isEmpty();
        assertThat(again.unchanged()).isEqualTo(2);
        assertThat(audits("A")).isEqualTo(1);
        assertThat(stores.databases().require(program, "A").version()).isEqualTo(1);
    }

    @Test
    void namesEachChangedField() {
        apply("A,shop,production,100,240,Ana,1\n");
        InventoryImport.Difference difference = apply("a,shop,test,200,240,,2\n");
        assertThat(difference.changed())
                .singleElement()
                .satisfies(changed -> assertThat(changed.fields())
                        .containsExactly(
                                new InventoryImport.Field("environment", "production", "test"),
                                new InventoryImport.Field("size_gb", "100.0", "200.0"),
                                new InventoryImport.Field("owner", "Ana", null),
                                new InventoryImport.Field("cost", "1", "2")));
        assertThat(stores.databases().require(program, "A").version()).isEqualTo(2);
        assertThat(audits("A")).isEqualTo(2);
    }

    @Test
    void leavesColumnsAloneThatTheFileDoesNotHave() {
        apply("A,shop,production,100,240,Ana,1\n");
        byte[] narrow =
                "database,application,environment,owner\nA,shop,production,Ben\n".getBytes(StandardCharsets.UTF_8);
        inventory().apply(program, narrow, false, List.of(), "Mia");
        assertThat(stores.databases().require(program, "A").profile()).satisfies(profile -> {
            assertThat(profile.gigabytes()).isEqualTo(100);
            assertThat(profile.owner()).isEqualTo("Ben");
            assertThat(profile.tags()).containsEntry("cost", "1");
        });
    }

    private InventoryImport.Difference misspelt(boolean partial, List<String> tags) {
        byte[] file = "database,application,environment,sizegb,rack\nA,shop,production,100,R7\n"
                .getBytes(StandardCharsets.UTF_8);
        return inventory().apply(program, file, partial, tags, "Mia");
    }

    @Test
    void losesNoMisspeltColumnUnlessAPersonSaysThatItIsATag() {
        for (boolean partial : List.of(false, true)) {
            InventoryImport.Difference refused = misspelt(partial, List.of("rack"));
            assertThat(refused.applied()).isFalse();
            assertThat(refused.unknown()).containsExactly(new UnknownColumn("sizegb", "size_gb"));
        }
        assertThat(stores.databases().list(program)).isEmpty();

        assertThat(misspelt(false, List.of("Rack", "sizegb")).applied()).isTrue();
        assertThat(stores.databases().require(program, "A").profile().tags())
                .containsOnly(Map.entry("rack", "R7"), Map.entry("sizegb", "100"));
        // the same file changes nothing and asks nothing
        assertThat(misspelt(false, List.of())).satisfies(again -> {
            assertThat(again.applied()).isTrue();
            assertThat(again.unknown()).isEmpty();
            assertThat(again.unchanged()).isEqualTo(1);
        });
    }

    @Test
    void knowsTheColumnByWhichAProgramJudgesItsOutage() {
        String judged = "w" + UUID.randomUUID().toString().substring(0, 12);
        stores.programs()
                .create(
                        judged,
                        "Judged",
                        ZoneId.of("Europe/Berlin"),
                        Map.of("labSpeed", "150", "methods", Map.of("windowTag", "night_minutes")),
                        "Mia");
        byte[] file = "database,application,environment,night_minutes,source_sid,gg_licensed\nA,shop,test,90,A,no\n"
                .getBytes(StandardCharsets.UTF_8);
        assertThat(inventory().preview(program, file).unknown())
                .containsExactly(new UnknownColumn("night_minutes", null));
        assertThat(inventory().apply(judged, file, false, List.of(), "Mia").applied())
                .isTrue();
    }

    private static final String PEOPLE = "application,business_owner,technical_owner,on_call\n";

    private InventoryImport.Difference people(String lines, boolean partial) {
        return inventory().apply(program, (PEOPLE + lines).getBytes(StandardCharsets.UTF_8), partial, List.of(), "Mia");
    }

    private int auditsOfPeople(String application) {
        return stores.audit()
                .list(program, "application/" + program + "/" + application, null, 100)
                .rows()
                .size();
    }

    @Test
    void keepsThePeopleOfAnApplicationOnceHoweverOftenTheyCome() {
        apply("A,shop,production,100,240,Ana,1\n");
        assertThat(people("Shop,Ana,Ben,+49 170\n", false)).satisfies(first -> {
            assertThat(first.applied()).isTrue();
            assertThat(first.people().added()).containsExactly("Shop");
        });
        assertThat(people("SHOP,Ana,Ben,+49 170\n", false).people())
                .isEqualTo(new InventoryImport.PeopleDifference(List.of(), List.of(), 1));
        assertThat(auditsOfPeople("Shop")).isEqualTo(1);
        assertThat(stores.people().find(program, "shop"))
                .contains(new ApplicationPeople("Shop", "Ana", "Ben", null, "+49 170", null));
    }

    @Test
    void changesOnlyThePeopleWhoseColumnsTheFileHas() {
        apply("A,shop,production,100,240,Ana,1\n");
        people("shop,Ana,Ben,+49 170\n", false);
        InventoryImport.Difference narrow = inventory()
                .apply(
                        program,
                        "application,technical_owner,deputy\nshop,,Cid\n".getBytes(StandardCharsets.UTF_8),
                        false,
                        List.of(),
                        "Mia");
        assertThat(narrow.people().changed())
                .singleElement()
                .satisfies(changed -> assertThat(changed.fields())
                        .containsExactly(
                                new InventoryImport.Field("technical_owner", "Ben", null),
                                new InventoryImport.Field("deputy", null, "Cid")));
        assertThat(stores.people().list(program))
                .containsExactly(new ApplicationPeople("shop", "Ana", null, "Cid", "+49 170", null));
        assertThat(auditsOfPeople("shop")).isEqualTo(2);
    }

    @Test
    void refusesPeopleOfAnApplicationThatNobodyKnowsUnlessPartial() {
        apply("A,shop,production,100,240,Ana,1\n");
        InventoryImport.Difference refused = people("shop,Ana,,\nbakery,Eve,,\n", false);
        assertThat(refused.applied()).isFalse();
        assertThat(refused.rejected())
                .singleElement()
                .satisfies(problem -> assertThat(problem.text())
                        .startsWith("line 3, application \"bakery\": no database of the program"));
        assertThat(stores.people().list(program)).isEmpty();
        assertThat(people("shop,Ana,,\nbakery,Eve,,\n", true).applied()).isTrue();
        assertThat(stores.people().list(program))
                .extracting(ApplicationPeople::application)
                .containsExactly("shop");
    }

    @Test
    void writesAllOrNothingUnlessPartial() {
        String lines = "A,shop,production,100,240,Ana,1\nB,shop,nowhere,,,,\n";
        InventoryImport.Difference refused = apply(lines);
        assertThat(refused.applied()).isFalse();
        assertThat(refused.rejected())
                .singleElement()
                .satisfies(problem -> assertThat(problem.line()).isEqualTo(3));
        assertThat(stores.databases().list(program)).isEmpty();
        assertThat(inventory()
                        .apply(program, file(lines), true, List.of("cost"), "Mia")
                        .applied())
                .isTrue();
        assertThat(stores.databases().list(program))
                .extracting(database -> database.name())
                .containsExactly("A");
    }

    private PlanService plan() {
        return Services.plan(stores);
    }

    private void planned(Instant start) {
        apply("A,shop,production,300,480,Ana,1\nB,shop,production,300,480,Ana,1\nC,shop,test,5,480,Ana,1\n");
        stores.plans().add(program, 1, "First", start, List.of(), "Mia");
        stores.plans().add(program, 2, "Second", null, List.of(1), "Mia");
        stores.plans().place(new WaveMember(program, 1, "A", null), "Mia");
        stores.plans().place(new WaveMember(program, 2, "B", null), "Mia");
    }

    private StageTimes cutover(String database) {
        return stores.plans().times(program).get(database).get(Stage.CUTOVER.ordinal());
    }

    @Test
    void plansApprovesAndMovesTheForecastWithWhatHappens() {
        Instant start = clock.instant();
        planned(start);
        assertThat(plan().replan(program)).isEmpty();
        StageTimes first = cutover("B");
        assertThat(first.plannedEnd()).isEqualTo(first.forecastEnd());
        plan().approve(program, "agreed on Monday", "Mia");
        assertThat(cutover("B").baselineEnd()).isEqualTo(first.plannedEnd());
        assertThat(stores.views().row(program, "A").orElseThrow().headline().method())
                .isEqualTo("DATA_PUMP");
        clock.advance(Duration.ofDays(5));
        plan().reforecast(program);
        StageTimes late = cutover("B");
        assertThat(late.plannedEnd()).isEqualTo(first.plannedEnd());
        assertThat(Duration.between(first.plannedEnd(), late.forecastEnd())).isEqualTo(Duration.ofDays(5));
        assertThat(stores.views().row(program, "B").orElseThrow().slip()).isEqualTo(Duration.ofDays(5));
        assertThat(stores.views().summary(program, clock.instant()).late())
                .extracting(one -> one.database())
                .contains("B");
    }

    private Duration slip(String database) {
        return stores.views().row(program, database).orElseThrow().slip();
    }

    /** P6: an edit of the plan moved planned and forecast together, so that a week's delay was shown as nothing. */
    @Test
    void aWaveMovedAWeekPastItsAgreedBaselineIsLateByAWeek() {
        Instant start = clock.instant().plus(Duration.ofDays(30));
        planned(start);
        plan().replan(program);
        plan().approve(program, "agreed on Monday", "Mia");
        move(start.plus(Duration.ofDays(7)));
        assertThat(slip("A")).isEqualTo(Duration.ofDays(7));
        assertThat(slip("B")).isEqualTo(Duration.ofDays(7));
        assertThat(stores.views().summary(program, clock.instant()).late())
                .extracting(one -> one.database())
                .contains("A", "B");
    }

    @Test
    void earlyIsShownAsEarly() {
        Instant start = clock.instant().plus(Duration.ofDays(30));
        planned(start);
        plan().replan(program);
        plan().approve(program, "agreed on Monday", "Mia");
        move(start.minus(Duration.ofDays(2)));
        assertThat(slip("A")).isEqualTo(Duration.ofDays(-2));
        assertThat(stores.views().summary(program, clock.instant()).late()).isEmpty();
    }

    @Test
    void whatNobodyAgreedOnHasNoSlip() {
        planned(clock.instant());
        plan().replan(program);
        clock.advance(Duration.ofDays(5));
        plan().reforecast(program);
        assertThat(slip("A")).isNull();
    }

    private void move(Instant start) {
        Wave wave = stores.plans().wave(program, 1).orElseThrow();
        new PlanEditService(stores.database(), stores.plans(), plan())
                .changeWave(
                        new Wave(
                                program,
                                1,
                                wave.title(),
                                start,
                                wave.after(),
                                wave.state(),
                                wave.version(),
                                wave.changedBy(),
                                wave.changedAt()),
                        "Mia");
    }

    @Test
    void movesTheEndWhenASizeIsDoubledOrTheImportIsHalved() {
        planned(clock.instant());
        plan().replan(program);
        Instant before = cutover("B").plannedEnd();
        apply("A,shop,production,600,480,Ana,1\nB,shop,production,600,480,Ana,1\n");
        plan().replan(program);
        Instant doubled = cutover("B").plannedEnd();
        assertThat(doubled).isAfter(before);
        stores.programs()
                .update(program, 1, "Fresh", ZoneId.of("Europe/Berlin"), Map.of("rates", Map.of("import", 150)), "Mia");
        plan().replan(program);
        assertThat(cutover("B").plannedEnd()).isAfter(doubled);
    }

    @Test
    void raisesOneRiskForACauseAndClosesItAgain() {
        apply("A,shop,production,100,240,,1\nB,shop,production,100,240,,1\nC,shop,test,1,9,Ana,\n");
        RiskRuleJob sweep = Services.riskSweep(stores);
        assertThat(sweep.run(program, clock.instant()).raised()).isEqualTo(1);
        assertThat(sweep.run(program, clock.instant())).isEqualTo(new RiskRuleJob.Swept(0, 0, 0));
        Risk risk = stores.risks().list(program).get(0);
        assertThat(risk.databases()).containsExactly("A", "B");
        assertThat(risk.state()).isEqualTo(RiskState.PROPOSED);
        apply("A,shop,production,100,240,Ana,1\n");
        assertThat(sweep.run(program, clock.instant()).changed()).isEqualTo(1);
        assertThat(stores.risks().require(program, 1).databases()).containsExactly("B");
        apply("B,shop,production,100,240,Ana,1\n");
        assertThat(sweep.run(program, clock.instant()).closed()).isEqualTo(1);
        assertThat(stores.risks().require(program, 1).state()).isEqualTo(RiskState.CLOSED);
        apply("B,shop,production,100,240,,1\n");
        sweep.run(program, clock.instant());
        assertThat(stores.risks().require(program, 1).state()).isEqualTo(RiskState.PROPOSED);
        assertThat(stores.risks().list(program)).hasSize(1);
    }

    @Test
    void leavesRejectedWhatAPersonRejectedUntilItConcernsAnotherDatabase() {
        apply("A,shop,production,100,240,,1\n");
        RiskRuleJob sweep = Services.riskSweep(stores);
        sweep.run(program, clock.instant());
        new RiskService(stores.risks(), List.of()).reject(program, 1, 1, "Known", "Mia");
        assertThat(sweep.run(program, clock.instant())).isEqualTo(new RiskRuleJob.Swept(0, 0, 0));
        apply("A,shop,production,100,240,Ana,1\n");
        assertThat(sweep.run(program, clock.instant())).isEqualTo(new RiskRuleJob.Swept(0, 0, 0));
        assertThat(stores.risks().require(program, 1).state()).isEqualTo(RiskState.REJECTED);
        apply("A,shop,production,100,240,,1\nB,shop,production,100,240,,1\n");
        sweep.run(program, clock.instant());
        assertThat(stores.risks().require(program, 1).state()).isEqualTo(RiskState.PROPOSED);
    }

    @Test
    void leavesClosedWhatAPersonClosedAndOpensWhatIsNear() {
        apply("A,shop,production,100,240,,1\n");
        RiskRuleJob sweep = Services.riskSweep(stores);
        sweep.run(program, clock.instant());
        new RiskService(stores.risks(), List.of()).close(program, 1, 1, "Mia");
        assertThat(sweep.run(program, clock.instant())).isEqualTo(new RiskRuleJob.Swept(0, 0, 0));
        stores.plans().add(program, 1, "First", clock.instant().plus(Duration.ofDays(10)), List.of(), "Mia");
        apply("B,shop,production,100,240,,1\n");
        stores.plans().place(new WaveMember(program, 1, "B", null), "Mia");
        sweep.run(program, clock.instant());
        assertThat(stores.risks().require(program, 1)).satisfies(risk -> {
            assertThat(risk.state()).isEqualTo(RiskState.OPEN);
            assertThat(risk.databases()).containsExactly("A", "B");
        });
    }

    @Test
    void raisesARiskWhenAStepWaitsLongerThanADay() {
        apply("A,shop,production,100,240,Ana,1\n");
        Migration m = stores.migrations()
                .create(new NewMigration(
                        UUID.randomUUID().toString(),
                        program,
                        "A",
                        Purpose.PRODUCTION,
                        Atlas.HASH,
                        null,
                        false,
                        null,
                        null,
                        "Mia"));
        stores.journal().flush(batch(m.id(), 1, entry(1, run("sign", StepState.WAITING_PERSON))));
        Instant opened = stores.views().openSteps(program).get(0).since();
        RiskRuleJob sweep = Services.riskSweep(stores);
        assertThat(sweep.run(program, opened.plus(Duration.ofHours(24))).raised())
                .isZero();
        sweep.run(program, opened.plus(Duration.ofHours(25)));
        assertThat(stores.risks().list(program))
                .singleElement()
                .satisfies(risk -> assertThat(risk.ruleCause()).isEqualTo("dba"));
        stores.journal().flush(batch(m.id(), 1, entry(2, run("sign", StepState.DONE))));
        assertThat(sweep.run(program, opened.plus(Duration.ofHours(26))).closed())
                .isEqualTo(1);
    }

    @Test
    void raisesARiskWhenLessIsKnownThanTheProgramWants() {
        apply("A,shop,production,100,240,Ana,1\n");
        RiskRuleJob sweep = Services.riskSweep(stores);
        assertThat(sweep.run(program, clock.instant()).raised())
                .as("the program wants nothing")
                .isZero();
        wants(60);
        sweep.run(program, clock.instant());
        assertThat(stores.risks().list(program)).singleElement().satisfies(risk -> {
            assertThat(risk.rule()).isEqualTo("little-known");
            assertThat(risk.databases()).containsExactly("A");
            assertThat(risk.cause()).contains("less than 60 %");
        });
        wants(1);
        assertThat(sweep.run(program, clock.instant()).closed()).isEqualTo(1);
    }

    private void wants(int percent) {
        var owner = stores.programs().require(program);
        stores.programs()
                .update(
                        program,
                        owner.version(),
                        owner.title(),
                        owner.zone(),
                        Map.of("completeness", Map.of("threshold", percent)),
                        "Mia");
    }

    @Test
    void raisesARiskWhenNoMethodIsOpen() {
        apply("A,shop,production,90000,60,Ana,1\n");
        plan().replan(program);
        Services.riskSweep(stores).run(program, clock.instant());
        assertThat(stores.risks().list(program)).singleElement().satisfies(risk -> {
            assertThat(risk.rule()).isEqualTo("no-open-method");
            assertThat(risk.cause()).contains("no method can be proposed while facts are missing");
        });
    }
}
