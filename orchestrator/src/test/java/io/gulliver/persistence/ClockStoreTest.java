package io.gulliver.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.contract.workflow.JournalBatch;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.people.Access;
import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.program.ProgramClock;
import io.gulliver.domain.program.ProgramWork;
import io.gulliver.persistence.view.StepRow;
import io.gulliver.persistence.view.TaskQuery;
import io.gulliver.service.planning.ProgramTimeService;
import io.gulliver.testing.Atlas;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Program time in the store: pieces are only added, what the plan says is in it, what is technical is not. */
class ClockStoreTest extends StoreContract {
    private static final Instant EVE = Instant.parse("2027-01-15T18:00:00Z");

    /** Each test has a program whose calendar nobody set. */
    @BeforeEach
    void openAnew() {
        closeStore();
        openStore();
    }

    private Instant now() {
        return stores.database().clock().instant();
    }

    private static StepRun step(
            String id,
            StepState state,
            @Nullable Instant started,
            @Nullable Instant waited,
            long seconds,
            @Nullable Instant planned) {
        return new StepRun(
                StepKey.of(id),
                state,
                1,
                1,
                1,
                0,
                0,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                planned == null ? null : Instant.parse("2026-11-24T09:00:00Z"),
                started,
                null,
                waited,
                seconds,
                0,
                0,
                null,
                null,
                planned);
    }

    private void journal(Migration m, long seq, Instant at, StepRun step) {
        JournalEntry entry = new JournalEntry(seq, at, "step changed", step, null, null, List.of(), null);
        stores.journal().flush(new JournalBatch(m.id(), 1, List.of(entry)));
    }

    @Test
    void keepsPiecesAndRefusesAKeeperWhoDidNotSeeTheLastOne() {
        Migration m = Atlas.migration(stores);
        ProgramClock clock = stores.clocks().append(m.program(), 0, EVE, 60, EVE.plusSeconds(600), "keeper");
        assertThat(clock.last()).isNotNull();
        assertThat(stores.clocks().time(m.program()).last()).isEqualTo(clock.last());
        assertThatThrownBy(() -> stores.clocks().append(m.program(), 0, null, 1, null, "another keeper"))
                .isInstanceOf(StaleVersionException.class)
                .hasMessageContaining("has piece 1 by now");
        assertThatThrownBy(() -> stores.clocks().append(m.program(), 1, EVE.minusSeconds(1), 1, null, "keeper"))
                .hasMessageContaining("does not go back");
        assertThatThrownBy(() -> stores.clocks().append("nowhere", 0, EVE, 1, null, "keeper"))
                .isInstanceOf(UnknownRowException.class);
    }

    @Test
    void stepsTasksAndTheirWaitingAreByTheProgramsCalendarAndTheEngineGoesOnWithItsOwn() {
        Migration m = Atlas.migration(stores);
        stores.clocks().append(m.program(), 0, EVE, 60, null, "keeper");
        Instant real = java.util.Objects.requireNonNull(
                        stores.clocks().time(m.program()).last())
                .real();
        StepRun waits = step("discover", StepState.PARKED, real.plusSeconds(10), real.plusSeconds(20), 0, null);
        journal(m, 1, real.plusSeconds(20), waits);
        StepRun goesOn = step("discover", StepState.RUNNING, real.plusSeconds(10), null, 30, null);
        journal(m, 2, real.plusSeconds(50), goesOn);

        StepRow row = stores.migrations().step(m.id(), StepKey.of("discover")).orElseThrow();
        assertThat(row.run().startedAt()).isEqualTo(EVE.plus(Duration.ofMinutes(10)));
        assertThat(row.run().waitedSeconds()).isEqualTo(30 * 60);
        assertThat(stores.journal().loadState(m.id()).steps())
                .filteredOn(step -> step.key().equals(StepKey.of("discover")))
                .containsExactly(goesOn);
        assertThat(stores.tasks()
                        .list(new TaskQuery(
                                TaskQuery.Scope.ALL, "", Access.EVERYTHING, m.program(), null, true, false, null, 10))
                        .rows())
                .singleElement()
                .satisfies(task -> {
                    assertThat(task.openedAt()).isEqualTo(EVE.plus(Duration.ofMinutes(20)));
                    assertThat(task.closedAt()).isEqualTo(EVE.plus(Duration.ofMinutes(50)));
                });
        assertThat(stores.journal().entries(m.id(), null, 0, 10))
                .extracting(entry -> entry.at())
                .containsExactly(EVE.plus(Duration.ofMinutes(20)), EVE.plus(Duration.ofMinutes(50)));
    }

    @Test
    void whatPeopleAreToldOfAWaveAndOfARunAsAWholeIsByTheSameCalendar() {
        Migration m = Atlas.migration(stores);
        stores.clocks().append(m.program(), 0, EVE, 60, null, "keeper");
        Instant after = EVE.plus(Duration.ofDays(1));

        Wave wave = stores.plans().add(m.program(), 7, "Seventh", null, List.of(), "pm");
        assertThat(wave.changedAt()).isBetween(EVE, after);
        Wave changed = stores.plans().update(wave, "pm");
        assertThat(changed.changedAt()).isBetween(wave.changedAt(), after);

        assertThat(stores.tasks()
                        .askAttention(m.id(), "dba", "It is stuck", "It is carried by nobody.")
                        .openedAt())
                .isBetween(EVE, after);
        stores.tasks().settleAttention(m.id(), "CANCELLED");
        assertThat(stores.tasks()
                        .list(new TaskQuery(
                                TaskQuery.Scope.ALL, "", Access.EVERYTHING, m.program(), null, true, false, null, 10))
                        .rows())
                .singleElement()
                .satisfies(task -> assertThat(task.closedAt()).isBetween(EVE, after));
    }

    @Test
    void itsKeeperReadsWhatIsUnderWayAndTellsRunsWhoseTimeHasCome() {
        Migration m = Atlas.migration(stores);
        List<MigrationId> told = new ArrayList<>();
        ProgramTimeService times = new ProgramTimeService(
                stores.clocks(), told::add, stores.database().clock(), true);
        times.set(m.program(), 0, EVE, 0, null, "keeper");
        journal(m, 1, now(), step("discover", StepState.RUNNING, now(), null, 0, null));
        journal(m, 2, now(), step("build", StepState.WAITING_TIME, null, null, 0, EVE.plusSeconds(3600)));

        ProgramWork work = times.read(m.program()).work();
        assertThat(work.busy()).isEqualTo(1);
        assertThat(work.due()).isEqualTo(EVE.plusSeconds(3600));
        assertThat(told).isEmpty();

        times.set(m.program(), 1, EVE.plusSeconds(3600), 0, null, "keeper");
        assertThat(told).containsExactly(m.id());
        times.read(m.program());
        assertThat(told).as("told once, while it moves on").containsExactly(m.id());
    }

    @Test
    void theTimeOfARealProgramIsNotSet() {
        Migration m = Atlas.migration(stores);
        ProgramTimeService times = new ProgramTimeService(
                stores.clocks(), id -> {}, stores.database().clock(), false);
        assertThatThrownBy(() -> times.set(m.program(), 0, EVE, 60, null, "pm"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("has the wall clock");
        assertThat(stores.clocks().time(m.program()).real()).isTrue();
    }
}
