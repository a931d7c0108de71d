package io.gulliver.activity.build;

import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.SystemLimits;
import io.gulliver.activity.systems.Systems;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.workflow.CompiledPlan;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.contract.workflow.PrepareRequest;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.domain.estate.FactSheet;
import io.gulliver.domain.landscape.AdapterPort;
import io.gulliver.domain.landscape.ArrayPort;
import io.gulliver.domain.landscape.ArrayRules;
import io.gulliver.domain.landscape.DatabaseAccess;
import io.gulliver.domain.landscape.EckdRange;
import io.gulliver.domain.landscape.FcpChannel;
import io.gulliver.domain.landscape.HostAccess;
import io.gulliver.domain.landscape.HostPattern;
import io.gulliver.domain.landscape.InstallationServer;
import io.gulliver.domain.landscape.Landscape;
import io.gulliver.domain.landscape.OuterSystem;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.estate.Estate;
import io.gulliver.lab.estate.EstateServer;
import io.gulliver.lab.main.Lab;
import io.gulliver.lab.people.SimulatedPeople;
import io.gulliver.playbook.MigrationRef;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.playbook.StepPreparer;
import io.gulliver.secret.SecretGrant;
import io.gulliver.secret.SecretRef;
import io.gulliver.secret.SecretRegistry;
import io.gulliver.secret.SecretSource;
import io.gulliver.testing.StepCalls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A lab with three servers to build, one of them a guest of z/VM, the product's view of it as its landscape file says, and a run of
 * the playbook {@code dpm-server} or {@code zvm-server} by hand: prepared as in earnest, one step after another.
 */
final class LabBuild implements AutoCloseable {
    private static final PlaybookLibrary LIBRARY = PlaybookLibrary.shipped();

    /** What the server answers when it is asked what all that land there are sized for. */
    static final Map<String, Object> SIZED = Map.of(
            "memory_gib",
            48.0,
            "huge_pages",
            20_000L,
            "ifls",
            3L,
            "data_gib",
            160.0,
            "redo_gib",
            16.0,
            "recovery_gib",
            24.0,
            "decide",
            false,
            "too_small",
            List.of(),
            "told",
            "as the test says");

    /** The server that is a guest of z/VM. */
    static final String GUEST = "blefuscu-18";

    final Lab lab;
    Systems systems;
    final KeptContext context = new KeptContext();
    /** What the server keeps next to its store of host keys that consoles have shown. */
    final Map<String, List<String>> learnt = new TreeMap<>();

    final Map<String, StepAction> actions = new TreeMap<>();
    private final Path directory;
    private final JsonNode settings;

    LabBuild(Path directory) throws IOException {
        this(directory, new Estate(1726, List.of(), servers(Estate.of(1726))));
    }

    /** The same view of a lab with another estate. */
    LabBuild(Path directory, Estate estate) throws IOException {
        this.directory = directory;
        this.lab = Lab.open(directory, estate, LabPace.max());
        JsonNode settings = new YAMLMapper()
                .readTree(directory.resolve("landscape.yml").toFile())
                .path("gulliver");
        this.settings = settings;
        this.systems = systems(system -> system);
        BuildActions.all(systems).forEach(action -> actions.put(action.name(), action));
    }

    /** Two partitions and a guest of z/VM. */
    private static SortedMap<String, EstateServer> servers(Estate whole) {
        SortedMap<String, EstateServer> servers = new TreeMap<>(whole.servers().subMap("blefuscu-44", "blefuscu-46"));
        servers.put(GUEST, whole.servers().get(GUEST));
        return servers;
    }

    /** The product's view where the landscape says something else of a system. */
    Systems systems(UnaryOperator<OuterSystem> said) {
        return systems(said, new SystemLimits(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(5)));
    }

    /** From now on actions give up what hangs after other limits. */
    void within(SystemLimits limits) {
        systems.close();
        systems = systems(system -> system, limits);
        BuildActions.all(systems).forEach(action -> actions.put(action.name(), action));
    }

