package io.gulliver.ui.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.domain.estate.ApplicationPeople;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.domain.risk.RiskResponse;
import io.gulliver.domain.risk.RiskState;
import io.gulliver.domain.risk.RiskStatement;
import io.gulliver.persistence.journal.SlotNames;
import io.gulliver.persistence.playbook.PlanSource;
import io.gulliver.persistence.shared.CallOrder;
import io.gulliver.persistence.shared.JdbcSharedStore;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.service.migration.LibraryPlans;
import io.gulliver.service.planning.RiskService;
import io.gulliver.testing.Services;
import io.gulliver.testing.TestStore;
import io.gulliver.ui.database.DatabaseHead;
import io.gulliver.ui.databases.GridPage;
import io.gulliver.ui.databases.GridQuery;
import io.gulliver.ui.frame.Status;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.risks.RiskView;
import io.gulliver.ui.tasks.TaskDates;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("store")
class StoreReadersTest {
    private Stores stores;

    @BeforeEach
    void open() {
        stores = Stores.on(
                TestStore.open(Clock.systemUTC()),
                new PlanSource() {
                    @Override
                    public CompiledPlan require(String playbookHash) {
                        return new CompiledPlan("data-pump", 1, playbookHash, List.of());
                    }

                    @Override
                    public String title(String playbookHash, String stepId) {
                        return stepId;
                    }
                },
                SlotNames.asPlanned(),
                batch -> {});
        stores.programs().create("atlas", "Atlas", ZoneOffset.UTC, Map.of(), "pm");
        stores.databases().add("atlas", List.of(profile("ORDERS"), profile("LEDGER")), "pm");
    }

    @AfterEach
    void close() {
        stores.database().close();
    }

    private static DatabaseProfile profile(String name) {
        return new DatabaseProfile(
                name,
                "Shop",
                Environment.PRODUCTION,
                1,
                "xora-1",
                null,
                "svc",
                "19.21",
                480.0,
                60,
                "Ana",
                null,
                null,
                null,
                null,
                null,
                "gv1",
                null,
                null,
                null,
                null,
                null,
                null,
                new TreeMap<>());
    }

    private StoredDatabase databases() {
        return new StoredDatabase(
                stores.views(),
                Services.plan(stores),
                stores.databases(),
                stores.landings(),
                stores.facts(),
                stores.people(),
                new JdbcSharedStore(stores.database()),
                Services.designs(
                        stores,
                        new LibraryPlans(PlaybookLibrary.shipped(), stores::playbooks),
                        ProgramCalendar.wall(Clock.systemUTC())),
                Words.standalone());
    }

    @Test
    void readsAServerThatNobodyHasAskedForByWhoWillLandThere() {
        assertThat(databases().shared("atlas", "server:gv1").orElseThrow().builtFor())
                .containsExactly("LEDGER", "ORDERS");
        assertThat(databases().shared("atlas", "server:gv2")).isEmpty();
        assertThat(databases().shared("atlas", "container-database:gv1")).isEmpty();
    }

    @Test
    void readsAServerThatIsBuiltOnceWithTheDatabasesThatLandOnIt() {
        JdbcSharedStore shared = new JdbcSharedStore(stores.database());
        CallOrder asked = new CallOrder(1, 1);
        for (String database : List.of("ORDERS", "LEDGER")) {
            Migration run = stores.migrations()
                    .create(new NewMigration(
                            database,
                            "atlas",
                            database,
                            Purpose.PRODUCTION,
                            "a".repeat(64),
                            2,
                            false,
                            null,
                            null,
                            "pm"));
            shared.use("atlas", "server", "gv1", run.id(), asked, Instant.EPOCH);
        }
        assertThat(databases().shared("atlas", "server:gv1").orElseThrow().builtFor())
                .containsExactly("LEDGER", "ORDERS");
        assertThat(databases().head("atlas", "server:gv1")).isEmpty();
        assertThat(databases().shared("atlas", "server:gv2")).isEmpty();
        assertThat(databases().shared("atlas", "ORDERS")).isEmpty();
    }

    @Test
    void showsTheImportedEstateInGridPageProgramAndPlan() {
        GridPage page = new StoredGrid(stores.views(), Services.plan(stores))
                .page("atlas", new GridQuery("ord", null, null, "", "", "", null, null, GridQuery.Sort.NAME, false, 0));
        assertThat(page.total()).isEqualTo(2);
        assertThat(page.rows()).singleElement().satisfies(row -> {
            assertThat(row.name()).isEqualTo("ORDERS");
            assertThat(row.stages()).hasSize(6).allMatch(cell -> cell.status() == Status.NONE);
        });
        stores.people().put("atlas", List.of(new ApplicationPeople("Shop", "Ann", null, null, "+49 170", null)), "Mia");
        DatabaseHead head = databases().head("atlas", "ORDERS").orElseThrow();
        assertThat(head.people())
                .containsExactly(
                        new DatabaseHead.Who("business_owner", "Ann"), new DatabaseHead.Who("on_call", "+49 170"));
        assertThat(head.source().machine()).isEqualTo("xora-1");
        assertThat(head.target().machine()).isEqualTo("gv1");
        ProgramCalendar calendar = ProgramCalendar.wall(Clock.systemUTC());
        StoredProgram program = new StoredProgram(
                stores.views(),
                stores.views(),
                stores.views(),
                stores.risks(),
                stores.tasks(),
                new TaskDates(stores.tasks(), stores.programs(), calendar),
                new ComingDays(stores.plans(), Words.standalone()),
                Words.standalone(),
                calendar);
        assertThat(program.counts("atlas").databases()).isEqualTo(2);
        assertThat(program.overview("atlas").stages()).hasSize(6);
        assertThat(program.plan("atlas").waves()).isEmpty();
    }

    @Test
    void keepsARiskAndReadsItBackByItsKey() {
        StoredRisks risks = new StoredRisks(stores.risks(), new RiskService(stores.risks(), List.of()));
        RiskView added = risks.add(
                "atlas",
                new RiskStatement(
                        "The pool is full",
                        "",
                        "",
                        4,
                        5,
                        null,
                        RiskResponse.REDUCE,
                        "",
                        null,
                        "",
                        RiskState.OPEN,
                        List.of("ORDERS")),
                "request-1",
                "pm");
        assertThat(risks.find("atlas", added.id()).orElseThrow().score()).isEqualTo(20);
        assertThat(risks.find("atlas", "nonsense")).isEmpty();
    }
}
