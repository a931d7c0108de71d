package io.gulliver.domain.plan;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.migration.StepState;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a step of a run waited for longest, when it waits no more.
 *
 * @param cause what was missing: a person, a scarce thing, the line between the data centres, or room
 * @param step that waited
 * @param title of the step, for people
 * @param stage of the step
 * @param role whose people ended it, or null where a scarce thing was waited for
 * @param things kinds of scarce things that were waited for
 * @param lasted all that the step waited, whatever for
 */
public record PastWait(
        LongestWait.Cause cause,
        StepKey step,
        String title,
        Stage stage,
        @Nullable String role,
        List<String> things,
        Duration lasted) {
    public PastWait {
        things = List.copyOf(things);
    }

    /**
     * A line of the run log of the step.
     *
     * @param at when
     * @param state of the step after it
     * @param slots kinds of the scarce things that it began to wait for; none in any other state
     */
    public record Line(Instant at, StepState state, List<String> slots) {}

    /**
     * The longest wait of a step, from its run log.
     *
     * @param kind a task and a gate wait for their people alone
     * @param role whose queue it went to
     * @param lasted all that it waited
     * @param full it failed because something was full
     * @param log its lines, oldest first
     */
    public static PastWait of(
            StepKey step,
            String title,
            Stage stage,
            StepKind kind,
            String role,
            Duration lasted,
            boolean full,
            List<Line> log) {
        Map<StepState, Duration> spent = new EnumMap<>(StepState.class);
        List<String> slots = List.of();
        for (int i = 0; i < log.size(); i++) {
            Line line = log.get(i);
            if (i + 1 < log.size()) {
                spent.merge(
                        line.state(), Duration.between(line.at(), log.get(i + 1).at()), Duration::plus);
            }
            if (line.state() == StepState.WAITING_SLOT && !line.slots().isEmpty()) {
                slots = line.slots();
            }
        }
        Duration inLine = spent.getOrDefault(StepState.WAITING_SLOT, Duration.ZERO);
        Duration parked = spent.getOrDefault(StepState.PARKED, Duration.ZERO)
                .plus(spent.getOrDefault(StepState.UNDO_PARKED, Duration.ZERO));
        if (kind == StepKind.ACTION && inLine.compareTo(parked) > 0) {
            return new PastWait(LongestWait.cause(slots), step, title, stage, null, slots, lasted);
        }
        boolean space = kind == StepKind.ACTION && full;
        return new PastWait(
                space ? LongestWait.Cause.SPACE : LongestWait.Cause.PERSON,
                step,
                title,
                stage,
                role,
                List.of(),
                lasted);
    }
}
