package io.gulliver.planning.method;

import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.estate.TargetKind;
import io.gulliver.planning.sizing.CpuLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Whether the server of a database is a partition of its own or a guest of z/VM, and why.
 *
 * @param kind {@link TargetKind#DPM} or {@link TargetKind#ZVM}; null while nothing decides
 * @param reasons why
 * @param warnings what speaks against it, or must be looked at first
 */
public record TopologyProposal(@Nullable TargetKind kind, List<String> reasons, List<String> warnings) {
    /** In place of a server's playbook: that of what is proposed for it. */
    public static final String AUTO = "auto";

    private static final double MB_PER_GB = 1024;

    public TopologyProposal {
        reasons = List.copyOf(reasons);
        warnings = List.copyOf(warnings);
    }

    /** Of a landscape of which nobody knows anything. */
    public static TopologyProposal open() {
        return new TopologyProposal(null, List.of(), List.of());
    }

    /** The playbook that builds such a server; empty while nothing decides. */
    public Optional<String> playbook() {
        return Optional.ofNullable(kind).flatMap(TopologyProposal::playbook);
    }

    /** The playbook that builds servers of a kind; empty for one that leaves it open. */
    public static Optional<String> playbook(TargetKind kind) {
        return switch (kind) {
            case DPM -> Optional.of("dpm-server");
            case ZVM -> Optional.of("zvm-server");
            case AUTO -> Optional.empty();
        };
    }

    /**
     * A database that lands on the server.
     *
     * @param asked what inventory or landing say, or null
     * @param criticality 1 is the most urgent, or null while unknown
     * @param sgaMb its SGA, or null while unknown
     * @param ifls that its accepted sizing gives it, or null
     */
    public record Lander(
            String database,
            @Nullable TargetKind asked,
            Environment environment,
            @Nullable Integer criticality,
            @Nullable Double sgaMb,
            @Nullable Long ifls) {}

    /**
     * Proposes for a server.
     *
     * @param landers all that land there, at least one
     * @param there hypervisors of the landscape; empty while it names none
     */
    public static TopologyProposal of(List<Lander> landers, SortedSet<TargetKind> there, TopologyRules rules) {
        List<String> reasons = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        TargetKind asked = asked(landers, warnings);
        long ifls = landers.stream()
                .map(Lander::ifls)
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .sum();
        boolean tooLarge = ifls > CpuLimits.GUEST.most();
        TargetKind by = judged(landers, ifls, rules, reasons);
        if (asked != null) {
            if (asked == TargetKind.ZVM && tooLarge) {
                warnings.add("Asked for is a guest of z/VM, and its " + ifls + " processors are more than the "
                        + CpuLimits.GUEST.most() + " that a guest can have (" + CpuLimits.GUEST.source() + ")");
            } else if (asked != by) {
                warnings.add("Asked for is " + word(asked) + "; by the rules it would be " + word(by) + ": "
                        + String.join("; ", reasons));
            }
            reasons.clear();
            reasons.add(word(asked) + ": the inventory or the landing says so");
            absent(asked, there, warnings);
            return new TopologyProposal(asked, reasons, warnings);
        }
        if (there.isEmpty()) {
            warnings.add(
                    "Partition or guest of z/VM stays open: the landscape names neither an HMC nor a Feilong server");
            return new TopologyProposal(null, List.of(), warnings);
        }
        if (!there.contains(by)) {
            TargetKind only = there.first();
            if (only == TargetKind.ZVM && tooLarge) {
                warnings.add("Its " + ifls + " processors are more than the " + CpuLimits.GUEST.most()
                        + " that a guest can have (" + CpuLimits.GUEST.source()
                        + "), and the landscape names no HMC that makes partitions");
                return new TopologyProposal(null, List.of(), warnings);
            }
            warnings.add("By the rules it would be " + word(by) + ": " + String.join("; ", reasons));
            return new TopologyProposal(only, List.of(word(only) + ": the landscape has nothing else"), warnings);
        }
        return new TopologyProposal(by, reasons, warnings);
    }

    private static @Nullable TargetKind asked(List<Lander> landers, List<String> warnings) {
        SortedSet<TargetKind> asked = new TreeSet<>();
        landers.stream()
                .map(Lander::asked)
                .filter(kind -> kind != null && kind != TargetKind.AUTO)
                .forEach(asked::add);
        if (asked.size() > 1) {
            warnings.add(
                    "Of those who land on one server some are asked into a partition and some into a guest of z/VM: "
                            + String.join(
                                    ", ", landers.stream().map(Lander::database).toList()));
        }
        return asked.isEmpty() ? null : asked.first();
    }

    private static void absent(TargetKind asked, SortedSet<TargetKind> there, List<String> warnings) {
        if (!there.isEmpty() && !there.contains(asked)) {
            warnings.add("The landscape names no " + (asked == TargetKind.ZVM ? "Feilong server" : "HMC")
                    + ", so nobody can build " + word(asked));
        }
    }

    /** What the rules say, as if both could be had. */
    private static TargetKind judged(List<Lander> landers, long ifls, TopologyRules rules, List<String> reasons) {
        if (ifls > CpuLimits.GUEST.most()) {
            reasons.add("a partition: " + ifls + " processors are more than the " + CpuLimits.GUEST.most()
                    + " that a guest can have (" + CpuLimits.GUEST.source() + ")");
            return TargetKind.DPM;
        }
        double sga = landers.stream()
                        .map(Lander::sgaMb)
                        .filter(Objects::nonNull)
                        .mapToDouble(Double::doubleValue)
                        .sum()
                / MB_PER_GB;
        if (sga > rules.largeSgaGb()) {
            reasons.add("a partition: SGAs of " + Math.round(sga) + " GB are above " + Math.round(rules.largeSgaGb())
                    + " GB (" + rules.sources().largeSga() + ")");
            return TargetKind.DPM;
        }
        List<String> production = landers.stream()
                .filter(lander -> lander.environment() == Environment.PRODUCTION)
                .map(Lander::database)
                .toList();
        if (production.isEmpty()) {
            reasons.add("a guest of z/VM: nothing of production lands there, and " + rules.sharing() + " ("
                    + rules.sources().sharing() + ")");
            return TargetKind.ZVM;
        }
        List<String> urgent = landers.stream()
                .filter(lander -> lander.environment() == Environment.PRODUCTION
                        && (lander.criticality() == null || lander.criticality() <= rules.urgentCriticality()))
                .map(Lander::database)
                .toList();
        if (!urgent.isEmpty()) {
            reasons.add("a partition: " + String.join(", ", urgent) + " of production "
                    + (urgent.size() == 1 ? "is" : "are") + " of criticality " + rules.urgentCriticality()
                    + " or above, or of none that is known, and a partition is " + rules.nativeGain() + " ("
                    + rules.sources().nativeGain() + ")");
            return TargetKind.DPM;
        }
        reasons.add("a guest of z/VM: " + String.join(", ", production) + " of production "
                + (production.size() == 1 ? "is" : "are") + " of a lower criticality, and " + rules.sharing() + " ("
                + rules.sources().sharing() + ")");
        return TargetKind.ZVM;
    }

    private static String word(TargetKind kind) {
        return switch (kind) {
            case DPM -> "a partition";
            case ZVM -> "a guest of z/VM";
            case AUTO -> "either";
        };
    }
}
