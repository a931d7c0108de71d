package io.gulliver.activity.discovery;

import io.gulliver.activity.HostScripts;
import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.evidence.host.HostFacts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code discovery.host}: one read-only script, read by {@link HostFacts}. */
final class DiscoverHost extends ShortAction {
    private final HostScripts scripts;

    DiscoverHost(HostScripts scripts) {
        super("discovery.host");
        this.scripts = scripts;
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        rendering
                .says("Would read what " + rendering.shown("host") + " says of itself, by one script")
                .script(rendering.shown("host"), "host-facts.sh", Map.of());
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        String host = Inputs.of(call).text("host");
        String output;
        try {
            output = scripts.demand(
                            call,
                            host,
                            "host-facts",
                            ScriptTemplate.load("host-facts.sh").render(Map.of()),
                            List.of())
                    .output();
        } catch (StepFailedException e) {
            if (!e.failure().code().equals(FailureCode.SYSTEM_UNKNOWN.name())
                    || !Boolean.TRUE.equals(call.inputs().get("without_login"))) {
                throw e;
            }
            return StepResult.done(
                    Map.of("missing", List.of("everything: no login")),
                    host + " was not looked at: " + e.failure().message()
                            + " Upload what its commands say (lscpu, /proc/meminfo, sar) as evidence of the database.");
        }
        EvidenceRef kept = context.evidence("host-facts.txt", "report", output);
        HostFacts facts = HostFacts.read(output);
        Map<String, Object> outputs = new LinkedHashMap<>();
        if (facts.architecture() != null) {
            outputs.put("architecture", facts.architecture());
        }
        if (facts.operatingSystem() != null) {
            outputs.put("operating_system", facts.operatingSystem());
        }
        facts.processors().ifPresent(value -> outputs.put("processors", value));
        facts.cores().ifPresent(value -> outputs.put("cores", value));
        facts.memoryMb().ifPresent(value -> outputs.put("memory_mb", value));
        facts.hugePages().ifPresent(value -> outputs.put("huge_pages", value));
        facts.swapMb().ifPresent(value -> outputs.put("swap_mb", value));
        facts.disksGb().ifPresent(value -> outputs.put("disks_gb", value));
        outputs.put("missing", facts.missing());
        return new StepResult(
                true,
                outputs,
                null,
                null,
                List.of(kept),
                host + ": " + facts.architecture() + ", " + facts.operatingSystem()
                        + (facts.missing().isEmpty() ? "" : "; not read: " + facts.missing()));
    }
}
