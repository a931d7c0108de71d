package io.gulliver.service.action;

import io.gulliver.assessment.check.Checked;
import io.gulliver.assessment.check.Design;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.planning.sizing.BuildFigure;
import io.gulliver.planning.sizing.SharedBuild;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * {@code check.design}: judges a server, and the databases that land there, by the tuning checks of their design, before
 * anything is built. It stops nothing itself: a gate looks at {@code blocking}.
 *
 * <p>Inputs: {@code name} of the server, the figures that it is built with by their keys, volumes, {@code paths},
 * {@code given} (map; further facts by their names). Outputs: {@code blocking} (one line for each failed check of severity
 * blocker or high that nobody waived), {@code failed}, {@code not_measured} (ids), {@code told}.
 */
public final class CheckDesign implements ControlAction {
    private static final List<String> FIGURES =
            List.of(SharedBuild.MEMORY, SharedBuild.HUGE_PAGES, BuildFigure.IFLS.key());

    private final Judge judge;

    /** Judges a design, and keeps what it found where it is asked to. */
    @FunctionalInterface
    public interface Judge {
        List<Checked> of(String program, Design design, boolean keep, String by, @Nullable String migration);
    }

    public CheckDesign(Judge judge) {
        this.judge = judge;
    }

    @Override
    public String name() {
        return "check.design";
    }

    @Override
    public StepResult invoke(StepCall call, Patience patience) {
        return switch (call.operation()) {
            case RUN, START -> look(call, true);
            case AWAIT, STOP, UNDO -> StepResult.done(Map.of(), "Looking at a design leaves nothing behind");
            case EVALUATE -> look(call, false);
        };
    }

    private StepResult look(StepCall call, boolean keep) {
        Design design = new Design(
                CallInputs.text(call, "name"),
                CallInputs.text(call, "hypervisor"),
                CallInputs.figures(call, FIGURES),
                CallInputs.texts(call, "data_volumes"),
                CallInputs.texts(call, "redo_volumes"),
                CallInputs.texts(call, "recovery_volumes"),
                CallInputs.text(call, "redo_provisioning"),
                CallInputs.text(call, "storage"),
                call.inputs().get("paths") instanceof Number paths ? paths.intValue() : 0,
                CallInputs.texts(call, "private_interfaces"),
                given(call));
        List<Checked> checked = judge.of(
                call.program(),
                design,
                keep,
                call.migration().toString(),
                call.migration().toString());
        return CheckOutputs.of("Tuning checks of the design", checked);
    }

    private static Map<String, Object> given(StepCall call) {
        Map<String, Object> given = new TreeMap<>();
        if (call.inputs().get("given") instanceof Map<?, ?> map) {
            map.forEach((name, value) -> {
                if (value != null) {
                    given.put(String.valueOf(name), value);
                }
            });
        }
        return given;
    }
}
