package io.gulliver.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.awaitility.core.ConditionTimeoutException;
import org.awaitility.core.TerminalFailureException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * One program with the lab's whole estate, and what people say to its migrations: all of it through the API. What really
 * happened is read from the lab.
 */
final class Desk {
    /** Long enough for a busy machine; every wait ends as soon as what it waits for is there. */
    static final Duration SOON = Duration.ofMinutes(4);

    /** So long is waited for what a program in movement comes to. */
    private static final Duration LONGEST = Duration.ofMinutes(12);

    /** So often is looked whether it moves. */
    private static final Duration LOOK = Duration.ofSeconds(15);

    /** Second person of every decision that wants two. */
    static final String SECOND = "approver";

    private static final Map<String, String> WHO = Map.of(
            "dba", "dba",
            "platform", "dba",
            "storage", "dba",
            "network", "dba",
            "application-owner", "approver",
            "testers", "approver",
            "cutover-manager", "cutover");

    private final Map<Integer, String> ids = new ConcurrentHashMap<>();
    private final WholeGulliver gulliver;
    private final String program;

    Desk(WholeGulliver gulliver, String program) {
        this.gulliver = gulliver;
        this.program = program;
    }

    /** Whether this machine has what the engine is made of. */
    static boolean temporalIsThere() {
        return Boolean.parseBoolean(System.getenv("GULLIVER_REQUIRE_TEMPORAL"))
                || Files.isDirectory(Path.of(System.getProperty("user.home"), ".cache", "gulliver"));
    }

    /** Brings the estate into a program of its own. */
    static Desk open(WholeGulliver gulliver, String program) throws IOException {
        Desk desk = new Desk(gulliver, program);
        WholeGulliver.Answer made = gulliver.post(
                "pm",
                "/programs",
                Map.of("key", program, "title", program, "zone", "Europe/Zurich", "policy", desk.policy()));
        assertThat(made.status()).as(made.toString()).isEqualTo(201);
        WholeGulliver.Answer imported = gulliver.post(
                "pm",
                desk.path("/inventory?tags=data_centre_window_minutes"),
                "inventory-" + UUID.randomUUID(),
                "text/csv",
                Files.readString(desk.lab("inventory.csv")));
        assertThat(imported.status()).as(imported.toString()).isEqualTo(200);
        return desk;
    }

    private Path lab(String file) {
        return gulliver.data().resolve("lab").resolve(file);
    }

    String path(String rest) {
        return "/programs/" + program + rest;
    }

    // ---- the estate, as the lab describes it

    /** One line of the inventory, as far as landings need it. */
    private record Line(String database, String container, String server) {}

    /** What a program manager would write of servers, containers and hosts, from the lab's own files. */
    Map<String, Object> policy() throws IOException {
        return policy(
                lines("inventory.csv"),
                List.of("public right EXECUTE ON SYS.DBMS_LOCK: nobody of the lab is here to type it"));
    }

    /** The same for one database of an inventory of the lab, with what stays behind of it. */
    Map<String, Object> policy(String inventory, String database, List<String> leftBehind) throws IOException {
        return policy(
                lines(inventory).stream()
                        .filter(line -> line.database().equals(database))
                        .toList(),
                leftBehind);
    }

