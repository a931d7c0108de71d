package io.gulliver.activity.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.activity.JobOutput;
import io.gulliver.activity.systems.SystemLimits;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.ssh.JobFile;
import io.gulliver.adapter.ssh.JobSpec;
import io.gulliver.adapter.ssh.JobState;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.FetchedRest;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.OuterCall;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepLogRest;
import io.gulliver.contract.workflow.StepLogRestInput;
import io.gulliver.contract.workflow.StepLogRestWorkflow;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.landscape.DatabaseAccess;
import io.gulliver.domain.landscape.HostAccess;
import io.gulliver.domain.landscape.HostPattern;
import io.gulliver.domain.landscape.Landscape;
import io.gulliver.domain.migration.LogLevel;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.lab.ssh.LabHost;
import io.gulliver.lab.ssh.LabHostSpec;
import io.gulliver.lab.ssh.LabHosts;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.log.JdbcStepLogStore;
import io.gulliver.persistence.log.StepLogStore;
import io.gulliver.persistence.view.StepLog;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.secret.SecretGrant;
import io.gulliver.secret.SecretRef;
import io.gulliver.secret.SecretRegistry;
import io.gulliver.secret.SecretSource;
import io.gulliver.service.collection.StepLogRestService;
import io.gulliver.testing.Atlas;
import io.gulliver.testing.TestStore;
import io.gulliver.workflow.landscape.StepLogRestWorkflowImpl;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A real job prints more than is kept of it; whoever asks gets the rest, by the engine, a worker and SSH. */
@Tag("process")
@Tag("store")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RestOfLogsTest {
    private static final String HOST = "gvp0291";
    /** Of the steps of the plan. */
    private static final String ZONE = "lab";

    private static final int LINE = 32;
    /** Two pieces and a bit. */
    private static final long LIMIT = 2L * LogPieces.PIECE + 40_000;

    private static final String KEY = "tiger-of-nine\nsecond-line-of-the-key";
    private static final String PASSWORD = "reader-pass-77";

    @TempDir
    static Path folder;

    private final List<OuterCall> called = new CopyOnWriteArrayList<>();
    private final List<AuditEvent> told = new ArrayList<>();
    private StoreDatabase database;
    private Stores stores;
    private Migration run;
    private StepLogStore logs;
    private int steps;

    private LabHosts hosts;
    private LabHost host;
    private Landscape landscape;
    private Systems systems;
    private TestWorkflowEnvironment engine;

    @BeforeAll
    void open() throws IOException {
        database = TestStore.open(Clock.systemUTC());
        stores = Atlas.stores(database);
        Atlas.program(stores);
        stores.databases().add("atlas", List.of(DatabaseProfile.of("LOGGED", "shop", Environment.TEST)), "Mia");
        run = stores.migrations()
                .create(new NewMigration(
                        "atlas-LOGGED",
                        "atlas",
                        "LOGGED",
                        Purpose.PRODUCTION,
                        Atlas.HASH,
                        1,
                        false,
                        null,
                        null,
                        "Mia"));
        logs = new JdbcStepLogStore(database, LIMIT, StepLogStore.FETCHED_LIMIT);
        hosts = LabHosts.open(folder.resolve("hosts"));
        host = hosts.add(new LabHostSpec(HOST, "oracle", "ssh-password", List.of(), new TreeMap<>()));
        TreeMap<String, DatabaseAccess.Credential> credentials = new TreeMap<>();
        credentials.put("key", new DatabaseAccess.Credential("GULLIVER_KEY", "env:KEY"));
        credentials.put("reader", new DatabaseAccess.Credential("GULLIVER_READ", "env:READER"));
        credentials.put("nobody", new DatabaseAccess.Credential("GULLIVER_NONE", "env:NOT_THERE"));
        landscape = new Landscape(
                new TreeMap<>(),
                List.of(new HostAccess(
                        new HostPattern(HOST),
                        "127.0.0.1",
                        host.port(),
                        host.user(),
                        null,
                        "env:SSH",
                        List.of(host.hostKeyFingerprint()),
                        true)),
                new DatabaseAccess("jdbc:x:{port}", folder.toString(), null, credentials, true));
    }

    @AfterAll
    void close() throws IOException {
        hosts.close();
        database.close();
    }

    /** A worker that was just started: it has read no secret of any step. */
    @BeforeEach
    void start() {
        SecretRegistry secrets = new SecretRegistry();
        systems = systems(secrets);
        engine = TestWorkflowEnvironment.newInstance();
        Worker control = engine.newWorker(TaskQueues.CONTROL);
        control.registerWorkflowImplementationTypes(StepLogRestWorkflowImpl.class);
        engine.newWorker(TaskQueues.host(ZONE))
                .registerActivitiesImplementations(
                        new RestOfLogs(systems, logs, called::add, secrets, Clock.systemUTC()));
        engine.start();
        called.clear();
    }

    @AfterEach
    void stop() {
        engine.close();
        systems.close();
    }

    private Systems systems(SecretRegistry secrets) {
        return new Systems(
                landscape,
                new SecretSource(
                        List.of(new SecretGrant(SecretRef.parse("env:SSH"), "ssh", new HostPattern("*"))),
                        secrets,
                        Map.of("SSH", "ssh-password", "KEY", KEY, "READER", PASSWORD)),
                SystemLimits.defaults());
    }

    private FetchedRest fetch(StepKey step) {
        return new StepLogRestService(
                        Atlas.plans(),
                        () -> Optional.of(engine.getWorkflowClient()),
                        "elsewhere",
                        told::add,
                        Clock.systemUTC())
                .fetch(run, step, log(step), "ana");
    }

    private StepLog log(StepKey step) {
        return logs.logs(run.id(), step).get(0);
    }

    private String kept(StepKey step) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        logs.copy(run.id(), step, all);
        return all.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.startsWith("===="))
                .reduce(new StringBuilder(), (text, line) -> text.append(line).append('\n'), StringBuilder::append)
                .toString();
    }

    private Path file(String job) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(path -> path.endsWith("jobs/" + job + "/log"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Lines of one length, so that pieces end where it is known. */
    private static String lines(int from, int count) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < from + count; i++) {
            String line = "W-1 . . imported row " + i;
            text.append(line).append(".".repeat(LINE - 1 - line.length())).append('\n');
        }
        return text.toString();
    }

    /** A job prints it all, and what is kept by itself is kept while it is watched. */
    private StepKey printed(String job, String text) throws Exception {
        return printed(new StepKey("build", "volume" + steps++), job, text);
    }

    private StepKey printed(StepKey step, String job, String text) throws Exception {
        SecretRegistry secrets = new SecretRegistry();
        secrets.add(KEY);
        try (Systems watching = systems(secrets)) {
            var far = watching.host(HOST);
            JobState state = watching.jobs()
                    .runShort(
                            far,
                            JobSpec.of(job, 1, "cat out.txt").withFiles(List.of(JobFile.text("out.txt", text))),
                            Duration.ofSeconds(60))
                    .state();
            assertThat(state).isEqualTo(JobState.EXITED);
            JobOutput[] seen = new JobOutput[1];
            watching.during(
                    new RecordingContext(call -> {}, secrets, Clock.systemUTC()) {
                        @Override
                        public void watched(JobOutput output) {
                            seen[0] = output;
                        }
                    },
                    () -> watching.jobs().status(far, job));
            new JobFollower(logs, secrets, Clock.systemUTC(), Duration.ZERO)
                    .follow(call(step, job), seen[0], () -> false);
        }
        return step;
    }

    private StepCall call(StepKey step, String job) {
        return new StepCall(
                run.id(),
                "atlas",
                "LOGGED",
                Purpose.PRODUCTION,
                1,
                step,
                1,
                1,
                Operation.AWAIT,
                "datapump.import",
                Atlas.HASH,
                Map.of(),
                Map.of(),
                job,
                10);
    }

    @Test
    void theRestIsTheFileByteByByteWithoutTheSecretThatLiesAcrossTheBorder() throws Exception {
        int before = 2 * LogPieces.PIECE / LINE - 1;
        String first = KEY.substring(0, KEY.indexOf('\n') + 1);
        String text = lines(0, before)
                + "k".repeat(LINE - first.length()) + KEY + " end\n"
                + lines(before, 60_000) + "logged on with " + PASSWORD + " at last\n"
                + lines(0, 90_000) + "no end of line";
        StepKey step = printed("long-1", text);

        StepLog full = log(step);
        assertThat(full.full()).isTrue();
        assertThat(full.ended()).isTrue();
        assertThat(full.bytes()).as("cut before the secret").isEqualTo(2L * LogPieces.PIECE - LINE);
        assertThat(full.left()).isEqualTo(text.length() - full.bytes());
        assertThat(full.file()).isEqualTo("~/.gulliver/jobs/long-1/log");

        FetchedRest once = fetch(step);
        assertThat(once.failure()).isNull();
        assertThat(once.bytes()).isBetween(RestOfLogs.MOST - 32L * 100, (long) RestOfLogs.MOST);
        assertThat(once.left())
                .isEqualTo(text.length() - full.bytes() - once.bytes())
                .isPositive();
        assertThat(log(step).left()).isEqualTo(once.left());
        assertThat(kept(step))
                .doesNotContain("tiger")
                .doesNotContain("second-line")
                .doesNotContain(PASSWORD);

        FetchedRest twice = fetch(step);
        assertThat(twice.failure()).isNull();
        assertThat(twice.left()).isZero();
        StepLog whole = log(step);
        assertThat(whole.full()).isFalse();
        assertThat(whole.ended()).isTrue();
        assertThat(whole.bytes()).isEqualTo(text.length());
        String blanked = text.replace(KEY, SecretRegistry.BLANK).replace(PASSWORD, SecretRegistry.BLANK);
        assertThat(kept(step).equals(blanked + "\n"))
                .as("the same, byte by byte")
                .isTrue();
        assertThat(logs.search(run.id(), step, "at last", LogLevel.PLAIN, 1, 0, 10))
                .hasSize(1);
        assertThat(fetch(step)).isEqualTo(new FetchedRest(0, 0, null));
        assertThat(called).extracting(OuterCall::operation).contains("file-size", "job-status", "read-log");
        assertThat(called).extracting(OuterCall::step).containsOnly(step);
    }

    @Test
    void theEngineCarriesNothingOfWhatWasPrinted() throws Exception {
        StepKey step = printed("quiet-1", lines(0, 20_000));
        WorkflowClient client = engine.getWorkflowClient();
        WorkflowStub stub = client.newUntypedWorkflowStub(
                StepLogRestWorkflow.class.getSimpleName(),
                WorkflowOptions.newBuilder()
                        .setWorkflowId("log/quiet")
                        .setTaskQueue(TaskQueues.CONTROL)
                        .build());
        stub.start(new StepLogRestInput(
                ZONE,
                new StepLogRest(run.id(), step, 1, HOST, "quiet-1"),
                Instant.now().plusSeconds(60)));
        assertThat(stub.getResult(FetchedRest.class).left()).isZero();
        String history = client.fetchHistory("log/quiet").toJson(false);
        // Its payloads are encoded, so its size tells: the rest alone has 377,856 bytes.
        assertThat(history).contains("EVENT_TYPE_ACTIVITY_TASK_COMPLETED").hasSizeLessThan(20_000);
        assertThat(kept(step)).isEqualTo(lines(0, 20_000));
    }

    @Test
    void aHostThatIsAwayIsSaidAndTheRestComesWhenItIsBack() throws Exception {
        StepKey step = printed("away-1", lines(0, 12_000));
        long bytes = log(step).bytes();
        host.stop();
        try {
            FetchedRest away = fetch(step);
            assertThat(away.bytes()).isZero();
            assertThat(away.failure().code()).isEqualTo(FailureCode.UNREACHABLE.name());
            assertThat(away.failure().message()).contains(HOST);
            assertThat(log(step).bytes()).isEqualTo(bytes);
        } finally {
            host.start();
        }
        assertThat(fetch(step).left()).isZero();
        assertThat(kept(step)).isEqualTo(lines(0, 12_000));
    }

    @Test
    void aFileThatIsGoneOrWasCutOffIsSaidAndWhatIsKeptStays() throws Exception {
        StepKey step = printed("gone-1", lines(0, 12_000));
        String kept = kept(step);
        Path file = file("gone-1");
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(1_000);
        }
        FetchedRest cut = fetch(step);
        assertThat(cut.failure().code()).isEqualTo(FailureCode.STATE_CONFLICT.name());
        assertThat(cut.failure().message()).contains("has 1000 bytes", "cut off or replaced", HOST);
        Files.delete(file);
        FetchedRest gone = fetch(step);
        assertThat(gone.failure().code()).isEqualTo(FailureCode.STATE_CONFLICT.name());
        assertThat(gone.failure().message()).contains("There is no file ~/.gulliver/jobs/gone-1/log on " + HOST);
        assertThat(kept(step)).isEqualTo(kept);
        assertThat(log(step).full()).isTrue();
    }

    @Test
    void whoeverCannotFetchSaysWhy() throws Exception {
        StepKey step = printed(StepKey.of("in-no-plan"), "nobody-1", lines(0, 12_000));
        FetchedRest nobody = fetch(step);
        assertThat(nobody.failure().message()).contains("no worker of zone elsewhere");
        assertThat(told).last().satisfies(event -> {
            assertThat(event.actor()).isEqualTo("ana");
            assertThat(event.action()).isEqualTo("log.fetched");
            assertThat(event.details())
                    .containsEntry("host", HOST)
                    .containsEntry("job", "nobody-1")
                    .containsEntry("step", "in-no-plan");
        });
        FetchedRest engineless = new StepLogRestService(
                        Atlas.plans(), Optional::empty, ZONE, told::add, Clock.systemUTC())
                .fetch(run, step, log(step), "ana");
        assertThat(engineless.failure().code()).isEqualTo(FailureCode.UNREACHABLE.name());
    }
}
