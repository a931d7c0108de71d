package io.gulliver.service.action;

import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.build.DesignLine;
import io.gulliver.planning.build.BuildDesign;
import io.gulliver.planning.build.BuildPlanner;
import io.gulliver.planning.build.DesignStanding;
import io.gulliver.planning.sizing.BuildFigure;
import io.gulliver.planning.sizing.SharedBuild;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code design.build}: puts the design together that a run builds, with its hash, and says whether a person is asked for it.
 * It stops nothing itself: a gate looks at {@code ask}.
 *
 * <p>Inputs: {@code name} of the server, the figures that it is built with by their keys, {@code decide}, {@code blocking}, {@code
 * ask_for_sums}; {@code approved} (lines of the design that was approved before, as this step answers them; none the first
 * time). Outputs: {@code hash}, {@code lines}, {@code ask}, {@code approved_by} (empty while nobody approved this very design),
 * {@code differs} (one line each, against {@code approved} where it is given, else against the last approved design of the
 * server), {@code volume_group} (whether its database volumes are put into one), {@code told}.
 */
public final class DesignBuild implements ControlAction {
    private static final List<String> FIGURES = List.of(
            SharedBuild.MEMORY,
            SharedBuild.HUGE_PAGES,
            BuildFigure.IFLS.key(),
            SharedBuild.DATA_EACH,
            SharedBuild.REDO_EACH,
            SharedBuild.RECOVERY_EACH);

    private final Designs designs;
    private final Anew anew;

    /** Puts together the design that a run of the playbook with this hash builds. */
    @FunctionalInterface
    public interface Designs {
        DesignStanding of(
                String program, String server, String playbook, Map<String, ?> figures, List<String> blocking);
    }

    /** Says what would be sized otherwise by now, one line each. */
    @FunctionalInterface
    public interface Anew {
        List<String> of(String program, String server, String playbook, Map<String, ?> figures);
    }

    public DesignBuild(Designs designs, Anew anew) {
        this.designs = designs;
        this.anew = anew;
    }

    @Override
    public String name() {
        return "design.build";
    }

    @Override
    public StepResult invoke(StepCall call, Patience patience) {
        return switch (call.operation()) {
            case RUN, START, EVALUATE -> designed(call);
            case AWAIT, STOP, UNDO -> StepResult.done(Map.of(), "A design leaves nothing behind");
        };
    }

    private StepResult designed(StepCall call) {
        String server = CallInputs.text(call, "name");
        Map<String, Object> figures = CallInputs.figures(call, FIGURES);
        List<String> blocking = CallInputs.texts(call, "blocking");
        DesignStanding standing = designs.of(call.program(), server, call.playbookHash(), figures, blocking);
        BuildDesign design = standing.design();
        boolean again = call.inputs().get("approved") instanceof Map<?, ?> map && !map.isEmpty();
        List<String> differs = new ArrayList<>();
        boolean settled = false;
        if (again) {
            design.against(lines(call.inputs().get("approved"))).forEach(change -> differs.add(change.told()));
            List<String> since = anew.of(call.program(), server, call.playbookHash(), figures);
            settled = standing.approval() != null && since.isEmpty();
            differs.addAll(since);
        } else {
            standing.changes().forEach(change -> differs.add(change.told()));
        }
        boolean approved = standing.approval() != null;
        boolean worthAsking = Boolean.TRUE.equals(call.inputs().get("decide"))
                || !blocking.isEmpty()
                || !design.missing().isEmpty()
                || Boolean.TRUE.equals(call.inputs().get("ask_for_sums"));
        Map<String, Object> outputs = new TreeMap<>();
        outputs.put("hash", design.hash());
        outputs.put("lines", kept(design.kept()));
        outputs.put("ask", again ? !differs.isEmpty() && !settled : !approved && worthAsking);
        outputs.put("approved_by", approved ? standing.approval().by() : "");
        outputs.put("differs", differs);
        outputs.put(
                BuildPlanner.GROUP,
                design.kept().stream().anyMatch(line -> line.key().equals(BuildPlanner.GROUP)));
        outputs.put("told", String.join("\n- ", design.told()));
        return StepResult.done(outputs, said(server, design, standing, again, differs));
    }

    private static String said(
            String server, BuildDesign design, DesignStanding standing, boolean again, List<String> differs) {
        String hash = "Design " + design.hash().substring(0, 12) + " of " + server;
        if (again) {
            return hash
                    + (differs.isEmpty()
                            ? " is the one that goes on"
                            : " is not the one that was to be built: " + String.join("; ", differs))
                    + (standing.approval() == null
                            ? ""
                            : "; approved by " + standing.approval().by());
        }
        String approved = standing.approval() == null
                ? " is not approved"
                : " is approved by " + standing.approval().by();
        return hash + approved + "\n- " + String.join("\n- ", design.told());
    }

    /** Lines as outputs of a step carry them: by key, what it is, its value and its unit. */
    static Map<String, Object> kept(List<DesignLine> lines) {
        Map<String, Object> kept = new TreeMap<>();
        lines.forEach(line -> kept.put(line.key(), List.of(line.words(), line.value(), line.unit())));
        return kept;
    }

    /** The same read back. */
    static List<DesignLine> lines(Object kept) {
        List<DesignLine> lines = new ArrayList<>();
        if (kept instanceof Map<?, ?> map) {
            map.forEach((key, line) -> {
                if (line instanceof List<?> parts && parts.size() == 3) {
                    lines.add(new DesignLine(
                            String.valueOf(key),
                            String.valueOf(parts.get(0)),
                            String.valueOf(parts.get(1)),
                            String.valueOf(parts.get(2))));
                }
            });
        }
        return lines;
    }
}
