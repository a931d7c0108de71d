package io.gulliver.interpreter;

import static io.gulliver.testing.Plans.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.plan.OutageBounds;
import io.gulliver.domain.program.ClockPiece;
import io.gulliver.testing.Plans;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** P2: the run begins its outage when the plan allows it, by what it was told with the step, and asks no clock. */
class InterpreterOutageTest {
    private static final Instant T = Instant.parse("2027-01-16T19:00:00Z");
    private static final StepKey STOP = StepKey.of("stop");
    private static final StepKey LOAD = StepKey.of("load");
    private static final StepKey OPEN = StepKey.of("open");

    private final Interpreter rules = new Interpreter(Plans.plan(
            step("stop").phase(Phase.OUTAGE).kind(StepKind.TASK).estimate(600),
            step("load").phase(Phase.OUTAGE).needs("stop"),
            step("open").phase(Phase.OUTAGE).needs("load")));
    private Instant now = T;
    private MigrationState state = rules.initial(Plans.input(Interpreter.VERSION));
    private List<Effect> effects = List.of();

    private void apply(Event event) {
        Transition transition = rules.apply(state, event, now);
        state = transition.state();
        effects = transition.effects();
    }

    private void begin(@Nullable OutageBounds bounds) {
        apply(new Event.Begun());
        prepared(STOP, bounds);
    }

    private void prepared(StepKey step, @Nullable OutageBounds bounds) {
        apply(new Event.Prepared(
                step, new PrepareResult(true, null, null, Map.of(), null, false, 1).held(null, bounds)));
    }

    private void say(Verb verb) {
        apply(new Event.Commanded(
                new CommandOrder("c-" + verb + now, verb, STOP, null, null, "because", "ana", Map.of())));
    }

    private StepRun run(StepKey key) {
        return state.steps().stream()
                .filter(run -> run.key().equals(key))
                .findFirst()
                .orElseThrow();
    }

    private static OutageBounds bounds(@Nullable Instant usersOut, @Nullable Instant lastStart) {
        return new OutageBounds(usersOut, lastStart, List.of(), null, null, null);
    }

    @Test
    void timesAreToldInTheZoneOfTheProgram() {
        Instant last = T.minusSeconds(60);
        refused(
                new OutageBounds(T.minusSeconds(3600), last, List.of(), null, null, "Europe/Berlin"),
                "its window was "
                        + last.atZone(ZoneId.of("Europe/Berlin"))
                                .toLocalDateTime()
                                .toString()
                                .replace('T', ' ')
                        + " Europe/Berlin");
    }

    private void refused(OutageBounds bounds, String why) {
        begin(bounds);
        assertThat(run(STOP).state()).isEqualTo(StepState.PARKED);
        assertThat(String.valueOf(run(STOP).failure()))
                .contains("may not begin the outage", why, "have two persons let it begin");
    }

    @Test
    void waitsForUsersOut() {
        now = T.minus(Duration.ofHours(3));
        begin(bounds(T, null));
        assertThat(run(STOP).state()).isEqualTo(StepState.WAITING_TIME);
        assertThat(run(STOP).wakeAt()).isEqualTo(T);
        now = T;
        apply(new Event.Woken(STOP, T));
        prepared(STOP, bounds(T, null));
        assertThat(run(STOP).state()).isEqualTo(StepState.WAITING_PERSON);
    }

    @Test
    void asksAgainWhenTheDatesMove() {
        now = T.minus(Duration.ofHours(3));
        begin(bounds(T, null));
        apply(new Event.Replanned());
        assertThat(effects).anyMatch(Effect.CancelWake.class::isInstance).anyMatch(Effect.Prepare.class::isInstance);
        prepared(STOP, bounds(T.minus(Duration.ofHours(2)), null));
        assertThat(run(STOP).wakeAt()).isEqualTo(T.minus(Duration.ofHours(2)));
    }

    @Test
    void doesNotBeginWithoutADate() {
        refused(bounds(null, null), "no date is planned");
    }