    private Systems systems(UnaryOperator<OuterSystem> said, SystemLimits limits) {
        Landscape whole = landscape(settings.path("landscape"));
        TreeMap<String, OuterSystem> changed = new TreeMap<>(whole.systems());
        changed.replaceAll((name, system) -> said.apply(system));
        return new Systems(
                new Landscape(changed, whole.hosts(), whole.databases()),
                secrets(settings),
                limits,
                host -> learnt.getOrDefault(host, List.of()));
    }

    /** The product's view where the landscape names the owner of Oracle's software alone. */
    Systems withoutPrivileged() {
        Landscape whole = landscape(settings.path("landscape"));
        return new Systems(
                new Landscape(
                        whole.systems(),
                        whole.hosts().stream()
                                .map(host -> new HostAccess(
                                        host.pattern(),
                                        host.address(),
                                        host.port(),
                                        host.user(),
                                        host.secret(),
                                        host.passwordSecret(),
                                        host.hostKeys(),
                                        host.lab()))
                                .toList(),
                        whole.databases()),
                secrets(settings),
                SystemLimits.defaults());
    }

    /** The product's way to databases, as the lab's landscape file says. */
    Databases databases() {
        JsonNode node = settings.path("landscape").path("databases");
        TreeMap<String, DatabaseAccess.Credential> credentials = new TreeMap<>();
        node.path("credentials")
                .properties()
                .forEach(entry -> credentials.put(
                        entry.getKey(),
                        new DatabaseAccess.Credential(
                                entry.getValue().path("user").asString(),
                                entry.getValue().path("secret").asString())));
        return new Databases(
                new DatabaseAccess(
                        node.path("url-template").asString(),
                        node.path("driver-jar").asString(),
                        node.path("driver-class").asString(),
                        List.of(),
                        true,
                        credentials,
                        new TreeMap<>(),
                        true),
                secrets(settings),
                systems);
    }

    private static SecretSource secrets(JsonNode settings) {
        List<SecretGrant> grants = StreamSupport.stream(
                        settings.path("secrets").path("grants").spliterator(), false)
                .map(grant -> new SecretGrant(
                        SecretRef.parse(grant.path("secret").asString()),
                        grant.path("kind").asString(),
                        new HostPattern(grant.path("hosts").asString())))
                .toList();
        return new SecretSource(grants, new SecretRegistry(), Map.of());
    }

    private static Landscape landscape(JsonNode node) {
        TreeMap<String, OuterSystem> systems = new TreeMap<>();
        node.path("systems")
                .properties()
                .forEach(entry -> systems.put(
                        entry.getKey(),
                        new OuterSystem(
                                entry.getKey(),
                                entry.getValue().path("kind").asString(),
                                URI.create(entry.getValue().path("url").asString()),
                                entry.getValue().path("user").asString(""),
                                entry.getValue().path("secret").asString(),
                                entry.getValue().has("ca")
                                        ? entry.getValue().path("ca").asString().substring("file:".length())
                                        : null,
                                true,
                                adapterPorts(entry.getValue()),
                                arrayPorts(entry.getValue()),
                                ArrayRules.none(),
                                fcpChannels(entry.getValue()),
                                eckdRanges(entry.getValue()),
                                installation(entry.getValue().path("installation")))));
        List<HostAccess> hosts = new ArrayList<>();
        node.path("hosts")
                .forEach(host -> hosts.add(new HostAccess(
                        new HostPattern(host.path("pattern").asString()),
                        host.path("address").asString(),
                        host.path("port").asInt(),
                        host.path("user").asString(),
                        host.path("secret").asString(),
                        null,
                        List.of(host.path("host-keys").get(0).asString()),
                        true,
                        host.has("privileged-user")
                                ? new HostAccess.Privileged(
                                        host.path("privileged-user").asString(),
                                        host.path("privileged-secret").asString(),
                                        null)
                                : null)));
        return new Landscape(
                systems, hosts, new DatabaseAccess(DatabaseAccess.ORACLE, null, null, new TreeMap<>(), true));
    }

    private static @Nullable InstallationServer installation(JsonNode server) {
        List<InstallationServer.Release> releases = new ArrayList<>();
        server.path("releases")
                .forEach(release -> releases.add(new InstallationServer.Release(
                        release.path("version").asString(),
                        InstallationServer.Installer.valueOf(
                                release.path("installer").asString().toUpperCase(Locale.ROOT)),
                        release.path("directory").asString(),
                        release.path("ins-file").asString(),
                        URI.create(release.path("tree").asString()))));
        return releases.isEmpty()
                ? null
                : new InstallationServer(server.path("host").asString(), releases);
    }

