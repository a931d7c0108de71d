package io.gulliver.evidence.host;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.evidence.FactList;
import io.gulliver.evidence.Problems;
import io.gulliver.evidence.Regex;
import io.gulliver.evidence.host.HostReader.Line;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Turns the lines of each part into facts of the host. */
final class HostFigures {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final double KIB_PER_GB = 1024.0 * 1024;
    private static final int TOLD = 500;
    private static final Pattern COLON = Pattern.compile("^\\s*([^:]+):\\s*(.*?)\\s*$");
    private static final Pattern SETTING = Pattern.compile("^([A-Za-z0-9_./:-]+)\\s*=\\s*(.*?)\\s*$");
    /** Settings that sizing and the tuning checks read. */
    private static final Pattern KEPT_SETTING = Pattern.compile(
            "vm\\.(nr_hugepages|nr_overcommit_hugepages|hugetlb_shm_group|swappiness|dirty_.*|overcommit_.*"
                    + "|min_free_kbytes|max_map_count)|kernel\\.(shm.*|sem|numa_balancing|sched_.*|panic_on_oops)"
                    + "|fs\\.(file-max|aio-max-nr)|net\\.core\\.[rw]mem.*|net\\.ipv4\\.(ip_local_port_range|tcp_[rw]mem|ipfrag.*)"
                    + "|s390\\..*");

    private static final Pattern MAP = Pattern.compile("(\\S+)(?: \\(([^)]+)\\))? (dm-\\d+) (.*)");
    private static final Pattern PATH = Pattern.compile(
            "[|` -]*[`|]?-\\s*(\\d+:\\d+:\\d+:\\d+|#:#:#:#)\\s+(\\S+)\\s+(\\S+)\\s+(\\S+)\\s+(\\S+)\\s+(\\S+).*");
    private static final Pattern DASD = Pattern.compile("([0-9a-f]\\.[0-9a-f]\\.[0-9a-f]{4})\\s+(\\S+)\\s*(.*)");
    private static final Pattern ZFCP =
            Pattern.compile("([0-9a-f]\\.[0-9a-f]\\.[0-9a-f]{4})(?:/(0x[0-9a-f]+))?(?:/(0x[0-9a-f]+))? (\\S+).*");
    private static final Pattern PORT_TYPE = Pattern.compile("\\s*port_type\\s+= \"(.*)\"");

    private final FactList facts;
    private final Problems problems;
    private final Map<String, String> speeds = new TreeMap<>();
    private final Set<String> adapters = new TreeSet<>();
    private final Set<String> ports = new TreeSet<>();
    private final Set<String> portTypes = new TreeSet<>();
    private final Map<String, Integer> luns = new TreeMap<>();
    private boolean last;

    HostFigures(FactList facts, Problems problems) {
        this.facts = facts;
        this.problems = problems;
    }

    /** The next part is the file's last one: where it has no end the file has none. */
    void last() {
        last = true;
    }

    void take(HostPart part, List<Line> lines) {
        if (lines.isEmpty()) {
            return;
        }
        switch (part) {
            case UNAME -> facts.add("host.architecture", lines.get(0).text().strip(), null);
            case OS_RELEASE -> system(lines);
            case LSCPU -> lscpu(pairs(lines));
            case LSCPU_E -> polarization(lines);
            case MEMINFO -> memory(lines);
            case SYSCTL -> settings(lines);
            case CMDLINE -> commandLine(lines);
            case LSBLK -> json(part, lines, this::disks);
            case MULTIPATH -> multipath(lines);
            case LSDASD -> dasd(lines);
            case LSZFCP -> zfcp(lines);
            case IP -> json(part, lines, this::interfaces);
            case ETHTOOL -> ethtool(lines);
        }
    }

