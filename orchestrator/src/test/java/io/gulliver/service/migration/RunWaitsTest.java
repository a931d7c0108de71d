package io.gulliver.service.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepFailure;
import io.gulliver.contract.workflow.JournalEntry;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.plan.LongestWait;
import io.gulliver.domain.plan.LongestWait.Cause;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.domain.task.Task;
import io.gulliver.persistence.StoreContract;
import io.gulliver.testing.Atlas;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What runs wait for is read from steps, tasks and scarce things, of one run and of many alike. */
class RunWaitsTest extends StoreContract {
    private static final Instant BEGAN = Instant.parse("2026-03-01T10:00:00Z");

    private String program = "";
    private RunWaits waits;

    @BeforeEach
    void estate() {
        program = "w" + UUID.randomUUID().toString().substring(0, 12);
        stores.programs().create(program, "Waits", ZoneOffset.UTC, Map.of(), "Mia");
        stores.databases()
                .add(
                        program,
                        List.of("A", "B", "C").stream()
                                .map(name -> DatabaseProfile.of(name, "shop", Environment.PRODUCTION))
                                .toList(),
                        "Mia");
        waits = new RunWaits(
                stores.migrations(),
                stores.journal(),
                stores.leases(),
                stores.programs(),
                ProgramCalendar.wall(() -> BEGAN.plusSeconds(30)));
    }

    private Migration run(String database) {
        return stores.migrations()
                .create(new NewMigration(
                        UUID.randomUUID().toString(),
                        program,
                        database,
                        Purpose.PRODUCTION,
                        Atlas.HASH,
                        null,
                        false,
                        null,
                        null,
                        "Mia"));
    }

    private void journal(Migration run, JournalEntry... entries) {
        stores.journal().flush(Atlas.batch(run.id(), 1, entries));
    }

    private static StepRun step(String key, StepState state, @Nullable Instant waitedSince, long waited) {
        return step(key, state, waitedSince, waited, null);
    }

    private static StepRun step(
            String key, StepState state, @Nullable Instant waitedSince, long waited, @Nullable StepFailure failure) {
        StepRun p = Atlas.run(key, state);
        return new StepRun(
                p.key(),
                state,
                1,
                1,
                1,
                0,
                1,
                p.inputs(),
                Map.of(),
                null,
                null,
                failure,
                null,
                null,
                null,
                BEGAN,
                null,
                waitedSince,
                waited,
                1,
                0,
                null,
                null);
    }

    private LongestWait shown(String database) {
        LongestWait wait = waits.of(program, List.of("A", "B", "C")).get(database);
        assertThat(wait).isNotNull();
        return wait;
    }

    @Test
    void namesWhoHasTakenTheTaskAndWhenItIsDue() {
        Migration run = run("A");
        journal(run, Atlas.entry(1, step("sign", StepState.WAITING_PERSON, BEGAN, 0)));
        Task task = stores.tasks().open(run.id(), StepKey.of("sign")).orElseThrow();
        assertThat(shown("A").person()).isNull();
        stores.tasks().claim(task.id(), Atlas.ANA);

        LongestWait wait = shown("A");

        assertThat(wait.cause()).isEqualTo(Cause.PERSON);
        assertThat(wait.title()).isEqualTo("Title of sign");
        assertThat(wait.role()).isEqualTo("dba");
        assertThat(wait.person()).isEqualTo("Ana");
        assertThat(wait.since()).isEqualTo(BEGAN);
        assertThat(wait.until()).isEqualTo(task.openedAt().plus(Duration.ofSeconds(60)));
        assertThat(waits.of(stores.migrations().require(run.id()))).contains(wait);
    }

    @Test
    void namesTheDatabasesThatHoldWhatAStepStandsInLineFor() {
        Migration holder = run("A");
        journal(holder, Atlas.entry(1, step("scan", StepState.WAITING_SLOT, BEGAN, 0)));
        stores.leases().grant(BEGAN);
        journal(holder, Atlas.entry(2, step("scan", StepState.RUNNING, null, 0)));
        Migration next = run("B");
        journal(next, Atlas.entry(1, step("copy", StepState.WAITING_SLOT, BEGAN.plusSeconds(5), 0)));
        Migration last = run("C");
        journal(last, Atlas.entry(1, step("scan", StepState.WAITING_SLOT, BEGAN.plusSeconds(6), 0)));

        LongestWait wait = shown("B");

        assertThat(wait.cause()).isEqualTo(Cause.LINK);
        assertThat(wait.databases()).contains("A");
        assertThat(wait.until()).as("the holder's estimate").isEqualTo(BEGAN.plusSeconds(60));
        assertThat(wait.role()).isNull();
        LongestWait behind = shown("C");
        assertThat(behind.cause()).isEqualTo(Cause.LEASE);
        assertThat(behind.thing()).isEqualTo("array");
        assertThat(behind.ahead()).isEqualTo(1);
        assertThat(behind.until()).isNull();
        assertThat(waits.of(program, List.of("A")))
                .as("who works waits for nothing")
                .isEmpty();
        for (Migration run : List.of(holder, next, last)) {
            journal(run, Atlas.ended(3, 1));
        }
        assertThat(waits.of(program, List.of("A", "B", "C"))).isEmpty();
    }

    @Test
    void saysThatSpaceIsMissingAndWhatTheFailureAdvises() {
        Migration run = run("A");
        journal(
                run,
                Atlas.entry(
                        1,
                        step(
                                "build",
                                StepState.PARKED,
                                BEGAN,
                                0,
                                FailureCode.CAPACITY_EXHAUSTED.with("Pool FS-2 is full.", "Free 4 TB."))));

        LongestWait wait = shown("A");

        assertThat(wait.cause()).isEqualTo(Cause.SPACE);
        assertThat(wait.failed()).isTrue();
        assertThat(wait.advice()).isEqualTo("Free 4 TB.");
    }

    @Test
    void saysAfterwardsWhatWasWaitedForLongest() {
        Migration run = run("A");
        journal(
                run,
                Atlas.entry(1, step("scan", StepState.WAITING_SLOT, BEGAN, 0)),
                Atlas.entry(400, step("scan", StepState.RUNNING, null, 399)),
                Atlas.entry(401, step("sign", StepState.DONE, null, 70)));
        assertThat(waits.past(run, stores.migrations().steps(run.id()))).get().satisfies(past -> {
            assertThat(past.cause()).isEqualTo(Cause.LEASE);
            assertThat(past.title()).isEqualTo("Title of scan");
            assertThat(past.lasted()).isEqualTo(Duration.ofSeconds(399));
        });

        Migration quick = run("B");
        journal(quick, Atlas.entry(1, step("sign", StepState.DONE, null, 59)));
        assertThat(waits.past(quick, stores.migrations().steps(quick.id()))).isEmpty();
    }
}
