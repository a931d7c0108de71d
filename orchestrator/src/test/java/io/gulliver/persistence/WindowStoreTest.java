package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.assessment.window.CollectionPolicy;
import io.gulliver.assessment.window.CollectionWindow;
import io.gulliver.contract.activity.AccessAnswer;
import io.gulliver.contract.activity.SessionSample;
import io.gulliver.domain.access.AccessFinding;
import io.gulliver.domain.access.AccessItem;
import io.gulliver.domain.estate.ClientConnection;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.SeenClient;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.people.Access;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.window.WindowTask;
import io.gulliver.persistence.window.WindowStore;
import io.gulliver.persistence.window.WindowTaskStore;
import io.gulliver.service.collection.CollectionWindowJob;
import io.gulliver.service.collection.ConnectionService;
import io.gulliver.service.collection.SessionRecordActivitiesImpl;
import io.gulliver.service.planning.PlanEditService;
import io.gulliver.service.planning.PlanService;
import io.gulliver.service.planning.RuleTables;
import io.gulliver.testing.Services;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the store promises of collecting: a window opens once, a client is one row, and every version of evidence tells. */
class WindowStoreTest extends StoreContract {
    private static final ZoneId ZONE = ZoneId.of("Pacific/Auckland");
    private String program = "";

    @BeforeEach
    void freshProgram() {
        program = "w" + UUID.randomUUID().toString().substring(0, 12);
        stores.programs().create(program, "Fresh", ZONE, Map.of("collection", Map.of("sample_minutes", 30)), "Mia");
        stores.databases()
                .add(
                        program,
                        List.of(
                                DatabaseProfile.of("A", "shop", Environment.PRODUCTION),
                                DatabaseProfile.of("B", "shop", Environment.TEST)),
                        "Mia");
    }

    private WindowStore windows() {
        return stores.windows();
    }

    private SessionRecordActivitiesImpl records() {
        return new SessionRecordActivitiesImpl(
                stores.database(),
                stores.programs(),
                stores.databases(),
                windows(),
                new ConnectionService(
                        stores.database(),
                        stores.connections(),
                        stores.databases(),
                        stores.facts(),
                        RuleTables.shipped().dependencies()),
                clock);
    }

    @Test
    void aSampleIsSeenAmongTheClientsOfItsDatabase() {
        windows().open(program, List.of("A"), "Mia");
        records()
                .keep(
                        program,
                        List.of(new SessionSample(
                                "A", List.of(new SeenClient("shop", "web1", "java", "SHOP", null, 12)), null, false)));
        assertThat(stores.connections().list(program, "A")).singleElement().satisfies(client -> {
            assertThat(client.machine()).isEqualToIgnoringCase("web1");
            assertThat(client.program()).isEqualToIgnoringCase("java");
        });
    }

    private void told(String from, String to) {
        stores.facts()
                .put(
                        program,
                        "A",
                        List.of(
                                new Fact("evidence.from", from, null, "capture", clock.instant(), Confidence.MEASURED),
                                new Fact("evidence.to", to, null, "capture", clock.instant(), Confidence.MEASURED)),
                        "Mia");
        clock.advance(Duration.ofHours(1));
    }

