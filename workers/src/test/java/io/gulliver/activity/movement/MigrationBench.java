package io.gulliver.activity.movement;

import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.cutover.CutoverActions;
import io.gulliver.activity.discovery.DiscoveryActions;
import io.gulliver.activity.runtime.ActionsByHand;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.SystemLimits;
import io.gulliver.activity.systems.Systems;
import io.gulliver.activity.validation.ValidationActions;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.OuterCall;
import io.gulliver.contract.activity.Progress;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.contract.workflow.PrepareRequest;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.domain.estate.FactSheet;
import io.gulliver.domain.landscape.DatabaseAccess;
import io.gulliver.domain.landscape.HostAccess;
import io.gulliver.domain.landscape.HostPattern;
import io.gulliver.domain.landscape.Landscape;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.estate.Estate;
import io.gulliver.lab.oracle.LabAccount;
import io.gulliver.lab.oracle.LabDatabaseSpec;
import io.gulliver.lab.oracle.LabOracle;
import io.gulliver.lab.oracle.LabPlatform;
import io.gulliver.lab.ssh.LabHost;
import io.gulliver.lab.ssh.LabHostSpec;
import io.gulliver.lab.ssh.LabHosts;
import io.gulliver.lab.ssh.LabLine;
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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A lab of two hosts with SSH and Oracle, and a driver that executes the steps of the shipped playbook one after the
 * other, as the engine does, without Temporal.
 */
final class MigrationBench implements AutoCloseable {
    /** So many times faster than in life does whoever waits here wait. */
    private static final int PACE = 10;

    /** So often does the bench watch long work again, as the engine does. */
    private static final int WATCHES = 20;

    private static final Pattern PUBLIC_RIGHT =
            Pattern.compile("(GRANT|REVOKE) [A-Z ]+ ON SYS\\.[A-Z0-9_$#]+ (TO|FROM) PUBLIC");

    static final String SOURCE = "lilliput";
    static final String TARGET = "blefuscu";
    static final String SOURCE_SYSTEM = "orders@lilliput";
    static final String TARGET_SYSTEM = "CRM@blefuscu";
    private static final PlaybookLibrary LIBRARY = PlaybookLibrary.shipped();
    private static final MigrationId ID = new MigrationId("atlas/orders/1");

    final LabContext lab;
    final LabOracle oracle;
    final LabLine line;
    final LabHosts hosts;
    final LabHost source;
    final LabHost target;
    final Landscape landscape;
    final SecretSource secrets;
    final Systems systems;
    final Databases databases;
    final Context context = new Context();
    final Map<String, StepAction> actions = new TreeMap<>();
    final Map<String, Map<String, Object>> outputs = new LinkedHashMap<>();
    private final Deque<StepCall> done = new ArrayDeque<>();
    private final String service;
    final Playbook playbook;
    private final StepPreparer preparer;
    private final List<PlanStep> steps;

    /** What the run is for, as its next steps are told. */
    Purpose purpose = Purpose.REHEARSAL;

    /** Who does a step from its first call to its last, whatever happens; answers what it found out. */
    Function<StepCall, Map<String, Object>> doing = this::execute;

    MigrationBench(Path root, String... features) throws IOException {
        this(root, spec(features), "SYS");
    }

    /** The shop's database, on {@link #SOURCE}. */
    static LabDatabaseSpec spec(String... features) {
        return spec(LabDatabaseSpec.Kind.NON_CDB, Map.of(), features);
    }

    /** @param parameters beside those that it always has */
    static LabDatabaseSpec spec(LabDatabaseSpec.Kind kind, Map<String, String> parameters, String... features) {
        TreeMap<String, String> all = new TreeMap<>(Map.of("processes", "600", "sga_target", "2147483648"));
        all.putAll(parameters);
        return new LabDatabaseSpec(
                SOURCE_SYSTEM,
                SOURCE,
                "ORDERS",
                "orders",
                "19.24.0.0.0",
                true,
                kind,
                "AL32UTF8",
                "AL16UTF16",
                8192,
                true,
                44,
                1,
                7,
                List.of("SHOP", "STOCK"),
                8,
                40,
                List.of(features),
                all,
                List.of(new LabAccount("GULLIVER_ADM", "admin-secret", List.of("DBA"))));
    }

