package io.gulliver.evidence.awrminer;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Platforms;
import io.gulliver.evidence.DecimalMark;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.FactList;
import io.gulliver.evidence.Problems;
import io.gulliver.evidence.Regex;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a capture says of its database and its hosts: OS-INFORMATION, and by instance OS-INFORMATION2 and OSSTAT of newer scripts.
 *
 * <p>The scripts of other houses that grew out of AWR Miner (AWS's for AWR and for STATSPACK among them) add keys of their own:
 * DBID, BANNER, sizes.
 */
final class CaptureHosts {
    static final String SECTION = "OS-INFORMATION";
    static final String BY_INSTANCE = "OS-INFORMATION2";
    static final String STATISTICS = "OSSTAT";

    private static final String CORES = "NUM_CPU_CORES";
    private static final String CPUS = "NUM_CPUS";
    private static final String SOCKETS = "NUM_CPU_SOCKETS";
    private static final String MEMORY = "PHYSICAL_MEMORY_GB";
    private static final String HOSTS = "HOSTS";

    private static final Set<String> KEYS = Set.of(
            CPUS,
            CORES,
            SOCKETS,
            MEMORY,
            "PLATFORM_NAME",
            // of V$DATABASE, where a release before 11.2 keeps none in AWR; other keys with '!' repeat what stands
            // without
            "!PLATFORM_NAME",
            "VERSION",
            "BANNER",
            "DB_NAME",
            "CDB_NAME",
            "DBID",
            "INSTANCES",
            "COUNT_PDBS",
            HOSTS,
            "TOTAL_DATAFILE_SIZE_GB",
            "USED_DB_SIZE_GB",
            "AWR_MINER_VER",
            "STATSPACK_MINER_VER");
    private static final Set<String> OF_INSTANCES = Set.of(CPUS, CORES, SOCKETS, HOSTS);
    private static final Pattern FILE_NAME =
            Pattern.compile(".*(?:awr|statspack)-hist-(?:([0-9]{1,20})-.+|[^-]+-([0-9]{4,20}))-[0-9]+-[0-9]+\\.out.*");
    private static final String ROOT = "CDB$ROOT";
    /** Oracle runs at most 128 instances of a database; more are no capture's. */
    private static final int MOST_INSTANCES = 128;

    private final Problems problems;
    private final DecimalMark numbers;
    private final Map<String, String> os = new HashMap<>();
    private final SortedMap<Long, Map<String, String>> instances = new TreeMap<>();
    private final Map<Long, Long> statisticsOf = new HashMap<>();

    CaptureHosts(Problems problems, DecimalMark numbers) {
        this.problems = problems;
        this.numbers = numbers;
    }

    /** A line of the section that shows no heading; false when it is none of the keys. */
    boolean bareLine(String line) {
        String[] words = Regex.split(line.strip(), " +", 2);
        if (words.length != 2 || !KEYS.contains(words[0])) {
            return false;
        }
        take(words[0], words[1], 0);
        return true;
    }

    void row(Row row, long line) {
        String key = row.text("stat_name");
        if (KEYS.contains(key)) {
            take(key, row.text("stat_value"), line);
        }
    }

    /** A file that tells two databases or two sets of hosts is two captures: sums over both would be of neither. */
    private void take(String key, String value, long line) {
        if (key.equals(MEMORY)) {
            // may be the first figure, which decides on the decimal mark
            numbers.read(value);
        }
        String first = os.putIfAbsent(key, value);
        if (first != null && !first.equals(value) && (key.equals("DB_NAME") || key.equals(HOSTS))) {
            problems.cut(
                    line,
                    SECTION,
                    "a second capture begins in it: " + key + " is " + first + " and then " + value,
                    "upload each capture alone, for the database that it is of");
        }
    }

    /** A row of OS-INFORMATION2; instance 0 is the database as a whole, which the first section tells. */
    void instanceRow(Row row) {
        String key = row.text("stat_name");
        instance(row.text("instance")).ifPresent(number -> put(number, key, row.text("stat_value")));
    }

    /** A row of OSSTAT; the last snapshot of an instance counts. Its mem_gb are megabytes, and are not read. */
    void statisticsRow(Row row) {
        Optional<Long> instance = instance(row.text("instance_number"));
        Optional<Long> snapshot = instance(row.text("snap_id"));
        if (instance.isEmpty() || snapshot.isEmpty()) {
            return;
        }
        if (statisticsOf.getOrDefault(instance.get(), Long.MIN_VALUE) <= snapshot.get()) {
            statisticsOf.put(instance.get(), snapshot.get());
            put(instance.get(), CORES, row.text("cores"));
            put(instance.get(), CPUS, row.text("cpus"));
            put(instance.get(), SOCKETS, row.text("sockets"));
        }
    }

    private static Optional<Long> instance(String text) {
        return Regex.matches(text, "[0-9]{1,15}")
                ? Optional.of(Long.parseLong(text)).filter(number -> number > 0)
                : Optional.empty();
    }

    private void put(long instance, String key, String value) {
        if (OF_INSTANCES.contains(key)
                && !value.isBlank()
                && (instances.containsKey(instance) || instances.size() < MOST_INSTANCES)) {
            instances.computeIfAbsent(instance, number -> new HashMap<>()).put(key, value.strip());
        }
    }

    private Optional<String> text(String key) {
        return Optional.ofNullable(os.get(key)).map(String::strip).filter(value -> !value.isEmpty());
    }

    private static Optional<Long> whole(Optional<String> text) {
        return text.filter(value -> Regex.matches(value, "[0-9]{1,9}"))
                .map(Long::valueOf)
                .filter(value -> value > 0);
    }

    private OptionalDouble gigabytes(String key) {
        OptionalDouble read = numbers.read(text(key).orElse(""));
        return read.isPresent() && read.getAsDouble() > 0 ? read : OptionalDouble.empty();
    }

    /** The most of any instance, where instances tell it. */
    private Optional<Long> most(String key) {
        return instances.values().stream()
                .flatMap(told -> whole(Optional.ofNullable(told.get(key))).stream())
                .max(Long::compare);
    }

    private Optional<Long> ofHost(String key) {
        return most(key).or(() -> whole(text(key)));
    }

    Optional<Long> instanceCount() {
        return whole(text("INSTANCES"));
    }

    /** Cores of one host, the largest where they differ; logical CPUs where nobody tells cores. */
    Optional<Long> cores() {
        return ofHost(CORES).or(() -> ofHost(CPUS));
    }

    boolean coresAreTold() {
        return ofHost(CORES).isPresent();
    }

    Optional<Long> cpus() {
        return ofHost(CPUS);
    }

    /** Cores of the host of each instance where these differ; empty where all are alike, or nobody tells. */
    SortedMap<Long, Double> coresOf() {
        SortedMap<Long, Double> cores = new TreeMap<>();
        instances.forEach((number, told) ->
                whole(Optional.ofNullable(told.get(CORES))).ifPresent(value -> cores.put(number, (double) value)));
        return new TreeSet<>(cores.values()).size() > 1 ? cores : new TreeMap<>();
    }

    /** How many threads a core has, 1 while unknown. */
    double threads() {
        Optional<Long> cores = ofHost(CORES);
        Optional<Long> cpus = cpus();
        return cores.isPresent() && cpus.isPresent() ? Math.max(1.0, (double) cpus.get() / cores.get()) : 1;
    }

    Optional<List<String>> hosts() {
        return text(HOSTS)
                .map(value -> Arrays.stream(Regex.split(value, ","))
                        .map(String::strip)
                        .filter(host -> !host.isEmpty())
                        .distinct()
                        .toList());
    }

    /** Host of each instance, where the capture says it. */
    SortedMap<Long, String> hostOf() {
        SortedMap<Long, String> hosts = new TreeMap<>();
        instances.forEach((number, told) -> {
            String host = told.get(HOSTS);
            if (host != null && host.indexOf(',') < 0) {
                hosts.put(number, host);
            }
        });
        return hosts;
    }

    void facts(FactList facts, EvidenceOrigin origin) {
        identity(facts, origin);
        platform(facts);
        instanceCount().ifPresent(value -> facts.add("database.instances", value, null));
        hosts().ifPresent(value -> facts.add("host.names", value, null));
        cpus().ifPresent(value -> facts.add("host.cpus", value, "logical CPUs of one host"));
        ofHost(SOCKETS).ifPresent(value -> facts.add("host.sockets", value, "sockets of one host"));
        Optional<Long> cores = ofHost(CORES);
        Optional<Long> threads = cpus();
        if (cores.isPresent()) {
            SortedMap<Long, Double> each = coresOf();
            facts.add("host.cores", cores.get(), "cores of one host" + (each.isEmpty() ? "" : ", the largest"));
            if (!each.isEmpty()) {
                problems.add(
                        0,
                        SECTION,
                        "the hosts differ in cores: by instance " + each,
                        "nothing to do: busy cores count each host with its own");
            }
        } else if (threads.isPresent()) {
            facts.add("host.cores", threads.get(), "cores of one host", Confidence.ASSUMED);
            problems.add(
                    0,
                    SECTION,
                    "NUM_CPU_CORES is missing; NUM_CPUS (" + threads.get() + ") stands for it and may count threads",
                    "give the cores of one host, for example from lscpu");
        } else {
            missing("neither NUM_CPU_CORES nor NUM_CPUS is in the capture, so busy cores are unknown", "cores");
        }
        OptionalDouble gb = gigabytes(MEMORY);
        if (gb.isPresent()) {
            facts.add("host.memoryGb", FactList.rounded(gb.getAsDouble()), "GB of one host");
        } else {
            missing(
                    "PHYSICAL_MEMORY_GB is " + os.getOrDefault(MEMORY, "missing") + ", so the host's memory is unknown",
                    "memory");
        }
        sizes(facts);
    }

    private void identity(FactList facts, EvidenceOrigin origin) {
        Matcher file = FILE_NAME.matcher(origin.source());
        Optional<String> number = text("DBID").filter(value -> Regex.matches(value, "[0-9]{1,20}"));
        if (number.isPresent()) {
            facts.add("database.dbid", number.get(), null);
        } else if (file.matches()) {
            String named = file.group(1) == null ? file.group(2) : file.group(1);
            facts.add("database.dbid", named, null, Confidence.ASSUMED);
        }
        Optional<String> container = text("CDB_NAME");
        Optional<String> name =
                text("DB_NAME").filter(value -> !value.equalsIgnoreCase(ROOT)).or(() -> container);
        name.ifPresent(value -> facts.add("database.name", value, null));
        container.ifPresent(value -> facts.add("database.container", value, null));
        boolean root =
                text("DB_NAME").filter(value -> value.equalsIgnoreCase(ROOT)).isPresent();
        boolean pluggable = container.isPresent()
                && name.filter(value -> !value.equalsIgnoreCase(container.get()))
                        .isPresent();
        // one less than the pluggable databases that there are: the seed is none of them
        boolean counted = whole(text("COUNT_PDBS")).isPresent();
        if (root || pluggable || counted) {
            facts.add("database.cdb", true, null);
        }
        text("VERSION").ifPresent(value -> facts.add("database.version", value, null));
        text("BANNER")
                .filter(value -> Regex.matches(value, "(?i).*\\bEdition\\b.*"))
                .ifPresent(value -> facts.add("database.edition", value, null));
        text("AWR_MINER_VER")
                .or(() -> text("STATSPACK_MINER_VER"))
                .ifPresent(value -> facts.add("evidence.awrMinerVersion", value, null));
    }

    private void platform(FactList facts) {
        Optional<String> platform = text("PLATFORM_NAME")
                .map(value -> value.replace('_', ' '))
                .filter(value -> !value.equalsIgnoreCase("None"))
                .or(() -> text("!PLATFORM_NAME"));
        if (platform.isEmpty()) {
            missing("the platform is not in the capture", "PLATFORM_NAME");
            return;
        }
        facts.add("database.platform", platform.get(), null);
        Optional<String> endian = Platforms.endianFormat(platform.get());
        if (endian.isPresent()) {
            facts.add("database.endianFormat", endian.get(), null);
        } else {
            missing("the byte order of platform '" + platform.get() + "' is not known", "ENDIAN_FORMAT");
        }
    }

    private void sizes(FactList facts) {
        OptionalDouble used = gigabytes("USED_DB_SIZE_GB");
        if (used.isPresent()) {
            facts.add("storage.usedGb", FactList.rounded(used.getAsDouble()), CaptureFigures.BINARY_GB);
        }
        OptionalDouble files = gigabytes("TOTAL_DATAFILE_SIZE_GB");
        if (files.isPresent()) {
            facts.add("storage.filesGb", FactList.rounded(files.getAsDouble()), CaptureFigures.BINARY_GB);
        }
    }

    private void missing(String message, String what) {
        problems.add(0, SECTION, message, "ask the DBA for " + what + " of the host and enter it by hand");
    }
}
