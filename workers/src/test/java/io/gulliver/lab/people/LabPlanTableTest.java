package io.gulliver.lab.people;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.CutoverDates;
import io.gulliver.domain.plan.Freeze;
import io.gulliver.domain.plan.PlanBreak;
import io.gulliver.domain.plan.Wave;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.estate.Estate;
import io.gulliver.lab.main.Lab;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.journal.SlotNames;
import io.gulliver.persistence.playbook.PlanSource;
import io.gulliver.persistence.view.PlanReader;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.service.planning.PlanEditService;
import io.gulliver.service.planning.PlanService;
import io.gulliver.service.planning.PlaybookShapes;
import io.gulliver.service.planning.RuleTables;
import io.gulliver.testing.Services;
import io.gulliver.testing.TestStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The plan of the lab's program, as its people type it and as it was worked out by hand from the inventory, the rates of its
 * policy and the estimates of the playbook. Each line: database, wave, way across, when the stages before are through, users
 * out and in, when hypercare ends, when the old source is gone, and what does not hold.
 *
 * <p>It begins on Monday 4 January 2027 at 08:00. The first night is the first Saturday at 22:00 that is 19 days and 14 hours
 * away, 30 January; wave n follows n - 1 weeks later, and the one of ways without a playbook (W4) four more, on 20 March.
 * Each begins on its Monday at 08:00, 19 days and 14 hours before.
 *
 * <pre>
 * ready       Data Pump: 2 h 1 min 5 s of discovery, 10 s, 48 h 5 s of build: Wednesday 10:01; without a playbook the
 *             planning values, 1 + 1 + 5 days
 * outage      Data Pump: 900 + 1,800 + 900 s, and the inventory's GB at 90 MB/s out and 55 MB/s in: PAYROLL, 316 GB, takes
 *             3,600 + 3,511.1 + 5,745.5 = 12,857 s, 3 h 34 min 17 s; over the link 55 MB/s alone: COREUAT, 2,038 GB, takes
 *             3,600 + 37,054.5 s, 11 h 17 min 35 s; GoldenGate 300 + 60 + 30 + 300 + 900 s; 3,600 s while no way is known;
 *             a move group has one: TIMECARD goes with PAYROLL, POLICY with TARIFFS
 * hypercare   two hours for the first backup and its proof, 30 min to look at it, a day to agree on how long it is kept: 26 h
 *             30 min behind users in; and not before performance was watched from T + 1 d on, 4 h, and files were removed:
 *             T + 28 h 1 min
 * retired     three days from T + 14 d on; of TARIFFS at 23:00, since summer time begins on 28 March
 * </pre>
 */
@Tag("store")
class LabPlanTableTest {
    private static final ZoneId ZONE = ZoneId.of("Europe/Zurich");
    private static final DateTimeFormatter SHOWN = DateTimeFormatter.ofPattern("d MMM HH:mm", Locale.ENGLISH);
    private static final Instant BEGIN =
            LocalDateTime.parse("2027-01-04T08:00").atZone(ZONE).toInstant();

