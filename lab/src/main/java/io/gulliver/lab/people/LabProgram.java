package io.gulliver.lab.people;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The program that the simulated people bring into the product, read from the files that the lab leaves beside its
 * landscape.
 *
 * @param key of the program
 * @param title of the program
 * @param zone time zone of its people
 * @param policy its policy, with what is known of shared servers and containers
 * @param inventory the CSV file as it is uploaded
 * @param waves databases of each wave, in the order in which they start
 * @param companies databases that cross together, each with all of its company: a move group, a container, or alone
 * @param userGroup databases whose tasks are left to the user: one move group
 * @param crossings by database, where it comes from and where it lands
 */
record LabProgram(
        String key,
        String title,
        String zone,
        Map<String, Object> policy,
        String inventory,
        List<Wave> waves,
        Map<String, Set<String>> companies,
        Set<String> userGroup,
        Map<String, Crossing> crossings) {
    /** The administrator of the target databases, as the lab's landscape names it. */
    private static final String CREDENTIAL = "target";

    /** Probe of the copy: the lab's hosts are one machine, which measures its own ciphers and no network. */
    private static final int PROBE_MB = 2;

    /** Who hears the messages of a night; without a mail server the run says that nobody did. */
    private static final String SERVICE_DESK = "service-desk@lilliput.example";

    /** Most databases of one wave. */
    private static final int WAVE_SIZE = 10;

    /** Title of the wave of those that wait for a playbook of their method. */
    static final String LATER = "Once their method has a playbook";

    /** Small, and early, so that a newcomer does not wait for work. */
    static final String USER_GROUP = "hr";

    /**
     * One wave.
     *
     * @param number from 1
     * @param title for people
     * @param databases in the order in which they start
     */
    record Wave(int number, String title, List<String> databases) {}

    /**
     * Where a database comes from and where it lands.
     *
     * @param host first server of the target
     * @param service name of the database or pluggable database there
     */
    record Crossing(String sourceHost, String sourceService, String host, String service) {}

    /** How a program says that it takes one method for all, in this lab. */
    private static final String REASON = "A test of the lab: all databases cross by the one method that it is to carry";

    /** One line of the inventory, as far as waves are made of it. */
    record Line(
            String database,
            String environment,
            int criticality,
            String moveGroup,
            String container,
            Crossing crossing) {
        String server() {
            return crossing.host();
        }
    }

    /**
     * Reads {@code program.yml}, {@code inventory.csv}, {@code servers.yml} and {@code sources.yml} of a lab.
     *
     * @param only names of the databases that the program has; empty for all
     * @param allBy key of the method that the program takes for all, null for each its own
     * @throws IOException when one is missing or is not what the lab writes
     */
    static LabProgram read(Path directory, Set<String> only, @Nullable String allBy) throws IOException {
        Map<String, Object> program = file(directory, "program.yml");
        Map<String, Object> servers = file(directory, "servers.yml");
        Map<String, Object> sources = file(directory, "sources.yml");
        String inventory = only(Files.readString(directory.resolve("inventory.csv"), StandardCharsets.UTF_8), only);
        List<Line> lines = lines(inventory);
        Set<String> userGroup = new LinkedHashSet<>();
        lines.stream()
                .filter(line -> line.moveGroup().equals(USER_GROUP))
                .forEach(line -> userGroup.add(line.database()));
        Map<String, Crossing> crossings = new TreeMap<>();
        lines.forEach(line -> crossings.put(line.database(), line.crossing()));
        return new LabProgram(
                text(program, "key"),
                text(program, "title"),
                text(program, "zone"),
                taking(allBy, policy(program, servers, sources, lines)),
                inventory,
                waves(together(lines)),
                companies(lines),
                userGroup,
                crossings);
    }

    /** One of the lab's files in YAML. */
    static Map<String, Object> file(Path directory, String name) throws IOException {
        return new YAMLMapper()
                .readValue(Files.readString(directory.resolve(name)), new TypeReference<Map<String, Object>>() {});
    }

    /** The inventory with these databases alone. */
    private static String only(String inventory, Set<String> databases) throws IOException {
        if (databases.isEmpty()) {
            return inventory;
        }
        List<String> rows = inventory.lines().filter(row -> !row.isBlank()).toList();
        int column = cells(rows.get(0)).indexOf("database");
        List<String> left = new ArrayList<>(List.of(rows.get(0)));
        rows.subList(1, rows.size()).stream()
                .filter(row -> databases.contains(cells(row).get(column)))
                .forEach(left::add);
        if (left.size() != databases.size() + 1) {
            throw new IOException(
                    "inventory.csv of the lab has " + (left.size() - 1) + " of the databases " + databases);
        }
        return String.join("\n", left) + "\n";
    }

    private static String text(Map<String, Object> program, String name) throws IOException {
        if (program.get(name) instanceof String text && !text.isBlank()) {
            return text;
        }
        throw new IOException("program.yml of the lab has no " + name);
    }

    /**
     * The stated policy, and what is known of each server, container and database: servers and containers as shared
     * things with the playbooks that build them, databases with the parameters of their own hosts.
     */
    static Map<String, Object> policy(
            Map<String, Object> program, Map<String, Object> servers, Map<String, Object> sources, List<Line> lines) {
        Map<String, Object> policy = new TreeMap<>(member(program, "policy"));
        Map<String, Object> described = new TreeMap<>();
        servers.keySet()
                .forEach(name -> described.put(
                        name,
                        Map.of(
                                "playbook",
                                member(servers, name).containsKey("server.zvm") ? "zvm-server" : "dpm-server",
                                "facts",
                                member(servers, name))));
        Map<String, Object> containers = new TreeMap<>();
        Map<String, Object> databases = new TreeMap<>(member(policy, "databases"));
        for (Line line : lines) {
            Map<String, Object> server = member(servers, line.server());
            Map<String, Object> parameters = new TreeMap<>();
            parameters.put("target_credential", CREDENTIAL);
            copy(server, "server.oracle.home", parameters, "target_oracle_home");
            copy(server, "server.listener.port", parameters, "target_port");
            if (!line.container().isEmpty()) {
                Map<String, Object> facts = new TreeMap<>();
                facts.put("container.name", line.container());
                facts.put("container.server", line.server());
                facts.put("container.character_set", "AL32UTF8");
                facts.put("container.national_character_set", "AL16UTF16");
                containers.put(line.container(), Map.of("playbook", "target-database", "facts", facts));
                databases.put(
                        "container-database:" + line.container(), Map.of("parameters", new TreeMap<>(parameters)));
            }
            Map<String, Object> source = member(sources, line.database());
            copy(source, "source.oracle.home", parameters, "source_oracle_home");
            copy(source, "source.staging", parameters, "source_staging");
            copy(server, "server.staging", parameters, "target_staging");
            parameters.put("probe_mb", PROBE_MB);
            parameters.put("messages_to", List.of(SERVICE_DESK));
            if (Boolean.FALSE.equals(source.get("source.enterprise"))) {
                parameters.put("parallel", 1); // standard edition has no parallel Data Pump
            }
            databases.put(line.database(), Map.of("parameters", parameters));
        }
        policy.put("databases", databases);
        policy.put("shared", Map.of("server", described, "container-database", containers));
        return policy;
    }

    /** The policy with the method for all, openly and with its reason. */
    private static Map<String, Object> taking(@Nullable String allBy, Map<String, Object> policy) {
        if (allBy != null) {
            Map<String, Object> methods = member(policy, "methods");
            methods.put("forAll", Map.of("method", allBy, "reason", REASON));
            policy.put("methods", methods);
        }
        return policy;
    }

    private static void copy(Map<String, Object> from, String name, Map<String, Object> to, String as) {
        Object value = from.get(name);
        if (value != null) {
            to.put(as, value);
        }
    }

    private static Map<String, Object> member(Map<String, Object> of, String name) {
        Map<String, Object> found = new TreeMap<>();
        if (of.get(name) instanceof Map<?, ?> map) {
            map.forEach((key, value) -> found.put(String.valueOf(key), value));
        }
        return found;
    }

    /** The lab's own file: commas, quotes doubled, no line ends inside a cell. */
    static List<Line> lines(String csv) throws IOException {
        List<String> rows = csv.lines().filter(row -> !row.isBlank()).toList();
        if (rows.isEmpty()) {
            throw new IOException("inventory.csv of the lab is empty");
        }
        List<String> header = cells(rows.get(0));
        List<Line> lines = new ArrayList<>();
        for (String row : rows.subList(1, rows.size())) {
            List<String> cells = cells(row);
            Map<String, String> named = new LinkedHashMap<>();
            for (int i = 0; i < header.size(); i++) {
                named.put(header.get(i), i < cells.size() ? cells.get(i) : "");
            }
            String target = named.getOrDefault("target_database", "");
            int slash = target.indexOf('/');
            lines.add(new Line(
                    named.getOrDefault("database", ""),
                    named.getOrDefault("environment", ""),
                    Integer.parseInt(named.getOrDefault("criticality", "4")),
                    named.getOrDefault("move_group", ""),
                    slash < 0 ? "" : target.substring(0, slash),
                    new Crossing(
                            named.getOrDefault("source_host", ""),
                            named.getOrDefault("source_service", ""),
                            named.getOrDefault("target_server", "").split(" ")[0],
                            target.substring(slash + 1))));
        }
        return lines;
    }

    private static List<String> cells(String row) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < row.length(); i++) {
            char c = row.charAt(i);
            if (c == '"') {
                if (quoted && i + 1 < row.length() && row.charAt(i + 1) == '"') {
                    cell.append(c);
                    i++;
                } else {
                    quoted = !quoted;
                }
            } else if (c == ',' && !quoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        cells.add(cell.toString());
        return cells;
    }

    /**
     * The waves while some databases wait for a playbook of their method: whoever waits, and all of their company, come in
     * a wave of their own behind the others.
     */
    List<Wave> waves(Set<String> waiting) {
        List<Wave> going = new ArrayList<>();
        List<String> later = new ArrayList<>();
        for (Wave wave : waves) {
            List<String> now = new ArrayList<>();
            wave.databases().forEach(database -> (held(database, waiting) ? later : now).add(database));
            if (!now.isEmpty()) {
                going.add(wave(going.size() + 1, now));
            }
        }
        if (!later.isEmpty()) {
            going.add(new Wave(going.size() + 1, LATER, later));
        }
        return List.copyOf(going);
    }

    /** Whether a database waits, or crosses together with one that does. */
    boolean held(String database, Set<String> waiting) {
        return companies.getOrDefault(database, Set.of(database)).stream().anyMatch(waiting::contains);
    }

    private static Map<String, List<Line>> together(List<Line> lines) {
        Map<String, List<Line>> together = new LinkedHashMap<>();
        for (Line line : lines) {
            String company = !line.moveGroup().isEmpty()
                    ? "group " + line.moveGroup()
                    : !line.container().isEmpty() ? "container " + line.container() : "alone " + line.database();
            together.computeIfAbsent(company, name -> new ArrayList<>()).add(line);
        }
        return together;
    }

    private static Map<String, Set<String>> companies(List<Line> lines) {
        Map<String, Set<String>> companies = new TreeMap<>();
        together(lines).values().forEach(members -> {
            Set<String> names = new TreeSet<>();
            members.forEach(line -> names.add(line.database()));
            names.forEach(name -> companies.put(name, names));
        });
        return companies;
    }

    /**
     * Development first, then test, then production from the least to the most critical; a move group or a container
     * stays together and waits for its most critical member. The user's group leads the first wave, so that there is
     * something to do from the start.
     */
    private static List<Wave> waves(Map<String, List<Line>> together) {
        List<Map.Entry<String, List<Line>>> order = new ArrayList<>(together.entrySet());
        order.sort(Comparator.comparingInt(entry -> rank(entry.getKey(), entry.getValue())));
        List<Wave> waves = new ArrayList<>();
        List<String> members = new ArrayList<>();
        for (Map.Entry<String, List<Line>> company : order) {
            if (!members.isEmpty() && members.size() + company.getValue().size() > WAVE_SIZE) {
                waves.add(wave(waves.size() + 1, members));
                members = new ArrayList<>();
            }
            for (Line line : company.getValue()) {
                members.add(line.database());
            }
        }
        waves.add(wave(waves.size() + 1, members));
        return List.copyOf(waves);
    }

    private static Wave wave(int number, List<String> members) {
        String title = number == 1 ? "Pilot" : "Wave " + number;
        return new Wave(number, title, List.copyOf(members));
    }

    private static int rank(String company, List<Line> members) {
        if (company.equals("group " + USER_GROUP)) {
            return -1;
        }
        int rank = 0;
        for (Line line : members) {
            rank = Math.max(
                    rank,
                    switch (line.environment()) {
                        case "development" -> 0;
                        case "test" -> 1;
                        default -> 6 - line.criticality();
                    });
        }
        return rank;
    }
}
