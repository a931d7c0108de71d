package io.gulliver.planning.method;

import io.gulliver.domain.estate.Platforms;
import io.gulliver.domain.plan.Rates;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Facts that follow from others and from rates: times, room, and how source and target compare. */
final class ComputedFacts {
    /** MB a second of the one worker that loads a LOB segment: the lower planning value of an import worker. */
    private static final double LOB_STREAM = 30;

    private static final String WINDOW = "outage_window_minutes";

    /** What each is computed from; the second and later ones only where they are known. */
    private static final Map<String, List<String>> FROM = new TreeMap<>(Map.ofEntries(
            Map.entry("window_seconds", List.of(WINDOW)),
            Map.entry("half_window_seconds", List.of(WINDOW)),
            Map.entry("gg_offline_seconds", List.of("gg_none_gb", "gg_bad_key_gb")),
            Map.entry("gg_none_there", List.of("gg_none_tables", "gg_none_gb")),
            Map.entry("metadata_seconds", List.of("objects")),
            Map.entry("largest_lob_seconds", List.of("largest_lob_gb", "basicfile_lobs")),
            Map.entry("data_pump_staging_gb", List.of("data_gb")),
            Map.entry("transport_staging_gb", List.of("files_gb")),
            Map.entry("xtts_staging_gb", List.of("files_gb", "incremental_gb")),
            Map.entry("goldengate_staging_gb", List.of("data_gb", "redo_mb_s")),
            Map.entry("target_need_gb", List.of("files_gb")),
            Map.entry("data_pump_comfortable", List.of("data_gb", "index_gb", WINDOW)),
            Map.entry("tts_variant", List.of("source_release", "target_release")),
            Map.entry("source_on_linux", List.of("platform")),
            Map.entry("charset_equal", List.of("character_set", "target_character_set")),
            Map.entry("ncharset_equal", List.of("national_character_set", "target_national_character_set")),
            Map.entry("block_size_equal", List.of("tablespace_block_sizes", "target_block_size")),
            Map.entry("dst_equal", List.of("time_zone_file", "target_time_zone_file")),
            Map.entry("db_time_zone_equal", List.of("db_time_zone", "target_db_time_zone"))));

    private ComputedFacts() {}

    /** Adds what can be computed; a fact that was given keeps what was said. */
    static void add(SortedMap<String, Object> facts, Rates rates, @Nullable Duration window, boolean comfortable) {
        if (window != null) {
            facts.put(WINDOW, window.toSeconds() / 60.0);
            facts.put("window_seconds", (double) window.toSeconds());
            facts.put("half_window_seconds", window.toSeconds() / 2.0);
            if (comfortable || facts.containsKey("data_gb")) {
                facts.put("data_pump_comfortable", comfortable);
            }
        }
        facts.put("apply_mb_s", rates.of("replicat"));
        facts.put("link_mb_s", rates.of("link"));
        replication(facts, rates);
        Double objects = number(facts, "objects");
        if (objects != null) {
            facts.put("metadata_seconds", objects / rates.of("metadata") * 2);
        }
        lobs(facts);
        room(facts);
        variant(facts);
        if (!facts.containsKey("source_on_linux") && facts.get("platform") instanceof String platform) {
            Platforms.linux(platform).ifPresent(linux -> facts.put("source_on_linux", linux));
        }
        equal(facts, "charset_equal");
        equal(facts, "ncharset_equal");
        equal(facts, "dst_equal");
        equal(facts, "db_time_zone_equal");
        blockSizes(facts);
    }

    private static void replication(SortedMap<String, Object> facts, Rates rates) {
        Double none = number(facts, "gg_none_gb");
        Double bad = number(facts, "gg_bad_key_gb");
        if (none != null) {
            facts.put("gg_offline_seconds", (none + (bad == null ? 0 : bad)) * 1000 / rates.of("import"));
        }
        boolean there = none != null && none > 0;
        if (facts.get("gg_none_tables") instanceof List<?> tables) {
            facts.put("gg_none_there", there || !tables.isEmpty());
        } else if (none != null) {
            facts.put("gg_none_there", there);
        }
    }

