package io.gulliver.service.action;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.planning.sizing.BuildFigure;
import io.gulliver.planning.sizing.BuildSizes;
import io.gulliver.planning.sizing.MemorySizing;
import io.gulliver.planning.sizing.SizedTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * {@code sizing.target}: what the target database is built with. The accepted sizing of the database binds; where nobody
 * accepted one, it says so and shows what is sized now. A figure that the playbook is given stands in its place and is told
 * apart. Processors that no guest, z/VM or machine has stop the step before anybody is asked to accept them.
 *
 * <p>Inputs: figures by their keys ({@link BuildFigure}), 0 for none in place. A figure that is not known parks the step.
 */
public final class SizingTarget implements ControlAction {
    /** SGA in huge pages or no start: only where Gulliver prepares the pool. */
    private static final String ONLY = "ONLY";

    private static final String WHERE_THERE_ARE_SOME = "TRUE";

    private final Sizes sizes;

    /** What a database is built with. */
    @FunctionalInterface
    public interface Sizes {
        SizedTarget of(String program, String database, BuildSizes given);
    }

    public SizingTarget(Sizes sizes) {
        this.sizes = sizes;
    }

    @Override
    public String name() {
        return "sizing.target";
    }

    @Override
    public StepResult invoke(StepCall call, Patience patience) {
        return switch (call.operation()) {
            case RUN, START -> size(call);
            case AWAIT, STOP, UNDO -> StepResult.done(Map.of(), "Sizing leaves nothing behind");
            case EVALUATE -> evaluated(call);
        };
    }

    /** Only looks, so an evaluation has the figures where they are known. */
    private StepResult evaluated(StepCall call) {
        SizedTarget target = target(call);
        return target.memory() == null
                ? StepResult.done(Map.of(), "Cannot be sized yet. " + told(target))
                : StepResult.done(outputs(target, target.memory()), told(target));
    }

    private StepResult size(StepCall call) {
        SizedTarget target = target(call);
        MemorySizing memory = target.memory();
        if (memory == null) {
            throw new Refused(FailureCode.CHECK_FAILED.with(
                    "The target of " + call.database() + " cannot be sized: nobody knows its "
                            + target.bound().sizes().missing().stream()
                                    .map(BuildFigure::words)
                                    .collect(Collectors.joining(", "))
                            + ". " + String.join(". ", target.missing()),
                    "Bring the evidence that the database's sizing page asks for, or give the figure in the program's"
                            + " parameters of the database; then retry the step"));
        }
        if (!target.refusals().isEmpty()) {
            throw new Refused(FailureCode.CHECK_FAILED.with(
                    "The target of " + call.database() + " cannot be built as it is sized: "
                            + String.join(". ", target.refusals()),
                    "Do what it says, or bring evidence of a smaller load to the database's sizing page; accept the new"
                            + " sizing there, then retry the step"));
        }
        return StepResult.done(outputs(target, memory), told(target));
    }

    private SizedTarget target(StepCall call) {
        return sizes.of(call.program(), call.database(), BuildSizes.of(given(call)));
    }

    /** What is given in place of the sizing. A playbook of 0.1.0 tells cores and SGA of the source instead. */
    private static Map<String, Object> given(StepCall call) {
        Map<String, Object> given = new TreeMap<>(call.inputs());
        if (given.get("cores") instanceof Number cores && cores.intValue() > 0) {
            given.remove("sga_mb");
        }
        return given;
    }

    private static String told(SizedTarget target) {
        List<String> told = new ArrayList<>(target.bound().told());
        told.addAll(target.refusals());
        return String.join("\n- ", told);
    }

    private static Map<String, Object> outputs(SizedTarget target, MemorySizing memory) {
        BuildSizes bound = target.bound().sizes();
        Map<String, Object> outputs = new TreeMap<>();
        for (BuildFigure figure : BuildFigure.values()) {
            outputs.put(figure.key(), bound.value(figure));
        }
        outputs.put("sizes", bound.content());
        outputs.put("memory_mb", Math.round(memory.guest().value()));
        outputs.put("huge_pages", Math.round(memory.hugePages().value()));
        outputs.put("large_pages", target.prepared() ? ONLY : WHERE_THERE_ARE_SOME);
        outputs.put("accepted", target.bound().accepted());
        outputs.put("overridden", target.bound().overridden());
        outputs.put("told", told(target));
        return outputs;
    }
}
