package io.gulliver.evidence.discovery;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Memory, its advisors, connections and open work (D25 to D28, D34, D35, D70 of {@code docs/domain/discovery.md}). */
final class MemoryFactMapper {
    private static final double MEGABYTE = 1 << 20;
    /** Memory is counted in GB of 1,073,741,824 bytes, as a capture of the AWR Miner script counts it too. */
    static final double GIGABYTE = 1 << 30;

    private MemoryFactMapper() {}

    static void read(QueryResults answers, DiscoveredFacts facts) {
        memory(answers, facts);
        advice(answers, facts);
        connections(answers, facts);
    }

    private static void memory(QueryResults answers, DiscoveredFacts facts) {
        IdentityFactMapper.number(facts, "sga_target_mb", answers.parameter("sga_target"), MEGABYTE, "MB", "D11");
        IdentityFactMapper.number(facts, "sga_max_mb", answers.parameter("sga_max_size"), MEGABYTE, "MB", "D11");
        IdentityFactMapper.number(facts, "memory_target_mb", answers.parameter("memory_target"), MEGABYTE, "MB", "D11");
        IdentityFactMapper.number(
                facts, "pga_target_mb", answers.parameter("pga_aggregate_target"), MEGABYTE, "MB", "D11");
        IdentityFactMapper.number(
                facts, "pga_limit_mb", answers.parameter("pga_aggregate_limit"), MEGABYTE, "MB", "D11");
        IdentityFactMapper.number(
                facts, "flash_cache_mb", answers.parameter("db_flash_cache_size"), MEGABYTE, "MB", "D11");
        IdentityFactMapper.number(facts, "processes_limit", answers.parameter("processes"), 1, null, "D11");
        double sga = sum(answers, "sga-parts", "Maximum SGA Size", "BYTES");
        facts.add("memory.sgaGb.max", sga > 0 ? sga / GIGABYTE : null, "GB", "D25");
        double buffers = sum(answers, "sga-fixed-parts", "buffer_cache", "BYTES");
        facts.add("buffer_cache_mb", buffers > 0 ? buffers / MEGABYTE : null, "MB", "D25");
        double pga = sum(answers, "pga-statistics", "maximum PGA allocated", "VALUE");
        facts.add("memory.pgaGb.max", pga > 0 ? pga / GIGABYTE : null, "GB", "D26");
        inUse(facts, "sga_mb", "sga_target_mb", sga / instances(answers, "sga-parts"), "D11, D25");
        inUse(facts, "pga_mb", "pga_target_mb", pga / instances(answers, "pga-statistics"), "D11, D26");
        if (answers.has("pga-statistics")) {
            facts.add(
                    "pga_over_allocations",
                    (long) sum(answers, "pga-statistics", "over allocation count", "VALUE"),
                    "D26");
        }
    }

    private static long instances(QueryResults answers, String question) {
        return Math.max(
                1,
                answers.of(question).stream()
                        .map(row -> row.text("INST_ID"))
                        .distinct()
                        .count());
    }

    /** The target that is set, or the bytes in use where memory is managed otherwise; both of one instance. */
    private static void inUse(DiscoveredFacts facts, String name, String target, double used, String from) {
        if (facts.value(target) instanceof Number set && set.doubleValue() > 0) {
            facts.add(name, (long) set.doubleValue(), "MB", from);
        } else if (used > 0) {
            facts.add(name, Math.round(used / MEGABYTE), "MB", from);
        }
    }

    private static double sum(QueryResults answers, String question, String name, String column) {
        return answers.of(question).stream()
                .filter(row -> row.is("NAME", name))
                .mapToDouble(row -> row.number(column))
                .sum();
    }

    private static void advice(QueryResults answers, DiscoveredFacts facts) {
        if (!answers.of("sga-advice").isEmpty()) {
            facts.add(
                    "sga_advice",
                    answers.of("sga-advice").stream()
                            .map(row -> plain(row.number("SGA_SIZE")) + " MB: " + plain(row.number("ESTD_DB_TIME"))
                                    + " s, " + plain(row.number("ESTD_PHYSICAL_READS")) + " reads")
                            .toList(),
                    "D27");
        }
        answers.of("pga-advice").stream()
                .filter(row -> row.number("ESTD_OVERALLOC_COUNT") == 0)
                .mapToDouble(row -> row.number("PGA_TARGET_FOR_ESTIMATE"))
                .min()
                .ifPresent(bytes -> facts.add("pga_advice_mb", bytes / MEGABYTE, "MB", "D27"));
        if (!answers.of("cache-advice").isEmpty()) {
            facts.add(
                    "cache_advice",
                    answers.of("cache-advice").stream()
                            .map(row -> row.words("NAME", "BLOCK_SIZE") + ": " + plain(row.number("SIZE_FOR_ESTIMATE"))
                                    + " MB, " + plain(row.number("ESTD_PHYSICAL_READS")) + " reads")
                            .toList(),
                    "D27");
        }
        AnswerRow pack = answers.first("pack-licence");
        if (pack != null) {
            facts.add("pack_access", pack.find("VALUE"), "D28");
        }
    }

    private static void connections(QueryResults answers, DiscoveredFacts facts) {
        for (String resource : List.of("processes", "sessions")) {
            double most = answers.of("session-limits").stream()
                    .filter(row -> row.is("RESOURCE_NAME", resource))
                    .mapToDouble(row -> row.number("MAX_UTILIZATION"))
                    .sum();
            facts.add(resource + "_peak", most > 0 ? (long) most : null, "D34");
        }
        if (answers.has("session-clients")) {
            // A client of two drivers has two rows; here it is one.
            Map<String, Double> sessions = new LinkedHashMap<>();
            answers.of("session-clients")
                    .forEach(row -> sessions.merge(
                            row.words("SERVICE_NAME", "MACHINE", "PROGRAM", "USERNAME"),
                            row.number("SESSIONS"),
                            Double::sum));
            facts.add(
                    "clients",
                    sessions.entrySet().stream()
                            .map(client -> client.getKey() + ": " + plain(client.getValue()))
                            .toList(),
                    "D34");
        }
        if (answers.has("open-transactions")) {
            facts.add("open_transactions", answers.of("open-transactions").size(), "D35");
        }
        if (answers.has("services")) {
            facts.add("services", answers.values("services", "NAME"), "D70");
        }
        if (answers.has("active-services")) {
            facts.add("services_active", answers.values("active-services", "NAME"), "D70");
        }
    }

    private static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.1f", value);
    }
}
