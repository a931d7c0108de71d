package io.gulliver.service.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.risk.Risk;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodReport;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.service.migration.LibraryPlans;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.MovableClock;
import io.gulliver.testing.Services;
import io.gulliver.testing.TestStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A person's word on the method: on the page, in the assessment, in the plan and at the start, also when facts move on. */
@Tag("store")
class MethodChoiceTest {
    private static final String PROGRAM = "ways";
    private static final String DATABASE = "CRM";

    private final MovableClock clock = new MovableClock();
    private StoreDatabase database;
    private Stores stores;
    private AssessmentService desk;
    private MethodChoiceService choices;
    private AssessmentReports reports;
    private PlanService plan;
    private StartGate gate;
    private PlaybookStore playbooks;

    @BeforeEach
    void open() {
        database = TestStore.open(clock);
        stores = Atlas.stores(database);
        PlaybookLibrary library = PlaybookLibrary.shipped();
        playbooks = stores.playbooks();
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
        reports = Services.reports(stores, desk, plans);
        gate = Services.startGate(stores, desk, plans);
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
                                        + DATABASE + ",shop,production,300,480,Ana,19.26\n")
                                .getBytes(StandardCharsets.UTF_8),
                        false,
                        List.of(),
                        "Mia");
        know("source_release", "19.22.0.0.0");
        know("source_edition", "enterprise");
        know("archivelog", true);
        know("data_gb", 200.0);
        know("index_gb", 60.0);
        know("files_gb", 300.0);
        know("incremental_gb", 3.0);
        know("objects", 5000L);
        plan.replan(PROGRAM);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void know(String name, Object value) {
        clock.advance(Duration.ofMinutes(1));
        stores.facts()
                .put(
                        PROGRAM,
                        DATABASE,
                        List.of(new Fact(name, value, null, "dictionary", clock.instant(), Confidence.MEASURED)),
                        "Mia");
    }

    /** The method as the page, the assessment, the plan and the start see it; null where it says none. */
    private List<String> places() {
        List<String> places = new ArrayList<>();
        Method method = desk.methods(PROGRAM, DATABASE).method();
        places.add(method == null ? "none" : method.name());
        String assessed = reports.database(PROGRAM, DATABASE).answers().get(1).verdict();
        places.add(assessed);
        places.add(String.valueOf(
                stores.plans().method(PROGRAM, DATABASE).orElseThrow().method()));
        StartGate.Answer start = gate.decided(PROGRAM, DATABASE);
        PlaybookRow playbook = start.playbook();
        places.add(playbook == null ? String.valueOf(start.refused().reason()) : playbook.name());
        return places;
    }

    @Test
    void fourPlacesAgreeOnThePreferredMethodAndOnAPersonsWord() {
        assertThat(places()).containsExactly("DATA_PUMP", "data-pump", "DATA_PUMP", "data-pump");
        choices.choose(PROGRAM, DATABASE, Method.XTTS_INCREMENTAL, "the team knows it", 0, null, "Mia");
        assertThat(places()).containsExactly("XTTS_INCREMENTAL", "xtts", "XTTS_INCREMENTAL", "NO_PLAYBOOK");
    }

    @Test
    void aChoiceEndsWhenSomethingClosesItThatNobodyAccepted() {
        choices.choose(PROGRAM, DATABASE, Method.XTTS_INCREMENTAL, "the team knows it", 0, null, "Mia");
        know("hcc", true);
        plan.reforecast(PROGRAM);
        MethodReport report = desk.methods(PROGRAM, DATABASE);
        assertThat(report.method()).isNull();
        assertThat(report.choice().holds()).isFalse();
        assertThat(report.choice().since()).singleElement().asString().startsWith("R27 (hcc is true)");
        assertThat(report.assessment().reasons().get(0))
                .startsWith("Mia chose xtts, and since then it is closed by R27");
        assertThat(stores.plans().method(PROGRAM, DATABASE).orElseThrow().blocked())
                .startsWith("Mia chose xtts, and since then");
        assertThat(gate.decided(PROGRAM, DATABASE).refused()).satisfies(refused -> {
            assertThat(refused.reason()).isEqualTo(StartGate.Reason.CHOICE_CLOSED);
            assertThat(refused.message()).contains("R27", "Choose again with a reason");
        });
        Services.riskSweep(stores).run(program -> clock.instant());
        assertThat(stores.risks().ruled(PROGRAM))
                .extracting(Risk::event)
                .contains("No method is open to carry 1 database");
        choices.choose(PROGRAM, DATABASE, Method.XTTS_INCREMENTAL, "they are stored as rows on Sunday", 1, null, "Mia");
        assertThat(desk.methods(PROGRAM, DATABASE).choice().accepted())
                .singleElement()
                .asString()
                .startsWith("R27 (hcc is true)");
        assertThat(places().get(0)).isEqualTo("XTTS_INCREMENTAL");
        assertThat(places().get(2)).isEqualTo("XTTS_INCREMENTAL");
        know("long_columns", true);
        assertThat(desk.methods(PROGRAM, DATABASE).method())
                .as("what closes other methods does not end the choice")
                .isEqualTo(Method.XTTS_INCREMENTAL);
    }

    @Test
    void theChoiceHoldsAgainWhenWhatClosedItIsGone() {
        choices.choose(PROGRAM, DATABASE, Method.XTTS_INCREMENTAL, "the team knows it", 0, null, "Mia");
        know("archivelog", false);
        assertThat(desk.methods(PROGRAM, DATABASE).method()).isNull();
        know("archivelog", true);
        assertThat(desk.methods(PROGRAM, DATABASE).method()).isEqualTo(Method.XTTS_INCREMENTAL);
        choices.withdraw(PROGRAM, DATABASE, "the simple way will do", 1, "Mia");
        assertThat(desk.methods(PROGRAM, DATABASE).method()).isEqualTo(Method.DATA_PUMP);
    }

    @Test
    void whoDidNotSeeWhatClosesAMethodCannotAcceptIt() {
        String seen = desk.methods(PROGRAM, DATABASE).basis();
        know("hcc", true);
        assertThatThrownBy(() ->
                        choices.choose(PROGRAM, DATABASE, Method.XTTS_INCREMENTAL, "the team knows it", 0, seen, "Mia"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("xtts is closed by R27 (hcc is true)");
        assertThat(choices.choose(PROGRAM, DATABASE, Method.DATA_PUMP, "the simple way", 0, seen, "Mia")
                        .method())
                .as("nothing closes this one")
                .isEqualTo(Method.DATA_PUMP);
        assertThatThrownBy(() -> choices.choose(PROGRAM, DATABASE, Method.DATA_PUMP, "me too", 0, null, "Ben"))
                .isInstanceOf(StaleVersionException.class);
    }

    @Test
    void theWordOfTwoSourcesIsToldWhereARuleReadsIt() {
        clock.advance(Duration.ofMinutes(1));
        stores.facts()
                .put(
                        PROGRAM,
                        DATABASE,
                        List.of(new Fact(
                                "source_edition",
                                "standard",
                                null,
                                "sheet.xlsx",
                                clock.instant(),
                                Confidence.DECLARED)),
                        "Mia");
        MethodReport report = desk.methods(PROGRAM, DATABASE);
        assertThat(report.assessment().reasons())
                .anyMatch(reason -> reason.startsWith("Sources differ on source_edition: standard by sheet.xlsx")
                        && reason.contains("enterprise said dictionary"));
        assertThat(report.assessment().judged(Method.XTTS_INCREMENTAL).blockers())
                .anyMatch(blocker -> blocker.rule().equals("R04"));
    }

    @Test
    void aMethodThatIsOpenOnlyAfterARemedyDoesNotStartUnasked() {
        know("data_gb", 6000.0);
        know("index_gb", 3000.0);
        know("files_gb", 10_000.0);
        know("incremental_gb", 40.0);
        know("tde_tablespace", true);
        assertThat(desk.methods(PROGRAM, DATABASE).assessment().afterRemedy()).isTrue();
        assertThat(gate.decided(PROGRAM, DATABASE).refused()).satisfies(refused -> {
            assertThat(refused.reason()).isEqualTo(StartGate.Reason.REMEDY_FIRST);
            assertThat(refused.message()).contains("R09: decrypt them online");
        });
    }

    @Test
    void thePlanFollowsFactsWithoutAnEdit() {
        assertThat(stores.plans().method(PROGRAM, DATABASE).orElseThrow().method())
                .isEqualTo("DATA_PUMP");
        know("data_gb", 9000.0);
        know("files_gb", 10_000.0);
        plan.reforecast(PROGRAM);
        assertThat(stores.plans().method(PROGRAM, DATABASE).orElseThrow().method())
                .isEqualTo(String.valueOf(desk.methods(PROGRAM, DATABASE).method()))
                .isNotEqualTo("DATA_PUMP");
    }
}
