package io.gulliver.activity.movement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code look-at-cluster.sh} says. Messages of crsctl and srvctl are those of Oracle Clusterware's manuals (Clusterware
 * Administration and Deployment Guide 19c, appendix E; RAC Administration and Deployment Guide 19c, appendix A): a line that is
 * none of them counts for nothing, so that what is not said is not seen.
 *
 * @param online nodes on which all three daemons are online
 * @param addresses to which the SCAN resolves
 * @param listeners SCAN listeners that run
 * @param silent addresses of the SCAN at which no listener answers
 * @param running nodes by the instance of the database that runs there
 * @param stopped instances that do not run
 * @param nodes that the database is configured for, in any case; empty where srvctl does not say
 * @param groups its disk groups
 * @param management administrator or policy, or empty
 * @param refused what srvctl said where it does not know the database
 */
record ClusterLines(
        SortedSet<String> online,
        SortedSet<String> addresses,
        int listeners,
        SortedSet<String> silent,
        SortedMap<String, String> running,
        SortedSet<String> stopped,
        SortedSet<String> nodes,
        SortedSet<String> groups,
        String management,
        String refused) {
    /** Cluster Ready Services, Cluster Synchronization Services, Event Manager: each is online. */
    private static final List<String> ONLINE = List.of("CRS-4537", "CRS-4529", "CRS-4533");

    private static final Pattern PART = Pattern.compile("==== gulliver ([a-z-]+)");
    private static final Pattern NODE = Pattern.compile("([A-Za-z0-9.-]+):");
    private static final Pattern INSTANCE =
            Pattern.compile("Instance (\\S+) is (?:(running) on node (\\S+?)[.,]?(?: .*)?|not running on node \\S+)");

    static ClusterLines of(String output) {
        SortedMap<String, List<String>> parts = parts(output);
        SortedMap<String, String> running = new TreeMap<>();
        SortedSet<String> stopped = new TreeSet<>();
        for (String line : parts.getOrDefault("status", List.of())) {
            Matcher instance = INSTANCE.matcher(line);
            if (instance.matches()) {
                if (instance.group(2) == null) {
                    stopped.add(instance.group(1));
                } else {
                    running.put(instance.group(1), folded(instance.group(3)));
                }
            }
        }
        List<String> config = parts.getOrDefault("config", List.of());
        List<String> answers = parts.getOrDefault("scan-answers", List.of());
        return new ClusterLines(
                online(parts.getOrDefault("cluster", List.of())),
                after(parts.getOrDefault("scan", List.of()), "address "),
                (int) parts.getOrDefault("scan-listeners", List.of()).stream()
                        .filter(line -> line.matches("(?i)SCAN listener \\S+ is running on node \\S+"))
                        .count(),
                after(answers, "silent "),
                running,
                stopped,
                listed(config, "Configured nodes: "),
                listed(config, "Disk Groups: "),
                config.stream()
                        .filter(line -> line.matches("Database is (administrator|policy) managed"))
                        .map(line -> line.split(" ")[2])
                        .findFirst()
                        .orElse(""),
                String.join(
                        "; ",
                        config.stream()
                                .filter(line -> line.matches("PR[A-Z]{2}-\\d+.*"))
                                .toList()));
    }

    private static SortedMap<String, List<String>> parts(String output) {
        SortedMap<String, List<String>> parts = new TreeMap<>();
        List<String> now = new ArrayList<>();
        for (String line : output.lines().map(String::strip).toList()) {
            Matcher part = PART.matcher(line);
            if (part.matches()) {
                now = parts.computeIfAbsent(part.group(1), name -> new ArrayList<>());
            } else {
                now.add(line);
            }
        }
        return parts;
    }

    private static SortedSet<String> online(List<String> lines) {
        Map<String, SortedSet<String>> said = new TreeMap<>();
        String node = "";
        for (String line : lines) {
            Matcher named = NODE.matcher(line);
            if (named.matches()) {
                node = folded(named.group(1));
            } else if (line.length() >= 8 && ONLINE.contains(line.substring(0, 8)) && !node.isEmpty()) {
                said.computeIfAbsent(node, one -> new TreeSet<>()).add(line.substring(0, 8));
            }
        }
        SortedSet<String> online = new TreeSet<>();
        said.forEach((one, codes) -> {
            if (codes.size() == ONLINE.size()) {
                online.add(one);
            }
        });
        return online;
    }

    private static SortedSet<String> after(List<String> lines, String begin) {
        SortedSet<String> values = new TreeSet<>();
        lines.stream()
                .filter(line -> line.startsWith(begin))
                .forEach(line -> values.add(line.substring(begin.length()).strip()));
        return values;
    }

    /** A list by commas, in one case. */
    private static SortedSet<String> listed(List<String> lines, String begin) {
        SortedSet<String> values = new TreeSet<>();
        after(lines, begin)
                .forEach(list -> Arrays.stream(list.split(","))
                        .map(ClusterLines::folded)
                        .filter(value -> !value.isEmpty())
                        .forEach(values::add));
        return values;
    }

    /** Name of a node as Clusterware has it: without its domain, in lower case. */
    static String folded(String name) {
        String one = name.strip().toLowerCase(Locale.ROOT);
        int point = one.indexOf('.');
        return point > 0 && !one.matches("[0-9.]+") ? one.substring(0, point) : one;
    }
}
