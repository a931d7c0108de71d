package io.gulliver.activity.discovery;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.sizing.CpuNeeds;
import io.gulliver.planning.sizing.TargetSizing;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** {@code sizing.target}: the pure sizing, its explanation kept as evidence. */
final class SizeTarget extends ShortAction {
    SizeTarget() {
        super("sizing.target");
    }

    private static final String[] NEEDED = {"sga_mb", "pga_mb", "cores", "used_gb"};

    @Override
    protected void render(StepCall call, Rendering rendering) {
        rendering.says("Would size the target from an SGA of " + rendering.shown("sga_mb") + " MB, a PGA of "
                + rendering.shown("pga_mb") + " MB, " + rendering.shown("cores") + " cores and "
                + rendering.shown("used_gb") + " GB by the rules of the program; asks nobody");
    }

    /** Pure: where everything is known already, the evaluation has the figures themselves. */
    @Override
    public StepResult evaluate(StepCall call, StepContext context) {
        if (!Inputs.of(call).known(NEEDED)) {
            return super.evaluate(call, context);
        }
        StepResult sized = run(call, context);
        Rendering rendering = Rendering.of(call).says(String.valueOf(sized.message()));
        return rendering.result(context, sized.outputs());
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Inputs inputs = Inputs.of(call);
        TargetSizing sizing;
        try {
            sizing = TargetSizing.of(new TargetSizing.Needs(
                    inputs.number("sga_mb"),
                    inputs.number("pga_mb"),
                    inputs.number("connections"),
                    inputs.number("cores"),
                    inputs.number("utilization"),
                    inputs.number("cores_per_ifl"),
                    call.inputs().containsKey("overhead_percent")
                            ? inputs.number("overhead_percent")
                            : CpuNeeds.ZVM_OVERHEAD_PERCENT,
                    inputs.number("used_gb"),
                    inputs.number("redo_peak_gb_hour"),
                    inputs.number("growth_percent_year"),
                    inputs.number("years"),
                    Boolean.TRUE.equals(call.inputs().getOrDefault("production", true)),
                    "discovery"));
        } catch (IllegalArgumentException e) {
            throw new StepFailedException(
                    FailureCode.INPUT_INVALID,
                    String.valueOf(e.getMessage()),
                    "Correct the collected data or the policy.");
        }
        EvidenceRef kept =
                context.evidence("sizing.json", "report", JsonMapper.shared().writeValueAsString(sizing));
        Map<String, Object> outputs = new LinkedHashMap<>();
        outputs.put("memory_mb", whole(sizing.memory().guest()));
        outputs.put("huge_pages", whole(sizing.memory().hugePages()));
        outputs.put("ifls", whole(sizing.cpu().ifls()));
        outputs.put("data_gb", whole(sizing.data()));
        outputs.put("redo_gb", whole(sizing.redo()));
        outputs.put("recovery_area_gb", whole(sizing.recovery()));
        outputs.put("staging_gb", whole(sizing.staging()));
        return new StepResult(
                true,
                outputs,
                null,
                null,
                List.of(kept),
                whole(sizing.memory().guest()) + " MB, " + whole(sizing.cpu().ifls()) + " IFLs, " + whole(sizing.data())
                        + " GB" + beyond(sizing));
    }

    /** Whoever accepts the size reads it: whether it lands in a guest or in an LPAR of its own is not known here. */
    private static String beyond(TargetSizing sizing) {
        return sizing.cpu().refusals().isEmpty()
                ? ""
                : ". " + String.join(". ", sizing.cpu().refusals());
    }

    private static long whole(Derivation figure) {
        return Math.round(figure.value());
    }
}
