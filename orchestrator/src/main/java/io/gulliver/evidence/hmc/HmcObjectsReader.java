package io.gulliver.evidence.hmc;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.evidence.Coverage;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.EvidenceProblem;
import io.gulliver.evidence.FactList;
import io.gulliver.evidence.JsonObjects;
import io.gulliver.evidence.Problems;
import io.gulliver.evidence.Reading;
import io.gulliver.evidence.Regex;
import io.gulliver.evidence.SectionCoverage;
import io.gulliver.evidence.SectionCoverage.State;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads properties of a machine (CPC) and of its partitions as the HMC's Web Services API gives them in JSON: one object,
 * a list, or several answers one after the other, plain or gzipped.
 *
 * <p>Fields are those of {@code GET /api/cpcs/{id}}, {@code GET /api/partitions/{id}} (DPM) and
 * {@code GET /api/logical-partitions/{id}} (classic mode). Free IFLs are computed, for the HMC has no figure to trust: the
 * machine's IFLs less the dedicated ones of partitions that are active or reserve their resources.
 */
public final class HmcObjectsReader {
    private static final int TOLD = 500;
    /** A machine has 85 partitions at most; a list of all machines of an HMC has a few thousand. */
    private static final int MOST = 20_000;

    private static final Set<String> HELD = Set.of("active", "degraded", "paused", "starting", "stopping");
    private static final double MIB_PER_GB = 1024;

    private static final List<String> EXPECTED = List.of(
            "hmc.machine.name",
            "hmc.machine.ifls",
            "hmc.machine.memoryGb",
            "hmc.machine.freeMemoryGb",
            "hmc.partitions",
            "hmc.partitions.each");

    private final Problems problems = new Problems();
    private final List<String> partitions = new ArrayList<>();
    private final Set<String> seen = new LinkedHashSet<>();
    private final Map<String, long[]> sections = new LinkedHashMap<>();
    private @Nullable Map<String, String> machine;
    private long machines;
    private long count;
    private long sharedIfls;
    private long dedicatedIfls;
    private long memory;
    private boolean sizes;

    private HmcObjectsReader() {}

    /**
     * Reads to the end.
     *
     * @param in plain or gzipped; not closed
     * @param origin facts are as old as the file, for the properties do not say when they were read
     * @throws IOException only when the stream itself fails; nothing in the content does
     */
    public static Reading read(InputStream in, EvidenceOrigin origin) throws IOException {
        HmcObjectsReader reader = new HmcObjectsReader();
        EvidenceProblem end = JsonObjects.read(in, reader::take);
        if (end != null) {
            reader.problems.cut(end.line(), end.section(), end.message(), end.advice());
        }
        return reader.reading(new FactList(origin.source(), origin.receivedAt()), end != null);
    }

    private void take(String path, Map<String, String> fields, long line) {
        String kind = fields.getOrDefault("class", "");
        if (kind.equals("cpc") || fields.containsKey("processor-count-ifl")) {
            section("machine", line);
            machines++;
            if (machine == null) {
                machine = Map.copyOf(fields);
            }
        } else if (kind.equals("partition")
                || kind.equals("logical-partition")
                || fields.containsKey("initial-memory")
                || fields.containsKey("ifl-processors")
                || fields.containsKey("initial-ifl-processing-weight")) {
            section("partitions", line);
            partition(fields, line);
        } else if (path.endsWith("partitions") && fields.containsKey("object-uri") && fields.containsKey("status")) {
            section("partitions", line);
            listed(fields);
        } else if (fields.containsKey("http-status")) {
            problems.add(
                    line,
                    null,
                    "the HMC answered " + fields.get("http-status") + "." + fields.getOrDefault("reason", "0") + ": "
                            + cut(fields.getOrDefault("message", "no message")),
                    "let the HMC's administrator give the user access to the object, and read it again");
        }
    }

    private void section(String name, long line) {
        sections.computeIfAbsent(name, none -> new long[] {line, 0})[1]++;
    }

    private boolean known(Map<String, String> fields) {
        String key = fields.getOrDefault("object-uri", fields.getOrDefault("object-id", "name " + fields.get("name")));
        if (seen.size() >= MOST) {
            problems.add(
                    0,
                    "partitions",
                    "more than " + MOST + " partitions; the rest is left out",
                    "upload the partitions of one machine");
            return true;
        }
        return !seen.add(key);
    }

    private void listed(Map<String, String> fields) {
        if (!known(fields)) {
            count++;
            tell(fields.getOrDefault("name", "?") + ": " + fields.get("status"));
        }
    }

