package io.gulliver.interpreter;

import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.workflow.MigrationInput;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.testing.Plans;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** The events that a run log holds, as random schedules under every version of the rules write them. */
public final class JournalEvents {
    private JournalEvents() {}

    public static Set<String> ofRandomSchedules(int schedules) {
        Set<String> events = new TreeSet<>();
        for (int seed = 0; seed < schedules; seed++) {
            Random random = new Random(seed);
            int version = Rules.OLDEST + seed % (Rules.NEWEST - Rules.OLDEST + 1);
            SimulatedWorld world = new SimulatedWorld(
                    Plans.random(random),
                    random,
                    40,
                    version,
                    EnumSet.noneOf(SimulatedWorld.Promise.class),
                    sound -> (state, event, now) -> {
                        Transition moved = sound.apply(state, event, now);
                        moved.journal()
                                .forEach(entry -> events.add(entry.event().replaceAll("[0-9]+", "N")));
                        return moved;
                    });
            for (int i = 0; i < 600 && world.finished == null; i++) {
                if (random.nextInt(40) == 0) {
                    world.meddle(random);
                }
                if (!world.tick() && world.finished == null && !world.personActs()) {
                    break;
                }
            }
        }
        evaluate(events);
        return events;
    }

    private static void evaluate(Set<String> events) {
        Interpreter interpreter = new Interpreter(Plans.plan(Plans.step("build")));
        MigrationInput run = Plans.input();
        MigrationState state = interpreter.initial(new MigrationInput(
                run.migration(),
                run.program(),
                run.database(),
                run.purpose(),
                run.generation(),
                run.playbookHash(),
                run.interpreterVersion(),
                true,
                null,
                null,
                false,
                null,
                null,
                null));
        StepKey step = StepKey.of("build");
        for (Event event : List.of(
                new Event.Begun(),
                new Event.Prepared(step, new PrepareResult(true, null, null, Map.of(), null, false, 1)),
                new Event.Answered(step, 1, Operation.EVALUATE, StepResult.done(Map.of(), "seen")))) {
            Transition moved = interpreter.apply(state, event, Instant.EPOCH);
            moved.journal().forEach(entry -> events.add(entry.event()));
            state = moved.state();
        }
    }
}
