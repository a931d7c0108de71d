package io.gulliver.conformance;

import io.gulliver.activity.conformance.ConformanceActions;
import io.gulliver.activity.conformance.ConformanceLedger;
import io.gulliver.activity.runtime.StepDispatcher;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepActivities;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RunOutcome;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.engine.PayloadKeys;
import io.gulliver.engine.Payloads;
import io.gulliver.engine.TemporalConnector;
import io.gulliver.engine.TemporalDevServer;
import io.gulliver.engine.TemporalProgram;
import io.gulliver.engine.WorkerTuning;
import io.gulliver.secret.SecretRegistry;
import io.temporal.activity.ActivityOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.RetryOptions;
import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the engine costs beside a plain Temporal loop: 50 runs of 60 no-op steps, through everything that makes a step
 * safe (interpreter, journal, projections), against the same number of the same activity calls without any of it, in one
 * process on one server, by turns. Prints one table. Arguments: the number of runs, 50 when left out, and of rounds, 3 when
 * left out; on a machine that is not alone on its host more rounds are needed.
 */
public final class OrchestrationBenchmark {
    private static final int STEPS = 60;
    private static final String PLAIN_LOOPS = "plain-loops";
    private static final String PLAIN_CALLS = "plain-calls";

    private OrchestrationBenchmark() {}

    /** The plain loop: two lanes, as the playbook has, that call the activity thirty times each. */
    @WorkflowInterface
    public interface PlainLoop {
        @WorkflowMethod
        int run(String name);
    }

    /** See {@link PlainLoop}. */
    public static final class PlainLoopImpl implements PlainLoop {
        private final StepActivities worker = Workflow.newActivityStub(
                StepActivities.class,
                ActivityOptions.newBuilder()
                        .setTaskQueue(PLAIN_CALLS)
                        .setStartToCloseTimeout(Duration.ofSeconds(60))
                        .setHeartbeatTimeout(Duration.ofSeconds(10))
                        .setRetryOptions(
                                RetryOptions.newBuilder().setMaximumAttempts(1).build())
                        .build());

        @Override
        public int run(String name) {
            Promise<Integer> left = Async.function(() -> lane(name, "left"));
            Promise<Integer> right = Async.function(() -> lane(name, "right"));
            return left.get() + right.get();
        }

        private int lane(String name, String lane) {
            for (int i = 0; i < STEPS / 2; i++) {
                worker.invoke(new StepCall(
                        new MigrationId(name),
                        Gulliver.PROGRAM,
                        name,
                        Purpose.REHEARSAL,
                        1,
                        StepKey.of(lane + "-" + i),
                        1,
                        1,
                        Operation.RUN,
                        "conformance.note",
                        "-",
                        Map.of("text", name),
                        Map.of(),
                        null,
                        0));
            }
            return STEPS / 2;
        }
    }

    private record Figures(double seconds, double workerSeconds, double serverSeconds, double storeSeconds) {
        double processor() {
            return workerSeconds + serverSeconds + storeSeconds;
        }

        String row(String what, int runs) {
            int steps = runs * STEPS;
            return "| %-12s | %6d | %7.1f | %7.1f | %9.2f | %9.2f | %8.2f |"
                    .formatted(
                            what,
                            steps,
                            seconds,
                            steps / seconds,
                            workerSeconds * 1000 / steps,
                            serverSeconds * 1000 / steps,
                            storeSeconds * 1000 / steps);
        }
    }