    /** The same of another release and name. */
    static LabDatabaseSpec of(LabDatabaseSpec plain, String name, String version) {
        return new LabDatabaseSpec(
                plain.system(),
                plain.host(),
                name,
                plain.service(),
                version,
                plain.enterprise(),
                plain.kind(),
                plain.characterSet(),
                plain.nationalCharacterSet(),
                plain.blockSize(),
                plain.archiveLog(),
                plain.timeZoneVersion(),
                plain.sizeGb(),
                plain.seed(),
                plain.schemas(),
                plain.tables(),
                plain.rows(),
                plain.features(),
                plain.parameters(),
                plain.accounts());
    }

    /**
     * @param from the source database, on host {@link #SOURCE}, with an account GULLIVER_ADM
     * @param targetUser who administers the target
     */
    MigrationBench(Path root, LabDatabaseSpec from, String targetUser) throws IOException {
        this(root, from, targetUser, "data-pump");
    }

    /** @param by name of the playbook, its newest version */
    MigrationBench(Path root, LabDatabaseSpec from, String targetUser, String by) throws IOException {
        this(root, from, targetUser, by, LabPace.max());
    }

    /** @param pace at which the lab works */
    MigrationBench(Path root, LabDatabaseSpec from, String targetUser, String by, LabPace pace) throws IOException {
        this(root, from, targetUser, by, pace, List.of());
    }

    /** @param more hosts beside the two, which the landscape knows and nothing is on */
    MigrationBench(Path root, LabDatabaseSpec from, String targetUser, String by, LabPace pace, List<String> more)
            throws IOException {
        service = from.service();
        lab = LabContext.open(root.resolve("lab"), pace, Clock.systemUTC());
        oracle = new LabOracle(lab);
        line = LabLine.of(lab, LabOracle::dumpBytes);
        hosts = LabHosts.open(root.resolve("hosts"), line);
        source = hosts.add(new LabHostSpec(SOURCE, "oracle", "ssh-password", List.of(), new TreeMap<>()));
        target = hosts.add(new LabHostSpec(TARGET, "oracle", "ssh-password", List.of(), new TreeMap<>()));
        for (LabHost host : List.of(source, target)) {
            // Where file systems are mounted is root's; who runs the hosts gave this directory.
            host.give("/u09/migration");
            host.own("/u09", "r-x");
        }
        oracle.registerHost(SOURCE, LabPlatform.X86);
        oracle.registerHost(TARGET, LabPlatform.LINUX_ONE);
        oracle.files(TARGET, target.root());
        for (String directory : List.of("u02/oradata", "u02/fra")) {
            Files.createDirectories(target.root().resolve(directory));
        }
        oracle.installHome(SOURCE, home(source), from.version());
        oracle.installHome(TARGET, home(target), "19.24.0.0.0");
        if (from.features().contains(Estate.ORACLE_RESTART)) {
            // As the servers of the estate have it.
            oracle.installRestart(TARGET);
        }
        oracle.create(from);
        List<HostAccess> access = new ArrayList<>(List.of(access(source), access(target)));
        for (String name : more) {
            access.add(access(hosts.add(new LabHostSpec(name, "oracle", "ssh-password", List.of(), new TreeMap<>()))));
            oracle.registerHost(name, LabPlatform.LINUX_ONE);
        }
        TreeMap<String, DatabaseAccess.Credential> credentials = new TreeMap<>();
        credentials.put("orders", new DatabaseAccess.Credential("GULLIVER_ADM", "env:ADMIN"));
        credentials.put("target", new DatabaseAccess.Credential(targetUser, "env:SYS"));
        credentials.put("sys", new DatabaseAccess.Credential("SYS", "env:SYS"));
        credentials.put("migration", new DatabaseAccess.Credential("MOVER", "env:MOVER"));
        landscape = new Landscape(
                new TreeMap<>(),
                access,
                new DatabaseAccess(
                        "jdbc:gulliver-lab:@//127.0.0.1:{port}/{service}",
                        driver(),
                        null,
                        List.of(),
                        true,
                        credentials,
                        new TreeMap<>(),
                        true));
        List<SecretGrant> grants = new ArrayList<>();
        for (String name : List.of("ADMIN", "SYS", "MOVER", "SSH")) {
            grants.add(new SecretGrant(
                    SecretRef.parse("env:" + name), name.equals("SSH") ? "ssh" : Databases.KIND, new HostPattern("*")));
        }
        secrets = new SecretSource(
                grants,
                new SecretRegistry(),
                Map.of("ADMIN", "admin-secret", "SYS", "sys-secret", "MOVER", "mover-secret", "SSH", "ssh-password"));
        systems = new Systems(landscape, secrets, SystemLimits.defaults());
        databases = new Databases(landscape.databases(), secrets, systems);
        DiscoveryActions.all(systems, databases, this::uploaded).forEach(action -> actions.put(action.name(), action));
        MovementActions.all(systems, databases).forEach(action -> actions.put(action.name(), action));
        ValidationActions.all(systems, databases).forEach(action -> actions.put(action.name(), action));
        CutoverActions.all(systems, databases).forEach(action -> actions.put(action.name(), action));
        oracle.logListener(SOURCE, Files.createFile(source.root().resolve("listener.log")));
        playbook = LIBRARY.findNewest(by).orElseThrow();
        preparer = LIBRARY.findPreparer(playbook.hash()).orElseThrow();
        steps = LIBRARY.findPlan(playbook.hash()).orElseThrow().steps();
    }

