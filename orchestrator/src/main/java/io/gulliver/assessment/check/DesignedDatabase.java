package io.gulliver.assessment.check;

import io.gulliver.planning.sizing.BuildFigure;
import io.gulliver.planning.sizing.BuildSizes;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A target database as it is about to be created, and what is known of its source.
 *
 * @param sizes it is built with, or null while it is not sized
 * @param container whether it becomes a part of a container database, whose parameters are none of its own
 * @param servers on how many servers it lands
 * @param sgaDecided whether a person decided on its SGA, with a reason
 * @param source what is known of the source, by the names of the catalogue of facts
 */
public record DesignedDatabase(
        @Nullable BuildSizes sizes, boolean container, int servers, boolean sgaDecided, Map<String, Object> source) {
    public DesignedDatabase {
        source = new TreeMap<>(source);
    }

    /** What tuning checks may read of it; what is not known is not there. */
    public SortedMap<String, Object> facts() {
        SortedMap<String, Object> facts = new TreeMap<>();
        facts.put("oracle.file_system", true);
        facts.put("oracle.cluster", servers > 1);
        facts.put("oracle.sga_decided", sgaDecided);
        if (source.get("sga_mb") instanceof Number megabytes) {
            facts.put("oracle.source_sga_mb", (long) Math.floor(megabytes.doubleValue()));
        }
        if (source.get("parameters") instanceof List<?> settings) {
            facts.put(
                    "oracle.specified",
                    settings.stream()
                            .map(DesignedDatabase::name)
                            .distinct()
                            .sorted()
                            .toList());
        }
        if (sizes == null) {
            return facts;
        }
        if (!container) {
            facts.put("oracle.memory_target_mb", 0L);
            facts.put("oracle.use_large_pages", "ONLY");
            figure(facts, "oracle.redo_log_mb", sizes, BuildFigure.REDO_LOG);
            figure(facts, "oracle.redo_groups", sizes, BuildFigure.REDO_GROUPS);
        }
        figure(facts, "oracle.sga_target_mb", sizes, BuildFigure.SGA);
        figure(facts, "oracle.sga_max_mb", sizes, BuildFigure.SGA);
        figure(facts, "oracle.pga_target_mb", sizes, BuildFigure.PGA_TARGET);
        return facts;
    }

    private static void figure(SortedMap<String, Object> facts, String name, BuildSizes sizes, BuildFigure figure) {
        if (sizes.value(figure) > 0) {
            facts.put(name, sizes.value(figure));
        }
    }

    /** {@code shared_pool_size=8G} names {@code shared_pool_size}. */
    private static String name(Object setting) {
        String text = String.valueOf(setting);
        int sign = text.indexOf('=');
        return (sign < 0 ? text : text.substring(0, sign)).strip().toLowerCase(Locale.ROOT);
    }
}