    public static void main(String[] args) throws Exception {
        int runs = args.length > 0 ? Integer.parseInt(args[0]) : 50;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 3;
        Path data = Files.createTempDirectory("benchmark");
        Clock clock = Clock.systemUTC();
        try (TemporalDevServer server = TemporalDevServer.open(
                        TemporalDevServer.Settings.of(data.resolve("server"), TemporalProgram.require(null)));
                Gulliver gulliver = Gulliver.start(data, "--gulliver.temporal.target=" + server.target())
                        .awaitConnected();
                StepDispatcher dispatcher = dispatcher(data, clock);
                TemporalConnector plain = new TemporalConnector(
                                new TemporalConnector.Settings(
                                        server.target(), "gulliver", "plain", null, WorkerTuning.defaults()),
                                Payloads.encrypted(PayloadKeys.generate()),
                                clock)
                        .workflows(PLAIN_LOOPS, PlainLoopImpl.class)
                        .activities(PLAIN_CALLS, dispatcher)
                        .start()) {
            Gulliver.awaiting(Duration.ofSeconds(60)).until(() -> plain.health().up());
            ProcessHandle temporal = ProcessHandle.of(server.pid()).orElseThrow();
            engine(gulliver, temporal, "warm-up", runs);
            plain(plain.client(), temporal, "warm-up", runs);
            System.out.println("| what         |  steps | seconds | steps/s | worker ms | server ms | store ms |");
            System.out.println("| ---          |    --: |     --: |     --: |       --: |       --: |      --: |");
            List<Double> times = new ArrayList<>();
            List<Double> processors = new ArrayList<>();
            for (int round = 1; round <= rounds; round++) {
                Figures bare = plain(plain.client(), temporal, "round-" + round, runs);
                Figures engine = engine(gulliver, temporal, "round-" + round, runs);
                System.out.println(bare.row("plain loop", runs));
                System.out.println(engine.row("engine", runs));
                times.add(engine.seconds / bare.seconds);
                processors.add(engine.processor() / bare.processor());
            }
            System.out.printf(
                    "ratio, median of %d rounds: time %.2f, processor time %.2f; load average %.1f%n",
                    rounds,
                    median(times),
                    median(processors),
                    ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        }
        System.exit(0);
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private static StepDispatcher dispatcher(Path data, Clock clock) {
        return new StepDispatcher(
                new ConformanceActions(new ConformanceLedger(data.resolve("plain-ledger.jsonl")), clock).all(),
                (name, kind, content) -> {
                    throw new IllegalStateException("The conformance actions leave no evidence");
                },
                piece -> {
                    throw new IllegalStateException("The conformance actions start no jobs");
                },
                call -> {},
                new SecretRegistry(),
                clock);
    }

    private static Figures engine(Gulliver gulliver, ProcessHandle temporal, String round, int runs) {
        Meter meter = new Meter(temporal);
        List<MigrationId> ids = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            ids.add(gulliver.run("conformance-six-stages", round + "-" + i).id());
        }
        for (MigrationId id : ids) {
            gulliver.connector()
                    .client()
                    .newUntypedWorkflowStub(WorkflowIds.migration(id))
                    .getResult(RunOutcome.class);
        }
        return meter.read();
    }

    private static Figures plain(WorkflowClient client, ProcessHandle temporal, String round, int runs) {
        Meter meter = new Meter(temporal);
        List<WorkflowStub> started = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            started.add(start(client, round + "-" + i));
        }
        started.forEach(run -> run.getResult(Integer.class));
        return meter.read();
    }

    private static WorkflowStub start(WorkflowClient client, String name) {
        PlainLoop loop = client.newWorkflowStub(
                PlainLoop.class,
                WorkflowOptions.newBuilder()
                        .setWorkflowId(name)
                        .setTaskQueue(PLAIN_LOOPS)
                        .build());
        WorkflowClient.start(loop::run, name);
        return WorkflowStub.fromTyped(loop);
    }

    private static final class Meter {
        private final ProcessHandle server;
        private final long began = System.nanoTime();
        private final double worker;
        private final double temporal;
        private final double store;

        Meter(ProcessHandle server) {
            this.server = server;
            worker = seconds(ProcessHandle.current());
            temporal = seconds(server);
            store = store();
        }

        Figures read() {
            return new Figures(
                    (System.nanoTime() - began) / 1e9,
                    seconds(ProcessHandle.current()) - worker,
                    seconds(server) - temporal,
                    store() - store);
        }

        /** The embedded PostgreSQL: its processes live as long as the pool's connections, so none is missed. */
        private double store() {
            return ProcessHandle.current()
                    .descendants()
                    .filter(process -> process.pid() != server.pid())
                    .mapToDouble(Meter::seconds)
                    .sum();
        }

        private static double seconds(ProcessHandle process) {
            return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1000.0;
        }
    }
}
