package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.activity.AccessAnswer;
import io.gulliver.contract.activity.SessionSample;
import io.gulliver.control.ConnectionService;
import io.gulliver.control.RuleTables;
import io.gulliver.control.SessionRecords;
import io.gulliver.domain.access.AccessFinding;
import io.gulliver.domain.access.AccessItem;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.SeenClient;
import io.gulliver.persistence.window.WindowStore;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What the store promises of collecting: a window opens once, a client is one row, and every version of evidence tells. */
class WindowStoreTest {
    @Nested
    class OnH2 extends Contract {
        OnH2() {
            super(Engine.H2);
        }
    }

    @Nested
    class OnPostgres extends Contract {
        OnPostgres() {
            super(Engine.POSTGRES);
        }
    }

    abstract static class Contract extends StoreContract {
        private static final ZoneId ZONE = ZoneId.of("Pacific/Auckland");
        private String program = "";

        Contract(Engine engine) {
            super(engine);
        }

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

        private SessionRecords records() {
            return new SessionRecords(
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
                                    "A", List.of(new SeenClient("shop", "web1", "java", "SHOP", 12)), null, false)));
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
                                    new Fact(
                                            "evidence.from",
                                            from,
                                            null,
                                            "capture",
                                            clock.instant(),
                                            Confidence.MEASURED),
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
                    .containsExactly(
                            org.assertj.core.groups.Tuple.tuple("A", today),
                            org.assertj.core.groups.Tuple.tuple("B", today.plusDays(3)));
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
        void keepsEachKindOfClientOnceWithHowOftenItWasSeen() {
            windows().open(program, List.of("A"), "Mia");
            SeenClient web = new SeenClient("shop", "web1", "java", "SHOP", 12);
            windows().keep(program, List.of(new SessionSample("A", List.of(web), null, false)));
            clock.advance(Duration.ofMinutes(30));
            windows()
                    .keep(
                            program,
                            List.of(new SessionSample(
                                    "A",
                                    List.of(
                                            new SeenClient("shop", "web1", "java", "SHOP", 20),
                                            new SeenClient("shop", null, "sqlplus", "SHOP", 1)),
                                    null,
                                    false)));
            assertThat(windows().clients(program, "A"))
                    .extracting(
                            WindowStore.Client::machine, WindowStore.Client::samples, WindowStore.Client::mostSessions)
                    .containsExactly(
                            org.assertj.core.groups.Tuple.tuple("web1", 2, 20),
                            org.assertj.core.groups.Tuple.tuple(null, 1, 1));
            assertThat(windows().list(program)).singleElement().satisfies(window -> {
                assertThat(window.samples()).isEqualTo(2);
                assertThat(window.clients()).isEqualTo(2);
                assertThat(window.sampledAt()).isEqualTo(clock.instant());
            });
        }

        @Test
        void aFailedSampleIsToldCountsAsNoneAndIsTriedWhenTheNextIsDue() {
            windows().open(program, List.of(), "Mia");
            SessionRecords records = records();
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
}