    /** Facts that several parts of one kind give together. */
    void finish() {
        if (!speeds.isEmpty()) {
            facts.add(
                    "host.network.links",
                    speeds.entrySet().stream()
                            .map(link -> link.getKey() + ": " + link.getValue())
                            .toList(),
                    null);
        }
        if (!adapters.isEmpty()) {
            facts.add("host.fcp.adapters", (long) adapters.size(), "FCP devices");
            if (!ports.isEmpty()) {
                facts.add("host.fcp.remotePorts", (long) ports.size(), "ports of arrays");
            }
            if (!luns.isEmpty()) {
                facts.add("host.fcp.luns", (long) luns.size(), null);
                facts.add(
                        "host.fcp.fewestPaths",
                        (long) luns.values().stream()
                                .mapToInt(Integer::intValue)
                                .min()
                                .orElseThrow(),
                        "paths of the volume that has fewest");
            }
            if (!portTypes.isEmpty()) {
                facts.add("host.fcp.portTypes", List.copyOf(portTypes), null);
            }
        }
    }

    private void system(List<Line> lines) {
        for (Line line : lines) {
            if (line.text().startsWith("PRETTY_NAME=")) {
                facts.add(
                        "host.operatingSystem",
                        Regex.replaceAll(line.text().substring("PRETTY_NAME=".length()), "^[\"']|[\"']$", ""),
                        null);
            }
        }
    }

