package io.gulliver.engine;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.api.workflowservice.v1.GetClusterInfoRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.common.converter.DataConverter;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;
import io.temporal.worker.WorkflowImplementationOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects this process to Temporal and keeps its workers going, whether Temporal is there or not.
 *
 * <p>Say what the process can do ({@link #workflows}, {@link #activities}), then {@link #start}. The workers begin when
 * Temporal is first reached; after that the SDK reconnects by itself and this class only watches. Nothing here fails
 * because Temporal is away: {@link #health} tells since when, and {@link #client} is usable at once (its calls fail
 * until Temporal answers).
 */
public final class TemporalConnector implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TemporalConnector.class);
    private static final Duration CALL_LIMIT = Duration.ofSeconds(3);
    private static final Duration LOOK_WHEN_DOWN = Duration.ofSeconds(1);
    private static final Duration LOOK_WHEN_UP = Duration.ofSeconds(5);
    /** A run whose input nobody of this installation sealed for it ends; tried again it would only be refused again. */
    private static final WorkflowImplementationOptions GUARDED = WorkflowImplementationOptions.newBuilder()
            .setFailWorkflowExceptionTypes(RefusedPayloadException.class)
            .build();

    /**
     * Where Temporal is.
     *
     * @param target host:port
     * @param namespace which must exist
     * @param identity shown in Temporal as the name of this process
     * @param tls how to prove identities, or null for a plain connection (loopback)
     * @param tuning how much to take on
     */
    public record Settings(
            String target,
            String namespace,
            String identity,
            @Nullable Tls tls,
            WorkerTuning tuning) {}

    /**
     * Certificates for a connection beyond this machine.
     *
     * @param authorities PEM file of the accepted authorities, or null for Java's own
     * @param certificate PEM file of our certificate, or null
     * @param key PEM (PKCS#8) file of its key, or null
     */
    public record Tls(
            @Nullable Path authorities,
            @Nullable Path certificate,
            @Nullable Path key) {}

    private static final class Registration {
        final List<Class<?>> workflows = new ArrayList<>();
        final List<Object> activities = new ArrayList<>();
        boolean polledActivities;
    }

    private final Settings settings;
    private final Clock clock;
    private final WorkflowServiceStubs stubs;
    private final WorkflowClient client;
    private final SortedMap<String, Registration> registrations = new TreeMap<>();
    private final List<Consumer<Cluster>> listeners = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService watcher;
    private volatile Function<Cluster, Optional<String>> admission = cluster -> Optional.empty();
    private volatile EngineHealth health;
    private volatile @Nullable Cluster identity;
    private volatile @Nullable WorkerFactory factory;
    private volatile boolean started;

    public TemporalConnector(Settings settings, DataConverter converter, Clock clock) {
        this.settings = settings;
        this.clock = clock;
        WorkflowServiceStubsOptions.Builder options = WorkflowServiceStubsOptions.newBuilder()
                .setTarget(settings.target)
                // The default back-off of a minute would cost that minute after a restart of Temporal.
                .setConnectionBackoffResetFrequency(Duration.ofSeconds(5))
                .setGrpcReconnectFrequency(Duration.ofMinutes(1));
        if (settings.tls != null) {
            options.setSslContext(sslContext(settings.tls));
        }
        this.stubs = WorkflowServiceStubs.newServiceStubs(options.build());
        this.client = WorkflowClient.newInstance(
                stubs,
                WorkflowClientOptions.newBuilder()
                        .setNamespace(settings.namespace)
                        .setIdentity(settings.identity)
                        .setDataConverter(converter)
                        .build());
        this.health = new EngineHealth(
                EngineHealth.State.CONNECTING, clock.instant(), "Temporal at " + settings.target + " not yet reached");
        this.watcher = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "temporal-connector");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Has this process run the workflow types from the queue. */
    public synchronized TemporalConnector workflows(String queue, Class<?>... types) {
        registration(queue).workflows.addAll(List.of(types));
        return this;
    }

    /** Has this process run the activities from the queue. */
    public synchronized TemporalConnector activities(String queue, Object... implementations) {
        Registration registration = registration(queue);
        registration.activities.addAll(List.of(implementations));
        registration.polledActivities = true;
        return this;
    }

    /**
     * Gives the workflows of the queue local activities. The queue is not polled for ordinary ones unless {@link
     * #activities} asks for it, so that a process without workers never takes a step that it cannot do.
     */
    public synchronized TemporalConnector localActivities(String queue, Object... implementations) {
        registration(queue).activities.addAll(List.of(implementations));
        return this;
    }

    private Registration registration(String queue) {
        if (started) {
            throw new IllegalStateException("Queue " + queue + ": register before start()");
        }
        return registrations.computeIfAbsent(queue, q -> new Registration());
    }

    /** Told, on the connector's own thread, each time Temporal is reached after an absence. */
    public TemporalConnector onConnected(Consumer<Cluster> listener) {
        listeners.add(listener);
        return this;
    }

    /**
     * Asked before the workers start, each time until it agrees, and again whenever the engine at the target is another
     * one: an engine that this process must not work for gets no workers, and the connection counts as down.
     *
     * @param admission answers why not, or empty
     */
    public TemporalConnector admit(Function<Cluster, Optional<String>> admission) {
        this.admission = admission;
        return this;
    }

    /** Begins to try; returns at once. */
    public synchronized TemporalConnector start() {
        if (!started) {
            started = true;
            watcher.execute(this::look);
        }
        return this;
    }

    /** The client, usable at any time; its calls fail while Temporal is away. */
    public WorkflowClient client() {
        return client;
    }

    public EngineHealth health() {
        return health;
    }

    /** Which engine it is; empty until first reached. */
    public Optional<Cluster> identity() {
        return Optional.ofNullable(identity);
    }

    private void look() {
        Duration next = LOOK_WHEN_DOWN;
        try {
            describe();
            Cluster now = new Cluster(askClusterId(), settings.namespace);
            Cluster before = identity;
            if (before != null && !before.equals(now)) {
                log.error("Temporal at {} is another engine: {} was {}", settings.target, now, before);
                lost("Temporal at " + settings.target + " is another engine: " + now + " was " + before);
                stopWorkers();
            }
            identity = now;
            if (factory == null) {
                Optional<String> refusal = admission.apply(now);
                if (refusal.isPresent()) {
                    lost(refusal.get());
                    return;
                }
                factory = startWorkers();
            }
            if (!health.up()) {
                become(EngineHealth.State.CONNECTED, "");
                log.info("Temporal reached: target={} engine={}", settings.target, now);
                listeners.forEach(listener -> tell(listener, now));
            }
            next = LOOK_WHEN_UP;
        } catch (StatusRuntimeException e) {
            lost(explain(e));
        } catch (RuntimeException e) {
            log.warn("Workers cannot start", e);
            lost("Workers cannot start: " + e.getMessage());
        } finally {
            if (!watcher.isShutdown()) {
                try {
                    watcher.schedule(this::look, next.toMillis(), TimeUnit.MILLISECONDS);
                } catch (java.util.concurrent.RejectedExecutionException e) {
                    log.debug("Closing: no further look at Temporal");
                }
            }
        }
    }

    private void lost(String message) {
        if (health.up()) {
            log.warn("Temporal lost: {}", message);
            become(EngineHealth.State.UNREACHABLE, message);
        } else if (health.state() != EngineHealth.State.CLOSED
                && !health.message().equals(message)) {
            log.warn("Temporal not reached: {}", message);
            health = new EngineHealth(health.state(), health.since(), message);
        }
    }

    private void become(EngineHealth.State state, String message) {
        health = new EngineHealth(state, clock.instant(), message);
    }

    private static void tell(Consumer<Cluster> listener, Cluster now) {
        try {
            listener.accept(now);
        } catch (RuntimeException e) {
            log.error("A listener to the connection failed", e);
        }
    }

    private void describe() {
        stubs.blockingStub()
                .withDeadlineAfter(CALL_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                .withWaitForReady()
                .describeNamespace(DescribeNamespaceRequest.newBuilder()
                        .setNamespace(settings.namespace)
                        .build());
    }

    private String askClusterId() {
        return stubs.blockingStub()
                .withDeadlineAfter(CALL_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                .getClusterInfo(GetClusterInfoRequest.getDefaultInstance())
                .getClusterId();
    }

    private String explain(StatusRuntimeException e) {
        Status status = e.getStatus();
        return switch (status.getCode()) {
            case NOT_FOUND ->
                "Temporal at " + settings.target + " has no namespace '" + settings.namespace
                        + "': create it there, or correct gulliver.temporal.namespace";
            case UNAUTHENTICATED, PERMISSION_DENIED ->
                "Temporal at " + settings.target + " refused us (" + status.getCode()
                        + "): check gulliver.temporal.tls";
            default ->
                "Temporal at " + settings.target + " does not answer (" + status.getCode()
                        + "): is it running, and is gulliver.temporal.target right?";
        };
    }

    private WorkerFactory startWorkers() {
        WorkerTuning tuning = settings.tuning;
        boolean virtualThreads = Runtime.version().feature() >= 21;
        WorkerFactory made = WorkerFactory.newInstance(
                client,
                WorkerFactoryOptions.newBuilder()
                        .setWorkflowCacheSize(tuning.cachedWorkflows())
                        .setMaxWorkflowThreadCount(tuning.workflowThreads())
                        .setUsingVirtualWorkflowThreads(virtualThreads)
                        .build());
        List<Registration> entries;
        synchronized (this) {
            entries = new ArrayList<>();
            registrations.forEach((queue, registration) -> {
                Worker worker = made.newWorker(queue, workerOptions(tuning, virtualThreads, registration));
                if (!registration.workflows.isEmpty()) {
                    worker.registerWorkflowImplementationTypes(
                            GUARDED, registration.workflows.toArray(new Class<?>[0]));
                }
                if (!registration.activities.isEmpty()) {
                    worker.registerActivitiesImplementations(registration.activities.toArray());
                }
                entries.add(registration);
            });
        }
        if (!entries.isEmpty()) {
            made.start();
            log.info("Workers poll: queues={}", registrations.keySet());
        }
        return made;
    }

    private static WorkerOptions workerOptions(WorkerTuning tuning, boolean virtualThreads, Registration registration) {
        WorkerOptions.Builder options = WorkerOptions.newBuilder()
                .setMaxConcurrentActivityExecutionSize(tuning.activities())
                .setMaxConcurrentLocalActivityExecutionSize(tuning.localActivities())
                .setMaxConcurrentActivityTaskPollers(tuning.activityPollers())
                .setUsingVirtualThreadsOnActivityWorker(virtualThreads)
                // A busy machine keeps a workflow's thread waiting for more than the default of 1 s, and each false
                // alarm throws a workflow task away.
                .setDefaultDeadlockDetectionTimeout(Duration.ofSeconds(15).toMillis())
                .setMaxHeartbeatThrottleInterval(Duration.ofSeconds(5))
                .setDefaultHeartbeatThrottleInterval(Duration.ofSeconds(5));
        if (!registration.polledActivities) {
            options.setLocalActivityWorkerOnly(true);
        }
        if (!registration.workflows.isEmpty()) {
            options.setMaxConcurrentWorkflowTaskExecutionSize(tuning.workflowTasks())
                    .setMaxConcurrentWorkflowTaskPollers(tuning.workflowPollers())
                    // A worker that died is given up after this; the default of 5 s, said so that it is not forgotten.
                    .setStickyQueueScheduleToStartTimeout(Duration.ofSeconds(5));
        }
        return options.build();
    }

    /** Takes no more work from an engine that is not the one admitted, and calls off what was taken from the former. */
    private void stopWorkers() {
        WorkerFactory running = factory;
        factory = null;
        if (running != null) {
            running.shutdownNow();
            running.awaitTermination(10, TimeUnit.SECONDS);
        }
    }

    /** Stops polling, lets activities that run end within 10 s, and closes the connection. */
    @Override
    public void close() {
        watcher.shutdownNow();
        try {
            watcher.awaitTermination(CALL_LIMIT.toSeconds() * 3, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        become(EngineHealth.State.CLOSED, "Closed");
        WorkerFactory running = factory;
        if (running != null) {
            running.shutdown();
            running.awaitTermination(10, TimeUnit.SECONDS);
            running.shutdownNow();
        }
        stubs.shutdownNow();
    }

    private static SslContext sslContext(Tls tls) {
        try {
            SslContextBuilder builder = GrpcSslContexts.forClient();
            if (tls.authorities != null) {
                builder.trustManager(tls.authorities.toFile());
            }
            if (tls.certificate != null && tls.key != null) {
                builder.keyManager(tls.certificate.toFile(), tls.key.toFile());
            }
            return builder.build();
        } catch (IOException | IllegalArgumentException e) {
            throw new EngineException(
                    "TLS to Temporal: certificate files " + tls + " cannot be used: " + e.getMessage()
                            + ". Correct gulliver.temporal.tls.",
                    e);
        }
    }

    /** The instant since which Temporal is away, or empty when it is there. */
    public Optional<Instant> awaySince() {
        EngineHealth now = health;
        return now.up() ? Optional.empty() : Optional.of(now.since());
    }
}
