package io.gulliver.planning.sizing;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.figure.FigureCheck;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What lives in the memory of one guest. All in MB of 1,048,576 bytes, as Oracle and z/VM count.
 *
 * @param instances every database instance of the guest, with replication to it
 * @param asmMb memory of ASM, 0 when it is not used
 * @param replication processes of GoldenGate
 * @param agentsMb resident memory of management and monitoring agents
 * @param kernelMb memory of the Linux kernel
 * @param production whether overhead is that of production, 10 %, or of test, 5 %
 * @param largePagesMb pool of large pages that is planned or stands, null to compute it
 * @param slackMb what the pool has above each instance's SGA, 16 to 64; never more than 2 % of it
 * @param pageMb size of a large page on the target, 1 on IBM Z
 * @param sourcePageMb size of a large page on the source, 2 on x86
 * @param droppedFlashCacheMb flash cache of the source that the target will not have; asked of the buffer cache
 * @param guestMb memory in the guest's profile to compare with, or null
 * @param source where the figures come from
 * @param sources where single figures come from instead, by their names in the derivation: {@code SGA of DB1}
 */
public record MemoryNeeds(
        List<Instance> instances,
        double asmMb,
        List<Replication> replication,
        double agentsMb,
        double kernelMb,
        boolean production,
        @Nullable Double largePagesMb,
        double slackMb,
        double pageMb,
        double sourcePageMb,
        double droppedFlashCacheMb,
        @Nullable Double guestMb,
        String source,
        Map<String, String> sources) {
    /** Memory of a Linux kernel. */
    public static final double KERNEL_MB = 512;

    /** Memory of ASM as proposed for a 19c on LinuxONE. */
    public static final double ASM_MB = 2048;

    /** Memory of a session until it has been measured. */
    public static final double SESSION_MB = 4.5;

    /** Most that a pool of large pages has above one instance. */
    public static final double SLACK_MB = 64;

    private static final int MOST = 100;

    public MemoryNeeds {
        instances = List.copyOf(instances);
        replication = List.copyOf(replication);
        sources = Map.copyOf(sources);
    }

    /** Needs whose figures all come from one source. */
    public MemoryNeeds(
            List<Instance> instances,
            double asmMb,
            List<Replication> replication,
            double agentsMb,
            double kernelMb,
            boolean production,
            @Nullable Double largePagesMb,
            double slackMb,
            double pageMb,
            double sourcePageMb,
            double droppedFlashCacheMb,
            @Nullable Double guestMb,
            String source) {
        this(
                instances,
                asmMb,
                replication,
                agentsMb,
                kernelMb,
                production,
                largePagesMb,
                slackMb,
                pageMb,
                sourcePageMb,
                droppedFlashCacheMb,
                guestMb,
                source,
                Map.of());
    }

    /** Where a figure comes from. */
    String sourceOf(String figure) {
        return sources.getOrDefault(figure, source);
    }

    /**
     * One instance.
     *
     * @param name of it
     * @param sgaMb its {@code sga_max_size}
     * @param pgaMb its {@code pga_aggregate_limit}, or the most that was measured
     * @param connections most at once
     * @param sessionMb memory of one of them, measured or {@link #SESSION_MB}
     * @param sga how its SGA was found where that takes more than one source, or null
     */
    public record Instance(
            String name,
            double sgaMb,
            double pgaMb,
            double connections,
            double sessionMb,
            @Nullable Derivation sga) {
        /** An instance whose SGA stands somewhere as it is. */
        public Instance(String name, double sgaMb, double pgaMb, double connections, double sessionMb) {
            this(name, sgaMb, pgaMb, connections, sessionMb, null);
        }
    }

    /**
     * A process of GoldenGate.
     *
     * @param name of it
     * @param cacheMb its CACHESIZE, which is a ceiling
     * @param residentMb what it really holds
     */
    public record Replication(String name, double cacheMb, double residentMb) {}

    void check() {
        FigureCheck check = new FigureCheck()
                .some("/instances", instances.size(), MOST)
                .notNegative("/asmMb", asmMb)
                .notNegative("/agentsMb", agentsMb)
                .notNegative("/kernelMb", kernelMb)
                .positive("/largePagesMb", largePagesMb)
                .notNegative("/slackMb", slackMb)
                .positive("/pageMb", pageMb)
                .positive("/sourcePageMb", sourcePageMb)
                .notNegative("/droppedFlashCacheMb", droppedFlashCacheMb)
                .positive("/guestMb", guestMb);
        for (int i = 0; i < instances.size(); i++) {
            Instance one = instances.get(i);
            check.positive("/instances/" + i + "/sgaMb", one.sgaMb())
                    .notNegative("/instances/" + i + "/pgaMb", one.pgaMb())
                    .notNegative("/instances/" + i + "/connections", one.connections())
                    .notNegative("/instances/" + i + "/sessionMb", one.sessionMb());
        }
        for (int i = 0; i < replication.size(); i++) {
            Replication one = replication.get(i);
            check.notNegative("/replication/" + i + "/cacheMb", one.cacheMb())
                    .within("/replication/" + i + "/residentMb", one.residentMb(), 0, Math.max(0, one.cacheMb()));
        }
        check.done();
    }
}
