package io.gulliver.service.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.CutoverDates;
import io.gulliver.domain.plan.DurationOverride;
import io.gulliver.domain.plan.Freeze;
import io.gulliver.domain.plan.PlanEdit;
import io.gulliver.domain.plan.SavedEdit;
import io.gulliver.domain.plan.Slip;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.domain.plan.TypedPlan;
import io.gulliver.domain.plan.Wave;
import io.gulliver.persistence.StoreContract;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.planning.forecast.PlanPreview;
import io.gulliver.service.collection.InventoryImport;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.Services;
import io.gulliver.testing.TakesTurns;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a preview says of the dates is what stands after Save, it writes nothing, and an undo brings the whole plan back. */
@TakesTurns(TakesTurns.Group.PLANNING)
class PlanPreviewTest extends StoreContract {
    private static final List<String> NAMES = List.of("A", "B", "C", "D", "E", "F");
    private static final Instant FIRST = Instant.parse("2027-03-01T08:00:00Z");

    private String program = "";
    private PlanEditService edits;
    private PlanUndoService undo;

    @BeforeEach
    void planned() {
        program = "v" + UUID.randomUUID().toString().substring(0, 12);
        stores.programs()
                .create(
                        program,
                        "Previewed",
                        ZoneId.of("Europe/Zurich"),
                        Map.of("collection", Map.of("sizing_waits", false)),
                        "Mia");
        String inventory = """
                        database,application,environment,size_gb,outage_window_minutes,move_group,latest
                        A,shop,production,288,480,g1,
                        B,shop,production,864,480,g1,
                        C,bank,production,288,480,,2027-03-20
                        D,bank,production,1440,480,g2,
                        E,bank,test,100,,g2,
                        F,bank,test,50,600,,
                        """;
        assertThat(new InventoryImport(
                                database,
                                stores.programs(),
                                stores.databases(),
                                stores.people(),
                                RuleTables.shipped().inventory())
                        .apply(program, inventory.getBytes(StandardCharsets.UTF_8), false, List.of(), "Mia")
                        .applied())
                .isTrue();
        PlanService plan = Services.plan(stores);
        edits = new PlanEditService(database, stores.plans(), plan);
        undo = new PlanUndoService(database, stores.plans(), edits, stores.migrations());
        edits.addWave(program, 1, "Pilot", FIRST, List.of(), List.of("A", "B"), "Mia");
        edits.addWave(program, 2, "Second", FIRST.plus(Duration.ofDays(7)), List.of(), List.of("C", "D"), "Mia");
        edits.addWave(program, 3, "Third", null, List.of(2), List.of("E"), "Mia");
        plan.approve(program, "agreed", "Mia");
    }

    /** All of a plan: what is typed, every date, and what was written of it. */
    private record Whole(
            TypedPlan typed, Map<String, List<StageTimes>> times, Map<String, CutoverDates> cutovers, long last) {}

    private Whole whole() {
        return new Whole(
                stores.plans().typed(program),
                stores.plans().times(program),
                stores.plans().cutovers(program),
                stores.plans().lastEdit(program));
    }

    private List<String> audited() {
        return stores.audit().list(program, null, null, 1000).rows().stream()
                .map(row -> row.event().action())
                .toList();
    }

    private Wave moved(int number, int days) {
        Wave wave = stores.plans().wave(program, number).orElseThrow();
        Instant start = wave.start() == null ? FIRST : wave.start();
        return new Wave(
                program,
                number,
                wave.title(),
                start.plus(Duration.ofDays(days)),
                wave.after(),
                wave.state(),
                wave.version(),
                "Mia",
                clock.instant(),
                wave.usersOut(),
                wave.goLive());
    }

