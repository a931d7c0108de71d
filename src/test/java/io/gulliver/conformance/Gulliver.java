package io.gulliver.conformance;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.gulliver.activity.conformance.ConformanceLedger;
import io.gulliver.contract.workflow.JournalMark;
import io.gulliver.contract.workflow.MigrationInput;
import io.gulliver.contract.workflow.MigrationState;
import io.gulliver.contract.workflow.MigrationWorkflow;
import io.gulliver.contract.workflow.TaskQueues;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.NewMigration;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.engine.TemporalConnector;
import io.gulliver.engine.TemporalProgram;
import io.gulliver.interpreter.Interpreter;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.service.migration.CommandOutbox;
import io.gulliver.service.migration.MigrationService;
import io.gulliver.ui.GulliverApplication;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowQueryRejectedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/**
 * The real application in this JVM, with the roles workflows and workers, its data in one directory and its Temporal as
 * a child process. Closing it is an ordinary stop.
 */
final class Gulliver implements AutoCloseable {
    static final String PROGRAM = "lilliput";
    static final List<String> PLAYBOOKS = List.of(
            "conformance-conditions",
            "conformance-fan-out",
            "conformance-long-work",
            "conformance-people",
            "conformance-shapes",
            "conformance-six-stages",
            "conformance-timing",
            "conformance-undoing");

    private final ConfigurableApplicationContext context;
    private final Path data;
    private @org.jspecify.annotations.Nullable People people;

    private Gulliver(ConfigurableApplicationContext context, Path data) {
        this.context = context;
        this.data = data;
    }

    /** Says which missing thing skips a test, or null when Temporal's program is there. */
    static boolean temporalIsThere() {
        return TemporalProgram.find(null).isPresent();
    }

    static final String NO_TEMPORAL = "No Temporal program on this machine: run './gulliver doctor', which fetches it";

    /** @param settings more settings, {@code --name=value}; they replace those that a proof begins with */
    static Gulliver start(Path data, String... settings) {
        return start(List.of(GulliverApplication.class, ConformanceSetup.class), data, settings);
    }

    /** A process of the role workers alone: without a store, and so without what a proof adds to it. */
    static Gulliver startWorker(Path data, String... settings) {
        return start(List.of(GulliverApplication.class), data, settings);
    }

    private static Gulliver start(List<Class<?>> sources, Path data, String... settings) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("--gulliver.data", data.toString());
        all.put("--gulliver.roles", "workflows,workers");
        all.put("--server.port", "0");
        all.put("--management.server.port", "0");
        // Whoever takes over from another engine would wait for ten minutes.
        all.put("--gulliver.temporal.calls-expire", "3s");
        all.put("--gulliver.workers.conformance-ledger", ledgerFile(data).toString());
        for (String setting : settings) {
            int equals = setting.indexOf('=');
            all.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        return new Gulliver(
                new SpringApplicationBuilder(sources.toArray(Class<?>[]::new))
                        .registerShutdownHook(false)
                        .run(all.entrySet().stream()
                                .map(setting -> setting.getKey() + "=" + setting.getValue())
                                .toArray(String[]::new)),
                data);
    }

