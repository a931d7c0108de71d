package io.gulliver.evidence;

import java.util.Set;

/** Parameters of a database that sizing and the tuning checks read; the others stay in the file that is kept whole. */
public final class KeptParameters {
    private static final Set<String> NAMES = Set.of(
            "cluster_database",
            "compatible",
            "cpu_count",
            "db_block_size",
            "db_flash_cache_size",
            "filesystemio_options",
            "memory_target",
            "parallel_max_servers",
            "pga_aggregate_limit",
            "pga_aggregate_target",
            "processes",
            "sessions",
            "sga_max_size",
            "sga_target",
            "undo_retention",
            "use_large_pages");

    private KeptParameters() {}

    public static boolean has(String parameter) {
        return NAMES.contains(parameter);
    }
}