    @Test
    void opensAWindowOnceOnTheDayOfTheProgramsZone() {
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZONE);
        assertThat(windows().open(program, List.of("a"), "Mia")).isEqualTo(1);
        clock.advance(Duration.ofDays(3));
        assertThat(windows().open(program, List.of(), "Tom")).isEqualTo(1);
        assertThat(windows().open(program, List.of(), "Tom")).isZero();
        assertThat(windows().list(program))
                .extracting(WindowStore.Window::database, WindowStore.Window::openedOn)
                .containsExactly(Tuple.tuple("A", today), Tuple.tuple("B", today.plusDays(3)));
        assertThatThrownBy(() -> windows().open(program, List.of("GONE"), "Mia"))
                .isInstanceOf(UnknownRowException.class);
        assertThat(stores.audit().list(program, "program/" + program, null, 100).rows().stream()
                        .filter(row -> row.event().action().equals("window.opened")))
                .hasSize(2);
    }

    @Test
    void opensByItselfOnlyWhereDiscoveryHasBegun() {
        windows().openBegun();
        assertThat(windows().list(program)).isEmpty();
        database.jdbc().sql("""
                update database_stages set status = 'RUNNING'
                where program = :program and database_name = 'B' and stage = 'DISCOVERY'
                """).param("program", program).update();
        windows().openBegun();
        assertThat(windows().list(program))
                .extracting(WindowStore.Window::database)
                .containsExactly("B");
    }

    /** No run is there: a wave alone says when discovery begins, and collecting begins with it. */
    @Test
    void opensByThePlanBeforeAnyRunExists() {
        PlanService plan = Services.plan(stores);
        new PlanEditService(stores.database(), stores.plans(), plan)
                .addWave(program, 1, "First", clock.instant().plus(Duration.ofDays(3)), List.of(), List.of("B"), "Mia");
        windows().openBegun();
        assertThat(windows().list(program)).isEmpty();
        clock.advance(Duration.ofDays(3));
        windows().openBegun();
        assertThat(windows().list(program))
                .extracting(WindowStore.Window::database, WindowStore.Window::openedOn)
                .containsExactly(Tuple.tuple("B", LocalDate.ofInstant(clock.instant(), ZONE)));
        assertThat(stores.migrations().running()).noneMatch(run -> run.program().equals(program));
    }

    /** 35 days from the day of discovery on, and nothing moves when the window opens on it. */
    @Test
    void theDaysOfCollectingCountInThePlanBeforeTheWindowIsOpen() {
        PlanService plan = Services.plan(stores);
        Instant start = clock.instant().plus(Duration.ofDays(3));
        new PlanEditService(stores.database(), stores.plans(), plan)
                .addWave(program, 1, "First", start, List.of(), List.of("B"), "Mia");
        LocalDate closes = CollectionWindow.of(
                        LocalDate.ofInstant(start, ZONE), new CollectionPolicy(35, true, 10, false))
                .closes();
        Instant sized = closes.plusDays(1).atStartOfDay(ZONE).toInstant();
        assertThat(sized).isAfterOrEqualTo(start.plus(Duration.ofDays(34)));
        assertThat(stores.plans()
                        .times(program)
                        .get("B")
                        .get(Stage.SIZING.ordinal())
                        .plannedStart())
                .isEqualTo(sized);
        clock.advance(Duration.ofDays(3));
        windows().openBegun();
        plan.replan(program);
        assertThat(stores.plans()
                        .times(program)
                        .get("B")
                        .get(Stage.SIZING.ordinal())
                        .plannedStart())
                .isEqualTo(sized);
    }

    @Test
    void tellsTheDaysOfEachCaptureThatEverCame() {
        told("2026-10-01T10:00:00", "2026-10-08T10:00:00");
        told("2026-10-20T00:00:00", "2026-10-31T23:00:00");
        assertThat(windows().told(program).get("A"))
                .contains(
                        new WindowStore.Told(LocalDate.of(2026, 10, 1), LocalDate.of(2026, 10, 8)),
                        new WindowStore.Told(LocalDate.of(2026, 10, 20), LocalDate.of(2026, 10, 31)))
                .allSatisfy(one -> assertThat(one.from()).isBeforeOrEqualTo(one.to()));
        assertThat(windows().told(program)).doesNotContainKey("B");
    }

    @Test
    void keepsEachClientOnceWithHowOftenItWasSeenAndByWhichDrivers() {
        windows().open(program, List.of("A"), "Mia");
        SeenClient web = new SeenClient("shop", "web1", "java", "SHOP", "jdbcthin 12.1.0.2.0", 12);
        records().keep(program, List.of(new SessionSample("A", List.of(web), null, false)));
        clock.advance(Duration.ofMinutes(30));
        records()
                .keep(
                        program,
                        List.of(new SessionSample(
                                "A",
                                List.of(
                                        new SeenClient("shop", "web1", "java", "SHOP", "jdbcthin 19.3.0.0.0", 20),
                                        new SeenClient("shop", null, "sqlplus", "SHOP", null, 1)),
                                null,
                                false)));
        assertThat(stores.connections().list(program, "A"))
                .extracting(ClientConnection::machine, ClientConnection::seen, ClientConnection::drivers)
                .containsExactlyInAnyOrder(
                        Tuple.tuple("web1", 32L, List.of("jdbcthin 12.1.0.2.0", "jdbcthin 19.3.0.0.0")),
                        Tuple.tuple("not told", 1L, List.of()));
        assertThat(windows().list(program)).singleElement().satisfies(window -> {
            assertThat(window.samples()).isEqualTo(2);
            assertThat(window.clients()).isEqualTo(2);
            assertThat(window.sampledAt()).isEqualTo(clock.instant());
        });
    }

    @Test
    void aFailedSampleIsToldCountsAsNoneAndIsTriedWhenTheNextIsDue() {
        windows().open(program, List.of(), "Mia");
        SessionRecordActivitiesImpl records = records();
        assertThat(records.due(program, 10)).hasSize(2);
        records.keep(program, List.of(new SessionSample("A", List.of(), "ORA-12541", false)));
        assertThat(records.due(program, 10))
                .extracting(probe -> probe.database())
                .containsExactly("B");
        assertThat(windows().list(program).get(0)).satisfies(window -> {
            assertThat(window.problem()).isEqualTo("ORA-12541");
            assertThat(window.samples()).isZero();
        });
        clock.advance(Duration.ofMinutes(31));
        assertThat(records.due(program, 10)).hasSize(2);
        assertThat(windows().programsDue(Map.of(program, clock.instant()))).containsExactly(program);
    }

    @Test
    void aRefusedLogOnIsNotTriedAgainBeforeACheckOfTheAccessSucceeds() {
        windows().open(program, List.of("A"), "Mia");
        windows().keep(program, List.of(new SessionSample("A", List.of(), "ORA-01017", true)));
        clock.advance(Duration.ofHours(2));
        assertThat(windows().due(program, clock.instant(), 10)).isEmpty();
        stores.access()
                .keep(
                        program,
                        "dmz",
                        List.of(new AccessAnswer(
                                "A", List.of(AccessFinding.good(AccessItem.LOGIN, "fine")), List.of(), "w1")));
        assertThat(windows().due(program, clock.instant(), 10)).containsExactly("A");
    }

    private CollectionWindowJob rounds() {
        return Services.windowRounds(stores, clock);
    }

    private Optional<WindowTaskStore.KeptTask> task(WindowTask.Kind kind) {
        return stores.windowTasks().list(program).stream()
                .filter(one -> one.database().equals("A") && one.kind() == kind)
                .findFirst();
    }

    private void licensed() {
        program = program + "l";
        stores.programs()
                .create(program, "Licensed", ZONE, Map.of("parameters", Map.of("diagnostics_pack", "licensed")), "Mia");
        stores.databases().add(program, List.of(DatabaseProfile.of("A", "shop", Environment.PRODUCTION)), "Mia");
    }

    private void fact(String name, Object value) {
        stores.facts()
                .put(
                        program,
                        "A",
                        List.of(new Fact(name, value, null, "discovery", clock.instant(), Confidence.MEASURED)),
                        "Mia");
    }

    /** A database without the pack in a program that has it is not read by AWR, also not where its sessions are sampled. */
    @Test
    void aDatabasesOwnWordOnThePackCountsForItsSamples() {
        program = program + "own";
        stores.programs()
                .create(
                        program,
                        "Licensed but for A",
                        ZONE,
                        Map.of(
                                "parameters",
                                Map.of("diagnostics_pack", "licensed"),
                                "databases",
                                Map.of("A", Map.of("parameters", Map.of("diagnostics_pack", "unlicensed")))),
                        "Mia");
        stores.databases()
                .add(
                        program,
                        List.of(
                                DatabaseProfile.of("A", "shop", Environment.PRODUCTION),
                                DatabaseProfile.of("B", "shop", Environment.TEST)),
                        "Mia");
        windows().open(program, List.of("A", "B"), "Mia");
        assertThat(records().due(program, 10))
                .extracting(probe -> probe.database() + " " + probe.awr())
                .containsExactlyInAnyOrder("A false", "B true");
    }

    @Test
    void samplingEndsWithTheWindowAndARestartInBetweenChangesNothing() {
        windows().open(program, List.of("A"), "Mia");
        clock.advance(Duration.ofDays(30));
        rounds().run();
        assertThat(new SessionRecordActivitiesImpl(
                                stores.database(),
                                stores.programs(),
                                stores.databases(),
                                windows(),
                                new ConnectionService(
                                        stores.database(),
                                        stores.connections(),
                                        stores.databases(),
                                        stores.facts(),
                                        RuleTables.shipped().dependencies()),
                                clock)
                        .due(program, 10))
                .as("a new process goes on where the old one was")
                .hasSize(1);
        clock.advance(Duration.ofDays(10));
        rounds().run();
        assertThat(records().due(program, 10)).isEmpty();
        assertThat(windows().list(program)).singleElement().satisfies(window -> {
            assertThat(window.endedBy()).isEqualTo(WindowStore.OURSELVES);
            assertThat(window.endedOn()).isBefore(LocalDate.ofInstant(clock.instant(), ZONE));
            assertThat(window.endReason()).contains("last day");
        });
        assertThat(task(WindowTask.Kind.NOT_ENOUGH)).get().satisfies(open -> {
            assertThat(open.state()).isEqualTo(WindowTaskStore.State.OPEN);
            assertThat(open.role()).isEqualTo("migration-manager");
            assertThat(open.title()).contains("0 of 35 days").contains("extend it");
        });
        rounds().run();
        assertThat(stores.audit().list(program, "program/" + program, null, 100).rows().stream()
                        .filter(row -> row.event().action().equals("window.ended")))
                .as("said once")
                .hasSize(1);
    }

    @Test
    void aPersonExtendsAWindowThatEndedAndSamplingGoesOn() {
        windows().open(program, List.of("A"), "Mia");
        clock.advance(Duration.ofDays(50));
        rounds().run();
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZONE);
        assertThatThrownBy(() -> windows().extend(program, "A", today, "quarter", "Tom"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("today is " + today);
        assertThatThrownBy(() -> windows().extend(program, "A", today.plusDays(9), " ", "Tom"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("Say why");
        assertThatThrownBy(() -> windows().extend(program, "B", today.plusDays(9), "quarter", "Tom"))
                .isInstanceOf(UnknownRowException.class)
                .hasMessageContaining("Open one first");
        windows().extend(program, "A", today.plusDays(9), "quarter", "Tom");
        rounds().run();
        assertThat(records().due(program, 10)).hasSize(1);
        assertThat(task(WindowTask.Kind.NOT_ENOUGH))
                .get()
                .satisfies(closed -> assertThat(closed.state()).isEqualTo(WindowTaskStore.State.DONE));
        clock.advance(Duration.ofDays(10));
        rounds().run();
        assertThat(windows().list(program))
                .singleElement()
                .satisfies(window -> assertThat(window.endedOn()).isEqualTo(today.plusDays(9)));
    }

    @Test
    void aPersonCutsAWindowShortWithAReasonOnce() {
        windows().open(program, List.of("A"), "Mia");
        clock.advance(Duration.ofDays(5));
        windows().end(program, "A", "the host is switched off", "Tom");
        rounds().run();
        assertThat(records().due(program, 10)).isEmpty();
        assertThat(task(WindowTask.Kind.NOT_ENOUGH)).as("a person decided").isEmpty();
        assertThat(windows().list(program)).singleElement().satisfies(window -> {
            assertThat(window.endedBy()).isEqualTo("Tom");
            assertThat(window.endReason()).isEqualTo("the host is switched off");
        });
        assertThatThrownBy(() -> windows().end(program, "A", "again", "Eve"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("by Tom");
    }

    @Test
    void settingsOfAwrAreATaskUntilDiscoverySeesThemAndAgainWhenTheyAreSetBack() {
        licensed();
        windows().open(program, List.of("A"), "Mia");
        rounds().run();
        assertThat(task(WindowTask.Kind.AWR_SETTINGS)).get().satisfies(open -> {
            assertThat(open.state()).isEqualTo(WindowTaskStore.State.OPEN);
            assertThat(open.role()).isEqualTo("dba");
            assertThat(open.script()).contains("MODIFY_SNAPSHOT_SETTINGS(retention => 50400, interval => 60)");
        });
        assertThat(stores.windowTasks().waiting(Access.everywhere(Right.READ, Set.of("dba")), true).stream()
                        .filter(one -> one.program().equals(program)))
                .hasSize(1);
        fact("awr_interval_minutes", 60.0);
        fact("awr_retention_days", 40.0);
        rounds().run();
        assertThat(task(WindowTask.Kind.AWR_SETTINGS)).get().satisfies(done -> {
            assertThat(done.state()).isEqualTo(WindowTaskStore.State.DONE);
            assertThat(done.closedBy()).isEqualTo(WindowStore.OURSELVES);
            assertThat(done.reason()).contains("kept for 40 days");
        });
        clock.advance(Duration.ofHours(1));
        fact("awr_retention_days", 8.0);
        rounds().run();
        assertThat(task(WindowTask.Kind.AWR_SETTINGS))
                .get()
                .satisfies(again -> assertThat(again.state()).isEqualTo(WindowTaskStore.State.OPEN));
        stores.windowTasks().decline(program, "A", WindowTask.Kind.AWR_SETTINGS, "SYSAUX is full", "Tom");
        rounds().run();
        assertThat(task(WindowTask.Kind.AWR_SETTINGS)).get().satisfies(declined -> {
            assertThat(declined.state()).isEqualTo(WindowTaskStore.State.DECLINED);
            assertThat(declined.closedBy()).isEqualTo("Tom");
        });
        assertThat(stores.windowTasks().waiting(Access.EVERYTHING, false))
                .noneMatch(one -> one.program().equals(program));
    }

    @Test
    void aCheckOfAccessClosesTheTaskToo() {
        licensed();
        windows().open(program, List.of("A"), "Mia");
        rounds().run();
        clock.advance(Duration.ofMinutes(5));
        stores.access()
                .keep(
                        program,
                        "dmz",
                        List.of(new AccessAnswer(
                                "A",
                                List.of(AccessFinding.good(
                                        AccessItem.AWR, "AWR: a snapshot every 30 min, kept for ever.")),
                                List.of(),
                                "w1")));
        rounds().run();
        assertThat(task(WindowTask.Kind.AWR_SETTINGS))
                .get()
                .satisfies(done -> assertThat(done.state()).isEqualTo(WindowTaskStore.State.DONE));
    }

    @Test
    void aBaselineIsATaskOnceEnoughWasSeenUntilDiscoverySeesIt() {
        licensed();
        windows().open(program, List.of("A"), "Mia");
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZONE);
        rounds().run();
        assertThat(task(WindowTask.Kind.AWR_BASELINE)).isEmpty();
        told(today.minusDays(45) + "T00:00:00", today + "T00:00:00");
        rounds().run();
        assertThat(task(WindowTask.Kind.AWR_BASELINE))
                .get()
                .satisfies(open -> assertThat(open.script()).contains("CREATE_BASELINE", "'GULLIVER_A'"));
        fact("awr_baselines", List.of("GULLIVER_A: 2026-10-01T00:00:00 to 2026-11-21T00:00:00"));
        rounds().run();
        assertThat(task(WindowTask.Kind.AWR_BASELINE))
                .get()
                .satisfies(done -> assertThat(done.state()).isEqualTo(WindowTaskStore.State.DONE));
    }

    @Test
    void aDatabaseThatIsAcrossIsSampledNoMore() {
        windows().open(program, List.of(), "Mia");
        database.jdbc()
                .sql("update source_databases set across = true where program = :program and database_name = 'A'")
                .param("program", program)
                .update();
        assertThat(windows().due(program, clock.instant(), 10)).containsExactly("B");
    }
}
