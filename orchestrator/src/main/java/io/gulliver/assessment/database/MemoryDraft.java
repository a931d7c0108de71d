package io.gulliver.assessment.database;

import io.gulliver.planning.sizing.MemoryNeeds;
import io.gulliver.planning.sizing.MemoryPlanner;
import io.gulliver.planning.sizing.MemorySizing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Memory of one guest: the instances that stand on it, ASM, agents and replication. */
final class MemoryDraft {
    private static final double MB_PER_GB = 1024;
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
            List.of("sessions_max", "processes_limit"),
            "run discovery; without it sessions count nothing");

    private MemoryDraft() {}

    /** Of a guest that holds these databases and nothing else. */
    static Part<MemorySizing> of(List<Subject> members, SizingPolicy policy) {
        Draft draft = new Draft();
        List<MemoryNeeds.Instance> instances = new ArrayList<>();
        List<MemoryNeeds.Replication> replication = new ArrayList<>();
        boolean asm = false;
        boolean asmKnown = true;
        for (Subject member : members) {
            Figures figures = new Figures(member.facts());
            instances.add(instance(member, figures, draft));
            Optional<Boolean> told = figures.fact("asm").map(fact -> Boolean.TRUE.equals(fact.value()));
            asmKnown &= told.isPresent();
            asm |= told.orElse(true);
            if (member.replicates()) {
                replication.add(new MemoryNeeds.Replication(
                        "GoldenGate for " + member.name(), policy.goldenGateCacheMb(), policy.goldenGateCacheMb()));
                draft.source("cache of GoldenGate for " + member.name(), "policy sizing.goldenGateCacheMb");
                draft.note("What GoldenGate really holds is not measured: its ceiling counts");
            }
        }
        double asmMb = asm ? MemoryNeeds.ASM_MB : 0;
        if (asmKnown) {
            draft.source("ASM", asm ? "asm is true; sizing rules" : "asm is false");
        } else {
            draft.source("ASM", "sizing rules");
            draft.note("Whether ASM is used is unknown: " + (long) asmMb + " MB are planned for it");
        }
        draft.source("agents", "policy sizing.agentsMb");
        if (policy.agentsMb() == 0) {
            draft.wanted(new Gap(
                    "memory of the agents",
                    List.of("policy sizing.agentsMb"),
                    "measure what management and monitoring agents hold, and write it into the program's policy"));
        }
        boolean production = members.stream().anyMatch(Subject::production);
        boolean asmUsed = asm;
        return draft.part(() -> MemoryPlanner.plan(new MemoryNeeds(
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
                0,
                null,
                "policy",
                draft.sources())));
    }

    private static MemoryNeeds.Instance instance(Subject member, Figures figures, Draft draft) {
        String name = member.name();
        long source = instances(figures);
        int target = Math.max(1, member.servers().size());
        // a capture tells the whole database; discovery tells the instance that it asked
        Optional<Figures.Known> sga = figures.positive("sga_mb", "sga_max_mb", "sga_target_mb")
                .map(known -> spread(known, source, target, draft))
                .or(() -> whole(figures, target, "memory.sgaGb.max", "awr.memory.sgaGb"));
        Optional<Figures.Known> pga = figures.positive("pga_mb", "pga_limit_mb")
                .map(known -> spread(known, source, target, draft))
                .or(() -> whole(figures, target, "memory.pgaGb.max", "awr.memory.pgaGb"))
                .or(() -> figures.positive("pga_target_mb").map(known -> spread(known, source, target, draft)));
        double sgaMb = draft.need("SGA of " + name, sga, SGA);
        double pgaMb = draft.need("PGA of " + name, pga, PGA);
        Optional<Figures.Known> peak = figures.positive("sessions_max", "processes_max");
        Optional<Figures.Known> connections = peak.isPresent() ? peak : figures.number("processes", "processes_limit");
        if (connections.isEmpty()) {
            draft.wanted(CONNECTIONS);
            draft.assume("Sessions of " + name + " are unknown and count nothing");
            draft.source("connections of " + name, "unknown");
        } else if (peak.isEmpty()) {
            draft.note("The most sessions of " + name + " were not measured: its parameter processes counts");
        }
        double sessions = connections
                .map(known -> draft.take("connections of " + name, known))
                .orElse(0.0);
        return new MemoryNeeds.Instance(name, sgaMb, pgaMb, sessions, MemoryNeeds.SESSION_MB);
    }

    /** A figure of the whole database, on each of the instances of the target. */
    private static Optional<Figures.Known> whole(Figures figures, int target, String... names) {
        return figures.positive(names)
                .map(known -> known.times(
                        MB_PER_GB / target, ", GB x 1024" + (target == 1 ? "" : ", / " + target + " instances")));
    }

    /** What one instance of the source had, on each of the instances of the target. */
    private static Figures.Known spread(Figures.Known one, long source, int target, Draft draft) {
        if (source <= target) {
            return one;
        }
        draft.note(source + " instances become " + target + ": each takes their memory together, which is careful,"
                + " because their caches held some blocks twice");
        return one.times((double) source / target, ", x " + source + " instances / " + target);
    }

    static long instances(Figures figures) {
        return Math.max(
                1,
                Math.round(figures.positive("source_instances", "database.instances", "instances")
                        .map(Figures.Known::value)
                        .orElse(1.0)));
    }
}