    /** One worker loads a BasicFile; where all LOBs are SecureFiles, several do. */
    private static void lobs(SortedMap<String, Object> facts) {
        Double lob = number(facts, "largest_lob_gb");
        Double basic = number(facts, "basicfile_lobs");
        if (basic != null && basic == 0) {
            facts.put("largest_lob_seconds", 0.0);
        } else if (lob != null) {
            Double stream = number(facts, "lob_stream_mb_s");
            facts.put("largest_lob_seconds", lob * 1000 / (stream == null || stream <= 0 ? LOB_STREAM : stream));
        }
    }

    private static void room(SortedMap<String, Object> facts) {
        for (Map.Entry<String, Method> staging : Map.of(
                        "data_pump_staging_gb", Method.DATA_PUMP,
                        "transport_staging_gb", Method.FULL_TRANSPORTABLE,
                        "xtts_staging_gb", Method.XTTS_INCREMENTAL,
                        "goldengate_staging_gb", Method.GOLDENGATE)
                .entrySet()) {
            Double need = MethodNeeds.staging(staging.getValue(), facts);
            if (need != null) {
                facts.put(staging.getKey(), need);
            }
        }
        Double files = number(facts, "files_gb");
        if (files != null) {
            facts.put("target_need_gb", files * MethodNeeds.TARGET_ROOM);
        }
    }

    private static void variant(SortedMap<String, Object> facts) {
        Object source = facts.get("source_release");
        Object target = facts.getOrDefault("target_release", source);
        if (source != null && target != null) {
            boolean m5 = Release.compare(source.toString(), "19.18") >= 0
                    && Release.compareToLine("19.18", target.toString()) <= 0;
            facts.put("tts_variant", m5 ? "M5" : "V4");
        }
    }

    private static void equal(SortedMap<String, Object> facts, String name) {
        List<String> sides = FROM.getOrDefault(name, List.of());
        Object source = facts.get(sides.get(0));
        Object target = facts.get(sides.get(1));
        if (!facts.containsKey(name) && source != null && target != null) {
            facts.put(name, same(source, target));
        }
    }

    private static boolean same(Object one, Object two) {
        if (one instanceof Number a && two instanceof Number b) {
            return a.doubleValue() == b.doubleValue();
        }
        return one.toString().strip().equalsIgnoreCase(two.toString().strip());
    }

    private static void blockSizes(SortedMap<String, Object> facts) {
        Double target = number(facts, "target_block_size");
        if (!facts.containsKey("block_size_equal")
                && target != null
                && facts.get("tablespace_block_sizes") instanceof List<?> sizes) {
            String wanted = Long.toString(target.longValue());
            facts.put(
                    "block_size_equal",
                    sizes.stream().allMatch(size -> String.valueOf(size).strip().equals(wanted)));
        }
    }

    /** The collected facts behind a computed one, with their values: {@code , from largest_lob_gb 500}. */
    static String origin(MethodRules.Condition condition, Map<String, Object> facts) {
        StringBuilder origin = new StringBuilder();
        List<String> read = new ArrayList<>(List.of(condition.fact()));
        String second = condition.other();
        if (second != null) {
            read.add(second);
        }
        for (String name : read) {
            for (String from : FROM.getOrDefault(name, List.of())) {
                Object value = facts.get(from);
                if (value != null && origin.indexOf(from + " ") < 0) {
                    origin.append(origin.isEmpty() ? ", from " : ", ")
                            .append(from)
                            .append(' ')
                            .append(value instanceof Double number ? plain(number) : value);
                }
            }
        }
        return origin.toString();
    }

    /** The facts that somebody must collect so that this one is known. */
    static List<String> collected(String name, Map<String, Object> facts) {
        List<String> from = FROM.get(name);
        if (from == null) {
            return List.of(name);
        }
        List<String> lacking =
                from.stream().filter(one -> !facts.containsKey(one)).toList();
        return lacking.isEmpty() ? List.of(name) : name.endsWith("_equal") ? lacking : List.of(lacking.get(0));
    }

    /** Every fact from which one is computed. */
    static List<String> inputs(String name) {
        return FROM.getOrDefault(name, List.of(name));
    }

    static @Nullable Double number(Map<String, Object> facts, String name) {
        return facts.get(name) instanceof Number number ? number.doubleValue() : null;
    }

    static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.1f", value);
    }
}