    @Test
    void doesNotBeginInAFreeze() {
        OutageBounds.Span freeze =
                new OutageBounds.Span(T.minusSeconds(60), T.plus(Duration.ofDays(2)), "Year-end close");
        refused(
                new OutageBounds(T, null, List.of(freeze), null, null, null),
                "the freeze 'Year-end close' holds until");
    }

    @Test
    void doesNotBeginAfterTheLastStartThatFits() {
        now = T.plusSeconds(121);
        refused(bounds(T, T.plusSeconds(120)), "the last start that still fits into its window was");
    }

    @Test
    void doesNotBeginWhenTheOutageIsLongerThanItsWindow() {
        refused(bounds(T, T.minusSeconds(1)), "its outage is longer than the window");
    }

    @Test
    void beginsAtTheLastStartThatFits() {
        now = T.plusSeconds(120);
        begin(bounds(T, T.plusSeconds(120)));
        assertThat(run(STOP).state()).isEqualTo(StepState.WAITING_PERSON);
    }

    @Test
    void beginsWhenTwoPersonsLetItAndItIsTriedAgain() {
        refused(bounds(T, T.minusSeconds(1)), "its outage is longer");
        say(Verb.RETRY);
        prepared(STOP, new OutageBounds(T, T.minusSeconds(1), List.of(), "Ana: agreed; Ben: agreed", null, null));
        assertThat(run(STOP).state()).isEqualTo(StepState.WAITING_PERSON);
    }

    @Test
    void isNotHeldOnceTheOutageRuns() {
        begin(bounds(T, T));
        now = T.plus(Duration.ofMinutes(10));
        say(Verb.COMPLETE);
        prepared(LOAD, bounds(T, T));
        assertThat(run(LOAD).state()).as("people began at T").isEqualTo(StepState.RUNNING);
        now = T.plus(Duration.ofHours(5));
        apply(new Event.Answered(LOAD, 1, Operation.RUN, StepResult.done(Map.of(), "loaded")));
        prepared(OPEN, bounds(T.plus(Duration.ofDays(7)), T));
        assertThat(run(OPEN).state()).isEqualTo(StepState.RUNNING);
    }

    /** Nobody took up the task for hours: that it was open is no outage. */
    @Test
    void asksOnceMoreWhenPeopleWereLateWithTheirTask() {
        begin(bounds(T, T.plus(Duration.ofHours(2))));
        assertThat(run(STOP).state()).isEqualTo(StepState.WAITING_PERSON);
        now = T.plus(Duration.ofHours(6));
        say(Verb.COMPLETE);
        prepared(LOAD, bounds(T, T.plus(Duration.ofHours(2))));
        assertThat(run(LOAD).state()).isEqualTo(StepState.PARKED);
        assertThat(String.valueOf(run(LOAD).failure()))
                .contains("may not begin the outage", "the last start that still fits into its window was");
        apply(new Event.Commanded(
                new CommandOrder("c-again", Verb.RETRY, LOAD, null, null, "because", "ana", Map.of())));
        prepared(LOAD, new OutageBounds(T, T, List.of(), "Ana: agreed; Ben: agreed", null, null));
        assertThat(run(LOAD).state()).isEqualTo(StepState.RUNNING);
    }

    @Test
    void aPlanMovedAfterPeopleBeganDoesNotMakeItsOutageWait() {
        begin(bounds(T, T));
        now = T.plus(Duration.ofMinutes(5));
        say(Verb.COMPLETE);
        prepared(LOAD, bounds(T.plus(Duration.ofDays(7)), T.plus(Duration.ofDays(7))));
        assertThat(run(LOAD).state()).isEqualTo(StepState.RUNNING);
    }

