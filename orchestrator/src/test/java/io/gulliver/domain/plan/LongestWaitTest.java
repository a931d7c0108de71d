package io.gulliver.domain.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.plan.LongestWait.Cause;
import io.gulliver.domain.plan.LongestWait.Holder;
import io.gulliver.domain.plan.LongestWait.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LongestWaitTest {
    private static final Instant NOW = Instant.parse("2026-06-11T12:00:00Z");

    private static Instant ago(int hours) {
        return NOW.minus(Duration.ofHours(hours));
    }

    private static Instant in(int hours) {
        return NOW.plus(Duration.ofHours(hours));
    }

    /** A step with everything that any wait could be told from: only its state decides what is. */
    private static Waiting step(StepState state) {
        return step(
                "load", state, ago(2), in(1), List.of("import"), 0, List.of(new Holder("PAYHUB", in(3))), "server:x");
    }

    private static Waiting step(
            String id,
            StepState state,
            @Nullable Instant since,
            @Nullable Instant until,
            List<String> slots,
            int ahead,
            List<Holder> holders,
            @Nullable String builds) {
        return new Waiting(
                StepKey.of(id),
                "Title of " + id,
                Stage.REPLICATION,
                state,
                false,
                "dba",
                null,
                since,
                until,
                slots,
                holders,
                ahead,
                builds,
                false,
                "fs-2",
                "Free 4 TB.");
    }

    private static LongestWait only(Waiting step) {
        return LongestWait.of(List.of(step), NOW).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({
        "WAITING_PERSON, PERSON, dba, ",
        "PARKED, PERSON, dba, fs-2",
        "UNDO_PARKED, PERSON, dba, fs-2",
        "WAITING_SLOT, LEASE, , import",
        "WAITING_TIME, WINDOW, , ",
        "BACKING_OFF, SYSTEM, , fs-2",
        "AWAITING, DEPENDENCY, , server:x"
    })
    void saysByTheStateWhatIsMissingAndWhoseItIs(
            StepState state, Cause cause, @Nullable String role, @Nullable String thing) {
        LongestWait wait = only(step(state));

        assertThat(wait.cause()).isEqualTo(cause);
        assertThat(wait.role()).isEqualTo(role);
        assertThat(wait.thing()).isEqualTo(thing);
        assertThat(wait.failed()).isEqualTo(state == StepState.PARKED || state == StepState.UNDO_PARKED);
        assertThat(wait.title()).isEqualTo("Title of load");
    }

    @Test
    void saysOfNothingElseThatItWaits() {
        Set<StepState> wait = EnumSet.of(
                StepState.WAITING_PERSON,
                StepState.PARKED,
                StepState.UNDO_PARKED,
                StepState.WAITING_SLOT,
                StepState.WAITING_TIME,
                StepState.BACKING_OFF,
                StepState.AWAITING);

        for (StepState state : EnumSet.complementOf(EnumSet.copyOf(wait))) {
            assertThat(LongestWait.of(List.of(step(state)), NOW))
                    .as("%s", state)
                    .isEmpty();
        }
        assertThat(LongestWait.of(
                        List.of(step("load", StepState.AWAITING, ago(2), null, List.of(), 0, List.of(), null)), NOW))
                .as("a job that runs is no wait")
                .isEmpty();
        assertThat(LongestWait.of(List.of(), NOW)).isEmpty();
    }

    @Test
    void takesTheOneThatBeganFirstWhateverItIs() {
        Waiting person = step("go", StepState.WAITING_PERSON, ago(3), null, List.of(), 0, List.of(), null);
        Waiting line = step("load", StepState.WAITING_SLOT, ago(5), null, List.of("array"), 0, List.of(), null);

        assertThat(LongestWait.of(List.of(person, line), NOW))
                .get()
                .extracting(LongestWait::cause)
                .isEqualTo(Cause.LEASE);
        assertThat(LongestWait.of(List.of(line, person), NOW))
                .get()
                .extracting(LongestWait::cause)
                .isEqualTo(Cause.LEASE);
    }

    @Test
    void putsWhatEndsByItselfBehindWhatDoesNot() {
        Waiting time = step("cut", StepState.WAITING_TIME, ago(90), in(40), List.of(), 0, List.of(), null);
        Waiting again = step("copy", StepState.BACKING_OFF, ago(80), in(1), List.of(), 0, List.of(), null);
        Waiting person = step("go", StepState.WAITING_PERSON, ago(1), null, List.of(), 0, List.of(), null);

        assertThat(LongestWait.of(List.of(time, again, person), NOW))
                .get()
                .extracting(LongestWait::cause)
                .isEqualTo(Cause.PERSON);
        assertThat(LongestWait.of(List.of(time, again), NOW))
                .get()
                .extracting(LongestWait::cause)
                .isEqualTo(Cause.SYSTEM);
        assertThat(only(time).since()).isNull();
        assertThat(only(time).until()).isEqualTo(in(40));
    }

    @Test
    void saysOfAStepThatFailedForWantOfRoomThatSpaceIsMissing() {
        Waiting full = new Waiting(
                StepKey.of("volumes"),
                "Volumes",
                Stage.BUILD,
                StepState.PARKED,
                false,
                "storage",
                null,
                ago(4),
                null,
                List.of(),
                List.of(),
                0,
                null,
                true,
                "fs-2",
                "Free 4 TB.");

        LongestWait wait = only(full);

        assertThat(wait.cause()).isEqualTo(Cause.SPACE);
        assertThat(wait.role()).isEqualTo("storage");
        assertThat(wait.thing()).isEqualTo("fs-2");
        assertThat(wait.advice()).isEqualTo("Free 4 TB.");
        assertThat(wait.failed()).isTrue();
    }

    @Test
    void endsAWaitInLineWithTheFirstHolderThatEndsUnlessOthersAreServedBefore() {
        List<Holder> holders = List.of(
                new Holder("PAYHUB", in(6)),
                new Holder("CRMP", in(2)),
                new Holder("OLDP", ago(1)),
                new Holder("CRMP", null));

        LongestWait next =
                only(step("load", StepState.WAITING_SLOT, ago(1), null, List.of("import", "link"), 0, holders, null));
        assertThat(next.cause()).isEqualTo(Cause.LINK);
        assertThat(next.thing()).isEqualTo("link");
        assertThat(next.until()).isEqualTo(in(2));
        assertThat(next.databases()).containsExactly("CRMP", "OLDP", "PAYHUB");

        LongestWait third =
                only(step("load", StepState.WAITING_SLOT, ago(1), null, List.of("import"), 2, holders, null));
        assertThat(third.until()).isNull();
        assertThat(third.ahead()).isEqualTo(2);

        LongestWait unknown = only(step(
                "load",
                StepState.WAITING_SLOT,
                ago(1),
                null,
                List.of("team"),
                0,
                List.of(new Holder("OLDP", ago(1))),
                null));
        assertThat(unknown.until())
                .as("an estimate that has passed says nothing")
                .isNull();
    }

    @Test
    void countsThePauseBetweenTwoLooksAsNoWait() {
        Waiting looks = new Waiting(
                StepKey.of("lag"),
                "Lag is low",
                Stage.REPLICATION,
                StepState.WAITING_TIME,
                true,
                "dba",
                null,
                null,
                in(1),
                List.of(),
                List.of(),
                0,
                null,
                false,
                null,
                null);

        assertThat(LongestWait.of(List.of(looks), NOW)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        // kind, hours in line, hours parked, full, cause
        "ACTION, 5, 1, false, LEASE",
        "ACTION, 1, 5, false, PERSON",
        "ACTION, 1, 5, true, SPACE",
        "ACTION, 5, 1, true, LEASE",
        "TASK, 0, 0, false, PERSON",
        "GATE, 0, 0, true, PERSON"
    })
    void saysAfterwardsWhatAStepWaitedForLongest(StepKind kind, int inLine, int parked, boolean full, Cause cause) {
        PastWait wait = PastWait.of(
                StepKey.of("volumes"),
                "Volumes",
                Stage.BUILD,
                kind,
                "storage",
                Duration.ofHours(inLine + parked),
                full,
                List.of(
                        new PastWait.Line(ago(20), StepState.WAITING_SLOT, List.of("array")),
                        new PastWait.Line(ago(20 - inLine), StepState.RUNNING, List.of()),
                        new PastWait.Line(ago(12), StepState.PARKED, List.of()),
                        new PastWait.Line(ago(12 - parked), StepState.RUNNING, List.of()),
                        new PastWait.Line(ago(1), StepState.DONE, List.of())));

        assertThat(wait.cause()).isEqualTo(cause);
        assertThat(wait.role()).isEqualTo(cause == Cause.LEASE ? null : "storage");
        assertThat(wait.things()).isEqualTo(cause == Cause.LEASE ? List.of("array") : List.of());
        assertThat(wait.lasted()).isEqualTo(Duration.ofHours(inLine + parked));
    }

    @Test
    void saysAfterwardsThatTheLineWasWaitedFor() {
        PastWait wait = PastWait.of(
                StepKey.of("copy"),
                "Copy",
                Stage.REPLICATION,
                StepKind.ACTION,
                "dba",
                Duration.ofHours(3),
                false,
                List.of(
                        new PastWait.Line(ago(4), StepState.WAITING_SLOT, List.of("export", "link")),
                        new PastWait.Line(ago(1), StepState.RUNNING, List.of())));

        assertThat(wait.cause()).isEqualTo(Cause.LINK);
    }
}
