package io.gulliver.assessment.check;

import io.gulliver.planning.sizing.BuildFigure;
import io.gulliver.planning.sizing.BuildSizes;
import io.gulliver.planning.sizing.SharedBuild;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A server as it is about to be built, and what its databases were sized with.
 *
 * @param kind {@code lpar} (a partition, in DPM mode too) or {@code zvm}
 * @param built figures of {@link SharedBuild} that it is built with, by their keys
 * @param sized the sums over all that land there, with no figure in their place
 * @param members all that land there
 * @param dataVolumes names of the volumes for data
 * @param redoVolumes names of the volumes for online redo logs
 * @param recoveryVolumes names of the volumes for the recovery area alone
 * @param redoProvisioning thick, thin, compressed or deduplicated
 * @param storage {@code fcp} or {@code eckd}
 * @param paths to each volume, one for each port
 * @param privateInterfaces between the nodes of a cluster
 * @param production whether production lands there
 */
public record DesignedServer(
        String kind,
        Map<String, Object> built,
        SharedBuild sized,
        List<SharedBuild.Member> members,
        List<String> dataVolumes,
        List<String> redoVolumes,
        List<String> recoveryVolumes,
        String redoProvisioning,
        String storage,
        int paths,
        List<String> privateInterfaces,
        boolean production) {
    /** Pages of IBM Z, kB. */
    private static final long PAGE_KB = 1024;

    public DesignedServer {
        built = new TreeMap<>(built);
        members = List.copyOf(members);
        dataVolumes = List.copyOf(dataVolumes);
        redoVolumes = List.copyOf(redoVolumes);
        recoveryVolumes = List.copyOf(recoveryVolumes);
        privateInterfaces = List.copyOf(privateInterfaces);
    }

    /** What tuning checks may read of it; what is not known is not there. */
    public SortedMap<String, Object> facts() {
        SortedMap<String, Object> facts = new TreeMap<>();
        facts.put("hypervisor.kind", kind);
        facts.put("hypervisor.production", production);
        put(facts, "hypervisor.vcpus", built.get(BuildFigure.IFLS.key()));
        put(facts, "memory.gib", built.get(SharedBuild.MEMORY));
        put(facts, "pages.total", built.get(SharedBuild.HUGE_PAGES));
        facts.put("pages.size_kb", PAGE_KB);
        facts.put("storage.kind", storage);
        if (storage.equals("eckd") && kind.equals("zvm")) {
            // Whole volumes with their aliases alone are given to a guest.
            facts.put("storage.dedicated", true);
        }
        facts.put("storage.data_volumes", (long) dataVolumes.size());
        facts.put("storage.redo_volumes", (long) redoVolumes.size());
        facts.put(
                "storage.shared_redo",
                redoVolumes.stream()
                        .filter(one -> dataVolumes.contains(one) || recoveryVolumes.contains(one))
                        .distinct()
                        .toList());
        facts.put("storage.redo_provisioning", redoProvisioning);
        facts.put("storage.data_sizes", dataVolumes.isEmpty() ? 0L : 1L);
        facts.put("paths.fewest", (long) paths);
        facts.put("paths.adapters", (long) paths);
        facts.put("network.private", privateInterfaces);
        facts.putAll(sums(sized, members));
        return facts;
    }

    /**
     * What all that land on a server need by their accepted sizings. A sum that leaves one out is too small, so it is not
     * known.
     */
    public static SortedMap<String, Object> sums(SharedBuild sized, List<SharedBuild.Member> members) {
        SortedMap<String, Object> facts = new TreeMap<>();
        if (members.isEmpty() || members.stream().anyMatch(member -> member.sizes() == null)) {
            return facts;
        }
        put(facts, "hypervisor.plan_ifls", sized.figures().get(BuildFigure.IFLS.key()));
        put(facts, "memory.plan_gib", sized.figures().get(SharedBuild.MEMORY));
        sum(facts, "memory.sga_mb", members, BuildFigure.SGA);
        sum(facts, "memory.pga_mb", members, BuildFigure.PGA);
        sum(facts, "memory.sessions", members, BuildFigure.SESSIONS);
        if (facts.containsKey("memory.sga_mb")) {
            facts.put(
                    "memory.largest_sga_mb",
                    members.stream()
                            .mapToLong(member -> value(member, BuildFigure.SGA))
                            .max()
                            .orElseThrow());
        }
        return facts;
    }

    private static void sum(
            SortedMap<String, Object> facts, String name, List<SharedBuild.Member> members, BuildFigure figure) {
        if (members.stream().allMatch(member -> value(member, figure) > 0)) {
            facts.put(
                    name,
                    members.stream().mapToLong(member -> value(member, figure)).sum());
        }
    }

    private static long value(SharedBuild.Member member, BuildFigure figure) {
        BuildSizes sizes = member.sizes();
        return sizes == null ? 0 : sizes.value(figure);
    }

    static void put(SortedMap<String, Object> facts, String name, @Nullable Object value) {
        if (value != null) {
            facts.put(name, value);
        }
    }
}