    private static List<AdapterPort> adapterPorts(JsonNode system) {
        List<AdapterPort> ports = new ArrayList<>();
        system.path("adapter-ports")
                .forEach(port -> ports.add(new AdapterPort(
                        port.path("machine").asString(),
                        port.path("adapter").asString(),
                        port.path("port").asInt(),
                        port.path("fabric").asString(),
                        AdapterPort.Use.valueOf(port.path("use").asString().toUpperCase(Locale.ROOT)))));
        return ports;
    }

    private static List<ArrayPort> arrayPorts(JsonNode system) {
        List<ArrayPort> ports = new ArrayList<>();
        system.path("array-ports")
                .forEach(port -> ports.add(new ArrayPort(
                        port.path("wwpn").asString(), port.path("fabric").asString())));
        return ports;
    }

    static List<EckdRange> eckdRanges(JsonNode system) {
        List<EckdRange> ranges = new ArrayList<>();
        system.path("eckd-devices").forEach(range -> {
            String first = range.path("first").asString();
            ranges.add(new EckdRange(
                    first,
                    range.path("last").asString(),
                    range.path("lcu").asString(),
                    first.substring(2),
                    range.path("cylinders").asInt(),
                    range.path("array").asString(),
                    range.path("made").asBoolean()));
        });
        return ranges;
    }

    /** ECKD volumes and aliases of a z/VM system, as the lab's landscape file has them. */
    List<EckdRange> eckdRanges(String zvm) {
        return eckdRanges(settings.path("landscape").path("systems").path(zvm));
    }

    private static List<FcpChannel> fcpChannels(JsonNode system) {
        List<FcpChannel> channels = new ArrayList<>();
        system.path("fcp-channels")
                .forEach(channel -> channels.add(new FcpChannel(
                        channel.path("pchid").asString(),
                        channel.path("wwpn").asString(),
                        channel.path("fabric").asString(),
                        channel.path("most").asInt(),
                        0)));
        return channels;
    }

    private String saidText = "";
    private JsonNode said = MissingNode.getInstance();

    /** Whether the design puts the database volumes into a volume group. */
    boolean grouped;

    /** Facts that a test gives in place of the lab's. */
    final Map<String, Object> otherFacts = new TreeMap<>();

    /** The facts of a server as the lab's file gives them; without a word of the image it comes by hand. */
    FactSheet facts(String server) {
        TreeMap<String, Object> facts = new TreeMap<>(Map.of("server.image.way", "by-hand"));
        said().path(server).properties().forEach(fact -> facts.put(fact.getKey(), plain(fact.getValue())));
        facts.putAll(otherFacts);
        return FactSheet.of(1, facts);
    }

