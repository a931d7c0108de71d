package io.gulliver.engine;

import com.google.protobuf.util.Durations;
import io.grpc.StatusRuntimeException;
import io.gulliver.process.ChildEnvironment;
import io.gulliver.process.LoopbackPort;
import io.gulliver.process.ProcessMark;
import io.temporal.api.namespace.v1.NamespaceConfig;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.api.workflowservice.v1.GetClusterInfoRequest;
import io.temporal.api.workflowservice.v1.UpdateNamespaceRequest;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The real Temporal server as a child process with its state in one SQLite file of the data directory.
 *
 * <p>{@code engine.json} beside that file names the process. A process that still answers is attached to, so a server
 * that was killed finds its engine running; otherwise a new one is started on the same file. A child that dies while we
 * run is started again on the same port, so that open connections find it. The child listens on loopback alone and
 * outlives a kill of its parent.
 */
public final class TemporalDevServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TemporalDevServer.class);
    private static final Duration RETENTION = Duration.ofHours(8760);
    private static final Duration CALL_LIMIT = Duration.ofSeconds(5);
    private static final int PORTS_TRIED = 5;
    private static final int LAST_WORDS = 2000;

    /**
     * How to run it.
     *
     * @param directory of its own, made when missing; holds {@code engine.json}, {@code temporal.db}, the log
     * @param program the Temporal program
     * @param namespace made at the start when missing
     * @param port wanted, or 0 for the last one when free, else any free one
     * @param synchronous SQLite's pragma: {@code NORMAL}, or {@code FULL} to survive a power cut at half the speed
     * @param startLimit how long it may take until it answers
     */
    public record Settings(
            Path directory,
            TemporalProgram program,
            String namespace,
            int port,
            String synchronous,
            Duration startLimit) {
        public Settings {
            directory = directory.toAbsolutePath().normalize();
            if (!synchronous.equals("NORMAL") && !synchronous.equals("FULL")) {
                throw new IllegalArgumentException(
                        "SQLite pragma synchronous '" + synchronous + "': wanted NORMAL or FULL");
            }
        }

        public static Settings of(Path directory, TemporalProgram program) {
            return new Settings(directory, program, "gulliver", 0, "NORMAL", Duration.ofSeconds(30));
        }
    }

    private final Settings settings;
    private final Path engineFile;
    private final FileChannel lockChannel;
    private final ScheduledExecutorService keeper;
    private volatile EngineFile engine;
    private volatile Cluster identity;
    private volatile boolean closing;
    private volatile boolean attached;

    private TemporalDevServer(Settings settings, FileChannel lockChannel) {
        this.settings = settings;
        this.engineFile = settings.directory.resolve("engine.json");
        this.lockChannel = lockChannel;
        this.keeper = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "temporal-keeper");
            thread.setDaemon(true);
            return thread;
        });
        EngineFile known = EngineFile.read(engineFile).orElse(null);
        requireSameVersion(known);
        try {
            if (known != null && known.process().alive() && answers(known.port(), CALL_LIMIT)) {
                this.engine = known;
                this.attached = true;
                log.info("Temporal still runs: pid={} port={}; attached", known.pid(), known.port());
            } else {
                if (known != null && known.process().alive()) {
                    log.warn(
                            "Temporal pid={} runs but does not answer on port {}; stopping it",
                            known.pid(),
                            known.port());
                    end(known.process());
                }
                this.engine = launchOnAFreePort(known);
            }
            this.identity = prepare();
        } catch (RuntimeException e) {
            keeper.shutdownNow();
            throw e;
        }
        watch();
    }

    /**
     * Attaches to the running server of this directory, or starts one.
     *
     * @throws EngineException when another process uses the directory, the data file belongs to another version, or
     *     the server does not come up; the message names the log
     */
    public static TemporalDevServer open(Settings settings) {
        FileChannel channel;
        try {
            Files.createDirectories(settings.directory);
            channel = FileChannel.open(
                    settings.directory.resolve("engine.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new EngineException(
                    "Engine directory " + settings.directory + " cannot be used: " + e.getMessage()
                            + ". Give a writable one with gulliver.data.",
                    e);
        }
        try {
            if (!locked(channel)) {
                throw new EngineException("Engine directory " + settings.directory
                        + " is used by another Gulliver process. Stop that one first, or give this one its own data"
                        + " directory.");
            }
            return new TemporalDevServer(settings, channel);
        } catch (RuntimeException e) {
            closeQuietly(channel);
            throw e;
        }
    }

    /** Host and port for clients. */
    public String target() {
        return "127.0.0.1:" + engine.port();
    }

    public Cluster identity() {
        return identity;
    }

    /** Process id of the server now. */
    public long pid() {
        return engine.pid();
    }

    /** Whether this object found it running instead of starting it. */
    public boolean attached() {
        return attached;
    }

    public boolean alive() {
        return engine.process().alive();
    }

    /** Stops looking after the server and leaves it running, for the next start to attach to. */
    public void leaveRunning() {
        closing = true;
        keeper.shutdownNow();
        closeQuietly(lockChannel);
    }

    /** Stops the server, first by asking, after 15 s by force, and waits until it is gone. */
    @Override
    public void close() {
        if (closing) {
            return;
        }
        closing = true;
        keeper.shutdownNow();
        try {
            // A restart under way finishes first, so that its child is the one we stop.
            if (!keeper.awaitTermination(settings.startLimit.toSeconds() + 5, TimeUnit.SECONDS)) {
                log.warn("Temporal's keeper did not end in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        end(engine.process());
        log.info("Temporal stopped: pid={}", engine.pid());
        closeQuietly(lockChannel);
    }

    private void requireSameVersion(@Nullable EngineFile known) {
        if (known != null && !known.version().equals(settings.program.version())) {
            throw new EngineException("Engine data in " + settings.directory + " was made by Temporal "
                    + known.version()
                    + ", and " + settings.program.path() + " is " + settings.program.version()
                    + "; the program cannot carry the file over. Finish the running migrations with " + known.version()
                    + " (gulliver.temporal.program), or move engine.json and temporal.db* away and run"
                    + " './gulliver recover', which continues them from the run log on a new engine.");
        }
    }

    /**
     * Starts it again when another program took a port before our child could. Beside the one that clients use it takes
     * some of its own choice for its parts, which are lost the same way and are others at its next start.
     */
    private EngineFile launchOnAFreePort(@Nullable EngineFile known) {
        EngineFile wanted = known;
        for (int tried = 1; ; tried++) {
            int port = choosePort(wanted);
            try {
                return launch(port);
            } catch (PortTakenException e) {
                if (tried == PORTS_TRIED) {
                    throw e;
                }
                log.warn("A port was taken by another program while Temporal started on {}; starting it again", port);
                wanted = null;
            }
        }
    }

    private static final class PortTakenException extends EngineException {
        PortTakenException(String message) {
            super(message);
        }
    }

    private int choosePort(@Nullable EngineFile known) {
        if (settings.port != 0) {
            if (!LoopbackPort.isFree(settings.port)) {
                throw new EngineException("Port " + settings.port + " on 127.0.0.1 is taken by another program, and"
                        + " gulliver.temporal.port asks for it. Choose another, or leave the setting out.");
            }
            return settings.port;
        }
        if (known != null && LoopbackPort.isFree(known.port())) {
            return known.port();
        }
        try {
            return LoopbackPort.anyFree();
        } catch (UncheckedIOException e) {
            throw new EngineException(e.getMessage(), e);
        }
    }

    private EngineFile launch(int port) {
        Path logFile = settings.directory.resolve("temporal.log");
        Path data = settings.directory.resolve("temporal.db");
        List<String> command = new ArrayList<>();
        // A session of its own: Ctrl-C in the terminal reaches us alone, and we stop it in order.
        Path setsid = Path.of("/usr/bin/setsid");
        if (Files.isExecutable(setsid)) {
            command.add(setsid.toString());
        }
        command.addAll(List.of(
                settings.program.path().toString(),
                "server",
                "start-dev",
                "--headless",
                "--ip",
                "127.0.0.1",
                "--port",
                Integer.toString(port),
                "--db-filename",
                data.toString(),
                "--sqlite-pragma",
                "journal_mode=WAL",
                "--sqlite-pragma",
                "synchronous=" + settings.synchronous,
                "--namespace",
                settings.namespace,
                "--log-level",
                "warn",
                "--log-format",
                "json"));
        try {
            ownerOnly(data);
            endStrays(data);
            long logged = Files.exists(logFile) ? Files.size(logFile) : 0;
            Process process = ChildEnvironment.clean(new ProcessBuilder(command))
                    .directory(settings.directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile.toFile()))
                    .start();
            process.getOutputStream().close();
            ProcessMark mark =
                    ProcessMark.of(process.pid()).orElseThrow(() -> ended(logFile, wordsSince(logged, logFile)));
            boolean up = false;
            try {
                EngineFile before = EngineFile.read(engineFile).orElse(null);
                EngineFile started = new EngineFile(
                        settings.program.version(),
                        settings.program.sha256(),
                        mark.pid(),
                        mark.started(),
                        port,
                        before == null ? "" : before.clusterId());
                started.write(engineFile);
                awaitAnswer(started, logFile, logged);
                up = true;
                log.info("Temporal started: version={} pid={} port={}", started.version(), started.pid(), port);
                return started;
            } finally {
                // Whatever comes next starts one of its own, and two on one file would spoil it.
                if (!up) {
                    end(mark);
                }
            }
        } catch (IOException e) {
            throw new EngineException(
                    "Temporal program " + settings.program.path() + " cannot be started: " + e.getMessage(), e);
        }
    }

    /** A server that was killed before it noted its child, or twice in a start, may have left one that nobody knows. */
    private static void endStrays(Path data) {
        ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .arguments()
                        .map(List::of)
                        .filter(words -> words.contains("start-dev") && words.contains(data.toString()))
                        .isPresent())
                .flatMap(process -> ProcessMark.of(process.pid()).stream())
                .forEach(stray -> {
                    log.warn("Temporal pid={} runs on {} and nobody noted it; stopping it", stray.pid(), data);
                    end(stray);
                });
    }

    /** The file holds every workflow; the payloads are encrypted, names and times are not. */
    private static void ownerOnly(Path data) throws IOException {
        if (Files.getFileStore(data.getParent()).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(
                    data.getParent(), java.nio.file.attribute.PosixFilePermissions.fromString("rwx------"));
        }
    }

    private void awaitAnswer(EngineFile started, Path logFile, long logged) {
        long deadline = System.nanoTime() + settings.startLimit.toNanos();
        CompletableFuture<?> exit =
                ProcessHandle.of(started.pid()).map(ProcessHandle::onExit).orElse(null);
        while (System.nanoTime() < deadline) {
            // What answers while our child is gone is somebody else's.
            boolean gone = exit == null || exit.isDone();
            if (!gone && answers(started.port(), Duration.ofSeconds(1))) {
                return;
            }
            if (gone) {
                throw ended(logFile, wordsSince(logged, logFile));
            }
            try {
                exit.get(100, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                continue; // still coming up
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new EngineException("Interrupted while Temporal started", e);
            } catch (java.util.concurrent.ExecutionException e) {
                throw new EngineException("Temporal's process cannot be watched", e);
            }
        }
        throw new EngineException("Temporal did not answer on port " + started.port() + " within "
                + settings.startLimit.toSeconds() + " s and was stopped; see " + logFile);
    }

    private static EngineException ended(Path logFile, String words) {
        if (words.contains("address already in use")) {
            return new PortTakenException("Temporal ended while starting, for another program took one of its ports: "
                    + words + " Start it again; its log is " + logFile + ".");
        }
        return new EngineException("Temporal ended while starting and said: "
                + (words.isEmpty() ? "nothing." : words) + " Its log is " + logFile
                + "; a data file of another version or a full disk are the usual causes.");
    }

    /** Its last lines of this start: up to {@value #LAST_WORDS} characters. */
    private static String wordsSince(long logged, Path logFile) {
        try (FileChannel channel = FileChannel.open(logFile, StandardOpenOption.READ)) {
            ByteBuffer words = ByteBuffer.allocate(LAST_WORDS);
            channel.position(Math.max(logged, channel.size() - LAST_WORDS));
            while (words.hasRemaining() && channel.read(words) >= 0) {
                // until the end of the file
            }
            return new String(words.array(), 0, words.position(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "";
        }
    }

    private boolean answers(int port, Duration limit) {
        WorkflowServiceStubs stubs = stubs(port);
        try {
            stubs.blockingStub()
                    .withDeadlineAfter(limit.toMillis(), TimeUnit.MILLISECONDS)
                    .describeNamespace(DescribeNamespaceRequest.newBuilder()
                            .setNamespace(settings.namespace)
                            .build());
            return true;
        } catch (StatusRuntimeException e) {
            return false;
        } finally {
            stubs.shutdownNow();
        }
    }

    /** Keeps closed workflows for a year (the default is a day), and learns who the cluster is. */
    private Cluster prepare() {
        WorkflowServiceStubs stubs = stubs(engine.port());
        try {
            stubs.blockingStub()
                    .withDeadlineAfter(CALL_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                    .updateNamespace(UpdateNamespaceRequest.newBuilder()
                            .setNamespace(settings.namespace)
                            .setConfig(NamespaceConfig.newBuilder()
                                    .setWorkflowExecutionRetentionTtl(Durations.fromSeconds(RETENTION.toSeconds())))
                            .build());
            String cluster = stubs.blockingStub()
                    .withDeadlineAfter(CALL_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                    .getClusterInfo(GetClusterInfoRequest.getDefaultInstance())
                    .getClusterId();
            if (!engine.clusterId().isEmpty() && !engine.clusterId().equals(cluster)) {
                log.warn("Temporal's data file is not the one known: cluster {} was {}", cluster, engine.clusterId());
            }
            engine = engine.withClusterId(cluster);
            engine.write(engineFile);
            return new Cluster(cluster, settings.namespace);
        } catch (StatusRuntimeException e) {
            throw new EngineException(
                    "Temporal on port " + engine.port() + " refused to be prepared: "
                            + e.getStatus().getDescription(),
                    e);
        } finally {
            stubs.shutdownNow();
        }
    }

    private static WorkflowServiceStubs stubs(int port) {
        return WorkflowServiceStubs.newServiceStubs(WorkflowServiceStubsOptions.newBuilder()
                .setTarget("127.0.0.1:" + port)
                .build());
    }

    private void watch() {
        ProcessHandle.of(engine.pid())
                .map(ProcessHandle::onExit)
                .orElseGet(() -> CompletableFuture.completedFuture(null))
                .whenComplete((handle, failure) -> restart(0));
    }

    private void restart(int tries) {
        if (closing) {
            return;
        }
        log.warn("Temporal is gone: pid={}; starting it again", engine.pid());
        // 0.2 s, then doubling to 10 s: soon enough for "next progress within 30 s", no storm when the disk is full.
        long delay = Math.min(10_000, 200L << Math.min(tries, 6));
        try {
            keeper.schedule(
                    () -> {
                        if (closing) {
                            return;
                        }
                        try {
                            engine = launch(engine.port());
                        } catch (RuntimeException e) {
                            log.error("Temporal cannot be started again: {}", e.getMessage());
                            restart(tries + 1);
                            return;
                        }
                        try {
                            identity = prepare();
                        } catch (RuntimeException e) {
                            log.error("Temporal runs again and could not be prepared: {}", e.getMessage());
                            end(engine.process());
                            restart(tries + 1);
                            return;
                        }
                        watch();
                    },
                    delay,
                    TimeUnit.MILLISECONDS);
        } catch (java.util.concurrent.RejectedExecutionException e) {
            log.debug("Closing: Temporal is not started again");
        }
    }

    private static void end(ProcessMark mark) {
        if (!mark.alive()) {
            return;
        }
        ProcessHandle handle = ProcessHandle.of(mark.pid()).orElse(null);
        if (handle == null) {
            return;
        }
        handle.destroy();
        try {
            handle.onExit().get(15, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            handle.destroyForcibly();
            handle.onExit().join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (java.util.concurrent.ExecutionException e) {
            throw new EngineException("Temporal's process " + mark.pid() + " cannot be stopped", e);
        }
    }

    private static boolean locked(FileChannel channel) {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (java.nio.channels.OverlappingFileLockException e) {
            return false;
        } catch (IOException e) {
            throw new EngineException("The engine directory cannot be locked: " + e.getMessage(), e);
        }
    }

    private static void closeQuietly(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            log.debug("Engine lock: {}", e.getMessage());
        }
    }
}