    private Map<String, Object> policy(List<Line> lines, List<String> leftBehind) throws IOException {
        YAMLMapper yaml = new YAMLMapper();
        JsonNode servers = yaml.readTree(Files.readString(lab("servers.yml")));
        JsonNode sources = yaml.readTree(Files.readString(lab("sources.yml")));
        Map<String, Object> builtServers = new TreeMap<>();
        servers.properties()
                .forEach(server -> builtServers.put(
                        server.getKey(),
                        Map.of(
                                "playbook",
                                server.getValue().has("server.zvm") ? "zvm-server" : "dpm-server",
                                "facts",
                                server.getValue())));
        Map<String, Object> containers = new TreeMap<>();
        Map<String, Object> databases = new TreeMap<>();
        for (Line line : lines) {
            JsonNode server = servers.required(line.server());
            JsonNode source = sources.required(line.database());
            Map<String, Object> there = new TreeMap<>();
            there.put("target_credential", "target");
            there.put("target_oracle_home", server.required("server.oracle.home"));
            there.put("target_port", server.required("server.listener.port"));
            if (!line.container().isEmpty()) {
                containers.put(
                        line.container(),
                        Map.of(
                                "playbook",
                                "target-database",
                                "facts",
                                Map.of(
                                        "container.name",
                                        line.container(),
                                        "container.server",
                                        line.server(),
                                        "container.character_set",
                                        "AL32UTF8",
                                        "container.national_character_set",
                                        "AL16UTF16")));
                databases.put("container-database:" + line.container(), Map.of("parameters", new TreeMap<>(there)));
            }
            there.put("target_staging", server.required("server.staging"));
            there.put("source_oracle_home", source.required("source.oracle.home"));
            there.put("source_staging", source.required("source.staging"));
            there.put("probe_mb", 2);
            there.put("messages_to", List.of("service-desk@lilliput.example"));
            if (!source.path("source.enterprise").asBoolean(true)) {
                there.put("parallel", 1); // Data Pump of a standard edition works alone
            }
            databases.put(line.database(), Map.of("parameters", there));
        }
        return Map.of(
                "labSpeed",
                "max",
                "soakMinutes",
                0,
                // as fast as this lab goes: its outages fit its windows of a minute
                "rates",
                Map.of(
                        "export",
                        1e6,
                        "import",
                        1e6,
                        "index",
                        1e6,
                        "quiesce-seconds",
                        1,
                        "validation-seconds",
                        1,
                        "switch-seconds",
                        1),
                "methods",
                // judged as in a data centre: at the lab's pace nothing fits its minutes
                Map.of("windowTag", "data_centre_window_minutes", "rates", Map.of()),
                "parameters",
                Map.of("paths", 4, "provisioning", "thin", "left_behind", leftBehind),
                "databases",
                databases,
                "shared",
                Map.of("server", builtServers, "container-database", containers));
    }

    /** Registers the lab's cluster as its files say, and has a database land there. */
    void landOnCluster(String database, String cluster) throws IOException {
        YAMLMapper yaml = new YAMLMapper();
        WholeGulliver.Answer program = gulliver.get("pm", path(""));
        ObjectNode policy = (ObjectNode) program.body().required("policy");
        ((ObjectNode) policy.at("/databases/" + database + "/parameters"))
                .setAll((ObjectNode) yaml.readTree(Files.readString(lab("cluster-parameters.yml"))));
        for (WholeGulliver.Answer answer : List.of(
                gulliver.put(
                        "pm",
                        path(""),
                        program.body().required("version").asLong(),
                        Map.of(
                                "title",
                                program.body().required("title"),
                                "zone",
                                program.body().required("zone"),
                                "policy",
                                policy)),
                gulliver.put(
                        "pm", path("/clusters/" + cluster), 0, yaml.readTree(Files.readString(lab("cluster.json")))),
                gulliver.post(
                        "pm",
                        path("/databases/" + database + "/landing"),
                        Map.of("way", "CLUSTER", "where", cluster)))) {
            assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
        }
    }

    private List<Line> lines(String inventory) throws IOException {
        List<String> rows = Files.readAllLines(lab(inventory));
        List<String> header = List.of(rows.get(0).split(","));
        List<Line> lines = new ArrayList<>();
        for (String row : rows.subList(1, rows.size())) {
            // Only the notes at the end hold commas.
            String[] cells = row.split(",", -1);
            String target = cells[header.indexOf("target_database")];
            int slash = target.indexOf('/');
            lines.add(new Line(
                    cells[header.indexOf("database")],
                    slash < 0 ? "" : target.substring(0, slash),
                    cells[header.indexOf("target_server")].split(" ")[0]));
        }
        return lines;
    }

    // ---- what people say

