package io.gulliver.whole;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What one look at a running product measured.
 *
 * @param at since the soak began
 * @param idle nobody reads and no migration runs
 * @param values by name; a figure that could not be had is not there
 */
record SoakSample(Duration at, boolean idle, Map<String, Double> values) {
    /** In the order of the table; each with its unit. */
    static final List<String> COLUMNS = List.of(
            "heap_live_mb",
            "server_rss_mb",
            "server_handles",
            "server_threads",
            "server_workflow_threads",
            "lab_rss_mb",
            "engine_rss_mb",
            "engine_handles",
            "engine_file_mb",
            "store_rss_mb",
            "store_handles",
            "store_files_mb",
            "store_database_mb",
            "store_content_mb",
            "migrations_running",
            "migrations_ended",
            "run_log_events",
            "ledger_entries",
            "changes_written",
            "pages_read",
            "pages_failed");

    SoakSample {
        values = new TreeMap<>(values);
    }

    static String header() {
        return "seconds,idle," + String.join(",", COLUMNS);
    }

    /** One line of CSV. */
    String line() {
        return at.toSeconds() + "," + idle + ","
                + COLUMNS.stream()
                        .map(column -> values.containsKey(column)
                                ? String.format(Locale.ROOT, "%.2f", values.get(column))
                                : "")
                        .collect(Collectors.joining(","));
    }
}
