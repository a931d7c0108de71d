package io.gulliver.evidence;

import java.util.Set;

/** Parameters of a database that decisions and the tuning checks read; the others stay in the file that is kept whole. */
public final class KeptParameters {
    private static final Set<String> NAMES = Set.of(
            "cluster_database",
            "compatible",
            "control_files",
            "control_management_pack_access",
            "cpu_count",
            "db_block_size",
            "db_create_file_dest",
            "db_flash_cache_size",
            "db_recovery_file_dest_size",
            "dg_broker_start",
            "enable_pluggable_database",
            "filesystemio_options",
            "memory_target",
            "nls_length_semantics",
            "parallel_max_servers",
            "pga_aggregate_limit",
            "pga_aggregate_target",
            "processes",
            "sessions",
            "sga_max_size",
            "sga_target",
            "spfile",
            "undo_retention",
            "use_large_pages");

    private KeptParameters() {}

    public static boolean has(String parameter) {
        return NAMES.contains(parameter);
    }
}
