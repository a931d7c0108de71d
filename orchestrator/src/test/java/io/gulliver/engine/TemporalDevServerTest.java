package io.gulliver.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gulliver.process.ChildEnvironment;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.RetryOptions;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@Tag("process")
class TemporalDevServerTest {
    private static final String CANARY = "canary-Zq81-payload";
    private static final String FAILURE_CANARY = "canary-Zq82-failure";

    @WorkflowInterface
    public interface Waiting {
        @WorkflowMethod
        String run(String word);

        @SignalMethod
        void go();
    }

    @ActivityInterface
    public interface Saying {
        String say(String word);
    }

    public static final class SayingActivity implements Saying {
        @Override
        public String say(String word) {
            if (word.contains("fail")) {
                throw ApplicationFailure.newNonRetryableFailure(FAILURE_CANARY, "SAID_NO");
            }
            return "said " + word;
        }
    }

    public static final class WaitingWorkflow implements Waiting {
        private final Saying saying = Workflow.newActivityStub(
                Saying.class,
                ActivityOptions.newBuilder()
                        .setStartToCloseTimeout(Duration.ofSeconds(20))
                        .setRetryOptions(RetryOptions.newBuilder()
                                .setInitialInterval(Duration.ofMillis(100))
                                .build())
                        .build());
        private boolean going;

        @Override
        public String run(String word) {
            String said;
            try {
                said = saying.say(word);
            } catch (ActivityFailure e) {
                said = "no";
            }
            Workflow.await(() -> going);
            return said;
        }

        @Override
        public void go() {
            going = true;
        }
    }

    @TempDir
    Path folder;

    private TemporalDevServer.Settings settings() {
        return TemporalDevServer.Settings.of(folder.resolve("engine"), Temporal.program());
    }

    private TemporalConnector connect(TemporalDevServer server) {
        return connector(server).start();
    }

    private TemporalConnector connector(TemporalDevServer server) {
        return new TemporalConnector(
                        new TemporalConnector.Settings(
                                server.target(), "gulliver", "test", null, WorkerTuning.defaults()),
                        Payloads.encrypted(PayloadKeys.loadOrCreate(folder.resolve("keys.json"))),
                        Clock.systemUTC())
                .workflows("control", WaitingWorkflow.class)
                .activities("control", new SayingActivity());
    }

    private static Waiting stub(WorkflowClient client, String id) {
        return client.newWorkflowStub(
                Waiting.class,
                WorkflowOptions.newBuilder()
                        .setTaskQueue("control")
                        .setWorkflowId(id)
                        .build());
    }

    private static String finish(WorkflowClient client, String id) {
        WorkflowStub stub = client.newUntypedWorkflowStub(id);
        stub.signal("go");
        try {
            return stub.getResult(60, java.util.concurrent.TimeUnit.SECONDS, String.class);
        } catch (java.util.concurrent.TimeoutException e) {
            throw new AssertionError("Workflow " + id + " did not end within 60 s", e);
        }
    }

    private static void awaitConnected(TemporalConnector connector) {
        await().atMost(Duration.ofSeconds(40)).until(() -> connector.health().up());
    }

    @Test
    void attachesToTheVeryProcessThatItLeftRunning() {
        TemporalDevServer first = TemporalDevServer.open(settings());
        first.leaveRunning();
        try (TemporalDevServer second = TemporalDevServer.open(settings())) {
            assertThat(second.attached()).isTrue();
            assertThat(second.pid()).isEqualTo(first.pid());
            assertThat(second.target()).isEqualTo(first.target());
            assertThat(second.identity()).isEqualTo(first.identity());
        }
        assertThat(first.alive()).as("stopped by the one that attached").isFalse();
    }