    /** Starts a production run, which two agree to without a rehearsal, or a rehearsal on the live source; its number. */
    int start(String database, Map<String, Object> more) {
        Map<String, Object> body = new TreeMap<>(more);
        body.put("database", database);
        body.putIfAbsent("purpose", "PRODUCTION");
        body.put("playbook", "data-pump");
        if (body.get("purpose").equals("REHEARSAL")) {
            body.putIfAbsent("source", Map.of("kind", "LIVE"));
        } else if (!Boolean.TRUE.equals(body.get("evaluateOnly"))) {
            agree(database);
        }
        WholeGulliver.Answer answer = gulliver.post("pm", path("/migrations"), body);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
        int number = answer.body().path("number").asInt();
        if (body.get("purpose").equals("PRODUCTION") && !Boolean.TRUE.equals(body.get("evaluateOnly"))) {
            letBegin(number);
        }
        return number;
    }

    /** A database that stands in no wave has no date for its outage: two persons let it begin. */
    private void letBegin(int number) {
        for (String user : List.of("pm", SECOND)) {
            WholeGulliver.Answer said = gulliver.post(
                    user, path("/migrations/" + number + "/outage"), Map.of("reason", "A test: it stands in no wave"));
            assertThat(said.status()).as(said.toString()).isEqualTo(200);
        }
    }

    /** What stands against a start is asked for by one and agreed to by another. */
    private void agree(String database) {
        String path = path("/databases/" + database + "/start");
        WholeGulliver.Answer asked = gulliver.post(
                "pm", path + "/request", Map.of("reason", "A test: nothing was rehearsed", "playbook", "data-pump"));
        if (asked.status() == 200) {
            WholeGulliver.Answer agreed = gulliver.post(
                    SECOND,
                    path + "/agreement",
                    Map.of("number", asked.body().at("/waiver/number").asLong()));
            assertThat(agreed.status()).as(agreed.toString()).isEqualTo(200);
        }
    }

    /** Says something that must be taken; answers the command's id. */
    String say(int number, String user, Map<String, Object> action) {
        WholeGulliver.Answer answer = trySaying(number, user, action);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(202);
        return answer.body().path("id").asString();
    }

    WholeGulliver.Answer trySaying(int number, String user, Map<String, Object> action) {
        return gulliver.post(user, path("/migrations/" + number + "/actions"), action);
    }

    /** What became of a command in the end: its state, lower case, and what was said. */
    JsonNode settled(String command) {
        await("command " + command)
                .atMost(SOON)
                .pollInterval(Duration.ofMillis(300))
                .until(() -> Set.of("applied", "refused")
                        .contains(command(command).path("state").asString()));
        return command(command);
    }

    JsonNode command(String id) {
        return gulliver.get("pm", "/commands/" + id).body();
    }

    // ---- what is so

    JsonNode read(int number) {
        return gulliver.get("pm", path("/migrations/" + number)).body();
    }

    String mode(int number) {
        return read(number).path("migration").path("mode").asString();
    }

    String outcome(int number) {
        return read(number).path("migration").path("outcome").asString();
    }

    /** It never changes, and its answer holds all steps: asked for until it is known. */
    String id(int number) {
        String known = ids.get(number);
        if (known == null) {
            known = read(number).path("migration").path("id").asString();
            if (!known.isEmpty()) {
                ids.put(number, known);
            }
        }
        return known;
    }

    /** State of a step, or of an item as {@code step[item]}; empty when there is none. */
    String state(int number, String step) {
        return steps(number).getOrDefault(step, "");
    }

    /** State of every step and item. */
    Map<String, String> steps(int number) {
        return StreamSupport.stream(read(number).path("steps").spliterator(), false)
                .collect(Collectors.toMap(
                        row -> row.path("run").path("key").asString(),
                        row -> row.path("run").path("state").asString(),
                        (one, other) -> one,
                        LinkedHashMap::new));
    }

    /** One step with all that is known of it. */
    JsonNode step(int number, String step) {
        return StreamSupport.stream(read(number).path("steps").spliterator(), false)
                .filter(row -> row.path("run").path("key").asString().equals(step))
                .findFirst()
                .orElseThrow(() -> new AssertionError("No step " + step + " in " + steps(number)));
    }