    /** Where the lab's driver lies, which clients load by its path. */
    static String driver() {
        try {
            return Path.of(io.gulliver.lab.oracle.driver.LabDriver.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (java.net.URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static HostAccess access(LabHost host) {
        return new HostAccess(
                new HostPattern(host.name()),
                "127.0.0.1",
                host.port(),
                host.user(),
                null,
                "env:SSH",
                List.of(host.hostKeyFingerprint()),
                true);
    }

    static Path home(LabHost host) {
        return host.root().resolve("u01/19c");
    }

    static Path staging(LabHost host) {
        return host.root().resolve("u09/migration");
    }

    /** What a step uses; evidence is kept by name. */
    static class Context implements StepContext {
        final Map<String, String> evidence = new TreeMap<>();
        final List<Progress> progress = new CopyOnWriteArrayList<>();
        final List<OuterCall> calls = new CopyOnWriteArrayList<>();
        private final List<Runnable> ends = new CopyOnWriteArrayList<>();
        volatile Duration limit = Duration.ofMinutes(10);

        @Override
        public void progress(Progress now) {
            progress.add(now);
        }

        @Override
        public EvidenceRef evidence(String name, String kind, String text) {
            evidence.put(name, text);
            return new EvidenceRef(name, kind, Integer.toHexString(text.hashCode()), text.length());
        }

        @Override
        public EvidenceRef evidence(String name, String kind, byte[] content) {
            return evidence(name, kind, new String(content, StandardCharsets.UTF_8));
        }

        @Override
        public void called(
                String system,
                String operation,
                @Nullable String object,
                String status,
                Duration took,
                @Nullable String message) {
            called(new OuterCall(
                    Instant.EPOCH, null, null, system, operation, object, status, took.toMillis(), message));
        }

        @Override
        public void called(OuterCall call) {
            calls.add(call);
        }

        @Override
        public boolean waitFor(BooleanSupplier condition, Duration period, Duration atMost) {
            long end = System.nanoTime() + atMost.toNanos() / PACE;
            CountDownLatch never = new CountDownLatch(1);
            while (!condition.getAsBoolean()) {
                try {
                    long left = end - System.nanoTime();
                    if (left <= 0 || never.await(Math.min(left, period.toNanos() / PACE), TimeUnit.NANOSECONDS)) {
                        return false;
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return false;
                }
            }
            return true;
        }

        @Override
        public Duration timeLeft() {
            return limit;
        }

        @Override
        public Runnable whenCalledOff(Runnable end) {
            ends.add(end);
            return () -> ends.remove(end);
        }

        /** What the dispatcher does when the engine calls the call off. */
        void callOff() {
            ends.forEach(Runnable::run);
        }

        @Override
        public boolean cancelled() {
            return false;
        }
    }

    /** Files that somebody gave, by the hash under which steps are told of them. */
    final Map<String, byte[]> uploads = new TreeMap<>();

    java.io.InputStream uploaded(String sha256) throws IOException {
        byte[] content = uploads.get(sha256);
        if (content == null) {
            throw new IOException("nothing is kept under " + sha256);
        }
        return new java.io.ByteArrayInputStream(content);
    }

    /** What the server answers of the accepted sizing; a test may put another figure in. */
    final TreeMap<String, Object> sized = new TreeMap<>(Map.of(
            "sga_mb", 2048L,
            "pga_target_mb", 1024L,
            "recovery_area_mb", 20_480L,
            "redo_log_mb", 1024L,
            "redo_groups", 4L,
            "temporary_mb", 512L,
            "undo_mb", 0L,
            "large_pages", "TRUE",
            "sizes", Map.of(),
            "told", "as the test says"));

    private final TreeMap<String, Object> more = new TreeMap<>();

    /** A fact beside those that every run of the bench has. */
    void fact(String name, Object value) {
        more.put(name, value);
    }

    /**
     * How dump files go. Host to host takes keys, a watched job and some thirty shells a file, so that only a test that
     * looks at the way, or at everything together, says {@code auto} as the playbook does.
     */
    String copyWay = "relay";

    private TreeMap<String, Object> facts() {
        TreeMap<String, Object> facts = new TreeMap<>(Map.of(
                "inventory.source_host",
                SOURCE,
                "inventory.source_port",
                oracle.port(SOURCE),
                "inventory.source_service",
                service,
                "inventory.credential",
                "orders",
                "landing.server",
                TARGET,
                "landing.servers",
                List.of(TARGET),
                "landing.database",
                "CRM",
                "target.service",
                "CRM"));
        facts.putAll(more);
        return facts;
    }

    private final TreeMap<String, Object> moreParams = new TreeMap<>();

    /** A parameter beside those that every run of the bench has. */
    void param(String name, Object value) {
        moreParams.put(name, value);
    }

    private Map<String, Object> params() {
        TreeMap<String, Object> params = new TreeMap<>(Map.of(
                "target_port", oracle.port(TARGET),
                "source_oracle_home", home(source).toString(),
                "target_oracle_home", home(target).toString(),
                "source_staging", staging(source).toString(),
                "target_staging", staging(target).toString(),
                "copy_way", copyWay,
                "parallel", 2,
                "probe_mb", 1));
        params.putAll(moreParams);
        return params;
    }

    private PrepareResult prepare(StepKey key) {
        return prepare(preparer, key, false, outputs, facts());
    }

    private PrepareResult prepare(
            StepPreparer preparer,
            StepKey key,
            boolean evaluate,
            Map<String, Map<String, Object>> outputs,
            TreeMap<String, Object> facts) {
        PrepareResult result = preparer.prepare(
                new PrepareRequest(ID, key, 1, evaluate, outputs),
                new StepPreparer.Circumstances(
                        new FactSheet(1, facts),
                        params(),
                        new MigrationRef(ID, "atlas", "orders", purpose),
                        Instant.parse("2027-05-01T20:00:00Z")),
                (system, kind, named, proposal, maxLength, pattern) -> proposal);
        if (result.error() != null) {
            throw new AssertionError("Step " + key + " cannot be prepared: " + result.error());
        }
        return result;
    }

    /**
     * Evaluates every step of a playbook that workers do, as the engine does, with what earlier evaluations found out.
     *
     * @return the text of each by step and action
     */
    Map<String, String> evaluate(String name, Map<String, Object> more) {
        Playbook evaluated = LIBRARY.findNewest(name).orElseThrow();
        StepPreparer ready = LIBRARY.findPreparer(evaluated.hash()).orElseThrow();
        TreeMap<String, Object> facts = facts();
        facts.putAll(more);
        Map<String, Map<String, Object>> known = new LinkedHashMap<>();
        Map<String, String> texts = new LinkedHashMap<>();
        for (PlanStep step : LIBRARY.findPlan(evaluated.hash()).orElseThrow().steps()) {
            PrepareResult prepared = prepare(ready, new StepKey(step.id(), null), true, known, facts);
            if (step.kind() != StepKind.ACTION || step.queue().equals("control") || !prepared.applies()) {
                continue;
            }
            List<StepKey> keys = prepared.items() == null
                    ? List.of(new StepKey(step.id(), null))
                    : prepared.items().stream()
                            .map(item -> new StepKey(step.id(), item))
                            .toList();
            for (StepKey key : keys) {
                StepCall call = with(
                        call(
                                step,
                                key,
                                1,
                                prepare(ready, key, true, known, facts).inputs()),
                        Operation.EVALUATE,
                        null,
                        0);
                StepResult result = action(call).evaluate(call, context);
                known.put(step.id(), result.outputs());
                texts.put(
                        key + " (" + step.action() + ")",
                        result.message() + "\n" + context.evidence.remove(Rendering.EVIDENCE));
            }
        }
        return texts;
    }

    /** What <i>By hand</i> prints of a step that is left, with what is known of those before it. */
    String byHand(StepKey step) {
        PrepareResult prepared = prepare(preparer, step, true, outputs, facts());
        StepKey key = prepared.items() == null
                ? step
                : new StepKey(step.step(), prepared.items().get(0));
        Map<String, Object> inputs =
                prepare(preparer, key, true, outputs, facts()).inputs();
        return new ActionsByHand(actions.values(), new SecretRegistry())
                .of(with(call(step(key.step()), key, 1, inputs), Operation.EVALUATE, null, 0))
                .orElseThrow(() -> new AssertionError("Step " + key + " cannot be done by hand"));
    }

    /** What a person sees who is to do or decide a step. */
    Map<String, Object> inputs(String step) {
        return prepare(new StepKey(step, null)).inputs();
    }

    /** Executes the steps from the first not yet done up to and with this one; people say yes to everything. */
    void runTo(String last) {
        for (PlanStep step : steps) {
            if (!outputs.containsKey(step.id())) {
                run(step);
            }
            if (step.id().equals(last)) {
                return;
            }
        }
        throw new AssertionError("The playbook has no step " + last);
    }

    /** The actions on hosts and databases that are left, in the order of the plan, as <i>By hand</i> lists them. */
    List<String> leftByHand() {
        return steps.stream()
                .filter(step -> step.kind() == StepKind.ACTION && !step.queue().equals("control"))
                .filter(step -> !outputs.containsKey(step.id()))
                .filter(step -> prepare(preparer, new StepKey(step.id(), null), true, outputs, facts())
                        .applies())
                .map(PlanStep::id)
                .toList();
    }

    PlanStep step(String id) {
        return steps.stream().filter(step -> step.id().equals(id)).findFirst().orElseThrow();
    }

    /** Executes what comes before this step. */
    void runBefore(String id) {
        for (PlanStep step : steps) {
            if (step.id().equals(id)) {
                return;
            }
            if (!outputs.containsKey(step.id())) {
                run(step);
            }
        }
        throw new AssertionError("The playbook has no step " + id);
    }

    /** Ids of the steps on hosts and databases of the outage, in the order of the plan. */
    static List<String> outage(String playbook) {
        return LIBRARY.findPlan(LIBRARY.findNewest(playbook).orElseThrow().hash()).orElseThrow().steps().stream()
                .filter(step -> step.phase() == Phase.OUTAGE && step.kind() == StepKind.ACTION)
                .filter(step -> !step.queue().equals("control"))
                .map(PlanStep::id)
                .toList();
    }

    private void run(PlanStep step) {
        PrepareResult prepared = prepare(new StepKey(step.id(), null));
        if (!prepared.applies()) {
            return;
        }
        // Steps next to the store are the server's.
        if (step.kind() != StepKind.ACTION || step.queue().equals("control")) {
            if ("check.target".equals(step.action())) {
                outputs.put(step.id(), Map.of("blocking", List.of()));
                return;
            }
            outputs.put(step.id(), "sizing.target".equals(step.action()) ? sized : said(step, prepared.items()));
            return;
        }
        List<String> items = prepared.items();
        if (items == null) {
            outputs.put(step.id(), doing.apply(call(step.id(), 1)));
            return;
        }
        Map<String, Object> each = new TreeMap<>();
        for (String item : items) {
            PrepareResult inputs = prepare(new StepKey(step.id(), item));
            each.put(item, doing.apply(call(step, new StepKey(step.id(), item), 1, inputs.inputs())));
        }
        outputs.put(step.id(), Map.of("items", each));
    }

    /** What people answer who are asked for more than a yes; what lies around the source is set up at the target first. */
    private Map<String, Object> said(PlanStep step, @Nullable List<String> items) {
        return switch (step.id()) {
            case "acceptance" ->
                Map.of(
                        "name", "Olive Laputa",
                        "function", "owner of the application",
                        "at", "today",
                        "heard", "on the bridge",
                        "recorded_by", "Cora Brobding");
            case "files-by-hand" -> {
                Map<String, Object> answers = new TreeMap<>();
                for (String item : Objects.requireNonNull(items)) {
                    if (item.startsWith("oratab entry") || item.startsWith("start at boot")) {
                        startsAtBoot(target, String.valueOf(facts().get("landing.database")));
                    }
                    answers.put(item, Map.of("answer", "seen at the target, or kept in the archive"));
                }
                yield Map.of("items", answers);
            }
            case "around-by-hand" -> {
                publicRights(outputs.get("around"));
                yield Map.of();
            }
            default -> items == null ? Map.of() : Map.of("items", Map.of());
        };
    }

    /** Types what the carry-over list says of PUBLIC at the target, as a DBA does at its host. */
    void publicRights(Map<String, Object> around) {
        PUBLIC_RIGHT
                .matcher(around.get("left") + " " + around.get("warned"))
                .results()
                .forEach(right -> oracle.sysdba(TARGET, String.valueOf(facts().get("target.service")), right.group()));
    }

    /** Says in {@code /etc/oratab} of a host that an instance of its home starts at boot, and has a unit call dbstart. */
    static void startsAtBoot(LabHost host, String instance) {
        try {
            host.layDown(Map.of(
                    "bin/cat",
                    "#!/bin/sh\n[ \"$1\" = /etc/oratab ] && echo '" + instance + ":" + home(host)
                            + ":Y' && exit\nexec /bin/cat \"$@\"\n"));
            Files.writeString(
                    Files.createDirectories(host.root().resolve("etc/systemd/system"))
                            .resolve("dbora.service"),
                    "[Service]\nExecStart=" + home(host) + "/bin/dbstart " + home(host) + "\n");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** The call of a step that is ready; of a step with items that of its first. */
    StepCall next(String id) {
        PrepareResult prepared = prepare(new StepKey(id, null));
        if (prepared.items() == null) {
            return call(id, 1);
        }
        StepKey first = new StepKey(id, prepared.items().get(0));
        return call(step(id), first, 1, prepare(first).inputs());
    }

    /** The call of a step that is ready. */
    StepCall call(String id, int round) {
        StepKey key = new StepKey(id, null);
        if (id.equals("discover-database") && !outputs.containsKey("source-way")) {
            // Asked by itself, the step finds out the way by trying.
            Map<String, Map<String, Object>> before = new LinkedHashMap<>(outputs);
            before.put("source-way", Map.of("way", "", "why", ""));
            return call(
                    step(id),
                    key,
                    round,
                    prepare(preparer, key, false, before, facts()).inputs());
        }
        return call(step(id), key, round, prepare(key).inputs());
    }

    private StepCall call(PlanStep step, StepKey key, int round, Map<String, Object> inputs) {
        return call(
                String.valueOf(step.action()), key, round, step.detached() ? Operation.START : Operation.RUN, inputs);
    }

    /** A call that no step of the playbook makes as it is. */
    StepCall plain(String action, String step, Operation operation, Map<String, Object> inputs) {
        return call(action, StepKey.parse(step), 1, operation, inputs);
    }

    private StepCall call(String action, StepKey key, int round, Operation operation, Map<String, Object> inputs) {
        return new StepCall(
                ID,
                "atlas",
                "orders",
                purpose,
                1,
                key,
                1,
                round,
                operation,
                action,
                playbook.hash(),
                inputs,
                Map.of(),
                null,
                0);
    }

    /** The same call as an engine of another generation gives it out. */
    static StepCall ofGeneration(StepCall call, int generation) {
        return StepCalls.ofGeneration(call, generation);
    }

    /** The same call in another round. */
    static StepCall ofRound(StepCall call, int round) {
        return new StepCall(
                call.migration(),
                call.program(),
                call.database(),
                call.purpose(),
                call.generation(),
                call.step(),
                call.attempt(),
                round,
                call.operation(),
                call.action(),
                call.playbookHash(),
                call.inputs(),
                Map.of(),
                null,
                0);
    }

    /** The same call for a look at the job that it began, with what the step answered at its start. */
    static StepCall watching(StepCall call, StepResult started, int patience) {
        return new StepCall(
                call.migration(),
                call.program(),
                call.database(),
                call.purpose(),
                call.generation(),
                call.step(),
                call.attempt(),
                call.round(),
                Operation.AWAIT,
                call.action(),
                call.playbookHash(),
                call.inputs(),
                started.outputs(),
                started.job(),
                patience);
    }

    static StepCall with(StepCall call, Operation operation, @Nullable String job, int patience) {
        return StepCalls.with(call, operation, call.outputs(), job, patience);
    }

    /** The same call for another operation, with what the step answered. */
    static StepCall with(StepCall call, Operation operation, Map<String, Object> outputs) {
        return StepCalls.with(call, operation, outputs, null, 0);
    }

    static StepCall with(StepCall call, Map<String, Object> inputs) {
        return StepCalls.with(call, inputs);
    }

    StepAction action(StepCall call) {
        return Optional.ofNullable(actions.get(call.action()))
                .orElseThrow(() -> new AssertionError("No action " + call.action()));
    }

    /** The whole of one step; it counts as begun for the roll back even when it fails. */
    Map<String, Object> execute(StepCall call) {
        done.push(call);
        return perform(call);
    }

    /** A step has begun, or begins again: the roll back undoes its last round, which takes earlier ones along. */
    void begun(StepCall call) {
        done.removeIf(earlier -> earlier.step().equals(call.step()));
        done.push(call);
    }

    /** What the roll back undoes, newest first. */
    List<StepCall> begun() {
        return done.stream().filter(call -> step(call.step().step()).undoable()).toList();
    }

    /** The whole of one call: run, or started and watched to its end. */
    Map<String, Object> perform(StepCall call) {
        StepResult result;
        if (call.operation() == Operation.START) {
            StepResult started = action(call).start(call, context);
            result = started;
            for (int watch = 0; watch < WATCHES && !result.finished(); watch++) {
                result = action(call).await(watching(call, started, 60), context);
            }
            if (!result.finished()) {
                throw new AssertionError(call.step() + " has not ended: " + result.progress());
            }
        } else {
            result = action(call).run(call, context);
        }
        return result.outputs();
    }

    /** Undoes every step that was begun, newest first. */
    void rollBack() {
        while (!done.isEmpty()) {
            StepCall call = done.pop();
            if (step(call.step().step()).undoable()) {
                action(call).undo(with(call, Operation.UNDO, null, 0), context);
            }
        }
    }

    /** Undoes one step alone, each of its items. */
    void rollBack(String step) {
        done.stream()
                .filter(call -> call.step().step().equals(step))
                .forEach(call -> action(call).undo(with(call, Operation.UNDO, null, 0), context));
    }

    OracleClient open(String host, String service, String credential) {
        return databases.change(
                new Databases.Address(host, oracle.port(host), service, credential),
                plain("test", "test", Operation.RUN, Map.of()),
                context);
    }

    static List<String> files(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (var all = Files.list(directory)) {
            return all.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Override
    public void close() throws IOException {
        systems.close();
        source.killProcesses();
        target.killProcesses();
        hosts.close();
        oracle.close();
        lab.close();
    }
}
