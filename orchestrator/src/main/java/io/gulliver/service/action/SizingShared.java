package io.gulliver.service.action;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.planning.sizing.SharedBuild;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code sizing.shared}: what a server or a container database is built with, by the sums over all that land there. Waits
 * for those whose own run is about to have its sizing accepted; of others without one it says so.
 *
 * <p>Inputs: {@code kind}, {@code name}, {@code data_volumes}, {@code redo_volumes} and {@code
 * recovery_volumes} (names, of a server), figures in place
 * of the sums by their keys, 0 for none; {@code needed}: whether a figure that nobody knows, or a limit that the sum is beyond,
 * stops the step. A server that stands already has what it has.
 */
public final class SizingShared implements ControlAction {
    private static final String NOBODY = "none that is sized";

    private final Sums sums;
    private final Company company;

    /** What a shared thing is built with. */
    @FunctionalInterface
    public interface Sums {
        SharedBuild of(
                String program,
                String kind,
                String name,
                Map<String, ? extends Number> given,
                SharedBuild.Volumes volumes);
    }

    /** Databases that land there, whose running migration of this purpose has its sizing before it. */
    @FunctionalInterface
    public interface Company {
        List<String> awaited(String program, String kind, String name, Purpose purpose);
    }

    public SizingShared(Sums sums, Company company) {
        this.sums = sums;
        this.company = company;
    }

    @Override
    public String name() {
        return "sizing.shared";
    }

    @Override
    public StepResult invoke(StepCall call, Patience patience) {
        String kind = CallInputs.text(call, "kind");
        String name = CallInputs.text(call, "name");
        return switch (call.operation()) {
            case RUN, START ->
                StepResult.started("sizing/" + kind + "/" + name, Map.of(), "Sizes " + kind + " " + name);
            case AWAIT -> {
                boolean all =
                        patience.until(() -> awaited(call, kind, name).isEmpty(), Math.max(1, call.patienceSeconds()));
                yield all ? size(call, kind, name) : StepResult.running("sizing/" + kind + "/" + name, waits(call));
            }
            case STOP, UNDO -> StepResult.done(Map.of(), "Sizing leaves nothing behind");
            case EVALUATE -> {
                SharedBuild build = build(call, kind, name);
                boolean known = build.missing().isEmpty() || !needed(call);
                yield StepResult.done(known ? outputs(call, build) : Map.of(), said(call, build));
            }
        };
    }

    private List<String> awaited(StepCall call, String kind, String name) {
        return company.awaited(call.program(), kind, name, call.purpose());
    }

    private Progress waits(StepCall call) {
        List<String> awaited = awaited(call, CallInputs.text(call, "kind"), CallInputs.text(call, "name"));
        return new Progress(
                0,
                (double) awaited.size(),
                "databases",
                null,
                "Waits for the accepted sizing of " + String.join(", ", awaited));
    }

    private StepResult size(StepCall call, String kind, String name) {
        SharedBuild build = build(call, kind, name);
        boolean needed = needed(call);
        if (needed && !build.missing().isEmpty()) {
            throw new Refused(FailureCode.CHECK_FAILED.with(
                    "What is built as " + kind + " " + name + " cannot be sized: nobody knows its "
                            + String.join(", ", build.missing()) + ". " + String.join(". ", build.told()),
                    "Accept the sizing of those that land there on their sizing pages, or give the figure in the"
                            + " program's policy; then retry the step"));
        }
        if (needed && !build.refusals().isEmpty()) {
            throw new Refused(FailureCode.CHECK_FAILED.with(
                    "What lands on " + kind + " " + name + " cannot be built there together: "
                            + String.join(". ", build.refusals()) + ". " + String.join(". ", build.told()),
                    "Let some of them land elsewhere, or bring evidence of a smaller load to their sizing pages; accept"
                            + " the new sizings there, then retry the step"));
        }
        return StepResult.done(outputs(call, build), said(call, build));
    }

    /** Of a server that stands what lands there is told, and not what it would be built with. */
    private static String said(StepCall call, SharedBuild build) {
        return needed(call) ? told(build) : "What lands there is sized so:\n- " + instances(build);
    }

    private static String instances(SharedBuild build) {
        return build.instances().isEmpty() ? NOBODY : String.join("\n- ", build.instances());
    }

    private static boolean needed(StepCall call) {
        return !Boolean.FALSE.equals(call.inputs().get("needed"));
    }

    private SharedBuild build(StepCall call, String kind, String name) {
        Map<String, Number> given = new TreeMap<>();
        call.inputs().forEach((key, value) -> {
            if (value instanceof Number number) {
                given.put(key, number);
            }
        });
        return sums.of(
                call.program(),
                kind,
                name,
                given,
                new SharedBuild.Volumes(
                        CallInputs.texts(call, "data_volumes").size(),
                        CallInputs.texts(call, "redo_volumes").size(),
                        CallInputs.texts(call, "recovery_volumes").size()));
    }

    private static String told(SharedBuild build) {
        return Stream.concat(build.told().stream(), build.refusals().stream()).collect(Collectors.joining("\n- "));
    }

    private static Map<String, Object> outputs(StepCall call, SharedBuild build) {
        Map<String, Object> outputs = new TreeMap<>(build.figures());
        // Steps of a server read it whether it has such volumes or not.
        outputs.putIfAbsent(SharedBuild.RECOVERY_EACH, 0.0);
        if (!needed(call)) {
            outputs.putIfAbsent(SharedBuild.HUGE_PAGES, 0L);
        }
        outputs.put("decide", build.decide());
        outputs.put("too_small", build.tooSmall());
        outputs.put("told", told(build));
        outputs.put("instances", instances(build));
        return outputs;
    }
}