    /** Numbers of the runs of a database, or of a shared thing as {@code kind:name}. */
    List<Integer> runsOf(String database) {
        return gulliver.list(path("/migrations?limit=1000")).stream()
                .filter(run -> run.path("database").asString().equals(database))
                .map(run -> run.path("number").asInt())
                .sorted()
                .toList();
    }

    void awaitMode(int number, String mode) {
        until("migration " + number + " " + mode, () -> mode(number).equals(mode));
    }

    void awaitState(int number, String step, String state) {
        until(
                "step " + step + " of " + number + " " + state,
                () -> state(number, step).equals(state));
    }

    /** Waits for something; where it does not come, the failure names what asks for attention. */
    void until(String what, BooleanSupplier reached) {
        until(what, Duration.ofMillis(300), reached);
    }

    private void until(String what, Duration interval, BooleanSupplier reached) {
        Movement movement = new Movement();
        try {
            await(what)
                    .atMost(LONGEST)
                    .pollInterval(interval)
                    .failFast("nothing has moved for " + SOON, movement::hasEnded)
                    .until(reached::getAsBoolean);
        } catch (ConditionTimeoutException | TerminalFailureException e) {
            throw new AssertionError(what + " did not come. Open tasks:\n" + trouble(), e);
        }
    }

    /** Whether the program's journals still grow: a loaded machine is slow, and what hangs writes nothing. */
    private final class Movement {
        private long events = -1;
        private long lookedAt;
        private long movedAt = System.nanoTime();

        boolean hasEnded() {
            long now = System.nanoTime();
            if (now - lookedAt > LOOK.toNanos()) {
                lookedAt = now;
                long there = events();
                if (there != events) {
                    events = there;
                    movedAt = now;
                }
            }
            return now - movedAt > SOON.toNanos();
        }

        private long events() {
            try {
                return gulliver.list(path("/migrations?limit=1000")).stream()
                        .mapToLong(migration -> migration.path("lastSeq").asLong())
                        .sum();
            } catch (AssertionError | UncheckedIOException e) {
                return events; // the server or its store is down, which is no movement
            }
        }
    }

    // ---- tasks

    List<JsonNode> tasks() {
        return gulliver.list("/tasks?scope=ALL&program=" + program + "&limit=1000");
    }

    List<JsonNode> tasks(int number) {
        String id = id(number);
        return tasks().stream()
                .filter(task -> task.path("migration").asString().equals(id))
                .toList();
    }

    JsonNode awaitTask(int number, String step) {
        AtomicReference<JsonNode> task = new AtomicReference<>();
        until("task " + step, () -> {
            task.set(findTask(number, step));
            return task.get() != null;
        });
        return task.get();
    }

    private @org.jspecify.annotations.Nullable JsonNode findTask(int number, String step) {
        return tasks(number).stream()
                .filter(task -> task.path("step").asString().equals(step))
                .findFirst()
                .orElse(null);
    }

    /** Completes and approves whatever opens in the program, until something has come true. */
    void answerUntil(String what, BooleanSupplier reached) {
        answerUntil(what, task -> true, reached);
    }

    /** As {@link #answerUntil(String, BooleanSupplier)}, leaving alone the tasks that are not to be answered. */
    void answerUntil(String what, Predicate<JsonNode> answered, BooleanSupplier reached) {
        // What is asked here is asked of the product: oftener would be most of its work.
        until(what, Duration.ofMillis(800), () -> {
            tasks().stream().filter(answered).forEach(this::answer);
            return reached.getAsBoolean();
        });
    }

