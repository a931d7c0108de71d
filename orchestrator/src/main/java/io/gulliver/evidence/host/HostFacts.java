package io.gulliver.evidence.host;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.gulliver.evidence.Regex;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a Linux host says of itself, x86 or LinuxONE, read from the output of {@code host-facts.sh}.
 *
 * <p>A part that is missing or not understood leaves its facts out and is named in {@code missing}; nothing is guessed.
 *
 * @param architecture as {@code uname -m} says it: {@code x86_64}, {@code s390x}; or null
 * @param operatingSystem PRETTY_NAME of os-release, or null
 * @param processors logical processors, or empty
 * @param cores physical cores (sockets and books times cores), or empty
 * @param memoryMb MemTotal in MiB, or empty
 * @param hugePages HugePages_Total, or empty
 * @param swapMb SwapTotal in MiB, or empty
 * @param disksGb sum of whole disks in decimal gigabytes, or empty
 * @param settings kernel settings by name
 * @param missing parts that could not be read
 */
public record HostFacts(
        @Nullable String architecture,
        @Nullable String operatingSystem,
        OptionalLong processors,
        OptionalLong cores,
        OptionalLong memoryMb,
        OptionalLong hugePages,
        OptionalLong swapMb,
        OptionalDouble disksGb,
        SortedMap<String, String> settings,
        List<String> missing) {
    /** Parts of the script's output, in its order. */
    public static final List<String> PARTS =
            List.of("uname", "os-release", "lscpu", "meminfo", "sysctl", "lsblk", "df");

    private static final Pattern PART = Pattern.compile("==== gulliver (\\S+)");
    private static final Pattern COLON = Pattern.compile("^\\s*([^:]+):\\s*(.*?)\\s*$");
    private static final Pattern SETTING = Pattern.compile("^([a-z0-9_.-]+)\\s*=\\s*(.*?)\\s*$");

    public HostFacts {
        settings = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(settings));
        missing = List.copyOf(missing);
    }

    /** Reads the whole output; never fails. */
    public static HostFacts read(String output) {
        Map<String, List<String>> parts = parts(output);
        List<String> missing = new ArrayList<>();
        for (String part : PARTS) {
            if (parts.getOrDefault(part, List.of()).isEmpty()) {
                missing.add(part);
            }
        }
        Map<String, String> cpu = pairs(parts.getOrDefault("lscpu", List.of()));
        Map<String, String> memory = pairs(parts.getOrDefault("meminfo", List.of()));
        SortedMap<String, String> settings = new TreeMap<>();
        for (String line : parts.getOrDefault("sysctl", List.of())) {
            Matcher setting = SETTING.matcher(line);
            if (setting.matches()) {
                settings.put(setting.group(1), setting.group(2));
            }
        }
        List<String> uname = parts.getOrDefault("uname", List.of());
        return new HostFacts(
                uname.isEmpty() ? null : uname.get(0).strip(),
                system(parts.getOrDefault("os-release", List.of())),
                whole(cpu.get("CPU(s)")),
                cores(cpu),
                kib(memory.get("MemTotal")),
                whole(memory.get("HugePages_Total")),
                kib(memory.get("SwapTotal")),
                disks(parts.getOrDefault("lsblk", List.of())),
                settings,
                missing);
    }

    private static Map<String, List<String>> parts(String output) {
        Map<String, List<String>> parts = new LinkedHashMap<>();
        List<String> current = new ArrayList<>();
        for (String line : output.lines().toList()) {
            Matcher part = PART.matcher(line);
            if (part.matches()) {
                current = new ArrayList<>();
                parts.put(part.group(1), current);
            } else if (!line.isBlank()) {
                current.add(line);
            }
        }
        return parts;
    }

    private static Map<String, String> pairs(List<String> lines) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String line : lines) {
            Matcher pair = COLON.matcher(line);
            if (pair.matches()) {
                pairs.putIfAbsent(pair.group(1).strip(), pair.group(2));
            }
        }
        return pairs;
    }

    private static @Nullable String system(List<String> lines) {
        for (String line : lines) {
            if (line.startsWith("PRETTY_NAME=")) {
                return Regex.replaceAll(line.substring("PRETTY_NAME=".length()), "^[\"']|[\"']$", "");
            }
        }
        return null;
    }

    /** LinuxONE counts drawers, books and sockets; x86 sockets only. A guest that shows no topology counts as flat. */
    static OptionalLong cores(Map<String, String> cpu) {
        OptionalLong each = whole(cpu.get("Core(s) per socket"));
        OptionalLong sockets =
                whole(cpu.containsKey("Socket(s)") ? cpu.get("Socket(s)") : cpu.get("Socket(s) per book"));
        if (each.isEmpty() || sockets.isEmpty()) {
            OptionalLong processors = whole(cpu.get("CPU(s)"));
            OptionalLong threads = whole(cpu.get("Thread(s) per core"));
            return processors.isPresent() && threads.isPresent() && threads.getAsLong() > 0
                    ? OptionalLong.of(processors.getAsLong() / threads.getAsLong())
                    : OptionalLong.empty();
        }
        long books = cpu.containsKey("Socket(s)")
                ? 1
                : whole(cpu.get("Book(s) per drawer")).orElse(1);
        long drawers =
                cpu.containsKey("Socket(s)") ? 1 : whole(cpu.get("Drawer(s)")).orElse(1);
        return OptionalLong.of(each.getAsLong() * sockets.getAsLong() * books * drawers);
    }

    private static OptionalLong whole(@Nullable String text) {
        return text != null && Regex.matches(text, "\\d{1,15}")
                ? OptionalLong.of(Long.parseLong(text))
                : OptionalLong.empty();
    }

    private static OptionalLong kib(@Nullable String text) {
        return text != null && Regex.matches(text, "\\d{1,15} kB")
                ? OptionalLong.of(Long.parseLong(text.substring(0, text.length() - 3)) / 1024)
                : OptionalLong.empty();
    }

    /** Lines of {@code lsblk -bdnro NAME,TYPE,SIZE}: whole disks only. */
    private static OptionalDouble disks(List<String> lines) {
        double bytes = 0;
        boolean seen = false;
        for (String line : lines) {
            String[] words = Regex.split(line.strip(), "\\s+");
            if (words.length >= 3 && words[1].equals("disk") && Regex.matches(words[2], "\\d{1,18}")) {
                bytes += Long.parseLong(words[2]);
                seen = true;
            }
        }
        return seen ? OptionalDouble.of(Math.round(bytes / 1e8) / 10.0) : OptionalDouble.empty();
    }
}
