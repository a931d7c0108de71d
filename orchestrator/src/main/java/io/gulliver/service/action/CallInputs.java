package io.gulliver.service.action;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Inputs of a call as actions of the server read them. */
final class CallInputs {
    private CallInputs() {}

    /** A text that must be there: INPUT_INVALID without it. */
    static String text(StepCall call, String input) {
        if (call.inputs().get(input) instanceof String text && !text.isBlank()) {
            return text;
        }
        throw new ControlAction.Refused(FailureCode.INPUT_INVALID.with(
                "Step " + call.step() + ": input '" + input + "' is missing", "Correct the playbook"));
    }

    /** A list of texts; empty where it is not given. */
    static List<String> texts(StepCall call, String input) {
        return call.inputs().get(input) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** Those of these numbers that are given and above 0, by their names. */
    static Map<String, Object> figures(StepCall call, List<String> names) {
        Map<String, Object> figures = new TreeMap<>();
        for (String name : names) {
            if (call.inputs().get(name) instanceof Number number && number.doubleValue() > 0) {
                figures.put(name, number);
            }
        }
        return figures;
    }
}
