package io.gulliver.conformance;

import io.gulliver.activity.StepDispatcher;
import io.gulliver.activity.conformance.ConformanceActions;
import io.gulliver.activity.conformance.ConformanceLedger;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepActivities;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.control.engine.PayloadKeys;
import io.gulliver.control.engine.Payloads;
import io.gulliver.control.engine.TemporalConnector;
import io.gulliver.control.engine.TemporalDevServer;
import io.gulliver.control.engine.TemporalProgram;
import io.gulliver.control.engine.WorkerTuning;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
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
 * safe (interpreter, journal, projections), against the same number of the same activity calls without any of it, on
 * the same kind of server. Prints one table. Argument: the number of runs, 50 when left out.
 */
public final class OrchestrationBenchmark {
    private static final int STEPS = 60;

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
                        .setTaskQueue(TaskQueues.host("default"))
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

    private record Figures(double seconds, double workerSeconds, double serverSeconds) {
        String row(String what, int runs) {
            int steps = runs * STEPS;
            return "| %-12s | %6d | %7.1f | %7.1f | %9.2f | %9.2f |"
                    .formatted(
                            what,
                            steps,
                            seconds,
                            steps / seconds,
                            workerSeconds * 1000 / steps,
                            serverSeconds * 1000 / steps);
        }
    }

    public static void main(String[] args) throws Exception {
        int runs = args.length > 0 ? Integer.parseInt(args[0]) : 50;
        Figures engine = engine(runs);
        Figures plain = plain(runs);
        System.out.println("| what         |  steps | seconds | steps/s | worker ms | server ms |");
        System.out.println("| ---          |    --: |     --: |     --: |       --: |       --: |");
        System.out.println(engine.row("engine", runs));
        System.out.println(plain.row("plain loop", runs));
        System.out.printf(
                "ratio: time %.2f, processor time %.2f; load average %.1f%n",
                engine.seconds / plain.seconds,
                (engine.workerSeconds + engine.serverSeconds) / (plain.workerSeconds + plain.serverSeconds),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        System.exit(0);
    }

    private static Figures engine(int runs) throws Exception {
        Path data = Files.createTempDirectory("benchmark-engine");
        try (Gulliver gulliver = Gulliver.start(data).awaitConnected()) {
            ProcessHandle server = Gulliver.temporal(data).orElseThrow();
            gulliver.awaitEnd(
                    List.of(gulliver.run("conformance-six-stages", "warm-up").id()), Duration.ofSeconds(60));
            Meter meter = new Meter(server);
            List<MigrationId> ids = new ArrayList<>();
            for (int i = 0; i < runs; i++) {
                Migration run = gulliver.run("conformance-six-stages", "run-" + i);
                ids.add(run.id());
            }
            for (MigrationId id : ids) {
                WorkflowStub.fromTyped(gulliver.connector()
                                .client()
                                .newWorkflowStub(
                                        io.gulliver.contract.workflow.MigrationWorkflow.class,
                                        io.gulliver.contract.workflow.WorkflowIds.migration(id)))
                        .getResult(io.gulliver.domain.migration.RunOutcome.class);
            }
            return meter.read();
        }
    }

    private static Figures plain(int runs) throws Exception {
        Path data = Files.createTempDirectory("benchmark-plain");
        Clock clock = Clock.systemUTC();
        try (StepDispatcher dispatcher = new StepDispatcher(
                        new ConformanceActions(new ConformanceLedger(Gulliver.ledgerFile(data)), clock).all(),
                        (name, kind, content) -> {
                            throw new IllegalStateException("The conformance actions leave no evidence");
                        },
                        call -> {},
                        new SecretRegistry(),
                        clock);
                TemporalDevServer server =
                        TemporalDevServer.open(TemporalDevServer.Settings.of(data, TemporalProgram.require(null)));
                TemporalConnector connector = new TemporalConnector(
                                new TemporalConnector.Settings(
                                        server.target(), "gulliver", "plain", null, WorkerTuning.defaults()),
                                Payloads.encrypted(PayloadKeys.generate()),
                                clock)
                        .workflows(TaskQueues.CONTROL, PlainLoopImpl.class)
                        .activities(TaskQueues.host("default"), dispatcher)
                        .start()) {
            Gulliver.awaiting(Duration.ofSeconds(60))
                    .until(() -> connector.health().up());
            start(connector.client(), "warm-up").getResult(Integer.class);
            Meter meter = new Meter(ProcessHandle.of(server.pid()).orElseThrow());
            List<WorkflowStub> started = new ArrayList<>();
            for (int i = 0; i < runs; i++) {
                started.add(start(connector.client(), "run-" + i));
            }
            started.forEach(run -> run.getResult(Integer.class));
            return meter.read();
        }
    }

    private static WorkflowStub start(WorkflowClient client, String name) {
        PlainLoop loop = client.newWorkflowStub(
                PlainLoop.class,
                WorkflowOptions.newBuilder()
                        .setWorkflowId(name)
                        .setTaskQueue(TaskQueues.CONTROL)
                        .build());
        WorkflowClient.start(loop::run, name);
        return WorkflowStub.fromTyped(loop);
    }

    private static final class Meter {
        private final ProcessHandle server;
        private final long began = System.nanoTime();
        private final double worker;
        private final double temporal;

        Meter(ProcessHandle server) {
            this.server = server;
            worker = seconds(ProcessHandle.current());
            temporal = seconds(server);
        }

        Figures read() {
            return new Figures(
                    (System.nanoTime() - began) / 1e9,
                    seconds(ProcessHandle.current()) - worker,
                    seconds(server) - temporal);
        }

        private static double seconds(ProcessHandle process) {
            return process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1000.0;
        }
    }
}
