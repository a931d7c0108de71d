package io.gulliver.planning.inputs;

import io.gulliver.planning.sizing.BuildSizes;
import io.gulliver.planning.sizing.CpuSizing;
import io.gulliver.planning.sizing.FileSizing;
import io.gulliver.planning.sizing.MemorySizing;
import io.gulliver.planning.sizing.NetworkPlanner;
import io.gulliver.planning.sizing.Staleness;
import io.gulliver.planning.sizing.StorageSizing;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the target of one database needs, and of the server that it shares.
 *
 * @param database its name
 * @param factsVersion of the collected facts it rests on
 * @param at moment of the sizing
 * @param memory of one guest that holds this database alone
 * @param sga of one instance: today's, the advice's and the planned one; null while today's is unknown
 * @param cpu of this database alone, all its instances
 * @param load that the CPU was sized from, null where nobody measured it
 * @param storage of this database
 * @param network of this database
 * @param files redo logs, recovery area and temporary files of this database
 * @param build the figures that it would be built with; what is not known is not there
 * @param group the server with all that lands there, null while it lands alone or nowhere
 * @param staleness whether somebody must look again before anything is built from it
 */
public record DatabaseSizing(
        String database,
        long factsVersion,
        Instant at,
        Part<MemorySizing> memory,
        @Nullable SgaProposal sga,
        Part<CpuSizing> cpu,
        @Nullable LoadReport load,
        Part<StorageSizing> storage,
        Part<NetworkPlanner.Sizing> network,
        Part<FileSizing> files,
        BuildSizes build,
        @Nullable GroupSizing group,
        Staleness staleness) {
    /** Everything that is missing, each once, in the order of the parts. */
    public List<Gap> missing() {
        return java.util.stream.Stream.of(memory, cpu, storage, network, files)
                .flatMap(part -> part.missing().stream())
                .distinct()
                .toList();
    }
}
