package io.gulliver.service.action;

import io.gulliver.assessment.check.Checked;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.check.CheckSubject;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * {@code check.target}: judges a server or a database as it stands, by facts that an earlier step or task brought. Stops
 * nothing itself: a gate looks at {@code blocking}.
 *
 * <p>Inputs: {@code kind} (server or database), {@code name}, {@code facts} (map, by the names of the vocabulary; texts are
 * read by the type of the fact), {@code further} (map; facts of another look or that the run itself knows, over the first).
 * Outputs as {@link CheckDesign}.
 */
public final class CheckTarget implements ControlAction {
    private final Judge judge;

    /** Judges one thing by what is told of it, and keeps what it found where it is asked to. */
    @FunctionalInterface
    public interface Judge {
        Checked of(
                String program,
                CheckSubject subject,
                Map<String, Object> facts,
                boolean keep,
                String by,
                @Nullable String migration);
    }

    public CheckTarget(Judge judge) {
        this.judge = judge;
    }

    @Override
    public String name() {
        return "check.target";
    }

    @Override
    public StepResult invoke(StepCall call, Patience patience) {
        return switch (call.operation()) {
            case RUN, START -> look(call);
            case AWAIT, STOP, UNDO -> StepResult.done(Map.of(), "Looking at a target leaves nothing behind");
            case EVALUATE -> StepResult.done(Map.of(), "Would judge what stands by its tuning checks");
        };
    }

    private StepResult look(StepCall call) {
        Map<String, Object> facts = new TreeMap<>();
        for (String input : List.of("facts", "further")) {
            if (call.inputs().get(input) instanceof Map<?, ?> map) {
                map.forEach((name, value) -> {
                    if (value != null) {
                        facts.put(String.valueOf(name), value);
                    }
                });
            }
        }
        CheckSubject subject = subject(call);
        return CheckOutputs.of(
                "Tuning checks of " + subject,
                List.of(judge.of(
                        call.program(),
                        subject,
                        facts,
                        true,
                        call.migration().toString(),
                        call.migration().toString())));
    }

    private static CheckSubject subject(StepCall call) {
        Object kind = call.inputs().get("kind");
        if (call.inputs().get("name") instanceof String name && !name.isBlank()) {
            for (CheckSubject.Kind one : CheckSubject.Kind.values()) {
                if (one.word().equals(kind)) {
                    return new CheckSubject(one, name);
                }
            }
        }
        throw new Refused(FailureCode.INPUT_INVALID.with(
                "Step " + call.step() + " checks no server and no database: kind is '" + kind + "', name is '"
                        + call.inputs().get("name") + "'",
                "Give kind (server or database) and name in the playbook"));
    }
}