    /** Completes a task, or approves a gate by as many people as it wants; leaves alone what asks for attention. */
    void answer(JsonNode task) {
        String user = WHO.getOrDefault(task.path("role").asString(), "pm");
        String path = "/tasks/" + task.path("id").asString();
        if (task.path("kind").asString().equals("TASK")) {
            gulliver.completeTask(user, task);
        } else if (task.path("kind").asString().equals("GATE")) {
            Map<String, Object> approved =
                    shown(task.path("id").asString(), approval(task.path("step").asString()));
            gulliver.post(user, path + "/decide", approved);
            if (task.path("fourEyes").asBoolean(false)) {
                gulliver.post(SECOND, path + "/decide", approved);
            }
        }
    }

    /** A decision on what the gate shows now, unless it names something already. */
    Map<String, Object> shown(String gate, Map<String, Object> decision) {
        Map<String, Object> named = new TreeMap<>(decision);
        named.computeIfAbsent(
                "evidenceHash",
                key -> gulliver.get("pm", "/gates/" + gate)
                        .body()
                        .path("evidenceHash")
                        .asString());
        return named;
    }

    /** Nobody works on a database of a test, however long its outage is beside its window. */
    static Map<String, Object> approval(String step) {
        String outage =
                Map.of("rehearsed", "outage-with-room", "go-1", "outage-fits").getOrDefault(step, "");
        return outage.isEmpty()
                ? Map.of("outcome", "approve", "reason", "Seen")
                : Map.of("outcome", "approve", "reason", "Seen", "waive", List.of(outage));
    }

    /** What asks for attention, to be read when a test fails. */
    String trouble() {
        return tasks().stream()
                .map(task -> task.path("database").asString() + " "
                        + task.path("step").asString("") + " "
                        + task.path("kind").asString() + ": "
                        + task.path("detail").asString(""))
                .collect(Collectors.joining("\n"));
    }

    // ---- the lab's own word

    int ledgerSize() {
        return gulliver.control("/ledger").size();
    }

    /** What the product says that it made at outer systems. */
    List<JsonNode> made() {
        return gulliver.list("/programs/" + program + "/made");
    }

    List<JsonNode> ledger(int after) {
        List<JsonNode> entries = new ArrayList<>();
        gulliver.control("/ledger?after=" + after).forEach(entries::add);
        return entries;
    }

    /** How often something happened to an object, by the ledger; refused calls do not count. */
    long times(String operation, String object) {
        return ledger(0).stream()
                .filter(entry -> entry.path("operation").asString().equals(operation))
                .filter(entry -> entry.path("object").asString().equals(object))
                .filter(entry -> !entry.path("effect").asString().equals("REFUSED"))
                .count();
    }

    /** What was made on HMC and arrays and not removed since, by the ledger. */
    List<String> standing() {
        List<String> standing = new ArrayList<>();
        for (JsonNode entry : ledger(0)) {
            String system = entry.path("system").asString();
            String operation = entry.path("operation").asString();
            String thing = system + " " + entry.path("object").asString();
            if (!system.startsWith("hmc") && !system.startsWith("fs-")) {
                continue;
            }
            if (List.of(
                            "create-partition",
                            "create-storage-group",
                            "mkvolume",
                            "mkvolumegroup",
                            "addsnapshot",
                            "mkhost")
                    .contains(operation)) {
                standing.add(thing);
            } else if (entry.path("effect").asString().equals("DELETED")
                    && List.of(
                                    "delete-partition",
                                    "delete-storage-group",
                                    "rmvolume",
                                    "rmvdisk",
                                    "rmvolumegroup",
                                    "rmsnapshot",
                                    "rmhost")
                            .contains(operation)) {
                standing.remove(thing);
            }
        }
        return standing;
    }

    /** Whether a database of the lab is there, and can be read. */
    boolean stands(String host, String service) {
        return gulliver.controlStatus("/rows?host=" + host + "&service=" + service) == 200;
    }

    /** Arms a fault. */
    void fault(String system, String operation, String kind, int skip, int times) {
        gulliver.controlPost(
                "/faults",
                Map.of("system", system, "operation", operation, "kind", kind, "skip", skip, "times", times));
    }

    void clearFaults() {
        gulliver.controlDelete("/faults");
    }

    Path data() {
        return gulliver.data();
    }
}
