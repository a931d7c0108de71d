package io.gulliver.evidence.discovery;

import com.google.re2j.Pattern;
import io.gulliver.domain.estate.Confidence;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * How large the database is, where it lies and how much redo it makes (D13 to D24 of {@code docs/domain/discovery.md}).
 */
final class StorageFactMapper {
    private static final double MEGABYTE = 1 << 20;
    private static final double HOUR = 3600;

    /** What the transport scripts cannot take (R50 of {@code docs/domain/methods.md}). */
    private static final Pattern RMAN_SETTING = Pattern.compile(
            "(?i)(DEFAULT DEVICE TYPE .*SBT.*|MAXSETSIZE .*|DEVICE TYPE .*(COMPRESSED BACKUPSET|TO COPY).*|CHANNEL"
                    + " .*MAXPIECESIZE.*)");

    private StorageFactMapper() {}

    static void read(QueryResults answers, DiscoveredFacts facts) {
        spaces(answers, facts);
        segments(answers, facts);
        redo(answers, facts);
        standby(answers, facts);
        backups(answers, facts);
    }

    private static void spaces(QueryResults answers, DiscoveredFacts facts) {
        if (answers.has("tablespaces")) {
            List<AnswerRow> user = answers.of("tablespaces").stream()
                    .filter(row -> row.is("CONTENTS", "PERMANENT"))
                    .toList();
            TreeSet<String> sizes = new TreeSet<>();
            user.forEach(row -> sizes.add(row.text("BLOCK_SIZE").strip()));
            facts.add("tablespace_block_sizes", sizes, "B", "D13");
            facts.add(
                    "nologging_tablespaces",
                    user.stream()
                            .filter(row -> row.is("LOGGING", "NOLOGGING"))
                            .map(row -> row.text("TABLESPACE_NAME"))
                            .toList(),
                    "D13");
        }
        if (answers.has("tablespaces") && answers.has("datafiles")) {
            facts.add(
                    "resting_tablespaces",
                    answers.of("tablespaces").stream().anyMatch(row -> !row.is("STATUS", "ONLINE"))
                            || answers.of("datafiles").stream()
                                    .anyMatch(row ->
                                            row.is("ONLINE_STATUS", "OFFLINE") || row.is("ONLINE_STATUS", "RECOVER")),
                    "D13, D13b");
            undo(answers, facts);
        }
        if (answers.has("datafiles")) {
            double allocated = sum(answers, "datafiles");
            facts.add("allocated_gb", allocated, "GB", "D13b");
            facts.add("data_files", answers.of("datafiles").size(), "D13b");
            if (answers.has("free-space")) {
                facts.add("files_gb", Math.max(0, allocated - sum(answers, "free-space")), "GB", "D13b, D13c");
            }
        }
        if (answers.has("temporary-space")) {
            facts.add("temporary_gb", sum(answers, "temporary-space"), "GB", "D13b");
        }
    }

    /** Only what is online: one that an instance has left behind is none that work needs. */
    private static void undo(QueryResults answers, DiscoveredFacts facts) {
        Set<String> undo = answers.of("tablespaces").stream()
                .filter(row -> row.is("CONTENTS", "UNDO") && row.is("STATUS", "ONLINE"))
                .map(row -> row.text("TABLESPACE_NAME"))
                .collect(Collectors.toSet());
        if (!undo.isEmpty()) {
            facts.add(
                    "undo_gb",
                    answers.of("datafiles").stream()
                            .filter(row -> undo.contains(row.text("TABLESPACE_NAME")))
                            .mapToDouble(row -> row.gigabytes("BYTES"))
                            .sum(),
                    "GB",
                    "D13, D13b");
        }
    }

    private static double sum(QueryResults answers, String question) {
        return answers.of(question).stream()
                .mapToDouble(row -> row.gigabytes("BYTES"))
                .sum();
    }

    /** Owners of objects that are not Oracle's, or none when nothing tells. */
    static SortedSet<String> schemas(QueryResults answers) {
        SortedSet<String> owners = new TreeSet<>(answers.values("owners", "USERNAME"));
        owners.retainAll(answers.values("object-counts", "OWNER"));
        return owners;
    }

    /** Used megabytes by tablespace in which applications keep segments. */
    static SortedMap<String, Double> megabytes(QueryResults answers) {
        Collection<String> owners = schemas(answers);
        SortedMap<String, Double> megabytes = new TreeMap<>();
        for (AnswerRow row : answers.of("segments")) {
            if (owners.contains(row.text("OWNER"))) {
                megabytes.merge(row.text("TABLESPACE_NAME"), row.number("BYTES"), Double::sum);
            }
        }
        megabytes.replaceAll((name, bytes) -> Math.ceil(bytes / MEGABYTE));
        return megabytes;
    }