    private @Nullable PlanEdit any(Random random) {
        TypedPlan typed = stores.plans().typed(program);
        List<Integer> numbers = typed.waves().stream().map(Wave::number).toList();
        String name = NAMES.get(random.nextInt(NAMES.size()));
        Stage stage = Stage.values()[random.nextInt(Stage.values().length)];
        int wave = numbers.isEmpty() ? 0 : numbers.get(random.nextInt(numbers.size()));
        Instant at = FIRST.plus(Duration.ofHours(random.nextInt(2000)));
        return switch (random.nextInt(10)) {
            case 0 ->
                new PlanEdit.AddWave(
                        edits.newWave(
                                program,
                                10 + random.nextInt(1000),
                                "More",
                                random.nextBoolean() ? at : null,
                                wave == 0 || random.nextBoolean() ? List.of() : List.of(wave),
                                random.nextBoolean() ? at.plus(Duration.ofDays(30)) : null,
                                "Mia"),
                        random.nextBoolean() ? List.of(name) : List.of());
            case 1 -> wave == 0 || numbers.size() < 3 ? null : new PlanEdit.RemoveWave(wave);
            case 2, 3 ->
                wave == 0 ? null : new PlanEdit.Place(program, wave, List.of(name), random.nextBoolean() ? at : null);
            case 4 -> new PlanEdit.TakeOut(name);
            case 5 ->
                new PlanEdit.AddFreeze(
                        new Freeze(0, program, at, at.plus(Duration.ofHours(1 + random.nextInt(300))), "Freeze " + at));
            case 6 ->
                typed.freezes().isEmpty()
                        ? null
                        : new PlanEdit.RemoveFreeze(typed.freezes().get(0).id());
            case 7 ->
                new PlanEdit.SetLength(new DurationOverride(
                        program,
                        name,
                        stage,
                        Duration.ofHours(random.nextInt(100)),
                        "Because " + at,
                        "Mia",
                        clock.instant()));
            case 8 -> new PlanEdit.ComputeLength(name, stage);
            default -> wave == 0 ? null : new PlanEdit.ChangeWave(moved(wave, random.nextInt(30) - 10));
        };
    }

    private @Nullable Instant end(String database) {
        List<StageTimes> six = stores.plans().times(program).getOrDefault(database, List.of());
        return six.isEmpty() ? null : six.get(Stage.CUTOVER.ordinal()).plannedEnd();
    }

    private @Nullable Duration slip(String database) {
        List<StageTimes> six = stores.plans().times(program).getOrDefault(database, List.of());
        return six.isEmpty() ? null : Slip.of(six.get(Stage.CUTOVER.ordinal()));
    }

    private void stands(PlanPreview preview, Map<String, Optional<Instant>> before) {
        for (String name : NAMES) {
            Optional<PlanPreview.Line> line = preview.databases().stream()
                    .filter(one -> one.name().equals(name))
                    .findFirst();
            CutoverDates dates = stores.plans().cutover(program, name).orElse(null);
            if (line.isPresent()) {
                assertThat(end(name)).as(name).isEqualTo(line.get().then().end());
                assertThat(slip(name)).as(name).isEqualTo(line.get().then().slip());
                assertThat(line.get().now().end())
                        .as(name)
                        .isEqualTo(before.get(name).orElse(null));
                assertThat(dates == null ? null : dates.usersOut())
                        .as(name)
                        .isEqualTo(line.get().then().usersOut());
                assertThat(dates == null ? null : dates.usersIn())
                        .as(name)
                        .isEqualTo(line.get().then().usersIn());
            } else {
                assertThat(end(name))
                        .as("%s, which does not move", name)
                        .isEqualTo(before.get(name).orElse(null));
            }
        }
    }

    private Map<String, Optional<Instant>> ends() {
        Map<String, Optional<Instant>> ends = new TreeMap<>();
        NAMES.forEach(name -> ends.put(name, Optional.ofNullable(end(name))));
        return ends;
    }

