package io.gulliver.planning.inputs;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.figure.Rounding;
import io.gulliver.planning.sizing.BuildFigure;
import io.gulliver.planning.sizing.BuildSizes;
import io.gulliver.planning.sizing.MemoryNeeds;
import io.gulliver.planning.sizing.MemoryPlanner;
import io.gulliver.planning.sizing.MemorySizing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Memory of one guest: the instances that stand on it, ASM, agents and replication. */
final class MemoryInputs {
    private static final double MB_PER_GB = 1024;
    private static final String BOUND = "what it is built with";
    private static final Gap SGA = new Gap(
            "the SGA",
            List.of("sga_max_mb", "memory.sgaGb.max", "awr.memory.sgaGb"),
            "run discovery, or upload an AWR Miner capture");
    private static final Gap PGA = new Gap(
            "the PGA",
            List.of("pga_limit_mb", "memory.pgaGb.max", "awr.memory.pgaGb"),
            "run discovery, or upload an AWR Miner capture");
    private static final Gap CONNECTIONS = new Gap(
            "the most sessions at once",
            List.of("sessions_peak", "processes_limit"),
            "run discovery; without it sessions count nothing");

    private MemoryInputs() {}

    /** Of a guest that holds these databases and nothing else, each as it is sized now. */
    static Part<MemorySizing> of(List<Subject> members, SizingPolicy policy) {
        return of(members, policy, Map.of(), false);
    }

    /**
     * Of a guest that holds these databases and nothing else.
     *
     * @param bound figures that databases are built with, by their names, in place of what is sized now
     * @param built whether the guest is built with ASM; else what the sources have tells
     */
    static Part<MemorySizing> of(
            List<Subject> members, SizingPolicy policy, Map<String, BuildSizes> bound, boolean built) {
        PartBuilder builder = new PartBuilder();
        List<MemoryNeeds.Instance> instances = new ArrayList<>();
        List<MemoryNeeds.Replication> replication = new ArrayList<>();
        boolean asm = built;
        boolean asmKnown = true;
        double flash = 0;
        for (Subject member : members) {
            FactFigures figures = new FactFigures(member.facts());
            BuildSizes sizes = bound.get(member.name());
            instances.add(
                    sizes == null ? instance(member, figures, policy, builder) : built(member.name(), sizes, builder));
            flash += figures.positive("flash_cache_mb")
                    .map(FactFigures.Known::value)
                    .orElse(0.0);
            Optional<Boolean> told = figures.fact("asm").map(fact -> Boolean.TRUE.equals(fact.value()));
            asmKnown &= built || told.isPresent();
            asm |= told.orElse(true);
            if (member.replicates()) {
                replication.add(new MemoryNeeds.Replication(
                        "GoldenGate for " + member.name(), policy.goldenGateCacheMb(), policy.goldenGateCacheMb()));
                builder.source("cache of GoldenGate for " + member.name(), "policy sizing.goldenGateCacheMb");
                builder.note("What GoldenGate really holds is not measured: its ceiling counts");
            }
        }
        double asmMb = asm ? MemoryNeeds.ASM_MB : 0;
        if (built) {
            builder.source("ASM", "server.storage is asm; sizing rules");
        } else if (asmKnown) {
            builder.source("ASM", asm ? "asm is true; sizing rules" : "asm is false");
        } else {
            builder.source("ASM", "sizing rules");
            builder.note("Whether ASM is used is unknown: " + (long) asmMb + " MB are planned for it");
        }
        builder.source("agents", "policy sizing.agentsMb");
        if (policy.agentsMb() == 0) {
            builder.wanted(new Gap(
                    "memory of the agents",
                    List.of("policy sizing.agentsMb"),
                    "measure what management and monitoring agents hold, and write it into the program's policy"));
        }
        boolean production = members.stream().anyMatch(Subject::production);
        boolean asmUsed = asm;
        double dropped = flash;
        return builder.part(() -> MemoryPlanner.plan(new MemoryNeeds(
                instances,
                asmUsed ? MemoryNeeds.ASM_MB : 0,
                replication,
                policy.agentsMb(),
                MemoryNeeds.KERNEL_MB,
                production,
                null,
                MemoryNeeds.SLACK_MB,
                1,
                2,
                dropped,
                null,
                "policy",
                builder.sources())));
    }

