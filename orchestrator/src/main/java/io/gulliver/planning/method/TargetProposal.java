package io.gulliver.planning.method;

import io.gulliver.domain.estate.TargetKind;
import io.gulliver.planning.facts.FactResolver;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a target should be: its release, edition and shape, and whether its server is a partition or a guest of z/VM, each with reasons.
 *
 * @param release to install, newest update of it, or null when none of the table fits
 * @param edition enterprise or standard, or null while that of the source is unknown
 * @param shape single or pdb; no cluster is proposed, because none is built
 * @param hypervisor DPM for a partition of its own, ZVM for a guest of z/VM, null while nothing decides
 * @param asOf date of the table of releases that it rests on
 * @param reasons why, and why not the others
 * @param warnings what somebody must look at first
 */
public record TargetProposal(
        @Nullable String release,
        @Nullable String edition,
        String shape,
        @Nullable TargetKind hypervisor,
        LocalDate asOf,
        List<String> reasons,
        List<String> warnings) {
    public TargetProposal {
        reasons = List.copyOf(reasons);
        warnings = List.copyOf(warnings);
    }

    /**
     * Proposes.
     *
     * @param facts as for the methods: {@code source_release}, {@code source_edition}, {@code source_topology},
     *     {@code enterprise_features}, {@code partition_count}
     * @param table of releases
     * @param day on which the target shall be in support
     */
    public static TargetProposal of(Map<String, Object> facts, ReleaseTable table, LocalDate day) {
        return of(facts, table, day, TopologyProposal.open());
    }

    /**
     * The same on a landscape.
     *
     * @param topology of the server that it lands on
     */
    public static TargetProposal of(
            Map<String, Object> facts, ReleaseTable table, LocalDate day, TopologyProposal topology) {
        List<String> reasons = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        ReleaseTable.Entry chosen = release(facts, table, day, reasons, warnings);
        if (table.stale(day)) {
            warnings.add("The table of releases is of " + table.asOf() + ", more than " + table.staleAfterDays()
                    + " days old: look at the certification of the day, and have the administrator put the table of today"
                    + " with its as_of into the data directory as tables/rules/releases.yaml");
        }
        String edition = edition(facts, reasons, warnings);
        String shape = shape(facts, chosen, reasons, warnings);
        reasons.addAll(topology.reasons());
        warnings.addAll(topology.warnings());
        return new TargetProposal(
                chosen == null ? null : chosen.release(),
                edition,
                shape,
                topology.kind(),
                table.asOf(),
                reasons,
                warnings);
    }

    private static ReleaseTable.@Nullable Entry release(
            Map<String, Object> facts, ReleaseTable table, LocalDate day, List<String> reasons, List<String> warnings) {
        Object source = known(facts, "source_release");
        if (source == null) {
            warnings.add("source_release is unknown: whether the target lies below it cannot be judged");
        }
        ReleaseTable.Entry chosen = null;
        for (ReleaseTable.Entry one : table.releases()) {
            String against = against(one, source, day);
            if (!against.isEmpty()) {
                reasons.add("Not " + one.release() + ": " + against);
            } else if (chosen == null || one.premier().isAfter(chosen.premier())) {
                chosen = one;
            }
        }
        if (chosen == null) {
            reasons.add("No release of the table fits: look at the certification of the day, and edit the table");
        } else {
            reasons.add(chosen.release()
                    + ", its newest update: a long-term release certified on s390x"
                    + (chosen.since() == null ? "" : " since " + chosen.since())
                    + ", Premier Support to "
                    + chosen.premier()
                    + (chosen.extended() == null ? "" : ", Extended Support to " + chosen.extended())
                    + "; by the table of " + table.asOf()
                    + (chosen.source() == null ? "" : ": " + chosen.source())
                    + (chosen.note() == null ? "" : "; " + chosen.note()));
            asked(facts, chosen, table, day, reasons, warnings);
        }
        return chosen;
    }

    private static String against(ReleaseTable.Entry one, @Nullable Object source, LocalDate day) {
        if (!one.certified()) {
            return "it is not confirmed on s390x" + (one.source() == null ? "" : ": " + one.source());
        }
        if (!one.longTerm()) {
            return "it is an innovation release";
        }
        if (one.premier().isBefore(day)) {
            return "its Premier Support ended on " + one.premier();
        }
        // 19 stands for every update of 19: the first number decides from 18 on, the first two before
        if (source != null && Release.compare(line(source.toString()), one.release()) > 0) {
            return "source_release is " + source + ", above it";
        }
        return "";
    }

    /** What the inventory or the program asks for, where it is another release than the proposed one. */
    private static void asked(
            Map<String, Object> facts,
            ReleaseTable.Entry chosen,
            ReleaseTable table,
            LocalDate day,
            List<String> reasons,
            List<String> warnings) {
        Object asked = known(facts, "target_release");
        if (asked == null || line(asked.toString()).equals(chosen.release())) {
            return;
        }
        ReleaseTable.Entry found = table.releases().stream()
                .filter(one -> one.release().equals(line(asked.toString())))
                .findFirst()
                .orElse(null);
        warnings.add("target_release is " + asked + ", not " + chosen.release() + ": "
                + (found == null
                        ? "the table of releases does not know it"
                        : against(found, known(facts, "source_release"), day).isEmpty()
                                ? "it would do as well"
                                : against(found, known(facts, "source_release"), day)));
    }

    private static @Nullable Object known(Map<String, Object> facts, String name) {
        Object value = facts.get(name);
        return value == null ? null : Release.find(value.toString()).orElse(null);
    }

    private static String line(String release) {
        String[] parts = Release.find(release).orElse(release.strip()).split("\\.");
        boolean old = parts[0].matches("[0-9]+") && Integer.parseInt(parts[0]) < 18;
        return old && parts.length > 1 ? parts[0] + "." + parts[1] : parts[0];
    }

    private static @Nullable String edition(Map<String, Object> facts, List<String> reasons, List<String> warnings) {
        Object given = facts.get("source_edition");
        String source =
                given == null ? null : FactResolver.edition(given.toString()).orElse(null);
        if (source == null) {
            warnings.add("source_edition is unknown: the edition of the target stays open");
            return null;
        }
        String edition = source;
        if (edition.equals("standard")) {
            warnings.add("Standard Edition 2 on s390x: look at price list and certification of the day first");
            reasons.add("standard: source_edition is standard, and nothing says that more is used");
        } else if (facts.get("enterprise_features") instanceof List<?> used) {
            reasons.add(
                    used.isEmpty()
                            ? edition
                                    + ": source_edition is that; no feature in use needs it, so ask whether it must be"
                            : edition + ": in use are "
                                    + String.join(
                                            ", ",
                                            used.stream().map(String::valueOf).toList()));
        } else {
            reasons.add(edition + ": source_edition is that");
        }
        return edition;
    }

    private static String shape(
            Map<String, Object> facts,
            ReleaseTable.@Nullable Entry release,
            List<String> reasons,
            List<String> warnings) {
        String read = ReadFacts.topology(String.valueOf(facts.getOrDefault("source_topology", "single")));
        String source = read == null ? "single" : read;
        if (source.equals("rac")) {
            warnings.add("source_topology is rac, and Gulliver builds no cluster: one instance has to carry what all of"
                    + " them carry, and stays away while its server does");
        }
        if (source.equals("pdb")) {
            reasons.add(
                    "pdb: source_topology is pdb; up to 3 user databases of a container need no Multitenant option");
            return "pdb";
        }
        if (release != null && release.containerOnly()) {
            reasons.add("pdb: release " + release.release() + " knows nothing else");
            return "pdb";
        }
        if (source.equals("rac")) {
            reasons.add("single: Gulliver builds no cluster; offered are one instance, one under Oracle Restart, and a"
                    + " cluster that people make and Gulliver moves into: read its state on the chosen hypervisor from the"
                    + " virtualization matrix of the release, and put its nodes on different machines");
            return "single";
        }
        reasons.add(source + ": source_topology is " + (facts.containsKey("source_topology") ? source : "unknown")
                + "; releases after 19 need a pluggable database");
        return source;
    }
}