    @Test
    void whatThePreviewSaysStandsAfterSaveAndAnUndoBringsAllOfItBack() {
        Random random = new Random(20270301);
        int saved = 0;
        int undone = 0;
        int moves = 0;
        int conflicts = 0;
        List<PlanEdit.Kind> kinds = new ArrayList<>();
        while (saved < 120) {
            PlanEdit edit = any(random);
            if (edit == null) {
                continue;
            }
            Whole before = whole();
            List<String> record = audited();
            PlanPreview preview = edits.preview(program, edit);
            assertThat(whole()).as("a preview writes nothing: %s", edit).isEqualTo(before);
            assertThat(audited()).isEqualTo(record);
            Map<String, Optional<Instant>> ends = ends();
            Optional<SavedEdit> row = edits.save(program, edit, preview.version(), "Mia");
            stands(preview, ends);
            moves += preview.databases().size();
            conflicts += preview.made().size();
            saved++;
            kinds.add(edit.kind());
            if (row.isEmpty()) {
                assertThat(whole().typed()).isEqualTo(before.typed());
            } else if (random.nextBoolean()) {
                undo.undo(program, row.get().id(), "Ben");
                undone++;
                Whole back = whole();
                assertThat(back.typed().sameWords(before.typed()))
                        .as("%s\n%s\n%s", edit, before.typed(), back.typed())
                        .isTrue();
                assertThat(back.times()).isEqualTo(before.times());
                assertThat(back.cutovers()).isEqualTo(before.cutovers());
                assertThat(audited()).as("history grows alone").hasSizeGreaterThan(record.size());
                assertThat(audited().get(0)).isEqualTo("plan.undone");
                assertThat(stores.plans()
                                .edit(program, back.last())
                                .orElseThrow()
                                .undoes())
                        .isEqualTo(row.get().id());
            }
        }
        assertThat(kinds).contains(PlanEdit.Kind.values()[0], PlanEdit.Kind.REMOVE_WAVE, PlanEdit.Kind.PLACE);
        assertThat(undone).isGreaterThan(30);
        assertThat(moves).isGreaterThan(50);
        assertThat(conflicts).isGreaterThan(5);
    }

    @Test
    void aWaveMovedByAWeekMovesItsDatabasesItsSlipAndTheEndOfTheProgram() {
        PlanPreview preview = edits.preview(program, new PlanEdit.ChangeWave(moved(2, 7)));
        assertThat(preview.waves()).extracting(PlanPreview.Line::name).containsExactly("W2", "W3");
        assertThat(preview.databases())
                .extracting(PlanPreview.Line::name)
                .as("E waits for the second wave, and goes with D")
                .containsExactly("C", "D", "E");
        assertThat(preview.databases().get(0).change()).isEqualTo(Duration.ofDays(7));
        assertThat(preview.databases().get(0).now().slip()).isEqualTo(Duration.ZERO);
        assertThat(preview.databases().get(0).then().slip()).isEqualTo(Duration.ofDays(7));
        assertThat(preview.program().change()).isEqualTo(Duration.ofDays(7));
        assertThat(preview.made())
                .as("C is across after its latest day")
                .extracting(PlanPreview.Conflict::database, PlanPreview.Conflict::kind)
                .contains(tuple("C", PlanPreview.Kind.LATEST));
    }

    @Test
    void whatMovesWithoutTheEditIsToldApart() {
        edits.move(program, "C", 2, 3, "Ben");
        PlanPreview preview = edits.preview(program, new PlanEdit.ChangeWave(moved(1, 7)));
        assertThat(preview.databases()).extracting(PlanPreview.Line::name).contains("A", "B", "C");
        assertThat(preview.moved()).extracting(PlanPreview.Line::name).containsExactly("A", "B");
        assertThat(preview.wavesMoved()).extracting(PlanPreview.Line::name).containsExactly("W1");
        assertThat(preview.drifted()).extracting(PlanPreview.Line::name).contains("C", "W3");
        assertThat(preview.made())
                .filteredOn(PlanPreview.Conflict::anyway)
                .as("C is across after its latest day, whatever is done to A and B")
                .extracting(PlanPreview.Conflict::database, PlanPreview.Conflict::kind)
                .containsExactly(tuple("C", PlanPreview.Kind.LATEST));
        Map<String, Optional<Instant>> ends = ends();
        edits.save(program, new PlanEdit.ChangeWave(moved(1, 7)), preview.version(), "Mia");
        stands(preview, ends);
    }

