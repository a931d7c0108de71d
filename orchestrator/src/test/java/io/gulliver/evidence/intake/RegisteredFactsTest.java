package io.gulliver.evidence.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds playbooks/facts/facts.yaml to the facts that the readers of files give. */
class RegisteredFactsTest {
    private static final Path READERS = Path.of("src/main/java/io/gulliver/evidence");
    private static final Path REGISTRY = Path.of("../playbooks/facts/facts.yaml");
    private static final Path SIZING = Path.of("src/main/java/io/gulliver/planning/inputs");
    private static final Pattern USED_BY = Pattern.compile("^ *- \\{name: ([^,]+),.* used_by: \\[([^]]*)]");
    private static final Pattern WORD = Pattern.compile("\"([A-Za-z][A-Za-z0-9_.]+)\"");
    /** Words of sizing that are no facts there though a fact has the same name: the network of clients. */
    private static final Set<String> NO_NAMES = Set.of("clients");

    private static final Pattern IN_CODE = Pattern.compile(
            "\"((?:zvm|lpar|hmc|array|listener|host|evidence|awr|cpu|memory|storage|io|redo|database|sessions|sql)"
                    + "(?:\\.[a-zA-Z][A-Za-z0-9]*)+)\"");
    private static final Pattern IN_REGISTRY = Pattern.compile("\\{name: ([^,}]+),.*from: \\[([^\\]]*)\\]");
    /** Beginnings of names, and names of measurements that are drawn and give no fact by that name. */
    private static final Set<String> NO_FACTS = Set.of(
            "zvm.storage",
            "zvm.guest.storage",
            "zvm.guests.cpuPercent",
            "zvm.guests.cpuWaitPercent",
            "zvm.guests.pageReadsPerSecond",
            "zvm.guests.pageWaitPercent",
            "hmc.partitions.processorPercent",
            "hmc.partitions.networkPercent",
            "hmc.partitions.storagePercent",
            "memory.sgaGb",
            "memory.pgaGb");

    @Test
    void everyFactOfAReaderIsRegistered() throws IOException {
        Set<String> registered = registered("");
        Set<String> unknown = new TreeSet<>();
        for (String name : inCode()) {
            String base = name.replaceAll("\\.(mean|p50|p95|p99|max)$", "");
            if (!registered.contains(name) && !registered.contains(base) && !NO_FACTS.contains(name)) {
                unknown.add(name);
            }
        }
        assertThat(unknown).as("facts that %s does not name", REGISTRY).isEmpty();
    }

    @Test
    void everyRegisteredFactOfAFileIsGivenByAReader() throws IOException {
        Set<String> given = inCode();
        Set<String> idle = new TreeSet<>();
        for (String name : registered("capture")) {
            String begin = name.replaceAll("\\.(max|each)$|\\.(standby|reserved|max)Gb$|\\.(fb|ckd)$", "");
            if (!given.contains(name) && !given.contains(begin)) {
                idle.add(name);
            }
        }
        assertThat(idle).as("facts that no reader gives").isEmpty();
    }

    /** Who reads a fact stands at the fact: a person who looks what a figure decides must see the sizing there. */
    @Test
    void everyFactThatSizingNamesSaysSo() throws IOException {
        Map<String, String> readers = new TreeMap<>();
        for (String line : Files.readAllLines(REGISTRY)) {
            Matcher fact = USED_BY.matcher(line);
            if (fact.find()) {
                readers.put(fact.group(1), fact.group(2));
            }
        }
        Set<String> silent = new TreeSet<>();
        try (Stream<Path> files = Files.walk(SIZING)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                Matcher word = WORD.matcher(Files.readString(file));
                while (word.find()) {
                    String name = readers.containsKey(word.group(1))
                            ? word.group(1)
                            : word.group(1).replaceAll("\\.(mean|p50|p95|p99|max)$", "");
                    if (readers.containsKey(name)
                            && !readers.get(name).contains("sizing")
                            && !NO_NAMES.contains(name)) {
                        silent.add(name + " of " + file.getFileName());
                    }
                }
            }
        }
        assertThat(silent)
                .as("facts that sizing reads and that %s does not say so of", REGISTRY)
                .isEmpty();
    }

    private static Set<String> inCode() throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> files = Files.walk(READERS)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".java")).toList()) {
                Matcher name = IN_CODE.matcher(Files.readString(file));
                while (name.find()) {
                    names.add(name.group(1));
                }
            }
        }
        assertThat(names).hasSizeGreaterThan(150);
        return names;
    }

    private static Set<String> registered(String from) throws IOException {
        Set<String> names = new TreeSet<>();
        for (String line : Files.readAllLines(REGISTRY)) {
            Matcher fact = IN_REGISTRY.matcher(line);
            if (fact.find() && fact.group(2).contains(from)) {
                names.add(fact.group(1));
            }
        }
        return names;
    }
}
