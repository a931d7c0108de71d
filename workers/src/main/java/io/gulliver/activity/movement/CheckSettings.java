package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.ShortAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.systems.Containers;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.HostScripts;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code oracle.check-settings}: reads what tuning checks want to know of a database as it runs, and judges nothing.
 *
 * <p>Parameters are those in force in the running instance, not those of its file. How much of the huge pages is in use is
 * what the kernel of its server says. What is not told is no fact. A pluggable database has memory, redo logs and parameter
 * file of its container, which is looked at by itself.
 */
final class CheckSettings extends ShortAction {
    private static final String MEMINFO = "cat /proc/meminfo\n";
    private static final Pattern MEMORY = Pattern.compile("(HugePages_\\w+|Hugepagesize): +([0-9]{1,15})(?: kB)?");
    private static final String FILE = "spfile-parameters";

    /** Facts of the instance by their parameters: sizes, MB of what the parameter says in bytes. */
    private static final SortedMap<String, String> SIZES = sorted(Map.of(
            "sga_target", "oracle.sga_target_mb",
            "sga_max_size", "oracle.sga_max_mb",
            "memory_target", "oracle.memory_target_mb",
            "pga_aggregate_target", "oracle.pga_target_mb",
            "pga_aggregate_limit", "oracle.pga_limit_mb",
            "db_flash_cache_size", "oracle.flash_cache_mb"));

    private static final SortedMap<String, String> NUMBERS = sorted(Map.of(
            "fast_start_mttr_target", "oracle.mttr_target",
            "parallel_max_servers", "oracle.parallel_servers",
            "db_writer_processes", "oracle.db_writers",
            "cpu_count", "oracle.cpu_count"));

    private static final SortedMap<String, String> TEXTS = sorted(Map.of(
            "use_large_pages", "oracle.use_large_pages",
            "filesystemio_options", "oracle.filesystemio",
            "statistics_level", "oracle.statistics_level",
            "processor_group_name", "oracle.processor_group"));

    private final Databases databases;
    private final HostScripts scripts;

    CheckSettings(Databases databases, HostScripts scripts) {
        super("oracle.check-settings");
        this.databases = databases;
        this.scripts = scripts;
    }

    private static SortedMap<String, String> sorted(Map<String, String> map) {
        return new TreeMap<>(map);
    }

    @Override
    protected void render(StepCall call, Rendering rendering) {
        List<String> parameters = new ArrayList<>(SIZES.keySet());
        parameters.addAll(NUMBERS.keySet());
        parameters.addAll(TEXTS.keySet());
        rendering
                .says("Would read the settings of " + rendering.database("") + " and change nothing")
                .asks(
                        rendering.database(""),
                        "instances",
                        "datafiles",
                        "host-resources",
                        "session-limits",
                        "pga-statistics",
                        "sga-parts",
                        "redo-logs",
                        FILE)
                .asksParameters(rendering.database(""), parameters.toArray(String[]::new))
                .command("ssh " + rendering.shown("host") + " cat /proc/meminfo");
    }

    @Override
    public StepResult run(StepCall call, StepContext context) {
        Address address = Address.of(call, "");
        SortedMap<String, Object> facts = new TreeMap<>();
        try (OracleClient client = databases.read(address, context)) {
            database(client, facts);
            if (!Containers.pluggable(client)) {
                instance(client, facts);
                parameterFile(client, facts);
            }
        }
        if (Boolean.FALSE.equals(facts.get("oracle.cluster")) && facts.containsKey("oracle.use_large_pages")) {
            // Of a cluster this is one server of several.
            String said = scripts.demand(call, Inputs.of(call).text("host"), "meminfo", MEMINFO, List.of())
                    .output();
            pagesInUse(said).ifPresent(megabytes -> facts.put("pages.used_mb", megabytes));
        }
        return StepResult.done(
                Map.of("facts", facts), facts.size() + " facts of database " + address.name() + " are read");
    }

    private static void database(OracleClient client, Map<String, Object> facts) {
        List<OracleRow> instances = client.query("instances");
        facts.put(
                "oracle.cluster",
                instances.size() > 1 || instances.stream().anyMatch(row -> "YES".equals(row.findText("PARALLEL"))));
        facts.put("oracle.release_major", Long.parseLong(client.release().replaceFirst("\\..*$", "")));
        List<OracleRow> files = client.query("datafiles");
        if (!files.isEmpty()) {
            facts.put(
                    "oracle.file_system",
                    files.stream().anyMatch(row -> !row.text("FILE_NAME").startsWith("+")));
        }
    }