    @Test
    void anOutageThatBeginsWithAFanOutIsHeldAsWell() {
        Interpreter fanned = new Interpreter(
                Plans.plan(step("stop").phase(Phase.OUTAGE).kind(StepKind.TASK).fanOut(2)));
        state = fanned.initial(Plans.input(Interpreter.VERSION));
        OutageBounds.Span freeze =
                new OutageBounds.Span(T.minusSeconds(60), T.plus(Duration.ofDays(2)), "Year-end close");
        state = fanned.apply(state, new Event.Begun(), now).state();
        state = fanned.apply(
                        state,
                        new Event.Prepared(
                                STOP,
                                new PrepareResult(true, null, List.of("a", "b"), Map.of(), null, false, 1)
                                        .held(null, new OutageBounds(T, null, List.of(freeze), null, null, null))),
                        now)
                .state();
        assertThat(run(STOP).state()).isEqualTo(StepState.PARKED);
        assertThat(state.steps()).hasSize(1);
    }

    private static OutageBounds inZone(@Nullable String zone, Instant usersOut, Instant lastStart) {
        return new OutageBounds(usersOut, lastStart, List.of(), null, null, zone);
    }

    /** The run's outage begins with an export, of which two may be under way at a time. */
    private Interpreter exporting(OutageBounds bounds) {
        Interpreter exporting = new Interpreter(Plans.plan(
                step("load").phase(Phase.OUTAGE).slots("export"),
                step("open").phase(Phase.OUTAGE).slots("export").needs("load")));
        state = exporting.initial(Plans.input(Interpreter.VERSION));
        with(exporting, new Event.Begun());
        with(exporting, prepared(bounds));
        assertThat(run(LOAD).state()).isEqualTo(StepState.WAITING_SLOT);
        return exporting;
    }

    private void with(Interpreter interpreter, Event event) {
        Transition transition = interpreter.apply(state, event, now);
        state = transition.state();
        effects = transition.effects();
    }

    private static Event prepared(OutageBounds bounds) {
        return new Event.Prepared(
                LOAD, new PrepareResult(true, null, null, Map.of(), null, false, 1).held(null, bounds));
    }

    @Test
    void slotsThatComeAfterTheLastStartBeginNoOutageAndGoToOthers() {
        OutageBounds bounds = inZone("Europe/Berlin", T, T.plus(Duration.ofHours(1)));
        Interpreter exporting = exporting(bounds);
        now = T.plus(Duration.ofHours(2));
        with(exporting, new Event.Granted(LOAD));
        assertThat(effects).as("asked again with its slots").hasOnlyElementsOfType(Effect.Prepare.class);
        with(exporting, prepared(bounds));
        assertThat(run(LOAD).state()).isEqualTo(StepState.PARKED);
        assertThat(String.valueOf(run(LOAD).failure()))
                .contains("may not begin the outage", "the last start that still fits into its window was");
        assertThat(run(LOAD).slotsHeld()).isNull();
        assertThat(run(LOAD).startedAt()).isNull();
    }

    @Test
    void slotsThatComeInTimeBeginTheOutageAndAreAskedForOnce() {
        OutageBounds bounds = inZone("Europe/Berlin", T, T.plus(Duration.ofHours(1)));
        Interpreter exporting = exporting(bounds);
        now = T.plus(Duration.ofMinutes(30));
        with(exporting, new Event.Granted(LOAD));
        assertThat(run(LOAD).slotsHeld()).isTrue();
        with(exporting, prepared(bounds));
        assertThat(run(LOAD).state()).isEqualTo(StepState.RUNNING);
        assertThat(run(LOAD).slotsHeld()).isTrue();
        // later steps of the outage begin with their slots, however late these come
        now = T.plus(Duration.ofHours(5));
        with(exporting, new Event.Answered(LOAD, 1, Operation.RUN, StepResult.done(Map.of(), "loaded")));
        with(
                exporting,
                new Event.Prepared(
                        OPEN, new PrepareResult(true, null, null, Map.of(), null, false, 1).held(null, bounds)));
        with(exporting, new Event.Granted(OPEN));
        assertThat(run(OPEN).state()).isEqualTo(StepState.RUNNING);
    }

