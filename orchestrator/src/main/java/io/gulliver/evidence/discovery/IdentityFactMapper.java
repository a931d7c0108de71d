package io.gulliver.evidence.discovery;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.evidence.Regex;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Who the database is: identity, release, edition, options, platform, character sets, parameters (D01 to D12 of
 * {@code docs/domain/discovery.md}).
 */
final class IdentityFactMapper {
    private static final int LONGEST_SETTING = 300;
    /** The platform that all targets have. */
    static final String TARGET_PLATFORM = "IBM zSeries Based Linux";

    private IdentityFactMapper() {}

    static void read(QueryResults answers, DiscoveredFacts facts) {
        identity(answers, facts);
        release(answers, facts);
        products(answers, facts);
        platform(answers, facts);
        parameters(answers, facts);
    }

    private static void identity(QueryResults answers, DiscoveredFacts facts) {
        AnswerRow row = answers.first("identity");
        if (row != null) {
            facts.add("database_name", row.find("NAME"), "D01");
            facts.add("db_unique_name", row.find("DB_UNIQUE_NAME"), "D01");
            facts.add("dbid", Math.round(row.number("DBID")), "D01");
            facts.add("created_at", row.find("CREATED"), "D01");
            facts.add("platform", row.find("PLATFORM_NAME"), "D01");
            facts.add("archivelog", row.is("LOG_MODE", "ARCHIVELOG"), "D01");
            // The modes that a standby allows let a load pass unlogged, so they do not count.
            facts.add("force_logging", row.is("FORCE_LOGGING", "YES"), "D01");
            facts.add("flashback_on", !row.is("FLASHBACK_ON", "NO"), "D01");
            facts.add("open_mode", row.find("OPEN_MODE"), "D01");
            facts.add("source_is_standby", !row.is("DATABASE_ROLE", "PRIMARY"), "D01");
            facts.add("supplemental_logging", !row.is("SUPPLEMENTAL_LOG_DATA_MIN", "NO"), "D01");
        }
        AnswerRow container = answers.first("container");
        boolean inContainer = container != null && container.is("CDB", "YES");
        if (container != null) {
            facts.add("source_container", inContainer, "D01b");
        }
        List<String> pluggable = answers.values("pluggable-databases", "NAME");
        if (inContainer && !root(answers)) {
            String name = container.text("CON_NAME");
            facts.add("pluggable_name", name.isEmpty() && !pluggable.isEmpty() ? pluggable.get(0) : name, "D01b");
        }
        int instances = answers.of("instances").size();
        if (instances > 0) {
            facts.add("source_instances", instances, "D02");
            facts.add("host.names", answers.values("instances", "HOST_NAME"), "D02");
            // Of a cluster whose other instances are down, one instance alone is seen.
            boolean cluster =
                    instances > 1 || answers.of("instances").stream().anyMatch(each -> each.is("PARALLEL", "YES"));
            facts.add("source_topology", cluster ? "rac" : inContainer ? "pdb" : "single", "D01b, D02");
            facts.add(
                    "started_at",
                    answers.of("instances").stream()
                            .map(each -> each.text("STARTUP_TIME"))
                            .max(String::compareTo)
                            .orElse(""),
                    "D02");
        }
    }

    /**
     * Whether one looks at the root of a container. A common user without CONTAINER_DATA sees no pluggable database there, so
     * that the name of the container decides, and the seed, which the root alone shows, where the name is not told.
     */
    static boolean root(QueryResults answers) {
        AnswerRow container = answers.first("container");
        return container != null && container.is("CON_NAME", "CDB$ROOT")
                || answers.values("pluggable-databases", "NAME").contains("PDB$SEED");
    }

    private static void release(QueryResults answers, DiscoveredFacts facts) {
        AnswerRow instance = answers.first("instances");
        if (instance != null) {
            String full = instance.text("VERSION_FULL");
            facts.add("source_release", full.isBlank() ? instance.find("VERSION") : full, "D02");
        }
        facts.add("source_edition", edition(answers), "D02, D03");
        facts.add("release_banner", String.join(" ", answers.values("banner", "BANNER")), "D03");
    }

    /**
     * {@code enterprise} or {@code standard}, or null when nothing tells. The banner of an 11.2 Standard Edition has no
     * edition word at all, and cloud editions are called "EE High Perf" and "EE Extreme Perf".
     */
    private static @Nullable String edition(QueryResults answers) {
        List<String> words = answers.values("banner", "BANNER");
        if (!words.isEmpty()) {
            String text = String.join(" ", words);
            return text.contains("Enterprise Edition") || text.contains(" EE ") ? "enterprise" : "standard";
        }
        AnswerRow instance = answers.first("instances");
        String word = instance == null ? "" : instance.upper("EDITION");
        return word.isEmpty() ? null : word.equals("EE") ? "enterprise" : "standard";
    }

    private static void products(QueryResults answers, DiscoveredFacts facts) {
        if (answers.has("options")) {
            facts.add(
                    "options_linked",
                    answers.of("options").stream()
                            .filter(row -> row.is("VALUE", "TRUE"))
                            .map(row -> row.text("PARAMETER"))
                            .toList(),
                    "D04");
        }
        if (answers.has("feature-usage")) {
            List<String> used = answers.values("feature-usage", "NAME");
            SortedSet<String> products = LicensedFeatures.products(used);
            facts.add("features_used", used, "D05");
            facts.add("options_used", products, null, "D05", Confidence.ASSUMED);
            // Every one of these products is licensed on top of Enterprise Edition.
            facts.add("enterprise_features", products, null, "D05", Confidence.ASSUMED);
        }
        if (answers.has("components")) {
            facts.add(
                    "components",
                    answers.of("components").stream()
                            .map(row -> row.words("COMP_ID", "VERSION", "STATUS"))
                            .toList(),
                    "D06");
            facts.add(
                    "components_invalid",
                    (int) answers.of("components").stream()
                            .filter(row -> row.is("STATUS", "INVALID"))
                            .count(),
                    "D06");
        }
        if (answers.has("patches")) {
            facts.add(
                    "patches",
                    answers.of("patches").stream()
                            .map(row -> row.words(
                                    "ACTION_TIME", "ACTION", "PATCH_ID", "ID", "DESCRIPTION", "COMMENTS", "STATUS"))
                            .toList(),
                    "D07");
        }
    }