    private static MemoryNeeds.Instance built(String name, BuildSizes sizes, PartBuilder builder) {
        for (String figure : List.of("SGA of ", "PGA of ", "connections of ")) {
            builder.source(figure + name, BOUND);
        }
        return new MemoryNeeds.Instance(
                name,
                sizes.value(BuildFigure.SGA),
                sizes.value(BuildFigure.PGA),
                sizes.value(BuildFigure.SESSIONS),
                MemoryNeeds.SESSION_MB);
    }

    /** What memory adds to the figures that a database is built with; what is not known is not there. */
    static void build(Subject member, SizingPolicy policy, Map<BuildFigure, Long> figures) {
        PartBuilder builder = new PartBuilder();
        FactFigures known = new FactFigures(member.facts());
        MemoryNeeds.Instance one = instance(member, known, policy, builder);
        put(figures, BuildFigure.SGA, one.sgaMb());
        put(figures, BuildFigure.PGA, one.pgaMb());
        put(figures, BuildFigure.SESSIONS, one.connections());
        double target = known.positive("pga_target_mb")
                .map(told -> spread(
                                told,
                                instances(known),
                                Math.max(1, member.servers().size()),
                                builder)
                        .value())
                .orElse(one.pgaMb());
        put(figures, BuildFigure.PGA_TARGET, Math.min(target, one.pgaMb()));
    }

    static void put(Map<BuildFigure, Long> figures, BuildFigure figure, double value) {
        if (value > 0) {
            figures.put(figure, (long) Rounding.UP.apply(value));
        }
    }

    private static MemoryNeeds.Instance instance(
            Subject member, FactFigures figures, SizingPolicy policy, PartBuilder builder) {
        String name = member.name();
        long source = instances(figures);
        int target = Math.max(1, member.servers().size());
        Optional<SgaProposal> proposal = sga(member, figures, policy);
        Optional<FactFigures.Known> pga = figures.positive("pga_limit_mb", "pga_mb")
                .map(known -> spread(known, source, target, builder))
                .or(() -> whole(figures, target, "memory.pgaGb.max"))
                .or(() -> figures.positive("pga_target_mb").map(known -> spread(known, source, target, builder)));
        Derivation sga = null;
        if (proposal.isEmpty()) {
            builder.stop(SGA);
        } else {
            if (!proposal.get().note().isEmpty()) {
                builder.note(name + ": " + proposal.get().note());
            } else {
                builder.note(name + ": " + proposal.get().told());
            }
            today(figures).ifPresent(known -> builder.weaken(known.confidence()));
            automatic(name, proposal.get(), figures, builder);
            sga = onTarget(name, proposal.get().planned(), figures, source, target, builder);
        }
        double sgaMb = sga == null ? 0 : sga.value();
        double pgaMb = builder.need("PGA of " + name, pga, PGA);
        Optional<FactFigures.Known> peak = figures.positive("sessions_peak", "processes_peak")
                .map(known -> target == 1 ? known : known.times(1.0 / target, ", / " + target + " instances"));
        Optional<FactFigures.Known> connections = peak.isPresent()
                ? peak
                : figures.number("processes_limit").map(known -> spread(known, source, target, builder));
        if (connections.isEmpty()) {
            builder.wanted(CONNECTIONS);
            builder.assume("Sessions of " + name + " are unknown and count nothing");
            builder.source("connections of " + name, "unknown");
        } else if (peak.isEmpty()) {
            builder.note("The most sessions of " + name + " were not measured: its parameter processes counts");
        }
        double sessions = connections
                .map(known -> builder.take("connections of " + name, known))
                .orElse(0.0);
        return new MemoryNeeds.Instance(name, sgaMb, pgaMb, sessions, MemoryNeeds.SESSION_MB, sga);
    }