    private static void segments(QueryResults answers, DiscoveredFacts facts) {
        Collection<String> owners = schemas(answers);
        if (!answers.has("segments") || !answers.has("owners") || !answers.has("object-counts")) {
            return;
        }
        double data = 0;
        double lobs = 0;
        double index = 0;
        for (AnswerRow row : answers.of("segments")) {
            if (owners.contains(row.text("OWNER"))) {
                double size = row.gigabytes("BYTES");
                String type = row.text("SEGMENT_TYPE");
                boolean isIndex = type.startsWith("INDEX") || type.equals("LOBINDEX");
                data += isIndex ? 0 : size;
                lobs += type.startsWith("LOB") && !isIndex ? size : 0;
                index += isIndex ? size : 0;
            }
        }
        facts.add("data_gb", data, "GB", "D14");
        facts.add("index_gb", index, "GB", "D14");
        facts.add("lob_gb", lobs, "GB", "D14");
        facts.add("lob_share", data == 0 ? 0.0 : lobs / data, "D14");
        facts.add("tablespaces", megabytes(answers).keySet(), "D14");
        facts.add(
                "largest_segments",
                answers.of("largest-segments").stream()
                        .limit(20)
                        .map(row -> row.text("OWNER") + "." + row.words("SEGMENT_NAME", "SEGMENT_TYPE") + ": "
                                + Math.round(row.gigabytes("BYTES") * 10) / 10.0 + " GB")
                        .toList(),
                "D14");
        if (answers.has("table-sizes")) {
            facts.add(
                    "largest_table_gb",
                    answers.of("table-sizes").stream()
                            .mapToDouble(row -> row.gigabytes("BYTES"))
                            .max()
                            .orElse(0),
                    "GB",
                    "D14");
        }
        if (answers.has("lob-segments")) {
            facts.add(
                    "largest_lob_gb",
                    answers.of("lob-segments").stream()
                            .mapToDouble(row -> row.gigabytes("LARGEST"))
                            .max()
                            .orElse(0),
                    "GB",
                    "D14");
        }
    }

    private static void redo(QueryResults answers, DiscoveredFacts facts) {
        if (answers.has("redo-logs")) {
            facts.add("redo_groups", answers.of("redo-logs").size(), "D15");
            facts.add(
                    "redo_log_mb",
                    answers.of("redo-logs").stream()
                                    .mapToDouble(row -> row.number("BYTES"))
                                    .max()
                                    .orElse(0)
                            / MEGABYTE,
                    "MB",
                    "D15");
        }
        if (answers.has("redo-members")) {
            facts.add("redo_members", answers.of("redo-members").size(), "D15");
        }
        if (answers.has("standby-logs")) {
            facts.add("standby_redo_logs", answers.of("standby-logs").size(), "D15");
        }
        // No archived log at all means that nobody archives, not that no redo is made.
        if (!answers.of("redo-per-hour").isEmpty()) {
            Map<String, Double> hours = new TreeMap<>();
            answers.of("redo-per-hour").forEach(row -> hours.merge(row.text("HOUR"), row.number("BYTES"), Double::sum));
            double peak = hours.values().stream()
                    .mapToDouble(Double::doubleValue)
                    .max()
                    .orElse(0);
            double mean = hours.values().stream()
                    .mapToDouble(Double::doubleValue)
                    .average()
                    .orElse(0);
            facts.add("redo_peak_gb_hour", peak / 1e9, "GB/h", "D16");
            // An hour without an archived log is not in the answer, so the mean is one of busy hours.
            facts.add("redo_mb_s", mean / HOUR / 1e6, "MB/s", "D16");
            facts.add("redo_peak_mb_s", peak / HOUR / 1e6, "MB/s", "D16");
        }
        if (answers.has("archive-destinations")) {
            facts.add(
                    "archive_destinations",
                    answers.of("archive-destinations").stream()
                            .map(row -> row.words("DEST_NAME", "TARGET", "STATUS", "DESTINATION", "ERROR"))
                            .toList(),
                    "D17");
        }
    }

    /** Where no redo is archived, what the load made of it stands in. */
    static void redoOfLoad(DiscoveredFacts facts) {
        String from = "awr".equals(facts.value("load_source")) ? "D30" : "D33";
        if (facts.value("redo_mb_s") == null
                && facts.value("redo.mbPerSecond.mean") instanceof Double mean
                && facts.value("redo.mbPerSecond.max") instanceof Double most) {
            facts.add("redo_peak_gb_hour", most * HOUR / 1e3, "GB/h", from, Confidence.ASSUMED);
            facts.add("redo_mb_s", mean, "MB/s", from, Confidence.ASSUMED);
            facts.add("redo_peak_mb_s", most, "MB/s", from, Confidence.ASSUMED);
        }
    }