    /** The lab's file, read anew when it says something else: each step of a run asks for facts. */
    private JsonNode said() {
        try {
            String text = Files.readString(directory.resolve("servers.yml"));
            if (!text.equals(saidText)) {
                said = new YAMLMapper().readTree(text);
                saidText = text;
            }
            return said;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Object plain(JsonNode value) {
        if (value.isArray()) {
            return StreamSupport.stream(value.spliterator(), false)
                    .map(JsonNode::asString)
                    .toList();
        }
        if (value.isBoolean()) {
            return value.asBoolean();
        }
        if (value.isIntegralNumber()) {
            return value.asLong();
        }
        return value.isNumber() ? (Object) value.asDouble() : value.asString();
    }

    /** Steps next to the store are the server's, gates are people's. */
    private static boolean ofWorkers(PlanStep step) {
        return step.kind() == StepKind.ACTION && !step.queue().equals("control");
    }

    /** One call that was made and can be undone. */
    record Made(PlanStep step, StepCall call) {}

    /** A run of the playbook for one server. */
    Run run(String server) {
        return new Run(server);
    }

    final class Run {
        final MigrationId id;
        final List<Made> made = new ArrayList<>();
        final Map<String, String> evaluations = new LinkedHashMap<>();
        final Map<String, Map<String, Object>> outputs = new LinkedHashMap<>();
        /** Steps that are done or that did not apply. */
        private final Set<String> passed = new HashSet<>();

        /** As a person counts it up who tries again. */
        int round = 1;

        private boolean image = true;
        private boolean zones = true;
        private boolean waiting = true;
        private final String server;
        private final Playbook playbook;
        private final StepPreparer preparer;
        /** The workers' steps; what the server does next to its store (holding a built server) is not theirs. */
        private final List<PlanStep> open;

        Run(String server) {
            this.server = server;
            this.playbook = LIBRARY.findNewest(
                            facts(server).values().containsKey("server.zvm") ? "zvm-server" : "dpm-server")
                    .orElseThrow();
            this.preparer = LIBRARY.findPreparer(playbook.hash()).orElseThrow();
            this.open = new ArrayList<>(LIBRARY.findPlan(playbook.hash()).orElseThrow().steps().stream()
                    .filter(LabBuild::ofWorkers)
                    .toList());
            this.id = new MigrationId("lilliput/" + server + "/1");
            outputs.put("size", SIZED);
            outputs.put("same-design", Map.of("volume_group", grouped));
            // Its volumes are LUNs, unless a test says what was reserved.
            outputs.put(
                    "eckd",
                    new TreeMap<>(Map.of(
                            "devices", List.of(),
                            "data", Map.of(),
                            "redo", Map.of(),
                            "recovery", Map.of(),
                            "aliases", List.of(),
                            "made", List.of(),
                            "cylinders", Map.of(),
                            "made_aliases", List.of())));
            outputs.get("eckd").putAll(Map.of("capacities", Map.of(), "addresses", Map.of()));
            for (String use : List.of("data", "redo", "recovery")) {
                Object luns = facts(server).values().get("server." + use + ".volumes");
                outputs.get("eckd").put(use + "_luns", luns == null ? List.of() : luns);
            }
            outputs.put(
                    "address",
                    Map.of(
                            "name",
                            server + ".blefuscu.example",
                            "address",
                            "10.17.26." + server.substring(server.lastIndexOf('-') + 1),
                            "network",
                            "10.17.26." + server.substring(server.lastIndexOf('-') + 1) + "/24",
                            "gateway",
                            "10.17.26.1",
                            "vlan",
                            1726,
                            "name_servers",
                            List.of("127.0.0.1:" + lab.names().port()),
                            "time_servers",
                            List.of("10.17.26.1")));
        }

        /** Runs all steps that are not done yet. */
        Run build() {
            return buildUntil(null);
        }

        /** Runs steps until this one is done; null for all. */
        Run buildUntil(@Nullable String last) {
            Set<String> done = new HashSet<>(outputs.keySet());
            done.addAll(passed);
            LIBRARY.findPlan(playbook.hash()).orElseThrow().steps().stream()
                    .filter(step -> !ofWorkers(step))
                    .forEach(step -> done.add(step.id()));
            while (!open.isEmpty() && (last == null || !done.contains(last))) {
                PlanStep next = open.stream()
                        .filter(step -> done.containsAll(step.needs()))
                        .min(Comparator.comparing(step -> open.indexOf(step)))
                        .orElseThrow();
                carryOut(next);
                open.remove(next);
                done.add(next.id());
                passed.add(next.id());
            }
            return this;
        }

        /** Evaluates all steps; nothing has run. */
        List<String> evaluate() {
            List<String> said = new ArrayList<>();
            for (PlanStep step : open) {
                for (StepCall call : calls(step, Operation.EVALUATE)) {
                    said.add(step.id() + ": "
                            + action(step).evaluate(call, context).message());
                    evaluations.put(
                            call.step() + " (" + call.action() + ")",
                            String.valueOf(context.evidence.remove(Rendering.EVIDENCE)));
                }
            }
            return said;
        }

        private StepAction action(PlanStep step) {
            StepAction action = actions.get(String.valueOf(step.action()));
            if (action == null) {
                throw new AssertionError("no action " + step.action());
            }
            return action;
        }

        private boolean guest() {
            return playbook.name().equals("zvm-server");
        }

        /** Nobody puts a system onto the boot volume. */
        Run withoutImage() {
            image = false;
            return this;
        }

        /** A person skips a step. */
        void skip(String id) {
            open.removeIf(step -> step.id().equals(id));
            outputs.put(
                    id,
                    id.equals("first-boot") ? Map.of("host_keys", learnt.getOrDefault(server, List.of())) : Map.of());
        }

        /** Nobody waits for the logins: discovery is told of the paths that the zones would make. */
        Run withoutWaiting() {
            waiting = false;
            return this;
        }

        /** Nobody zones its ports. */
        Run withoutZones() {
            zones = false;
            return this;
        }

        /** What a person of storage does at the switches, who reads the task. */
        void zone() {
            zones().forEach((host, targets) -> lab.zone(List.of(host), targets));
        }

        /** The zones of the task: ports of the array by port of the server. */
        SortedMap<String, List<String>> zones() {
            return SimulatedPeople.zones(
                    String.valueOf(outputs.get("host-object").get("zones")));
        }

        private List<String> texts(String step, String output) {
            return ((List<?>) outputs.get(step).get(output))
                    .stream().map(String::valueOf).toList();
        }

        /** What a person of storage does at the array. */
        void bringImage() {
            Map<?, ?> volumes = (Map<?, ?>) outputs.get("boot-volume").get("items");
            for (Object volume : volumes.values()) {
                lab.image(
                        String.valueOf(facts(server).values().get("server.array")),
                        String.valueOf(((Map<?, ?>) volume).get("name")));
            }
        }

        private void carryOut(PlanStep step) {
            if (step.id().equals("names-known")) {
                Map<String, Object> address = outputs.get("address");
                lab.name(String.valueOf(address.get("name")), String.valueOf(address.get("address")));
            }
            // Of a partition its firmware logs in, of a guest its Linux, which is then zoned before it starts.
            if (step.id().equals(guest() ? "attach" : "logins") && zones && outputs.containsKey("host-object")) {
                zone();
            }
            if (step.id().equals("logins") && !waiting) {
                List<String> pairs = new ArrayList<>();
                zones().forEach((host, targets) -> targets.forEach(target -> pairs.add(host + " " + target)));
                outputs.put(step.id(), Map.of("logins", pairs));
                return;
            }
            if (step.id().equals("start")
                    && image
                    && !guest()
                    && facts(server).values().get("server.image.way").equals("by-hand")) {
                bringImage();
            }
            Map<String, Object> all = new LinkedHashMap<>();
            for (StepCall call : calls(step, Operation.RUN)) {
                StepResult result = attempt(step, call);
                made.add(new Made(step, with(call, Operation.UNDO, result.outputs(), result.job())));
                if (call.step().item() == null) {
                    outputs.put(step.id(), result.outputs());
                } else {
                    all.put(call.step().item(), result.outputs());
                }
            }
            if (step.id().equals("first-boot") && outputs.containsKey("first-boot")) {
                // The next step is the server's: it keeps what was shown.
                learnt.put(server, texts("first-boot", "host_keys"));
            }
            // As the engine has it: a step that was carried out for no item has outputs of none, and a skipped one has
            // no outputs.
            if (step.fanOut() && prepared(StepKey.of(step.id()), false).applies()) {
                outputs.put(step.id(), Map.of("items", all));
            }
        }

        /** As the engine does: a passing failure is tried again, with the same key. */
        private StepResult attempt(PlanStep step, StepCall call) {
            StepAction action = action(step);
            for (int tries = 1; ; tries++) {
                try {
                    if (!step.detached()) {
                        return action.run(call, context);
                    }
                    StepResult started = action.start(call, context);
                    StepResult ended = action.await(with(call, Operation.AWAIT, Map.of(), started.job()), context);
                    for (int waits = 1; !ended.finished() && waits < 5; waits++) {
                        // As the engine does: what has not ended is awaited again.
                        ended = action.await(with(call, Operation.AWAIT, Map.of(), started.job()), context);
                    }
                    if (!ended.finished()) {
                        throw new AssertionError(call.step() + " has not ended: " + ended);
                    }
                    return ended;
                } catch (StepFailedException e) {
                    if (!e.failure().kind().retryable() || tries == 5) {
                        throw e;
                    }
                }
            }
        }

        private List<StepCall> calls(PlanStep step, Operation operation) {
            boolean evaluate = operation == Operation.EVALUATE;
            List<StepKey> keys = new ArrayList<>();
            if (!prepared(StepKey.of(step.id()), evaluate).applies()) {
                return List.of();
            }
            if (step.fanOut()) {
                List<String> items = prepared(StepKey.of(step.id()), evaluate).items();
                if (items != null) {
                    items.forEach(item -> keys.add(new StepKey(step.id(), item)));
                }
            } else {
                keys.add(StepKey.of(step.id()));
            }
            return keys.stream()
                    .map(key ->
                            call(key, operation, step, prepared(key, evaluate).inputs()))
                    .toList();
        }

        /** The plan of its playbook, as the rules of a run go by it. */
        CompiledPlan plan() {
            return LIBRARY.findPlan(playbook.hash()).orElseThrow();
        }

        PrepareResult prepared(StepKey key, boolean evaluate) {
            PrepareResult result = preparer.prepare(
                    new PrepareRequest(id, key, 1, evaluate, outputs),
                    new StepPreparer.Circumstances(
                            facts(server), Map.of(), new MigrationRef(id, "lilliput", server, Purpose.REHEARSAL), null),
                    (system, kind, step, proposal, maxLength, pattern) -> proposal);
            if (result.error() != null) {
                throw new AssertionError(key + ": " + result.error().message());
            }
            return result;
        }

        private StepCall call(StepKey key, Operation operation, PlanStep step, Map<String, Object> inputs) {
            return new StepCall(
                    id,
                    "lilliput",
                    server,
                    Purpose.REHEARSAL,
                    1,
                    key,
                    1,
                    round,
                    operation,
                    String.valueOf(step.action()),
                    playbook.hash(),
                    inputs,
                    Map.of(),
                    null,
                    30);
        }

        /** The calls of one step, for tests that call an action themselves. */
        StepCall callOf(String step, Operation operation) {
            PlanStep wanted = LIBRARY.findPlan(playbook.hash()).orElseThrow().steps().stream()
                    .filter(each -> each.id().equals(step))
                    .findFirst()
                    .orElseThrow();
            return calls(wanted, operation).get(0);
        }

        /** Undoes the last step, as the engine does: a passing failure is tried again. */
        void undoLast() {
            Made last = made.remove(made.size() - 1);
            for (int tries = 1; ; tries++) {
                try {
                    action(last.step()).undo(last.call(), context);
                    return;
                } catch (StepFailedException e) {
                    if (!e.failure().kind().retryable() || tries == 5) {
                        throw e;
                    }
                }
            }
        }

        /** Undoes all that was made, newest first. */
        void undo() {
            for (int i = made.size() - 1; i >= 0; i--) {
                if (made.get(i).step().undoable()) {
                    action(made.get(i).step()).undo(made.get(i).call(), context);
                }
            }
        }
    }

    static StepCall with(StepCall call, Operation operation, Map<String, Object> outputs, @Nullable String job) {
        return StepCalls.with(call, operation, outputs, job, call.patienceSeconds());
    }

    /** The same call as a run of another generation gives it out. */
    static StepCall ofGeneration(StepCall call, int generation) {
        return StepCalls.ofGeneration(call, generation);
    }

    /** How many objects an operation of a system made, by the ledger. */
    long made(String system, String operation) {
        return lab.context().ledger().entries(system, operation).stream()
                .filter(entry -> entry.effect() == io.gulliver.lab.Ledger.Effect.CREATED)
                .count();
    }

    /** Systems and operations of mutating calls, without refusals and logons. */
    Set<String> effects() {
        return lab.context().ledger().entries().stream()
                .filter(entry -> entry.effect() != io.gulliver.lab.Ledger.Effect.REFUSED)
                .map(entry -> entry.system() + " " + entry.operation())
                .filter(text -> !text.contains("logon") && !text.contains("auth"))
                .collect(Collectors.toCollection(java.util.TreeSet::new));
    }

    @Override
    public void close() {
        systems.close();
        lab.close();
    }
}
