package io.gulliver.domain.plan;

import io.gulliver.domain.lease.SlotKind;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a run waits for longest of all that it waits for now: why it stands there, who ends that, and until when.
 *
 * @param cause what is missing
 * @param step that waits
 * @param title of the step, for people
 * @param stage of the step
 * @param failed the step ended badly: a person chooses what becomes of it
 * @param since when it began to wait; null where it waits for a time
 * @param until when it ends as far as anybody knows: a task's due time, a holder's estimated end, a planned time, the next try;
 *     it may have passed; null where nobody knows
 * @param role whose people end it; null where no person does
 * @param person who has taken its task, or null
 * @param thing what it waits for: the kind of a scarce thing, {@code kind:name} of what is built once for several databases, a
 *     system of the landscape; null where it is none of these
 * @param databases whose runs hold the scarce thing, by name
 * @param ahead how many are served before it; 0 where it stands in no line
 * @param advice the way out that the failure names, or null
 */
public record LongestWait(
        Cause cause,
        StepKey step,
        String title,
        Stage stage,
        boolean failed,
        @Nullable Instant since,
        @Nullable Instant until,
        @Nullable String role,
        @Nullable String person,
        @Nullable String thing,
        List<String> databases,
        int ahead,
        @Nullable String advice) {
    public LongestWait {
        databases = List.copyOf(databases);
    }

    /** What is missing. */
    public enum Cause {
        /** Work, a decision or a choice of a person. */
        PERSON,
        /** A scarce thing that others hold. */
        LEASE,
        /** The line between the data centres, which others hold. */
        LINK,
        /** Room: something is full. */
        SPACE,
        /** The planned time. */
        WINDOW,
        /** What another run builds. */
        DEPENDENCY,
        /** A system that failed for the moment: the step tries again by itself. */
        SYSTEM
    }

    /**
     * Who holds a scarce thing.
     *
     * @param database whose run
     * @param ends when its step ends by its estimate, or null where nobody estimated it
     */
    public record Holder(String database, @Nullable Instant ends) {}

    /**
     * A step that may wait.
     *
     * @param step names it
     * @param title for people
     * @param stage of it
     * @param state where it stands
     * @param repeats it has run before, and waits between two runs
     * @param role whose queue it goes to when a person must act
     * @param person who has taken its task, or null
     * @param since when it began to wait, or null
     * @param until when its task is due, its time comes or it tries again; null where nothing of that is known
     * @param slots kinds of the scarce things that it asked for
     * @param holders of these things
     * @param ahead how many are served before it
     * @param builds {@code kind:name} of what it has built for it, or null
     * @param full it failed because something is full
     * @param system that failed, or null
     * @param advice of the failure, or null
     */
    public record Waiting(
            StepKey step,
            String title,
            Stage stage,
            StepState state,
            boolean repeats,
            String role,
            @Nullable String person,
            @Nullable Instant since,
            @Nullable Instant until,
            List<String> slots,
            List<Holder> holders,
            int ahead,
            @Nullable String builds,
            boolean full,
            @Nullable String system,
            @Nullable String advice) {}

    /**
     * The longest of all waits of a run. A planned time comes last, since nothing is late before it; next to last what tries
     * again by itself.
     *
     * @param steps in plan order: of two that began at once the first counts
     * @param now by the calendar of the program
     * @return empty where nothing waits
     */
    public static Optional<LongestWait> of(List<Waiting> steps, Instant now) {
        return steps.stream()
                .flatMap(step -> wait(step, now).stream())
                .min(Comparator.comparing((LongestWait wait) -> wait.cause() == Cause.WINDOW)
                        .thenComparing(LongestWait::since, Comparator.nullsLast(Comparator.naturalOrder()))
                        .thenComparing(LongestWait::until, Comparator.nullsLast(Comparator.naturalOrder())));
    }

    private static Optional<LongestWait> wait(Waiting step, Instant now) {
        return switch (step.state()) {
            case WAITING_PERSON -> Optional.of(person(step, Cause.PERSON, false));
            case PARKED, UNDO_PARKED -> Optional.of(person(step, step.full() ? Cause.SPACE : Cause.PERSON, true));
            case WAITING_SLOT -> Optional.of(line(step, now));
            case WAITING_TIME -> step.repeats() ? Optional.empty() : Optional.of(alone(step, Cause.WINDOW, null, null));
            case BACKING_OFF -> Optional.of(alone(step, Cause.SYSTEM, null, step.system()));
            case AWAITING ->
                step.builds() == null
                        ? Optional.empty()
                        : Optional.of(alone(step, Cause.DEPENDENCY, step.since(), step.builds()));
            case PENDING, PREPARING, FANNED_OUT, RUNNING, DONE, SKIPPED, STOPPING, STOPPED, UNDOING, UNDONE ->
                Optional.empty();
        };
    }

    private static LongestWait person(Waiting step, Cause cause, boolean failed) {
        return new LongestWait(
                cause,
                step.step(),
                step.title(),
                step.stage(),
                failed,
                step.since(),
                step.until(),
                step.role(),
                step.person(),
                failed ? step.system() : null,
                List.of(),
                0,
                step.advice());
    }

    private static LongestWait line(Waiting step, Instant now) {
        Cause cause = cause(step.slots());
        return new LongestWait(
                cause,
                step.step(),
                step.title(),
                step.stage(),
                false,
                step.since(),
                // whoever stands in line behind others is not next when a holder ends
                step.ahead() > 0
                        ? null
                        : step.holders().stream()
                                .map(Holder::ends)
                                .filter(ends -> ends != null && ends.isAfter(now))
                                .min(Comparator.naturalOrder())
                                .orElse(null),
                null,
                null,
                cause == Cause.LINK
                        ? SlotKind.LINK.key()
                        : step.slots().stream().findFirst().orElse(null),
                step.holders().stream()
                        .map(Holder::database)
                        .distinct()
                        .sorted()
                        .toList(),
                step.ahead(),
                null);
    }

    private static LongestWait alone(Waiting step, Cause cause, @Nullable Instant since, @Nullable String thing) {
        return new LongestWait(
                cause,
                step.step(),
                step.title(),
                step.stage(),
                false,
                since,
                step.until(),
                null,
                null,
                thing,
                List.of(),
                0,
                step.advice());
    }

    /** What who asks for these scarce things waits for. */
    static Cause cause(Collection<String> slots) {
        return slots.contains(SlotKind.LINK.key()) ? Cause.LINK : Cause.LEASE;
    }
}
