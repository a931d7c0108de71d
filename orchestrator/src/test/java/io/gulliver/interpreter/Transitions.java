package io.gulliver.interpreter;

import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.contract.workflow.StepRun;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.testing.Plans;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Names transitions by the state they begin in and the kind of event, and knows those that random schedules take. */
public final class Transitions {
    private Transitions() {}

    /**
     * The name, for example {@code RUNNING: Answered RUN -> DONE} or {@code run PAUSED: RESUME}; empty when the event
     * changed nothing.
     */
    public static Optional<String> name(MigrationState before, Event event, Transition transition) {
        if (transition.journal().isEmpty()
                && transition.effects().isEmpty()
                && transition.state().equals(before)) {
            return Optional.empty();
        }
        if (event instanceof Event.Prepared e) {
            return Optional.of(step(before, transition, e.step(), "Prepared"));
        } else if (event instanceof Event.Answered e) {
            return Optional.of(step(before, transition, e.step(), "Answered " + e.operation()));
        } else if (event instanceof Event.Failed e) {
            return Optional.of(
                    step(before, transition, e.step(), (e.workerLost() ? "Lost " : "Failed ") + e.operation()));
        } else if (event instanceof Event.Cancelled e) {
            return Optional.of(step(before, transition, e.step(), "Cancelled " + e.operation()));
        } else if (event instanceof Event.NotBegun e) {
            return Optional.of(step(before, transition, e.step(), "Not begun " + e.operation()));
        } else if (event instanceof Event.Granted e) {
            return Optional.of(step(before, transition, e.step(), "Granted"));
        } else if (event instanceof Event.Woken e) {
            return Optional.of(step(before, transition, e.step(), "Woken"));
        } else if (event instanceof Event.Commanded e) {
            boolean applied = transition.journal().stream()
                    .anyMatch(
                            entry -> entry.command() != null && entry.command().applied());
            String verb = e.order().verb() + (applied ? "" : " refused");
            StepKey key = e.order().step();
            RunMode mode = before.control().mode();
            return Optional.of(
                    applied && key != null && find(before, key) != null
                            ? step(before, transition, key, verb)
                            : "run " + mode + ": " + verb);
        } else if (event instanceof Event.Resumed e) {
            return Optional.of("run " + before.control().mode() + ": Resumed" + (e.freshEngine() ? " elsewhere" : ""));
        }
        return Optional.of("run: " + event.getClass().getSimpleName());
    }

    private static String step(MigrationState before, Transition transition, StepKey key, String kind) {
        return find(before, key) + ": " + kind + " -> " + find(transition.state(), key);
    }

    private static @Nullable StepState find(MigrationState state, StepKey key) {
        return state.steps().stream()
                .filter(run -> run.key().equals(key))
                .map(StepRun::state)
                .findFirst()
                .orElse(null);
    }

    /** Every transition that so many random schedules take, with troubles, people, pauses, losses and every ending. */
    public static Set<String> ofRandomSchedules(int schedules) {
        Set<String> seen = new TreeSet<>();
        for (int seed = 0; seed < schedules; seed++) {
            Random random = new Random(seed);
            SimulatedWorld world = new SimulatedWorld(Plans.random(random), random, 40);
            for (int i = 0; i < 600 && world.finished == null; i++) {
                if (random.nextInt(40) == 0) {
                    world.meddle(random);
                }
                if (!world.tick() && world.finished == null && !world.personActs()) {
                    break;
                }
            }
            seen.addAll(world.transitions);
        }
        return seen;
    }
}