    static Map<String, String> pairs(List<Line> lines) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (Line line : lines) {
            Matcher pair = COLON.matcher(line.text());
            if (pair.matches()) {
                pairs.putIfAbsent(pair.group(1).strip(), pair.group(2));
            }
        }
        return pairs;
    }

    private void lscpu(Map<String, String> cpu) {
        text(cpu, "Architecture", "host.architecture");
        text(cpu, "Model name", "host.cpuModel");
        text(cpu, "Machine type", "host.machineType");
        text(cpu, "Hypervisor", "host.hypervisor");
        text(cpu, "Hypervisor vendor", "host.hypervisor");
        text(cpu, "Virtualization type", "host.virtualization");
        text(cpu, "Dispatching mode", "host.dispatching");
        text(cpu, "Byte Order", "host.byteOrder");
        whole(cpu.get("CPU(s)")).ifPresent(value -> facts.add("host.cpus", value, "logical CPUs of one host"));
        whole(cpu.get("Thread(s) per core"))
                .ifPresent(value -> facts.add("host.threadsPerCore", value, "threads of one core"));
        OptionalLong cores = HostFacts.cores(cpu);
        // a hypervisor shows a topology that need not be that of the machine
        Confidence confidence = cpu.containsKey("Hypervisor") || cpu.containsKey("Hypervisor vendor")
                ? Confidence.ASSUMED
                : Confidence.MEASURED;
        cores.ifPresent(value -> facts.add("host.cores", value, "cores of one host", confidence));
    }

    private void text(Map<String, String> pairs, String key, String fact) {
        String value = pairs.get(key);
        if (value != null && !value.isEmpty() && !value.equals("-")) {
            facts.add(fact, value, null);
        }
    }

    private static OptionalLong whole(@Nullable String text) {
        return text != null && Regex.matches(text, "\\d{1,15}")
                ? OptionalLong.of(Long.parseLong(text))
                : OptionalLong.empty();
    }

    private void polarization(List<Line> lines) {
        List<String> heading = List.of(Regex.split(lines.get(0).text().strip(), "\\s+"));
        int place = heading.indexOf("POLARIZATION");
        int online = heading.indexOf("ONLINE");
        Map<String, Integer> counts = new TreeMap<>();
        long on = 0;
        for (Line line : lines.subList(1, lines.size())) {
            String[] words = Regex.split(line.text().strip(), "\\s+");
            if (words.length != heading.size()) {
                problems.add(
                        line.number(),
                        HostPart.LSCPU_E.label(),
                        "the row has " + words.length + " words under " + heading.size() + " columns and was left out",
                        "run 'lscpu -e' again with LC_ALL=C, and upload its whole output");
            } else if (online >= 0 && words[online].equals("yes")) {
                on++;
                if (place >= 0) {
                    counts.merge(words[place], 1, Integer::sum);
                }
            }
        }
        facts.add("host.onlineCpus", on, "logical CPUs of one host");
        if (!counts.isEmpty()) {
            facts.add(
                    "host.polarization",
                    counts.entrySet().stream()
                            .map(one -> one.getKey() + ": " + one.getValue())
                            .toList(),
                    "online CPUs of each kind");
            if (!counts.containsKey("horizontal")) {
                facts.add(
                        "host.verticalHighAndMedium",
                        (long) counts.getOrDefault("vert-high", 0) + counts.getOrDefault("vert-medium", 0),
                        "online CPUs");
            }
        }
    }

    private void memory(List<Line> lines) {
        Map<String, String> memory = pairs(lines);
        gigabytes(memory, "MemTotal", "host.memoryGb");
        gigabytes(memory, "SwapTotal", "host.swap.totalGb");
        gigabytes(memory, "SwapFree", "host.swap.freeGb");
        gigabytes(memory, "PageTables", "host.memory.pageTablesGb");
        gigabytes(memory, "Cached", "host.memory.cachedGb");
        whole(memory.get("HugePages_Total")).ifPresent(value -> facts.add("host.hugePages.pages", value, "pages"));
        whole(memory.get("HugePages_Free")).ifPresent(value -> facts.add("host.hugePages.free", value, "pages"));
        whole(memory.get("HugePages_Rsvd")).ifPresent(value -> facts.add("host.hugePages.reserved", value, "pages"));
        OptionalLong page = kib(memory.get("Hugepagesize"));
        page.ifPresent(value -> facts.add("host.hugePages.pageKb", value, "KB"));
    }

    private static OptionalLong kib(@Nullable String text) {
        return text != null && Regex.matches(text, "\\d{1,15} kB")
                ? OptionalLong.of(Long.parseLong(text.substring(0, text.length() - 3)))
                : OptionalLong.empty();
    }

    private void gigabytes(Map<String, String> memory, String key, String fact) {
        kib(memory.get(key))
                .ifPresent(value -> facts.add(fact, FactList.rounded(value / KIB_PER_GB), "GB of one host"));
    }

    private void settings(List<Line> lines) {
        TreeMap<String, String> kept = new TreeMap<>();
        for (Line line : lines) {
            Matcher setting = SETTING.matcher(line.text());
            if (setting.matches() && KEPT_SETTING.matcher(setting.group(1)).matches()) {
                kept.put(setting.group(1), Regex.replaceAll(setting.group(2), "\\s+", " "));
            }
        }
        if (!kept.isEmpty()) {
            facts.add(
                    "host.settings",
                    kept.entrySet().stream()
                            .map(one -> one.getKey() + "=" + one.getValue())
                            .toList(),
                    null);
        }
    }

    private void commandLine(List<Line> lines) {
        List<String> words = List.of(Regex.split(lines.get(0).text().strip(), "\\s+"));
        facts.add("host.commandLine", words, null);
        String size = null;
        for (String word : words) {
            if (word.startsWith("hugepagesz=")) {
                size = word.substring("hugepagesz=".length());
            } else if (Regex.matches(word, "hugepages=\\d{1,12}")) {
                facts.add(
                        "host.hugePages.atBoot",
                        Long.parseLong(word.substring("hugepages=".length())),
                        "pages" + (size == null ? "" : " of " + size));
            }
        }
    }

    /** What takes a part in JSON. */
    private interface Taker {
        void take(JsonNode node);
    }

    private void json(HostPart part, List<Line> lines, Taker taker) {
        String text = lines.stream().map(Line::text).collect(Collectors.joining("\n"));
        try {
            taker.take(JSON.readTree(text));
        } catch (JacksonException e) {
            long line = lines.get(0).number()
                    + (e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNr() - 1));
            if (last && e instanceof UnexpectedEndOfInputException) {
                problems.cut(
                        lines.get(lines.size() - 1).number(),
                        part.label(),
                        "the file ends in the middle of the JSON of '" + part.command() + "'",
                        "fetch the file again and compare its size with the original; upload it whole");
                return;
            }
            problems.add(
                    line,
                    part.label(),
                    "this is no whole JSON: " + e.getOriginalMessage(),
                    "run '" + part.command() + "' again and upload its whole output");
        }
    }

    private void disks(JsonNode document) {
        List<String> texts = new ArrayList<>();
        Set<String> seen = new LinkedHashSet<>();
        double[] bytes = new double[1];
        for (JsonNode device : document.path("blockdevices")) {
            disk(device, seen, texts, bytes);
        }
        if (!seen.isEmpty()) {
            facts.add("host.storage.disks", (long) seen.size(), "disks that the host sees");
            facts.add("host.storage.disksGb", Math.round(bytes[0] / 1e8) / 10.0, "GB of 10^9 bytes");
            facts.add("host.storage.each", List.copyOf(texts), null);
        }
    }

    /** A multipath device counts once, in place of the disks under it. */
    private void disk(JsonNode device, Set<String> seen, List<String> texts, double[] bytes) {
        JsonNode counted = device;
        for (JsonNode child : device.path("children")) {
            if (child.path("type").asString("").equals("mpath")) {
                counted = child;
            }
        }
        String type = counted.path("type").asString("");
        String name = counted.path("name").asString("");
        if (!(type.equals("disk") || type.equals("mpath")) || name.isEmpty() || !seen.add(name)) {
            return;
        }
        double size = size(counted.path("size").asString(""));
        if (Double.isNaN(size)) {
            problems.add(
                    0,
                    HostPart.LSBLK.label(),
                    "disk " + name + " has the size '" + counted.path("size") + "', which is none",
                    "run 'lsblk -J -b' again and upload its whole output");
            return;
        }
        bytes[0] += size;
        if (texts.size() < TOLD) {
            texts.add(String.format(Locale.ROOT, "%s: %.1f GB, %s", name, size / 1e9, type));
        }
    }

    /** Bytes with {@code -b}, else a figure with its binary unit, with a decimal comma in some languages. */
    static double size(String text) {
        Matcher size = Pattern.compile("(\\d+(?:[.,]\\d+)?)([KMGTPE]?)i?B?").matcher(text);
        return size.matches()
                ? Double.parseDouble(size.group(1).replace(',', '.'))
                        * Math.pow(1024, " KMGTPE".indexOf(size.group(2).isEmpty() ? " " : size.group(2)))
                : Double.NaN;
    }

    private void multipath(List<Line> lines) {
        Map<String, int[]> maps = new LinkedHashMap<>();
        Map<String, String> models = new HashMap<>();
        String now = null;
        for (Line line : lines) {
            String text = line.text().stripTrailing();
            Matcher map = MAP.matcher(text);
            Matcher path = PATH.matcher(text);
            if (map.matches()) {
                now = map.group(1);
                maps.putIfAbsent(now, new int[2]);
                models.put(now, map.group(4).strip());
            } else if (path.matches() && now != null) {
                boolean active =
                        path.group(4).equals("active") && !path.group(5).equals("faulty");
                int[] counts = maps.computeIfAbsent(now, name -> new int[2]);
                counts[active ? 0 : 1]++;
            } else if (!text.startsWith("size=") && !text.contains("policy=")) {
                problems.add(
                        line.number(),
                        HostPart.MULTIPATH.label(),
                        "'" + text.strip() + "' is neither a map nor a path and was left out",
                        "run 'multipath -ll' again as root and upload its whole output");
            }
        }
        if (maps.isEmpty()) {
            return;
        }
        facts.add("host.multipath.maps", (long) maps.size(), null);
        facts.add(
                "host.multipath.fewestPaths",
                (long) maps.values().stream()
                        .mapToInt(counts -> counts[0])
                        .min()
                        .orElseThrow(),
                "active paths of the map that has fewest");
        facts.add(
                "host.multipath.failedPaths",
                maps.values().stream().mapToLong(counts -> counts[1]).sum(),
                "paths");
        facts.add(
                "host.multipath.each",
                maps.entrySet().stream()
                        .limit(TOLD)
                        .map(one -> one.getKey() + ": " + one.getValue()[0] + " active, " + one.getValue()[1]
                                + " failed, " + models.get(one.getKey()))
                        .toList(),
                null);
    }

    private void dasd(List<Line> lines) {
        long aliases = 0;
        double megabytes = 0;
        List<String> texts = new ArrayList<>();
        for (Line line : lines.subList(1, lines.size())) {
            Matcher device = DASD.matcher(line.text().strip());
            if (!device.matches()) {
                if (!line.text().startsWith("=")) {
                    problems.add(
                            line.number(),
                            HostPart.LSDASD.label(),
                            "'" + line.text().strip() + "' does not begin with a bus id and was left out",
                            "run 'lsdasd' again and upload its whole output");
                }
                continue;
            }
            if (device.group(2).equals("alias")) {
                aliases++;
                continue;
            }
            Matcher size = Pattern.compile("(\\d+)MB").matcher(device.group(3));
            if (size.find()) {
                megabytes += Double.parseDouble(size.group(1));
            }
            if (device.group(2).startsWith("active") || device.group(2).equals("n/f")) {
                texts.add(device.group(1) + ": "
                        + Regex.replaceAll(device.group(3).strip(), "\\s+", " "));
            }
        }
        facts.add("host.dasd.volumes", (long) texts.size(), "online base devices");
        facts.add("host.dasd.aliases", aliases, "online alias devices");
        facts.add("host.dasd.gb", FactList.rounded(megabytes / 1024), "GB");
        facts.add("host.dasd.each", texts.subList(0, Math.min(TOLD, texts.size())), null);
    }

    private void zfcp(List<Line> lines) {
        for (Line line : lines) {
            Matcher device = ZFCP.matcher(line.text().strip());
            Matcher type = PORT_TYPE.matcher(line.text());
            if (device.matches()) {
                adapters.add(device.group(1));
                if (device.group(2) != null) {
                    ports.add(device.group(2));
                }
                if (device.group(3) != null) {
                    // one LUN number of two arrays is two volumes; WWPNs of one array share all but the port's digits,
                    // which differ from maker to maker, so equal numbers are counted as one volume
                    luns.merge(device.group(3), 1, Integer::sum);
                }
            } else if (type.matches()) {
                portTypes.add(type.group(1));
            } else if (!line.text().contains(" = \"")) {
                problems.add(
                        line.number(),
                        HostPart.LSZFCP.label(),
                        "'" + line.text().strip() + "' is no adapter, port or volume and was left out",
                        "run 'lszfcp -H -P -D' again and upload its whole output");
            }
        }
    }

    private void interfaces(JsonNode document) {
        List<String> texts = new ArrayList<>();
        List<String> addresses = new ArrayList<>();
        for (JsonNode each : document) {
            String name = each.path("ifname").asString("");
            if (name.isEmpty() || name.equals("lo")) {
                continue;
            }
            texts.add(name + ": " + each.path("operstate").asString("UNKNOWN").toLowerCase(Locale.ROOT) + ", MTU "
                    + each.path("mtu").asLong(0));
            for (JsonNode address : each.path("addr_info")) {
                if (address.path("scope").asString("").equals("global") && address.has("local")) {
                    addresses.add(address.path("local").asString("") + "/"
                            + address.path("prefixlen").asInt(0) + " on " + name);
                }
            }
        }
        if (!texts.isEmpty()) {
            facts.add("host.network.each", texts.subList(0, Math.min(TOLD, texts.size())), null);
        }
        if (!addresses.isEmpty()) {
            facts.add("host.addresses", addresses.subList(0, Math.min(TOLD, addresses.size())), null);
        }
    }

    private void ethtool(List<Line> lines) {
        String name = null;
        Map<String, String> said = new HashMap<>();
        for (Line line : lines) {
            if (line.text().startsWith("Settings for ")) {
                link(name, said);
                name = Regex.replaceAll(line.text().strip().substring("Settings for ".length()), ":$", "");
                said.clear();
            } else {
                Matcher pair = COLON.matcher(line.text());
                if (pair.matches()) {
                    said.put(pair.group(1).strip(), pair.group(2));
                }
            }
        }
        link(name, said);
    }

    private void link(@Nullable String name, Map<String, String> said) {
        if (name != null) {
            speeds.put(
                    name,
                    said.getOrDefault("Speed", "speed unknown") + ", "
                            + said.getOrDefault("Duplex", "duplex unknown").toLowerCase(Locale.ROOT) + ", link "
                            + said.getOrDefault("Link detected", "unknown"));
        }
    }
}