    @Test
    void anOutageThatMovedWhileItsFirstStepWaitedForSlotsGivesThemBack() {
        Interpreter exporting = exporting(inZone("Europe/Berlin", T, T.plus(Duration.ofHours(1))));
        now = T.plus(Duration.ofMinutes(30));
        with(exporting, new Event.Granted(LOAD));
        OutageBounds later = inZone("Europe/Berlin", T.plus(Duration.ofDays(7)), T.plus(Duration.ofDays(7)));
        Transition given = exporting.apply(state, prepared(later), now);
        state = given.state();
        assertThat(given.journal())
                .extracting(entry -> entry.event() + " " + require(entry.step()).state())
                .containsExactly("step held PENDING");
        assertThat(run(LOAD).slotsHeld()).isNull();
        with(exporting, prepared(later));
        assertThat(run(LOAD).state()).isEqualTo(StepState.WAITING_TIME);
        assertThat(run(LOAD).wakeAt()).isEqualTo(T.plus(Duration.ofDays(7)));
    }

    private static StepRun require(@Nullable StepRun step) {
        return java.util.Objects.requireNonNull(step);
    }

    @Test
    void aHistoryOfSlotsGoesOnAsItDid() {
        Interpreter exporting = exporting(inZone(null, T, T.plus(Duration.ofHours(1))));
        now = T.plus(Duration.ofHours(2));
        with(exporting, new Event.Granted(LOAD));
        assertThat(run(LOAD).state()).isEqualTo(StepState.RUNNING);
    }

    @Test
    void aHistoryThatHoldsNoBoundsGoesOnAsItDid() {
        now = T.minus(Duration.ofDays(3));
        begin(null);
        assertThat(run(STOP).state()).isEqualTo(StepState.WAITING_PERSON);
    }

    private void preparedBy(ClockPiece clock) {
        PrepareResult result = new PrepareResult(true, null, null, Map.of(), null, false, 1);
        apply(new Event.Prepared(
                STOP, result.held(null, bounds(T, T.plusSeconds(3600))).by(clock)));
    }

    @Test
    void aProgramsOwnCalendarSaysWhenUsersAreOut() {
        now = Instant.parse("2026-11-24T09:00:00Z");
        apply(new Event.Begun());
        // an hour before T, at sixty times the pace of the wall clock
        preparedBy(new ClockPiece(1, now, T.minus(Duration.ofHours(1)), 60, null));
        assertThat(run(STOP).state()).isEqualTo(StepState.WAITING_TIME);
        assertThat(run(STOP).plannedAt()).isEqualTo(T);
        assertThat(run(STOP).wakeAt()).isEqualTo(now.plusSeconds(60));

        now = now.plusSeconds(60);
        apply(new Event.Woken(STOP, now));
        assertThat(run(STOP).plannedAt()).isNull();
        // held meanwhile: still half an hour to go, and nobody knows how long
        preparedBy(new ClockPiece(2, now, T.minus(Duration.ofMinutes(30)), 60, T.minus(Duration.ofMinutes(20))));
        assertThat(run(STOP).state()).isEqualTo(StepState.WAITING_TIME);
        assertThat(run(STOP).wakeAt()).isEqualTo(now.plus(Duration.ofMinutes(5)));

        now = now.plusSeconds(7);
        apply(new Event.Replanned());
        preparedBy(new ClockPiece(3, now, T, 150, T.plusSeconds(60)));
        assertThat(run(STOP).state()).isEqualTo(StepState.WAITING_PERSON);
    }

    @Test
    void aProgramsOwnCalendarSaysThatItIsTooLate() {
        now = Instant.parse("2026-11-24T09:00:00Z");
        apply(new Event.Begun());
        preparedBy(new ClockPiece(1, now, T.plusSeconds(3601), 1, null));
        assertThat(run(STOP).state()).isEqualTo(StepState.PARKED);
        assertThat(String.valueOf(run(STOP).failure())).contains("the last start that still fits");
    }
}