    private static void platform(QueryResults answers, DiscoveredFacts facts) {
        AnswerRow endian = answers.first("endianness");
        if (endian != null) {
            facts.add("endian", endian.find("ENDIAN_FORMAT"), "D08");
        }
        if (answers.has("convertible-platforms")) {
            facts.add(
                    "converts_to_target",
                    answers.values("convertible-platforms", "PLATFORM_NAME").contains(TARGET_PLATFORM),
                    "D08b");
        }
        Map<String, String> sets = named(answers, "character-sets", "PARAMETER", "VALUE");
        facts.add("character_set", sets.get("NLS_CHARACTERSET"), "D09");
        facts.add("national_character_set", sets.get("NLS_NCHAR_CHARACTERSET"), "D09");
        facts.add("length_semantics", sets.get("NLS_LENGTH_SEMANTICS"), "D09");
        AnswerRow zone = answers.first("time-zone-file");
        if (zone != null) {
            facts.add("time_zone_file", (int) zone.number("VERSION"), "D10");
        }
        facts.add(
                "dst_upgrade_state",
                named(answers, "dst-properties", "PROPERTY_NAME", "PROPERTY_VALUE")
                        .get("DST_UPGRADE_STATE"),
                "D10");
        AnswerRow session = answers.first("database-time-zone");
        if (session != null) {
            facts.add("db_time_zone", session.find("TIME_ZONE"), "D10");
        }
        Map<String, String> host = named(answers, "host-resources", "STAT_NAME", "VALUE");
        number(facts, "host.cpus", host.get("NUM_CPUS"), 1, null, "D12");
        number(facts, "host.cores", host.get("NUM_CPU_CORES"), 1, "cores", "D12");
        number(facts, "host.sockets", host.get("NUM_CPU_SOCKETS"), 1, null, "D12");
        number(facts, "host.memoryGb", host.get("PHYSICAL_MEMORY_BYTES"), MemoryFactMapper.GIGABYTE, "GB", "D12");
        if (answers.has("cluster-resources")) {
            double cores = answers.of("cluster-resources").stream()
                    .filter(row -> row.is("STAT_NAME", "NUM_CPU_CORES"))
                    .mapToDouble(row -> row.number("VALUE"))
                    .sum();
            facts.add("cluster_cores", cores > 0 ? cores : null, "cores", "D12");
        }
    }

    private static void parameters(QueryResults answers, DiscoveredFacts facts) {
        facts.add("source_compatible", answers.parameter("compatible"), "D11");
        number(facts, "block_size", answers.parameter("db_block_size"), 1, "B", "D11");
        number(facts, "undo_retention_seconds", answers.parameter("undo_retention"), 1, "s", "D11");
        facts.add("large_pages", answers.parameter("use_large_pages"), "D11");
        facts.add("file_io", answers.parameter("filesystemio_options"), "D11");
        if (answers.has("changed-parameters")) {
            List<String> changed = answers.of("changed-parameters").stream()
                    .map(row -> row.text("NAME").toLowerCase(Locale.ROOT))
                    .distinct()
                    .sorted()
                    .toList();
            facts.add("parameters_changed", changed.size(), "D11");
            facts.add(
                    "hidden_parameters",
                    changed.stream().filter(name -> name.startsWith("_")).toList(),
                    "D11");
            facts.add("parameters", settings(answers.of("changed-parameters")), "D11");
        }
        if (answers.has("spfile-parameters")) {
            facts.add(
                    "parameters_in_spfile",
                    answers.values("spfile-parameters", "NAME").size(),
                    "D11");
        }
    }

    /** {@code name=value}, or one line for each value where instances differ. */
    private static List<String> settings(List<AnswerRow> rows) {
        SortedMap<String, SortedSet<String>> values = new TreeMap<>();
        rows.forEach(row -> values.computeIfAbsent(row.text("NAME").toLowerCase(Locale.ROOT), name -> new TreeSet<>())
                .add(row.text("VALUE").strip()));
        return values.entrySet().stream()
                .map(one -> one.getKey() + "=" + String.join(" | ", one.getValue()))
                .map(line -> line.length() > LONGEST_SETTING ? line.substring(0, LONGEST_SETTING) + "…" : line)
                .toList();
    }

    static void number(
            DiscoveredFacts facts,
            String name,
            @Nullable String text,
            double divisor,
            @Nullable String unit,
            String from) {
        if (text != null && Regex.matches(text.strip(), "\\d{1,18}")) {
            long value = Long.parseLong(text.strip());
            facts.add(name, divisor == 1 ? (Object) value : (Object) (value / divisor), unit, from);
        }
    }

    static Map<String, String> named(QueryResults answers, String question, String name, String value) {
        Map<String, String> found = new TreeMap<>();
        answers.of(question).forEach(row -> found.put(row.text(name), row.text(value)));
        return found;
    }
}