    private static void instance(OracleClient client, Map<String, Object> facts) {
        SIZES.forEach((name, fact) -> parameter(client, name)
                .ifPresent(value -> whole(value).ifPresent(bytes -> facts.put(fact, bytes >> 20))));
        NUMBERS.forEach((name, fact) ->
                parameter(client, name).ifPresent(value -> whole(value).ifPresent(number -> facts.put(fact, number))));
        TEXTS.forEach((name, fact) -> parameter(client, name).ifPresent(value -> facts.put(fact, value)));
        client.query("host-resources").stream()
                .filter(row -> row.text("STAT_NAME").equals("NUM_CPUS"))
                .findFirst()
                .ifPresent(row -> facts.put("oracle.cpus", row.number("VALUE").longValue()));
        client.query("pga-statistics").stream()
                .filter(row -> row.text("NAME").equals("over allocation count"))
                .map(row -> row.number("VALUE").longValue())
                .reduce(Long::sum)
                .ifPresent(count -> facts.put("oracle.over_allocations", count));
        least(
                client.query("sga-parts").stream()
                        .filter(row -> row.text("NAME").equals("Redo Buffers"))
                        .toList(),
                row -> row.number("BYTES").longValue(),
                "oracle.redo_buffer_bytes",
                facts);
        List<OracleRow> logs = client.query("redo-logs");
        least(logs, row -> row.number("BYTES").longValue() >> 20, "oracle.redo_log_mb", facts);
        SortedMap<Long, Long> groups = new TreeMap<>();
        logs.forEach(row -> groups.merge(row.number("THREAD#").longValue(), 1L, Long::sum));
        groups.values().stream()
                .min(Comparator.naturalOrder())
                .ifPresent(fewest -> facts.put("oracle.redo_groups", fewest));
        client.query("session-limits").stream()
                .filter(row -> row.text("RESOURCE_NAME").equals("processes"))
                .filter(row -> whole(row.text("LIMIT_VALUE"))
                        .filter(limit -> limit > 0)
                        .isPresent())
                .map(row -> 100.0
                        * row.number("MAX_UTILIZATION").doubleValue()
                        / Long.parseLong(row.text("LIMIT_VALUE").strip()))
                .max(Comparator.naturalOrder())
                .ifPresent(percent -> facts.put("oracle.processes_used_percent", percent));
    }

    /** What its file states, and what of that its release does not know; without a file both are empty. */
    private static void parameterFile(OracleClient client, Map<String, Object> facts) {
        SortedSet<String> specified = new TreeSet<>();
        client.query(FILE).forEach(row -> specified.add(row.text("NAME").toLowerCase(Locale.ROOT)));
        SortedSet<String> unknown = new TreeSet<>(specified);
        // Hidden ones are in no view: they have a check of their own.
        unknown.removeIf(name -> name.startsWith("_"));
        client.query("changed-parameters")
                .forEach(row -> unknown.remove(row.text("NAME").toLowerCase(Locale.ROOT)));
        unknown.removeIf(name -> parameter(client, name).isPresent());
        facts.put("oracle.specified", List.copyOf(specified));
        facts.put("oracle.unknown_parameters", List.copyOf(unknown));
    }

    private static void least(
            List<OracleRow> rows, ToLongFunction<OracleRow> value, String fact, Map<String, Object> facts) {
        rows.stream().mapToLong(value).min().ifPresent(least -> facts.put(fact, least));
    }

    /** Empty where the release has no such parameter; one that nobody set is the empty text. */
    private static Optional<String> parameter(OracleClient client, String name) {
        return client.query("parameter", Map.of("name", name)).stream()
                .findFirst()
                .map(row ->
                        Optional.ofNullable(row.findText("VALUE")).orElse("").strip());
    }

    private static Optional<Long> whole(String text) {
        return text.strip().matches("[0-9]{1,18}") ? Optional.of(Long.parseLong(text.strip())) : Optional.empty();
    }

    /** MB of the huge pages that are in use or promised to somebody; empty where the kernel does not say. */
    static Optional<Long> pagesInUse(String meminfo) {
        Map<String, Long> values = new TreeMap<>();
        meminfo.lines().forEach(line -> {
            Matcher memory = MEMORY.matcher(line.strip());
            if (memory.matches()) {
                values.put(memory.group(1), Long.parseLong(memory.group(2)));
            }
        });
        if (!values.keySet()
                .containsAll(List.of("HugePages_Total", "HugePages_Free", "HugePages_Rsvd", "Hugepagesize"))) {
            return Optional.empty();
        }
        long pages = values.get("HugePages_Total") - values.get("HugePages_Free") + values.get("HugePages_Rsvd");
        return Optional.of(pages * values.get("Hugepagesize") / 1024);
    }
}