    /** Where the engine that is a child of this process listens. */
    String engineTarget() {
        try {
            return "127.0.0.1:"
                    + new ObjectMapper()
                            .readTree(Files.readString(data.resolve("engine").resolve("engine.json")))
                            .get("port")
                            .asInt();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Where this process serves pages and what its workers send. */
    String address() {
        return "http://127.0.0.1:" + bean(Environment.class).getRequiredProperty("local.server.port");
    }

    static Path ledgerFile(Path data) {
        return data.resolve("conformance-ledger.jsonl");
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    Stores stores() {
        return bean(Stores.class);
    }

    TemporalConnector connector() {
        return bean(TemporalConnector.class);
    }

    ConformanceLedger ledger() {
        return new ConformanceLedger(ledgerFile(data));
    }

    /** Waits until the workers poll. */
    Gulliver awaitConnected() {
        awaiting(Duration.ofSeconds(180)).until(() -> connector().health().up());
        return this;
    }

    /** Has people answer every task until this closes. */
    Gulliver withPeople() {
        people = new People(stores(), bean(CommandOutbox.class)).start();
        return this;
    }

    /** Starts a run, or finds it when it was started before. */
    Migration run(String playbook, String database) {
        Migration run = record(playbook, database);
        carry(run);
        return run;
    }

    /** Makes the row of a run and starts nothing. */
    Migration record(String playbook, String database) {
        stores().programs().create(PROGRAM, "Lilliput", ZoneOffset.UTC, Map.of(), "Ana");
        Playbook chosen = bean(PlaybookLibrary.class).playbooks().stream()
                .filter(p -> p.name().equals(playbook))
                .findFirst()
                .orElseThrow();
        return stores().migrations()
                .create(new NewMigration(
                        "request-" + playbook + "-" + database,
                        PROGRAM,
                        database,
                        Purpose.REHEARSAL,
                        chosen.hash(),
                        null,
                        false,
                        null,
                        null,
                        "Ana"));
    }

    /** Hands a recorded run to the engine; one that it has is left alone. */
    void carry(Migration run) {
        bean(MigrationService.class).carry(find(run.id()));
    }

    /** Hands a recorded run to the engine, to be continued as new after every few events. */
    void carryContinuing(Migration run, int continueAfter) {
        MigrationWorkflow workflow = connector()
                .client()
                .newWorkflowStub(
                        MigrationWorkflow.class,
                        WorkflowOptions.newBuilder()
                                .setWorkflowId(WorkflowIds.migration(run.id()))
                                .setTaskQueue(TaskQueues.CONTROL)
                                .build());
        WorkflowClient.start(
                workflow::run,
                new MigrationInput(
                        run.id(),
                        run.program(),
                        run.database(),
                        run.purpose(),
                        run.generation(),
                        run.playbookHash(),
                        Interpreter.VERSION,
                        false,
                        null,
                        null,
                        false,
                        continueAfter,
                        null,
                        null));
        stores().migrations()
                .carriedBy(run.id(), connector().identity().orElseThrow().clusterId());
    }

    Migration find(MigrationId id) {
        return stores().migrations().require(id);
    }

    /** Waits until all have ended; of one that has not, the failure has the whole run log. */
    void awaitEnd(Collection<MigrationId> ids, Duration atMost) {
        awaitEnd(ids, atMost, open -> {});
    }

    /** @param meanwhile what is done at each look with those that have not ended */
    void awaitEnd(Collection<MigrationId> ids, Duration atMost, Consumer<Collection<Migration>> meanwhile) {
        Set<MigrationId> open = new TreeSet<>(Comparator.comparing(MigrationId::value));
        open.addAll(ids);
        try {
            awaiting(atMost).pollInterval(Duration.ofMillis(500)).until(() -> {
                List<Migration> alive = open.stream()
                        .map(this::find)
                        .filter(run -> run.mode() != RunMode.ENDED)
                        .toList();
                open.retainAll(alive.stream().map(Migration::id).toList());
                meanwhile.accept(alive);
                return alive.isEmpty();
            });
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(
                    open.size() + " of " + ids.size() + " runs did not end within " + atMost + ":\n"
                            + open.stream()
                                    .map(id -> Records.describe(this, id))
                                    .collect(Collectors.joining("\n")),
                    e);
        }
    }

    /** The run's state as the engine holds it. */
    MigrationState engineState(MigrationId id) {
        return asked(id, MigrationWorkflow::state);
    }

    /** What the engine says that the run's journal must hold. */
    JournalMark engineMark(MigrationId id) {
        return asked(id, MigrationWorkflow::mark);
    }

    /** A run whose last task was interrupted, by a hint that arrived as it ended, answers none until the task is done again. */
    private <T> T asked(MigrationId id, Function<MigrationWorkflow, T> question) {
        MigrationWorkflow run =
                connector().client().newWorkflowStub(MigrationWorkflow.class, WorkflowIds.migration(id));
        return awaiting(Duration.ofSeconds(120))
                .ignoreException(WorkflowQueryRejectedException.class)
                .until(() -> question.apply(run), answer -> true);
    }

    static org.awaitility.core.ConditionFactory awaiting(Duration atMost) {
        return Awaitility.await().atMost(atMost).pollInterval(Duration.ofMillis(100));
    }

    @Override
    public void close() {
        if (people != null) {
            people.close();
        }
        context.close();
    }

    /** The Temporal process of a data directory, as its engine file names it; empty when it is gone. */
    static java.util.Optional<ProcessHandle> temporal(Path data) {
        Path file = data.resolve("engine").resolve("engine.json");
        if (!Files.exists(file)) {
            return java.util.Optional.empty();
        }
        try {
            return ProcessHandle.of(new ObjectMapper()
                            .readTree(Files.readString(file))
                            .get("pid")
                            .asLong())
                    .filter(ProcessHandle::isAlive);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Kills Temporal with SIGKILL and waits until it is gone. */
    static void killTemporal(Path data) {
        temporal(data).ifPresent(process -> {
            process.destroyForcibly();
            try {
                process.onExit().get(60, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            } catch (java.util.concurrent.ExecutionException | TimeoutException e) {
                throw new IllegalStateException("Temporal " + process.pid() + " did not die", e);
            }
        });
    }
}
