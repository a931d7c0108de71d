package io.gulliver.activity.discovery;

import io.gulliver.activity.systems.Accounts;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.evidence.discovery.AnswerRow;
import io.gulliver.evidence.discovery.DiscoveredFacts;
import io.gulliver.evidence.discovery.DiscoveredFacts.Found;
import io.gulliver.evidence.discovery.Discovery;
import io.gulliver.evidence.discovery.QueryResults;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The outputs of {@code discovery.database}: all facts, and apart those that steps name. */
final class DiscoveryOutputs {
    /** What follows the ids of questions in the source of a fact. */
    static final String SOURCE = "live discovery";

    private static final List<String> OF_EVERY_DATABASE = List.of("SYSTEM", "SYSAUX");

    private DiscoveryOutputs() {}

    /**
     * @param ours users of our own credentials, which do not cross
     */
    static Map<String, Object> of(Discovery discovery, QueryResults answers, Set<String> ours) {
        Map<String, Object> out = new LinkedHashMap<>();
        DiscoveredFacts facts = discovery.facts();
        AnswerRow instance = answers.first("instances");
        put(out, "release", instance == null ? facts.value("source_release") : instance.find("VERSION"));
        put(out, "name", facts.value("database_name"));
        put(out, "platform", facts.value("platform"));
        put(out, "endian", facts.value("endian"));
        out.put("edition", or(facts.value("source_edition"), "unknown"));
        put(out, "character_set", facts.value("character_set"));
        put(out, "national_character_set", facts.value("national_character_set"));
        put(out, "time_zone_file", facts.value("time_zone_file"));
        put(out, "archive_log", facts.value("archivelog"));
        out.put("container", or(facts.value("source_container"), false));
        put(out, "pluggable", facts.value("pluggable_name"));
        out.put("instances", or(facts.value("source_instances"), 0));
        out.put("standbys", or(facts.value("standbys"), List.of()));
        put(out, "compatible", facts.value("source_compatible"));
        // What a step needs as a number is there even when its question had no answer; the facts leave it out then.
        for (String name : List.of("tde_tablespace", "tde_column", "long_columns")) {
            out.put(name, or(facts.value(name), false));
        }
        for (String name : List.of("tables_without_key", "tables", "invalid_objects")) {
            out.put(name, whole(facts.value(name)));
        }
        out.put("objects", whole(facts.value("objects")));
        for (String name : List.of("data_gb", "index_gb", "lob_gb", "files_gb", "redo_peak_gb_hour")) {
            out.put(name, rounded(facts.value(name)));
        }
        out.put("sga_mb", whole(facts.value("sga_mb")));
        out.put("pga_mb", whole(facts.value("pga_mb")));
        putWhole(
                out, "cores", facts.value("host.cores") == null ? facts.value("host.cpus") : facts.value("host.cores"));
        putWhole(out, "processes", facts.value("processes_limit"));
        putWhole(out, "block_size", facts.value("block_size"));
        SortedSet<String> accounts = Accounts.crossing(answers.values("owners", "USERNAME"), ours);
        out.put("schemas", List.copyOf(accounts));
        out.put("tablespaces", List.copyOf(discovery.tablespaceMegabytes().keySet()));
        out.put("tablespace_mb", tablespaces(discovery, answers, accounts));
        out.put("blockers", discovery.blockers());
        out.put("warnings", discovery.warnings());
        out.put("unanswered", discovery.unanswered());
        facts(out, facts.list());
        return out;
    }

    /** Those with segments, and those that accounts name as their default or may fill. */
    private static SortedMap<String, Double> tablespaces(
            Discovery discovery, QueryResults answers, Set<String> accounts) {
        SortedMap<String, Double> tablespaces = new TreeMap<>(discovery.tablespaceMegabytes());
        Set<String> named = new TreeSet<>();
        answers.of("users").stream()
                .filter(row -> accounts.contains(row.text("USERNAME")))
                .forEach(row -> named.add(row.text("DEFAULT_TABLESPACE")));
        answers.of("quotas").stream()
                .filter(row -> accounts.contains(row.text("USERNAME")))
                .forEach(row -> named.add(row.text("TABLESPACE_NAME")));
        answers.of("tablespaces").stream()
                .filter(row -> row.is("CONTENTS", "PERMANENT") && named.contains(row.text("TABLESPACE_NAME")))
                .map(row -> row.text("TABLESPACE_NAME"))
                .filter(name -> !OF_EVERY_DATABASE.contains(name))
                .forEach(name -> tablespaces.putIfAbsent(name, 0.0));
        return tablespaces;
    }

    /** Takes away what is to be recorded, where that was done before. */
    static void withoutFacts(Map<String, Object> out) {
        for (String name : List.of("facts", "fact_sources", "fact_units")) {
            out.put(name, Map.of());
        }
        out.put("facts_assumed", List.of());
        out.put("clients", List.of());
        out.put("clients_at", "");
    }

    private static void facts(Map<String, Object> out, List<Found> facts) {
        Map<String, Object> values = new LinkedHashMap<>();
        Map<String, String> sources = new LinkedHashMap<>();
        Map<String, String> units = new LinkedHashMap<>();
        List<String> assumed = new ArrayList<>();
        for (Found fact : facts) {
            values.put(fact.name(), fact.value());
            sources.put(fact.name(), DiscoveredFacts.source(fact.from(), SOURCE));
            if (fact.unit() != null) {
                units.put(fact.name(), fact.unit());
            }
            if (fact.confidence() == Confidence.ASSUMED) {
                assumed.add(fact.name());
            }
        }
        out.put("facts", values);
        out.put("fact_sources", sources);
        out.put("fact_units", units);
        out.put("facts_assumed", assumed);
    }

    private static void put(Map<String, Object> out, String name, @Nullable Object value) {
        if (value != null) {
            out.put(name, value);
        }
    }

    private static void putWhole(Map<String, Object> out, String name, @Nullable Object value) {
        if (value instanceof Number number) {
            out.put(name, number.intValue());
        }
    }

    private static Object or(@Nullable Object value, Object other) {
        return value == null ? other : value;
    }

    private static int whole(@Nullable Object value) {
        return value instanceof Number number ? number.intValue() : 0;
    }

    private static double rounded(@Nullable Object value) {
        return value instanceof Number number ? Math.round(number.doubleValue() * 1e3) / 1e3 : 0;
    }
}