    private static void standby(QueryResults answers, DiscoveredFacts facts) {
        if (answers.has("dataguard-members")) {
            Object self = facts.value("db_unique_name");
            facts.add(
                    "standbys",
                    answers.values("dataguard-members", "DB_UNIQUE_NAME").stream()
                            .filter(name -> !name.equals(self))
                            .toList(),
                    "D18");
        }
        facts.add("dataguard_broker", bool(answers.parameter("dg_broker_start")), "D18");
        if (answers.has("dataguard-lag")) {
            facts.add(
                    "standby_lag",
                    answers.of("dataguard-lag").stream()
                            .filter(row -> row.text("NAME").endsWith("lag"))
                            .map(row -> row.words("NAME", "VALUE"))
                            .toList(),
                    "D18");
        }
        AnswerRow area = answers.first("recovery-area");
        if (area != null) {
            facts.add("recovery_area_gb", area.gigabytes("SPACE_LIMIT"), "GB", "D19");
            facts.add("recovery_area_used_gb", area.gigabytes("SPACE_USED"), "GB", "D19");
        }
        AnswerRow flashback = answers.first("flashback-log");
        if (flashback != null) {
            facts.add("flashback_gb", flashback.gigabytes("FLASHBACK_SIZE"), "GB", "D19");
        }
        if (answers.has("restore-points")) {
            facts.add("restore_points", answers.values("restore-points", "NAME"), "D19");
        }
        if (answers.has("asm-diskgroups")) {
            // A group that is only known to ASM (MOUNTED) has nothing of this database in it.
            List<AnswerRow> groups = answers.of("asm-diskgroups").stream()
                    .filter(row -> row.is("STATE", "CONNECTED"))
                    .toList();
            facts.add("asm", !groups.isEmpty(), "D20");
            if (!groups.isEmpty()) {
                facts.add(
                        "asm_free_gb",
                        groups.stream()
                                        .mapToDouble(row -> Math.max(0, row.number("USABLE_FILE_MB")))
                                        .sum()
                                * MEGABYTE
                                / 1e9,
                        "GB",
                        "D20");
                facts.add(
                        "asm_diskgroups",
                        groups.stream()
                                .map(row -> row.words("NAME", "TYPE", "STATE", "COMPATIBILITY"))
                                .toList(),
                        "D20");
            }
        }
    }

    private static void backups(QueryResults answers, DiscoveredFacts facts) {
        if (answers.has("rman-configuration")) {
            List<String> settings = answers.of("rman-configuration").stream()
                    .map(row -> row.words("NAME", "VALUE"))
                    .toList();
            facts.add(
                    "rman_settings",
                    settings.stream()
                            .anyMatch(setting -> RMAN_SETTING.matcher(setting).matches()),
                    "D21");
            facts.add("rman_configuration", settings, "D21");
        }
        AnswerRow tracking = answers.first("block-change-tracking");
        if (tracking != null) {
            facts.add("block_change_tracking", tracking.is("STATUS", "ENABLED"), "D21");
        }
        if (answers.has("last-backups")) {
            List<AnswerRow> done = answers.of("last-backups").stream()
                    .filter(row -> row.upper("STATUS").startsWith("COMPLETED")
                            && !row.text("END_TIME").isBlank())
                    .toList();
            facts.add(
                    "last_backup_at",
                    done.stream()
                            .map(row -> row.text("END_TIME"))
                            .max(String::compareTo)
                            .orElse(""),
                    "D22");
            double bytes = 0;
            double seconds = 0;
            for (AnswerRow row : done) {
                bytes += row.number("INPUT_BYTES");
                seconds += Times.seconds(row.text("START_TIME"), row.text("END_TIME"));
            }
            facts.add("backup_read_mb_s", seconds > 0 ? bytes / 1e6 / seconds : null, "MB/s", "D22");
        }
        if (answers.has("undo-history")) {
            facts.add("snapshots_too_old", (int) total(answers, "undo-history", "SSOLDERRCNT"), "D23");
            facts.add(
                    "longest_query_seconds",
                    (long) answers.of("undo-history").stream()
                            .mapToDouble(row -> row.number("MAXQUERYLEN"))
                            .max()
                            .orElse(0),
                    "s",
                    "D23");
        }
        List<AnswerRow> days = answers.of("changed-blocks");
        if (!days.isEmpty()) {
            facts.add(
                    "incremental_gb",
                    total(answers, "changed-blocks", "WRITTEN") / 1e9 / days.size(),
                    "GB",
                    "D24",
                    Confidence.ASSUMED);
            double total = total(answers, "changed-blocks", "TOTAL");
            facts.add(
                    "scanned_share",
                    total > 0 ? total(answers, "changed-blocks", "SCANNED") / total : null,
                    null,
                    "D24");
        }
    }

    private static double total(QueryResults answers, String question, String column) {
        return answers.of(question).stream()
                .mapToDouble(row -> row.number(column))
                .sum();
    }

    private static @org.jspecify.annotations.Nullable Boolean bool(@org.jspecify.annotations.Nullable String text) {
        return text == null ? null : text.equalsIgnoreCase("TRUE");
    }
}
