package io.gulliver.activity.discovery;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.evidence.EvidenceKind;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.client.HostProgram;
import io.gulliver.evidence.host.HostFacts;
import io.gulliver.evidence.intake.Blanking;
import io.gulliver.evidence.intake.EvidenceReaders;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
                    Map.of(
                            "missing", List.of("everything: no login"),
                            "facts", Map.of(),
                            "fact_units", Map.of(),
                            "fact_sources", Map.of(),
                            "facts_assumed", List.of(),
                            "programs", List.of()),
                    host + " was not looked at: " + e.failure().message()
                            + " Upload what its commands say (lscpu, /proc/meminfo, sar) as evidence of the database.");
        }
        String blanked = blanked(output);
        EvidenceRef kept = context.evidence("host-facts.txt", "report", blanked);
        HostFacts facts = HostFacts.read(blanked);
        Map<String, Object> outputs = new LinkedHashMap<>(recorded(host, blanked));
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

    /** Commands of processes and jobs can hold passwords: none leaves this worker. */
    private static String blanked(String output) {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        try {
            Blanking.copy(new ByteArrayInputStream(output.getBytes(StandardCharsets.UTF_8)), kept, false);
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory cannot fail to be read", e);
        }
        return kept.toString(StandardCharsets.UTF_8);
    }

    /** The facts that the same text gives when somebody uploads it, and what runs there. */
    private static Map<String, Object> recorded(String host, String output) {
        byte[] text = output.getBytes(StandardCharsets.UTF_8);
        Map<String, Object> facts = new TreeMap<>();
        Map<String, String> units = new TreeMap<>();
        Map<String, String> sources = new TreeMap<>();
        List<String> assumed = new ArrayList<>();
        EvidenceReaders.Everything read;
        try {
            read = EvidenceReaders.readAll(
                    EvidenceKind.HOST_FACTS,
                    () -> new ByteArrayInputStream(text),
                    new EvidenceOrigin(host, ZoneOffset.UTC, Instant.EPOCH));
        } catch (IOException e) {
            throw new UncheckedIOException("a text in memory cannot fail to be read", e);
        }
        for (Fact fact : read.reading().facts()) {
            facts.put(fact.name(), fact.value());
            sources.put(fact.name(), "host " + host);
            if (fact.confidence() == Confidence.ASSUMED) {
                assumed.add(fact.name());
            }
            if (fact.unit() != null) {
                units.put(fact.name(), fact.unit());
            }
        }
        return Map.of(
                "facts", facts,
                "fact_units", units,
                "fact_sources", sources,
                "facts_assumed", assumed,
                "programs", read.programs().stream().map(HostProgram::line).toList());
    }
}