    private static final String EXPECTED = """
            ARCHIDX | W3 | DATA_PUMP | ready 27 Jan 10:01 | out 13 Feb 22:00 | in 14 Feb 00:53 | 15 Feb 03:23 | 2 Mar 22:00 | []
            ARCHIVE | W4 | DATA_PUMP_NETWORK_LINK | ready 8 Mar 08:00 | out 20 Mar 22:00 | in 21 Mar 19:32 | - | - | []
            CALLREC | W3 | DATA_PUMP | ready 27 Jan 10:01 | out 13 Feb 22:00 | in 14 Feb 01:50 | 15 Feb 04:20 | 2 Mar 22:00 | []
            CARDFRD | W4 | null | ready 8 Mar 08:00 | out 20 Mar 22:00 | in 20 Mar 23:00 | - | - | []
            CARDS | W4 | null | ready 8 Mar 08:00 | out 20 Mar 22:00 | in 20 Mar 23:00 | - | - | []
            CARDTEST | W2 | DATA_PUMP | ready 20 Jan 10:01 | out 6 Feb 22:00 | in 7 Feb 04:40 | 8 Feb 07:10 | 23 Feb 22:00 | []
            CLAIMDOC | W4 | null | ready 8 Mar 08:00 | out 20 Mar 22:00 | in 20 Mar 23:00 | - | - | []
            CLAIMS | W4 | null | ready 8 Mar 08:00 | out 20 Mar 22:00 | in 20 Mar 23:00 | - | - | []
            CLAIMTST | W2 | DATA_PUMP | ready 20 Jan 10:01 | out 6 Feb 22:00 | in 7 Feb 03:52 | 8 Feb 06:22 | 23 Feb 22:00 | []
            COREBANK | W4 | null | ready 8 Mar 08:00 | out 20 Mar 22:00 | in 20 Mar 23:00 | - | - | []
            COREDEV | W1 | DATA_PUMP | ready 13 Jan 10:01 | out 30 Jan 22:00 | in 31 Jan 02:13 | 1 Feb 04:43 | 16 Feb 22:00 | []
            COREHIST | W4 | null | ready 8 Mar 08:00 | out 20 Mar 22:00 | in 20 Mar 23:00 | - | - | []
            COREUAT | W4 | DATA_PUMP_NETWORK_LINK | ready 8 Mar 08:00 | out 20 Mar 22:00 | in 21 Mar 09:17 | - | - | []
            CRM | W4 | null | ready 8 Mar 08:00 | out 20 Mar 22:00 | in 20 Mar 23:00 | - | - | []
            CRMTEST | W2 | DATA_PUMP | ready 20 Jan 10:01 | out 6 Feb 22:00 | in 7 Feb 02:02 | 8 Feb 04:32 | 23 Feb 22:00 | []
            DEVONE | W1 | DATA_PUMP | ready 13 Jan 10:01 | out 30 Jan 22:00 | in 30 Jan 23:09 | 1 Feb 02:01 | 16 Feb 22:00 | []
            DEVTHREE | W1 | DATA_PUMP | ready 13 Jan 10:01 | out 30 Jan 22:00 | in 30 Jan 23:12 | 1 Feb 02:01 | 16 Feb 22:00 | []
            DEVTWO | W1 | DATA_PUMP | ready 13 Jan 10:01 | out 30 Jan 22:00 | in 30 Jan 23:17 | 1 Feb 02:01 | 16 Feb 22:00 | []
            DWH | W4 | null | ready 8 Mar 08:00 | out 20 Mar 22:00 | in 21 Mar 02:07 | - | - | []
            DWHSTAGE | W4 | null | ready 8 Mar 08:00 | out 20 Mar 22:00 | in 21 Mar 02:07 | - | - | []
            DWHTEST | W2 | DATA_PUMP | ready 20 Jan 10:01 | out 6 Feb 22:00 | in 7 Feb 17:59 | 8 Feb 20:29 | 23 Feb 22:00 | []
            ESB | W4 | GOLDENGATE | ready 8 Mar 08:00 | out 20 Mar 22:00 | in 20 Mar 22:26 | - | - | []
            ESBTEST | W2 | DATA_PUMP | ready 20 Jan 10:01 | out 6 Feb 22:00 | in 6 Feb 23:57 | 8 Feb 02:27 | 23 Feb 22:00 | []
            HRCORE | W3 | DATA_PUMP | ready 27 Jan 10:01 | out 13 Feb 22:00 | in 14 Feb 01:05 | 15 Feb 03:35 | 2 Mar 22:00 | []
            HRLEARN | W3 | DATA_PUMP | ready 27 Jan 10:01 | out 13 Feb 22:00 | in 13 Feb 23:37 | 15 Feb 02:07 | 2 Mar 22:00 | []
            HRRECRU | W3 | DATA_PUMP | ready 27 Jan 10:01 | out 13 Feb 22:00 | in 13 Feb 23:29 | 15 Feb 02:01 | 2 Mar 22:00 | []
            LOGTEST | W2 | DATA_PUMP | ready 20 Jan 10:01 | out 6 Feb 22:00 | in 6 Feb 23:52 | 8 Feb 02:22 | 23 Feb 22:00 | []
            PAYCLEAR | W4 | GOLDENGATE | ready 8 Mar 08:00 | out 20 Mar 22:00 | in 20 Mar 23:00 | - | - | []
            PAYHUB | W4 | null | ready 8 Mar 08:00 | out 20 Mar 22:00 | in 20 Mar 23:00 | - | - | []
            PAYROLL | W1 | DATA_PUMP | ready 13 Jan 10:01 | out 30 Jan 22:00 | in 31 Jan 01:34 | 1 Feb 04:04 | 16 Feb 22:00 | []
            PAYTEST | W1 | DATA_PUMP | ready 13 Jan 10:01 | out 30 Jan 22:00 | in 31 Jan 06:18 | 1 Feb 08:48 | 16 Feb 22:00 | []
            POLICY | W4 | GOLDENGATE_FALLBACK | ready 8 Mar 08:00 | out 20 Mar 22:00 | in 21 Mar 00:41 | - | - | []
            POLTEST | W2 | DATA_PUMP | ready 20 Jan 10:01 | out 6 Feb 22:00 | in 7 Feb 05:25 | 8 Feb 07:55 | 23 Feb 22:00 | []
            REPDEV | W1 | DATA_PUMP | ready 13 Jan 10:01 | out 30 Jan 22:00 | in 30 Jan 23:42 | 1 Feb 02:12 | 16 Feb 22:00 | []
            REPORTS | W4 | DATA_PUMP_NETWORK_LINK | ready 8 Mar 08:00 | out 20 Mar 22:00 | in 21 Mar 02:07 | - | - | []
            RISKCALC | W4 | GOLDENGATE_FALLBACK | ready 8 Mar 08:00 | out 20 Mar 22:00 | in 20 Mar 22:26 | - | - | []
            RISKHIST | W4 | null | ready 8 Mar 08:00 | out 20 Mar 22:00 | in 20 Mar 23:00 | - | - | []
            ROUTES | W3 | DATA_PUMP | ready 27 Jan 10:01 | out 13 Feb 22:00 | in 14 Feb 00:01 | 15 Feb 02:31 | 2 Mar 22:00 | []
            SHIPPING | W4 | null | ready 8 Mar 08:00 | out 20 Mar 22:00 | in 20 Mar 23:00 | - | - | []
            SHOP | W4 | GOLDENGATE_FALLBACK | ready 8 Mar 08:00 | out 20 Mar 22:00 | in 20 Mar 23:00 | - | - | []
            SHOPCAT | W4 | GOLDENGATE | ready 8 Mar 08:00 | out 20 Mar 22:00 | in 20 Mar 23:00 | - | - | []
            SHOPDEV | W1 | DATA_PUMP | ready 13 Jan 10:01 | out 30 Jan 22:00 | in 30 Jan 23:29 | 1 Feb 02:01 | 16 Feb 22:00 | []
            SHOPTEST | W2 | DATA_PUMP | ready 20 Jan 10:01 | out 6 Feb 22:00 | in 7 Feb 00:27 | 8 Feb 02:57 | 23 Feb 22:00 | []
            STOCK | W4 | null | ready 8 Mar 08:00 | out 20 Mar 22:00 | in 20 Mar 23:00 | - | - | []
            STOCKTST | W2 | DATA_PUMP | ready 20 Jan 10:01 | out 6 Feb 22:00 | in 7 Feb 00:34 | 8 Feb 03:04 | 23 Feb 22:00 | []
            TARIFFS | W4 | DATA_PUMP | ready 3 Mar 10:01 | out 20 Mar 22:00 | in 21 Mar 00:41 | 22 Mar 03:11 | 6 Apr 23:00 | []
            TIMECARD | W1 | DATA_PUMP | ready 13 Jan 10:01 | out 30 Jan 22:00 | in 31 Jan 01:34 | 1 Feb 04:04 | 16 Feb 22:00 | []
            TRACKING | W4 | null | ready 8 Mar 08:00 | out 20 Mar 22:00 | in 20 Mar 23:00 | - | - | []
            TREASTST | W2 | DATA_PUMP | ready 20 Jan 10:01 | out 6 Feb 22:00 | in 7 Feb 01:25 | 8 Feb 03:55 | 23 Feb 22:00 | []
            TREASURY | W4 | null | ready 8 Mar 08:00 | out 20 Mar 22:00 | in 20 Mar 23:00 | - | - | []
            """;