    @Test
    void aPlanThatChangedSinceThePreviewIsNotSaved() {
        PlanEdit mine = new PlanEdit.ChangeWave(moved(2, 7));
        String seen = edits.preview(program, mine).version();
        edits.addFreeze(new Freeze(0, program, FIRST, FIRST.plusSeconds(3600), "Year end"), "Ben");
        Whole before = whole();
        assertThatThrownBy(() -> edits.save(program, mine, seen, "Mia"))
                .isInstanceOf(StalePreviewException.class)
                .satisfies(stale ->
                        assertThat(((StalePreviewException) stale).last()).isEqualTo(before.last() - 1));
        assertThat(whole()).isEqualTo(before);
        assertThat(edits.save(program, mine, edits.preview(program, mine).version(), "Mia"))
                .isPresent();
    }

    @Test
    void whatSomebodyElseChangedSinceIsNotUndone() {
        long mine = edits.save(program, new PlanEdit.ChangeWave(moved(2, 7)), null, "Mia")
                .orElseThrow()
                .id();
        edits.changeWave(moved(2, 1), "Ben");
        Whole before = whole();
        refused(mine, PlanUndoService.Why.CHANGED, "Ben");
        assertThat(whole()).isEqualTo(before);
        assertThat(undo.last(program)).get().extracting(SavedEdit::by).isEqualTo("Ben");
    }

    @Test
    void aWaveThatSomebodyFilledSinceIsNotTakenAwayByAnUndo() {
        edits.addWave(program, 4, "Fourth", null, List.of(), List.of(), "Mia");
        long mine = stores.plans().lastEdit(program);
        edits.place(program, 4, List.of("F"), null, "Ben");
        refused(mine, PlanUndoService.Why.CHANGED, "Ben");
    }

    @Test
    void anEditIsUndoneOnceAndTheUndoCanBeUndoneItself() {
        edits.changeWave(moved(2, 7), "Mia");
        long mine = stores.plans().lastEdit(program);
        Instant late = end("C");
        long back = undo.undo(program, mine, "Mia").id();
        refused(mine, PlanUndoService.Why.UNDONE, "Mia");
        undo.undo(program, back, "Ben");
        assertThat(end("C")).isEqualTo(late);
    }

    @Test
    void anEditOfTheDayBeforeYesterdayStays() {
        edits.changeWave(moved(2, 7), "Mia");
        long mine = stores.plans().lastEdit(program);
        clock.advance(Duration.ofHours(25));
        refused(mine, PlanUndoService.Why.OLD, "");
        assertThat(undo.open(program)).isEmpty();
    }

    @Test
    void anEditByWhoseDatesARunHasBegunStays() {
        edits.changeWave(moved(1, 7), "Mia");
        long first = stores.plans().lastEdit(program);
        edits.changeWave(moved(2, 7), "Mia");
        long second = stores.plans().lastEdit(program);
        clock.advance(Duration.ofMinutes(1));
        stores.migrations()
                .create(new NewMigration(
                        program + "-C", program, "C", Purpose.PRODUCTION, Atlas.HASH, 1, false, null, null, "Mia"));
        refused(second, PlanUndoService.Why.BEGUN, "C");
        assertThat(undo.undo(program, first, "Mia").undoes()).isEqualTo(first);
    }

    @Test
    void anEditOfAnotherProgramIsNotThere() {
        edits.changeWave(moved(2, 7), "Mia");
        long mine = stores.plans().lastEdit(program);
        assertThatThrownBy(() -> undo.undo("atlas", mine, "Mia")).isInstanceOf(UnknownRowException.class);
    }

    private void refused(long edit, PlanUndoService.Why why, String name) {
        assertThatThrownBy(() -> undo.undo(program, edit, "Mia"))
                .isInstanceOf(UndoRefusedException.class)
                .extracting(refused -> ((UndoRefusedException) refused).refused())
                .isEqualTo(new PlanUndoService.Refused(why, name));
    }
}
