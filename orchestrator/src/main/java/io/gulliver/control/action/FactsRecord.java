package io.gulliver.control.action;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.Map;
import java.util.TreeMap;

/** {@code facts.record}: keeps what steps found out as facts of the database, with the step as source. */
public final class FactsRecord implements ControlAction {
    private final SharedThings.Facts facts;

    public FactsRecord(SharedThings.Facts facts) {
        this.facts = facts;
    }

    @Override
    public String name() {
        return "facts.record";
    }

    @Override
    public StepResult invoke(StepCall call, Patience patience) {
        return switch (call.operation()) {
            case RUN, START -> {
                Map<String, Object> values = new TreeMap<>();
                if (call.inputs().get("facts") instanceof Map<?, ?> given) {
                    given.forEach((name, value) -> values.put(String.valueOf(name), value));
                }
                try {
                    facts.record(
                            call.program(), call.database(), values, "step " + call.step() + " of " + call.migration());
                } catch (IllegalArgumentException e) {
                    throw new Refused(FailureCode.INPUT_INVALID.with(
                            "Step " + call.step() + ": " + e.getMessage(), "Correct the playbook"));
                }
                yield StepResult.done(Map.of("recorded", values.size()), values.size() + " facts recorded");
            }
            case AWAIT, STOP, UNDO -> StepResult.done(Map.of(), "Facts stay: they say what was found");
            case EVALUATE -> StepResult.done(Map.of("recorded", 0), "Would record what earlier steps find");
        };
    }
}
