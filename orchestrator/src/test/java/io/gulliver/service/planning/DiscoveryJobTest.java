package io.gulliver.service.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.activity.AccessAnswer;
import io.gulliver.domain.access.AccessFinding;
import io.gulliver.domain.access.AccessItem;
import io.gulliver.domain.access.AccessState;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.journal.SlotNames;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.view.MigrationQuery;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.service.migration.LibraryPlans;
import io.gulliver.service.migration.MigrationService;
import io.gulliver.testing.MovableClock;
import io.gulliver.testing.Services;
import io.gulliver.testing.TestStore;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Live discovery begins on its date, while no rehearsal and no production run is there. */
@Tag("store")
class DiscoveryJobTest {
    private static final String PROGRAM = "early";

    private final MovableClock clock = new MovableClock();
    private final PlaybookLibrary library = PlaybookLibrary.shipped();
    private StoreDatabase database;
    private Stores stores;
    private LibraryPlans plans;
    private DiscoveryJob job;

    @BeforeEach
    void open() {
        database = TestStore.open(clock);
        plans = new LibraryPlans(library, () -> stores.playbooks());
        stores = Stores.on(database, plans, SlotNames.asPlanned(), batch -> {});
        for (Playbook playbook : library.playbooks()) {
            stores.playbooks()
                    .save(
                            playbook.hash(),
                            playbook.name(),
                            playbook.version(),
                            library.findContent(playbook.hash()).orElseThrow(),
                            PlaybookStore.SHIPPED);
            stores.playbooks().approve(playbook.hash(), PlaybookStore.SHIPPED);
        }
        job = new DiscoveryJob(
                stores.programs(),
                stores.migrations(),
                stores.access(),
                new ApprovedPlaybooks(stores.playbooks(), plans),
                new MigrationService(
                        stores.migrations(), stores.engines(), Optional::empty, 1, Duration.ofMinutes(10), clock),
                ProgramCalendar.wall(clock));
    }

    @AfterEach
    void close() {
        database.close();
    }

    private void program(Map<String, Object> policy, String... databases) {
        stores.programs().create(PROGRAM, "Early", ZoneId.of("Europe/Berlin"), policy, "Mia");
        stores.databases()
                .add(
                        PROGRAM,
                        List.of(databases).stream()
                                .map(name -> DatabaseProfile.of(name, "shop", Environment.PRODUCTION))
                                .toList(),
                        "Mia");
        new PlanEditService(stores.database(), stores.plans(), Services.plan(stores))
                .addWave(
                        PROGRAM,
                        1,
                        "First",
                        clock.instant().plus(Duration.ofDays(3)),
                        List.of(),
                        List.of(databases),
                        "Mia");
    }

    private void checked(String name, AccessItem item, AccessState state) {
        stores.access()
                .keep(
                        PROGRAM,
                        "default",
                        List.of(new AccessAnswer(
                                name,
                                List.of(new AccessFinding(item, state, "seen", "do", null)),
                                List.of(),
                                "w",
                                null)));
    }

    private List<Migration> runs(String name) {
        return stores.migrations()
                .list(new MigrationQuery(PROGRAM, name, null, Set.of(), null, 100))
                .rows();
    }

    @Test
    void itBeginsOnceOnTheDateOfThePlanWhereACheckOfAccessWasLetIn() {
        program(Map.of(), "OPEN", "SHUT", "UNTRIED");
        checked("OPEN", AccessItem.LOGIN, AccessState.GOOD);
        checked("SHUT", AccessItem.LOGIN, AccessState.BAD);
        assertThat(job.run()).as("three days before").isZero();
        clock.advance(Duration.ofDays(3));
        assertThat(job.run()).isEqualTo(1);
        assertThat(runs("OPEN")).singleElement().satisfies(run -> {
            assertThat(run.purpose()).isEqualTo(Purpose.DISCOVERY);
            assertThat(run.playbook()).isEqualTo("discovery");
            assertThat(run.createdBy()).isEqualTo("Gulliver");
        });
        assertThat(runs("SHUT")).isEmpty();
        assertThat(runs("UNTRIED")).isEmpty();
        assertThat(job.run()).as("once").isZero();
        checked("SHUT", AccessItem.LOGIN, AccessState.GOOD);
        assertThat(job.run()).as("access came later").isEqualTo(1);
    }

    @Test
    void whatARunLooksAtAnywayIsLeftToIt() {
        program(Map.of(), "OPEN");
        checked("OPEN", AccessItem.LOGIN, AccessState.GOOD);
        stores.migrations()
                .create(new NewMigration(
                        "r1",
                        PROGRAM,
                        "OPEN",
                        Purpose.PRODUCTION,
                        library.findNewest("data-pump").orElseThrow().hash(),
                        null,
                        false,
                        null,
                        null,
                        "Mia"));
        clock.advance(Duration.ofDays(3));
        assertThat(job.run()).isZero();
    }

    @Test
    void aProgramMayWantAPersonToBeginIt() {
        program(Map.of("collection", Map.of("discovery_by_plan", false)), "OPEN");
        checked("OPEN", AccessItem.LOGIN, AccessState.GOOD);
        clock.advance(Duration.ofDays(3));
        assertThat(job.run()).isZero();
    }

    /** Production may begin while discovery goes on: what was looked at is then looked at again. */
    @Test
    void productionBeginsBesideItAndIsWhatTheDatabaseShows() {
        program(Map.of(), "OPEN");
        checked("OPEN", AccessItem.LOGIN, AccessState.GOOD);
        clock.advance(Duration.ofDays(3));
        job.run();
        stores.views().catchUp(PROGRAM);
        assertThat(shown()).isEqualTo(Purpose.DISCOVERY.name());
        assertThat(stores.plans().times(PROGRAM).get("OPEN"))
                .filteredOn(times -> times.stage() == Stage.DISCOVERY)
                .singleElement()
                .satisfies(times -> assertThat(times.actualStart())
                        .as("only production writes dates of the plan")
                        .isNull());
        stores.migrations()
                .create(new NewMigration(
                        "r1",
                        PROGRAM,
                        "OPEN",
                        Purpose.REHEARSAL,
                        library.findNewest("data-pump").orElseThrow().hash(),
                        null,
                        false,
                        null,
                        null,
                        "Mia"));
        stores.views().catchUp(PROGRAM);
        assertThat(shown()).isEqualTo(Purpose.REHEARSAL.name());
    }

    private String shown() {
        return database.jdbc()
                .sql("select purpose from database_stages where program = :program and stage = 'DISCOVERY'")
                .param("program", PROGRAM)
                .query(String.class)
                .single();
    }

    @Test
    void theShippedPlaybookOnlyLooks() {
        assertThat(plans.stepsBeyondLooking(
                        library.findNewest("discovery").orElseThrow().hash()))
                .isEmpty();
        assertThat(plans.stepsBeyondLooking(
                        library.findNewest("data-pump").orElseThrow().hash()))
                .contains("export", "accept-size");
    }
}
