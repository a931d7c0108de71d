package io.gulliver.lab.people;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.workflow.CompiledPlan;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("store")
class LabPlanTableTest {
    private static final ZoneId ZONE = ZoneId.of("Europe/Zurich");
    private static final DateTimeFormatter SHOWN = DateTimeFormatter.ofPattern("d MMM HH:mm", Locale.ENGLISH);
    private static final Instant BEGIN =
            LocalDateTime.parse("2027-01-04T08:00").atZone(ZONE).toInstant();

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
        try (Lab lab = Lab.open(directory.resolve("lab"), Estate.of(1726), LabPace.max(), true);
                StoreDatabase store = TestStore.open(Clock.fixed(BEGIN, ZONE))) {
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
            ZonedDateTime night = LocalDateTime.parse("2027-01-23T22:00").atZone(ZONE);
            for (LabProgram.Wave wave : program.waves(waiting)) {
                boolean later = wave.title().equals(LabProgram.LATER);
                Instant usersOut =
                        night.plusWeeks(wave.number() - 1L + (later ? 4 : 0)).toInstant();
                Wave made = edits.addWave(
                        program.key(),
                        wave.number(),
                        wave.title(),
                        usersOut.minus(Duration.ofDays(14)),
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
                table.add("%s | W%d | %s | %s | out %s | in %s | %s"
                        .formatted(
                                database,
                                wave,
                                stores.plans()
                                        .method(program.key(), database)
                                        .orElseThrow()
                                        .method(),
                                stores.plans()
                                        .method(program.key(), database)
                                        .orElseThrow()
                                        .outage(),
                                SHOWN.format(one.usersOut().atZone(ZONE)),
                                SHOWN.format(one.usersIn().atZone(ZONE)),
                                one.broken().stream().map(PlanBreak::words).toList()));
            });
            table.forEach(System.out::println);
            assertThat(table).isEmpty();
        }
    }
}