    @Test
    void anotherEngineUnderALivingProcessGetsNoWorkersAndIsPreparedLikeTheFirst() throws Exception {
        try (TemporalDevServer server = TemporalDevServer.open(settings())) {
            Cluster first = server.identity();
            try (TemporalConnector connector = connector(server)
                    .admit(cluster -> cluster.equals(first) ? Optional.empty() : Optional.of("not ours"))
                    .start()) {
                awaitConnected(connector);
                for (String file : List.of("temporal.db", "temporal.db-wal", "temporal.db-shm")) {
                    Files.deleteIfExists(folder.resolve("engine").resolve(file));
                }
                ProcessHandle.of(server.pid()).orElseThrow().destroyForcibly();

                await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                    assertThat(server.identity()).isNotEqualTo(first);
                    assertThat(connector.identity()).contains(server.identity());
                    assertThat(connector.health().up()).isFalse();
                    assertThat(connector.health().message()).isEqualTo("not ours");
                });
                assertThat(EngineFile.read(folder.resolve("engine").resolve("engine.json"))
                                .orElseThrow()
                                .clusterId())
                        .isEqualTo(server.identity().clusterId());
                var stubs = connector.client().getWorkflowServiceStubs().blockingStub();
                assertThat(stubs.describeNamespace(DescribeNamespaceRequest.newBuilder()
                                        .setNamespace("gulliver")
                                        .build())
                                .getConfig()
                                .getWorkflowExecutionRetentionTtl()
                                .getSeconds())
                        .as("closed workflows are kept for longer than a day")
                        .isGreaterThan(Duration.ofDays(300).toSeconds());
                WorkflowClient.start(stub(connector.client(), "unserved")::run, CANARY);
                await().during(Duration.ofSeconds(3))
                        .atMost(Duration.ofSeconds(10))
                        .untilAsserted(() -> assertThat(connector
                                        .client()
                                        .fetchHistory("unserved")
                                        .getEvents())
                                .as("started and scheduled, and taken by nobody")
                                .hasSize(2));
            }
        }
    }

    @Test
    void carriesWorkflowsAndIdentityOverAStopAndAKill() {
        Cluster identity;
        try (TemporalDevServer server = TemporalDevServer.open(settings());
                TemporalConnector connector = connect(server)) {
            identity = server.identity();
            assertThat(identity.clusterId()).isNotBlank();
            WorkflowClient.start(stub(connector.client(), "over-a-stop")::run, CANARY);
        }
        try (TemporalDevServer server = TemporalDevServer.open(settings());
                TemporalConnector connector = connect(server)) {
            assertThat(server.attached()).isFalse();
            assertThat(server.identity()).isEqualTo(identity);
            awaitConnected(connector);
            assertThat(finish(connector.client(), "over-a-stop")).isEqualTo("said " + CANARY);

            WorkflowClient.start(stub(connector.client(), "over-a-kill")::run, CANARY);
            long killed = server.pid();
            ProcessHandle.of(killed).orElseThrow().destroyForcibly();
            await().atMost(Duration.ofSeconds(30)).until(() -> server.pid() != killed && server.alive());
            awaitConnected(connector);
            assertThat(finish(connector.client(), "over-a-kill")).isEqualTo("said " + CANARY);
            assertThat(connector.identity()).contains(identity);
        }
    }

    @Test
    void leavesNoPayloadOrFailureMessageReadableOnDisk() throws Exception {
        try (TemporalDevServer server = TemporalDevServer.open(settings());
                TemporalConnector connector = connect(server)) {
            WorkflowClient.start(stub(connector.client(), "visible-name")::run, CANARY);
            WorkflowClient.start(stub(connector.client(), "failing")::run, CANARY + "-fail");
            assertThat(finish(connector.client(), "visible-name")).isEqualTo("said " + CANARY);
            assertThat(finish(connector.client(), "failing")).isEqualTo("no");
            awaitConnected(connector);
        }
        String everything = everythingIn(folder.resolve("engine"));
        assertThat(everything.contains("visible-name"))
                .as("the search reads the right files: a workflow id is stored in clear")
                .isTrue();
        assertThat(everything.contains("canary-Zq8"))
                .as("a canary lies on disk")
                .isFalse();
    }

    private static String everythingIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            StringBuilder all = new StringBuilder();
            files.filter(Files::isRegularFile).forEach(file -> {
                try {
                    all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            return all.toString();
        }
    }

    @Test
    void refusesDataOfAnotherVersion() throws Exception {
        try (TemporalDevServer server = TemporalDevServer.open(settings())) {
            assertThat(server.alive()).isTrue();
        }
        Path file = folder.resolve("engine/engine.json");
        Files.writeString(
                file, Files.readString(file).replace(Temporal.program().version(), "1.2.3"));
        assertThatThrownBy(() -> TemporalDevServer.open(settings()))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("was made by Temporal 1.2.3")
                .hasMessageContaining("./gulliver recover");
    }

    @Test
    void refusesADirectoryInUse() {
        try (TemporalDevServer server = TemporalDevServer.open(settings())) {
            assertThat(server.alive()).isTrue();
            assertThatThrownBy(() -> TemporalDevServer.open(settings()))
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("used by another Gulliver process");
        }
    }

    @Test
    void connectorWaitsForAServerThatComesLater() throws Exception {
        int port;
        try (java.net.ServerSocket socket =
                new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        List<Cluster> told = new java.util.concurrent.CopyOnWriteArrayList<>();
        try (TemporalConnector connector = new TemporalConnector(
                new TemporalConnector.Settings("127.0.0.1:" + port, "gulliver", "test", null, WorkerTuning.defaults()),
                Payloads.plain(),
                Clock.systemUTC())) {
            connector.workflows("control", WaitingWorkflow.class).activities("control", new SayingActivity());
            connector.onConnected(told::add).start();
            await().atMost(Duration.ofSeconds(20))
                    .until(() -> connector.health().message().contains("does not answer"));
            assertThat(connector.health().up()).isFalse();

            TemporalDevServer.Settings own = settings();
            try (TemporalDevServer server = TemporalDevServer.open(new TemporalDevServer.Settings(
                    own.directory(), own.program(), own.namespace(), port, "NORMAL", own.startLimit()))) {
                awaitConnected(connector);
                await().atMost(Duration.ofSeconds(60)).until(() -> told.equals(List.of(server.identity())));
                WorkflowClient.start(stub(connector.client(), "late")::run, "hello");
                assertThat(finish(connector.client(), "late")).isEqualTo("said hello");
            }
        }
    }

    @Test
    void givesItsProcessNothingOfOurEnvironment() throws Exception {
        assertThat(System.getenv().keySet())
                .as("there is something to inherit")
                .anyMatch(name -> !ChildEnvironment.ALLOWED.contains(name));
        try (TemporalDevServer server = TemporalDevServer.open(settings())) {
            Path environ = Path.of("/proc", Long.toString(server.pid()), "environ");
            Assumptions.assumeTrue(Files.isReadable(environ), "Skipped: no /proc to read an environment from");
            assertThat(Stream.of(Files.readString(environ).split("\0"))
                            .filter(line -> line.contains("="))
                            .map(line -> line.substring(0, line.indexOf('='))))
                    .isNotEmpty()
                    .isSubsetOf(ChildEnvironment.ALLOWED);
        }
    }

    /** The program waits before it binds its port, and the test takes that port meanwhile. */
    @Test
    void startsOnAnotherPortWhenItsOwnIsTakenFirst() throws Exception {
        Path wrapper = folder.resolve("temporal");
        Path wanted = folder.resolve("wanted");
        Path taken = folder.resolve("taken");
        Files.writeString(
                wrapper, """
                #!/bin/sh
                if [ "$1" = server ] && [ ! -e '%2$s' ]; then
                  for argument in "$@"; do
                    [ "${previous:-}" = --port ] && echo "$argument" >'%1$s.new'
                    previous=$argument
                  done
                  mv '%1$s.new' '%1$s'
                  until [ -e '%2$s' ]; do sleep 0.1; done
                fi
                exec '%3$s' "$@"
                """.formatted(wanted, taken, Temporal.program().path()));
        Files.setPosixFilePermissions(wrapper, PosixFilePermissions.fromString("rwxr-xr-x"));
        CompletableFuture<ServerSocket> squatter = CompletableFuture.supplyAsync(() -> {
            await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(wanted));
            try {
                ServerSocket socket = new ServerSocket(
                        Integer.parseInt(Files.readString(wanted).strip()), 1, InetAddress.getLoopbackAddress());
                Files.createFile(taken);
                return socket;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        try (TemporalDevServer server =
                TemporalDevServer.open(TemporalDevServer.Settings.of(folder.resolve("engine"), askedFor(wrapper)))) {
            assertThat(server.alive()).isTrue();
            assertThat(server.target())
                    .isNotEqualTo("127.0.0.1:" + squatter.join().getLocalPort());
        } finally {
            squatter.join().close();
        }
    }

    /** Its parts listen on ports of their own choice, which the test takes at the first start by naming one. */
    @Test
    void startsAgainWhenAPortOfOneOfItsPartsIsTaken() throws Exception {
        Path wrapper = folder.resolve("temporal");
        Path started = folder.resolve("started");
        try (ServerSocket squatter = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Files.writeString(wrapper, """
                    #!/bin/sh
                    if [ "$1" = server ] && [ ! -e '%1$s' ]; then
                      touch '%1$s'
                      exec '%2$s' "$@" --http-port %3$d
                    fi
                    exec '%2$s' "$@"
                    """.formatted(started, Temporal.program().path(), squatter.getLocalPort()));
            Files.setPosixFilePermissions(wrapper, PosixFilePermissions.fromString("rwxr-xr-x"));

            try (TemporalDevServer server = TemporalDevServer.open(
                    TemporalDevServer.Settings.of(folder.resolve("engine"), askedFor(wrapper)))) {
                assertThat(server.alive()).isTrue();
                assertThat(folder.resolve("engine").resolve("temporal.log"))
                        .content()
                        .contains("can't set frontend HTTP port " + squatter.getLocalPort());
            }
        }
    }

    @Test
    void saysTheLastWordsOfAProgramThatEnds() throws Exception {
        Path wrapper = folder.resolve("temporal");
        Files.writeString(wrapper, """
                #!/bin/sh
                [ "$1" = server ] || exec '%1$s' "$@"
                echo 'Error: database disk image is malformed' >&2
                exit 1
                """.formatted(Temporal.program().path()));
        Files.setPosixFilePermissions(wrapper, PosixFilePermissions.fromString("rwxr-xr-x"));

        assertThatThrownBy(() -> TemporalDevServer.open(
                        TemporalDevServer.Settings.of(folder.resolve("engine"), askedFor(wrapper))))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("said: Error: database disk image is malformed Its log is ");
    }

    /** As when the server is told to end while it starts: a second program on one file would spoil it. */
    @Test
    void anInterruptedStartLeavesNoProgramBehindAndBeginsNoSecond() throws Exception {
        Path wrapper = folder.resolve("temporal");
        Path starts = folder.resolve("starts");
        Files.writeString(wrapper, """
                #!/bin/sh
                [ "$1" = server ] || exec '%1$s' "$@"
                echo $$ >>'%2$s'
                while :; do sleep 0.1; done
                """.formatted(Temporal.program().path(), starts));
        Files.setPosixFilePermissions(wrapper, PosixFilePermissions.fromString("rwxr-xr-x"));
        TemporalDevServer.Settings slow = TemporalDevServer.Settings.of(folder.resolve("engine"), askedFor(wrapper));
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread starting = new Thread(() -> {
            try {
                TemporalDevServer.open(slow).close();
                failure.complete(new AssertionError("it started"));
            } catch (EngineException e) {
                failure.complete(e);
            }
        });
        starting.start();
        await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(starts));

        starting.interrupt();

        assertThat(failure.get(30, TimeUnit.SECONDS)).hasMessageContaining("Interrupted");
        List<String> begun = Files.readAllLines(starts);
        assertThat(begun).hasSize(1);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> ProcessHandle.of(Long.parseLong(begun.get(0))).isEmpty());
    }

    @Test
    void endsAProgramOnItsFileThatNobodyNoted() throws Exception {
        Path forgotten = folder.resolve("engine").resolve("engine.json");
        ProcessHandle stray;
        try (TemporalDevServer server = TemporalDevServer.open(settings())) {
            stray = ProcessHandle.of(server.pid()).orElseThrow();
            server.leaveRunning();
        }
        Files.delete(forgotten);

        try (TemporalDevServer server = TemporalDevServer.open(settings())) {
            assertThat(server.attached()).isFalse();
            assertThat(stray.isAlive()).isFalse();
        }
    }

    private static TemporalProgram askedFor(Path program) {
        return TemporalProgram.require(program);
    }
}