    /** Memory that Oracle shares out between SGA and PGA cannot lie in huge pages. */
    private static void automatic(String name, SgaProposal proposal, FactFigures figures, PartBuilder builder) {
        figures.positive("memory_target_mb")
                .ifPresent(known -> builder.note(name + " has MEMORY_TARGET " + Derivation.shown(known.value())
                        + " MB (" + known.source()
                        + "): automatic memory management and huge pages exclude each other, so"
                        + " change to SGA_TARGET "
                        + Derivation.shown(proposal.planned().value())
                        + " MB and a PGA_AGGREGATE_TARGET on the target, and MEMORY_TARGET 0"));
    }

    /** SGA of one instance of the source, MB, by the parameter that is set or what was in use. */
    private static Optional<FactFigures.Known> today(FactFigures figures) {
        // with MEMORY_TARGET the maximum of the SGA is that of all memory
        boolean automatic = figures.positive("memory_target_mb").isPresent();
        Optional<FactFigures.Known> told = automatic
                ? figures.positive("sga_mb", "sga_target_mb")
                : figures.positive("sga_max_mb", "sga_mb", "sga_target_mb");
        if (told.isPresent()) {
            return told;
        }
        long source = instances(figures);
        Optional<FactFigures.Known> largest = figures.positive("memory.sgaGb.largestInstance");
        if (largest.isPresent()) {
            return largest.map(known -> known.times(MB_PER_GB, ", GB x 1024"));
        }
        return figures.positive("memory.sgaGb.max")
                .map(known -> known.times(
                        MB_PER_GB / source, ", GB x 1024" + (source == 1 ? "" : ", / " + source + " instances")));
    }

    /** What one instance of the source had and what the advice makes of it; empty while its SGA is unknown. */
    static Optional<SgaProposal> sga(Subject member, FactFigures figures, SizingPolicy policy) {
        return today(figures)
                .map(known -> SgaProposal.of(
                        member.name(), figures, known.derived("SGA of today", "MB"), policy.sgaCapMb(), member.sga()));
    }

    /** On each of the instances of the target. */
    private static Derivation onTarget(
            String name, Derivation one, FactFigures figures, long source, int target, PartBuilder builder) {
        if (source == target
                || source < target
                        && figures.positive("sga_max_mb", "sga_mb", "sga_target_mb")
                                .isPresent()) {
            return one;
        }
        if (source > target) {
            builder.note(
                    source + " instances become " + target + ": each takes their memory together, which is careful,"
                            + " because their caches held some blocks twice");
        }
        return Derivation.computed(
                "SGA of " + name,
                "MB",
                "SGA of one instance x instances of the source / instances of the target",
                one.value() * source / target,
                Rounding.NONE,
                one,
                Derivation.given("instances of the source", source, "", "collected data"),
                Derivation.given("instances of the target", target, "", "landing"));
    }

    /** A figure of the whole database, on each of the instances of the target. */
    private static Optional<FactFigures.Known> whole(FactFigures figures, int target, String... names) {
        return figures.positive(names)
                .map(known -> known.times(
                        MB_PER_GB / target, ", GB x 1024" + (target == 1 ? "" : ", / " + target + " instances")));
    }

    /** What one instance of the source had, on each of the instances of the target. */
    private static FactFigures.Known spread(FactFigures.Known one, long source, int target, PartBuilder builder) {
        if (source <= target) {
            return one;
        }
        builder.note(source + " instances become " + target + ": each takes their memory together, which is careful,"
                + " because their caches held some blocks twice");
        return one.times((double) source / target, ", x " + source + " instances / " + target);
    }

    static long instances(FactFigures figures) {
        return Math.max(
                1,
                Math.round(figures.positive("source_instances")
                        .map(FactFigures.Known::value)
                        .orElse(1.0)));
    }
}