    @TempDir
    Path directory;

    private static PlaybookShapes shapes() {
        PlaybookLibrary library = PlaybookLibrary.shipped();
        Playbook playbook = library.find("data-pump", 2).orElseThrow();
        PlaybookRow row =
                new PlaybookRow(playbook.hash(), "data-pump", 2, "", "Mia", Instant.EPOCH, "Ben", Instant.EPOCH);
        return new PlaybookShapes(
                () -> List.of(row),
                hash -> library.findByHash(hash).orElseThrow(),
                hash -> library.findPlan(hash).orElseThrow());
    }

    private static String told(@Nullable Instant at) {
        return at == null ? "-" : SHOWN.format(at.atZone(ZONE));
    }

    private static PlanSource noPlans() {
        return new PlanSource() {
            @Override
            public CompiledPlan require(String playbookHash) {
                throw new AssertionError("no run is made here");
            }

            @Override
            public String title(String playbookHash, String stepId) {
                throw new AssertionError("no run is made here");
            }
        };
    }

    @Test
    void thePlanOfTheLabsProgramIsTheOneWorkedOutByHand() throws Exception {
        try (Lab lab = Lab.open(directory.resolve("lab"), Estate.of(1726), LabPace.max(), true, Set.of());
                StoreDatabase store = TestStore.open(Clock.fixed(BEGIN, ZONE))) {
            assertThat(lab.hosts().all()).isNotEmpty();
            LabProgram program = LabProgram.read(directory.resolve("lab"), Set.of(), null);
            Stores stores = Stores.on(store, noPlans(), SlotNames.asPlanned(), batch -> {});
            stores.programs().create(program.key(), program.title(), ZONE, program.policy(), "Mira");
            new InventoryImport(
                            store,
                            stores.programs(),
                            stores.databases(),
                            stores.people(),
                            RuleTables.shipped().inventory())
                    .apply(
                            program.key(),
                            program.inventory().getBytes(StandardCharsets.UTF_8),
                            false,
                            List.of(),
                            "Mira");
            PlanService plan = Services.plan(stores, shapes());
            PlanEditService edits = new PlanEditService(store, stores.plans(), plan);
            plan.replan(program.key());
            Set<String> waiting = new TreeSet<>();
            stores.plans().methods(program.key()).stream()
                    .filter(row -> !"DATA_PUMP".equals(row.method()))
                    .map(PlanReader.MethodRow::database)
                    .forEach(waiting::add);
            ZonedDateTime night = SimulatedPeople.firstNight(BEGIN, program.zone());
            for (LabProgram.Wave wave : program.waves(waiting)) {
                boolean later = wave.title().equals(LabProgram.LATER);
                Instant usersOut =
                        night.plusWeeks(wave.number() - 1L + (later ? 4 : 0)).toInstant();
                Wave made = edits.addWave(
                        program.key(),
                        wave.number(),
                        wave.title(),
                        usersOut.minus(SimulatedPeople.LEAD),
                        List.of(),
                        wave.databases(),
                        "Mira");
                edits.changeWave(
                        new Wave(
                                program.key(),
                                made.number(),
                                made.title(),
                                made.start(),
                                made.after(),
                                made.state(),
                                made.version(),
                                "Mira",
                                made.changedAt(),
                                usersOut,
                                null),
                        "Mira");
            }
            Instant freeze =
                    LocalDateTime.parse("2027-02-01T00:00").atZone(ZONE).toInstant();
            edits.addFreeze(
                    new Freeze(0, program.key(), freeze, freeze.plus(Duration.ofDays(3)), "Quarter end"), "Mira");
            List<String> table = new ArrayList<>();
            Map<String, Integer> waves = new TreeMap<>();
            stores.plans().members(program.key()).forEach(member -> waves.put(member.database(), member.wave()));
            Map<String, CutoverDates> dates = stores.plans().cutovers(program.key());
            waves.forEach((database, wave) -> {
                CutoverDates one = dates.get(database);
                table.add("%s | W%d | %s | ready %s | out %s | in %s | %s | %s | %s"
                        .formatted(
                                database,
                                wave,
                                stores.plans()
                                        .method(program.key(), database)
                                        .orElseThrow()
                                        .method(),
                                told(stores.plans()
                                        .times(program.key())
                                        .get(database)
                                        .get(Stage.BUILD.ordinal())
                                        .plannedEnd()),
                                told(one.usersOut()),
                                told(one.usersIn()),
                                told(one.hypercareEnds()),
                                told(one.retired()),
                                one.broken().stream().map(PlanBreak::kind).toList()));
            });
            assertThat(table).isEqualTo(EXPECTED.lines().toList());
        }
    }
}