    private void partition(Map<String, String> fields, long line) {
        if (known(fields)) {
            return;
        }
        count++;
        String name = fields.getOrDefault("name", "?");
        boolean ifl = whole(fields, "ifl-processors", line).orElse(0) > 0
                || fields.containsKey("initial-ifl-processing-weight")
                        && whole(fields, "cp-processors", line).orElse(0) == 0;
        long processors =
                whole(fields, ifl ? "ifl-processors" : "cp-processors", line).orElse(0);
        String mode = fields.getOrDefault("processor-mode", "");
        String status = fields.getOrDefault("status", "unknown");
        boolean held = HELD.contains(status)
                || fields.getOrDefault("reserve-resources", "").equals("true");
        if (ifl && mode.equals("dedicated") && held) {
            dedicatedIfls += processors;
        } else if (ifl && mode.equals("shared") && held) {
            sharedIfls += processors;
        }
        OptionalLong least = whole(fields, "initial-memory", line);
        OptionalLong most = whole(fields, "maximum-memory", line);
        sizes |= processors > 0 || least.isPresent();
        if (held) {
            memory += least.orElse(0);
        }
        StringBuilder text = new StringBuilder(name + ": " + status);
        if (processors > 0) {
            text.append(", ")
                    .append(processors)
                    .append(mode.isEmpty() ? "" : " " + mode)
                    .append(ifl ? " IFLs" : " CPs");
        }
        String weight = ifl ? "initial-ifl-processing-weight" : "initial-cp-processing-weight";
        OptionalLong share = whole(fields, weight, line);
        if (share.isEmpty() && !ifl) {
            share = whole(fields, "initial-processing-weight", line);
        }
        if (share.isPresent()) {
            text.append(", weight ").append(share.getAsLong());
        }
        String cap = fields.getOrDefault(
                (ifl ? "ifl" : "cp") + "-absolute-processor-capping-value",
                fields.getOrDefault((ifl ? "ifl-" : "") + "absolute-processor-capping.value", ""));
        if (!cap.isEmpty() && !cap.equals("0.0") && !cap.equals("0")) {
            text.append(", capped at ").append(cap);
        }
        if (least.isPresent()) {
            text.append(", ")
                    .append(FactList.rounded(least.getAsLong() / MIB_PER_GB))
                    .append(" GB");
        }
        if (most.isPresent()) {
            text.append(" of at most ").append(FactList.rounded(most.getAsLong() / MIB_PER_GB));
        }
        tell(text.toString());
    }

    private void tell(String text) {
        if (partitions.size() < TOLD) {
            partitions.add(text);
        }
    }

    private OptionalLong whole(Map<String, String> fields, String name, long line) {
        String text = fields.get(name);
        if (text == null || text.isEmpty()) {
            return OptionalLong.empty();
        }
        if (!Regex.matches(text, "\\d{1,15}")) {
            problems.add(
                    line,
                    null,
                    "'" + name + "' of " + fields.getOrDefault("name", "an object") + " is '" + cut(text)
                            + "', wanted a whole number; it is left out",
                    "read the properties again from the HMC");
            return OptionalLong.empty();
        }
        return OptionalLong.of(Long.parseLong(text));
    }

    private Reading reading(FactList facts, boolean cut) {
        Map<String, String> cpc = machine;
        if (machines > 1) {
            problems.add(
                    0,
                    "machine",
                    machines + " machines; only the first one's properties are taken",
                    "upload the properties of one machine in one file");
        }
        if (cpc != null) {
            text(facts, cpc, "name", "hmc.machine.name");
            text(facts, cpc, "machine-type", "hmc.machine.type");
            text(facts, cpc, "machine-model", "hmc.machine.model");
            text(facts, cpc, "status", "hmc.machine.status");
            if (cpc.containsKey("dpm-enabled")) {
                facts.add("hmc.machine.dpm", cpc.get("dpm-enabled").equals("true"), null);
            }
            count(facts, cpc, "processor-count-ifl", "hmc.machine.ifls", "IFLs");
            count(facts, cpc, "processor-count-general-purpose", "hmc.machine.cps", "CPs");
            count(facts, cpc, "processor-count-spare", "hmc.machine.spares", "spare processors");
            gigabytes(facts, cpc, "storage-customer", "hmc.machine.memoryGb");
            gigabytes(facts, cpc, "storage-customer-available", "hmc.machine.freeMemoryGb");
            OptionalLong ifls = whole(cpc, "processor-count-ifl", 0);
            if (ifls.isPresent() && sizes) {
                facts.add("hmc.machine.iflsNotDedicated", ifls.getAsLong() - dedicatedIfls, "IFLs", Confidence.ASSUMED);
            }
        }
        if (count > 0) {
            facts.add("hmc.partitions", count, "partitions");
            facts.add("hmc.partitions.each", partitions, null);
        }
        if (sizes) {
            facts.add("hmc.partitions.dedicatedIfls", dedicatedIfls, "IFLs of partitions that hold them");
            facts.add("hmc.partitions.sharedIfls", sharedIfls, "logical IFLs of partitions that hold them");
            facts.add(
                    "hmc.partitions.memoryGb", FactList.rounded(memory / MIB_PER_GB), "GB of partitions that hold it");
        }
        List<SectionCoverage> all = new ArrayList<>();
        for (String name : List.of("machine", "partitions")) {
            long[] found = sections.get(name);
            all.add(
                    found == null
                            ? new SectionCoverage(name, 0, 0, State.MISSING)
                            : new SectionCoverage(name, found[0], found[1], cut ? State.CUT : State.READ));
        }
        return Reading.of(facts, problems, Coverage.of(EXPECTED, facts.names(), all));
    }

    private static void text(FactList facts, Map<String, String> fields, String name, String fact) {
        String value = fields.get(name);
        if (value != null && !value.isEmpty()) {
            facts.add(fact, value, null);
        }
    }

    private void count(FactList facts, Map<String, String> fields, String name, String fact, String unit) {
        whole(fields, name, 0).ifPresent(value -> facts.add(fact, value, unit));
    }

    private void gigabytes(FactList facts, Map<String, String> fields, String name, String fact) {
        whole(fields, name, 0).ifPresent(value -> facts.add(fact, FactList.rounded(value / MIB_PER_GB), "GB"));
    }

    private static String cut(String text) {
        String plain = Regex.replaceAll(text, "[[:cntrl:]]", "·");
        return plain.length() <= 80 ? plain : plain.substring(0, 80) + "…";
    }
}
