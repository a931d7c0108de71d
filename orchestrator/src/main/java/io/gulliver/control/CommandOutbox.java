package io.gulliver.control;

import io.gulliver.contract.workflow.CommandOutcome;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.persistence.command.CommandRow;
import io.gulliver.persistence.command.CommandStore;
import io.gulliver.persistence.migration.MigrationStore;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.client.WorkflowUpdateHandle;
import io.temporal.client.WorkflowUpdateStage;
import io.temporal.failure.ApplicationFailure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers recorded commands to their migrations, in the order in which they were said, and notes what became of them.
 * The update's id is the command's, so a repeated delivery is one command. While the engine is down commands wait in
 * the store.
 */
public final class CommandOutbox implements AutoCloseable {
    /** Temporal allows ten updates in flight for a workflow; two are left for others. */
    public static final int IN_FLIGHT = 8;

    private static final Logger LOG = LoggerFactory.getLogger(CommandOutbox.class);
    private static final Duration REDELIVER = Duration.ofSeconds(30);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

    private final CommandStore commands;
    private final MigrationStore migrations;
    private final Supplier<Optional<WorkflowClient>> client;
    private final Clock clock;
    private final Map<MigrationId, Set<String>> inFlight = new ConcurrentHashMap<>();
    private final Set<MigrationId> busy = ConcurrentHashMap.newKeySet();
    private final ExecutorService senders = Executors.newFixedThreadPool(8, work -> daemon(work, "outbox-sender"));
    private final ScheduledExecutorService pump =
            Executors.newSingleThreadScheduledExecutor(work -> daemon(work, "outbox"));

    /** @param client the engine's client, or empty while it is not connected */
    public CommandOutbox(
            CommandStore commands, MigrationStore migrations, Supplier<Optional<WorkflowClient>> client, Clock clock) {
        this.commands = commands;
        this.migrations = migrations;
        this.client = client;
        this.clock = clock;
    }

    private static Thread daemon(Runnable work, String name) {
        Thread made = new Thread(work, name);
        made.setDaemon(true);
        return made;
    }

    public void start() {
        pump.scheduleWithFixedDelay(this::quietly, 0, 1, TimeUnit.SECONDS);
    }

    /** Asks for a delivery soon, without waiting for it: after a command was recorded. */
    public void wake() {
        pump.execute(this::quietly);
    }

    private void quietly() {
        try {
            deliverDue();
        } catch (RuntimeException e) {
            LOG.warn("commands could not be delivered, next try in 1 s: {}", e.getMessage());
        }
    }

    /** Hands every due command to a sender; does not wait for outcomes. */
    public void deliverDue() {
        Instant now = clock.instant();
        Map<MigrationId, List<CommandRow>> due = new LinkedHashMap<>();
        for (CommandRow row : commands.due(now, now.minus(REDELIVER), 500)) {
            due.computeIfAbsent(row.migration(), id -> new ArrayList<>()).add(row);
        }
        due.forEach((migration, rows) -> {
            if (busy.add(migration)) {
                senders.execute(() -> {
                    try {
                        send(migration, rows);
                    } catch (RuntimeException e) {
                        LOG.warn("migration={} commands not delivered: {}", migration, e.getMessage());
                    } finally {
                        busy.remove(migration);
                    }
                });
            }
        });
    }

    private void send(MigrationId migration, List<CommandRow> rows) {
        Set<String> flying = inFlight.computeIfAbsent(migration, id -> ConcurrentHashMap.newKeySet());
        for (CommandRow row : rows) {
            String id = row.order().id();
            if (flying.contains(id)) {
                continue;
            }
            if (flying.size() >= IN_FLIGHT || !send(row, flying)) {
                // Order matters to people: what follows waits for the next round.
                return;
            }
        }
    }

    /** Answers false when the command must be tried again, and with it all that follow. */
    private boolean send(CommandRow row, Set<String> flying) {
        String id = row.order().id();
        Optional<WorkflowClient> engine = client.get();
        if (engine.isEmpty()) {
            return postpone(row, "The engine is not connected; the command waits and is delivered when it is.");
        }
        flying.add(id);
        WorkflowUpdateHandle<CommandOutcome> handle;
        try {
            handle = engine.get()
                    .newUntypedWorkflowStub(WorkflowIds.migration(row.migration()))
                    .startUpdate(
                            UpdateOptions.newBuilder(CommandOutcome.class)
                                    .setUpdateName("deliver")
                                    .setUpdateId(id)
                                    .setWaitForStage(WorkflowUpdateStage.ACCEPTED)
                                    .build(),
                            id);
            commands.delivered(id, clock.instant());
        } catch (RuntimeException e) {
            flying.remove(id);
            return failed(row, e);
        }
        handle.getResultAsync(REDELIVER.toSeconds(), TimeUnit.SECONDS).whenComplete((outcome, failure) -> {
            flying.remove(id);
            try {
                if (failure == null) {
                    commands.settled(id, outcome.applied(), outcome.message(), clock.instant());
                } else {
                    failed(row, failure instanceof CompletionException ? failure.getCause() : failure);
                }
            } catch (RuntimeException e) {
                // The journal notes the outcome too; and without one the command is delivered again.
                LOG.warn("command={} outcome not noted: {}", id, e.getMessage());
            }
        });
        return true;
    }

    private boolean failed(CommandRow row, Throwable failure) {
        String id = row.order().id();
        if (failure instanceof WorkflowUpdateException) {
            Throwable cause = failure.getCause();
            String why = cause instanceof ApplicationFailure application
                    ? application.getOriginalMessage()
                    : String.valueOf(cause == null ? failure.getMessage() : cause.getMessage());
            commands.settled(id, false, why, clock.instant());
            return true;
        }
        if (failure instanceof WorkflowNotFoundException
                && migrations.require(row.migration()).mode() == RunMode.ENDED) {
            commands.settled(id, false, "The migration had ended before the command reached it.", clock.instant());
            return true;
        }
        return postpone(
                row,
                failure instanceof WorkflowNotFoundException
                        ? "The engine does not know the migration (yet); the command waits."
                        : "The engine did not take the command: " + failure.getMessage());
    }

    private boolean postpone(CommandRow row, String why) {
        Duration pause = Duration.ofSeconds(1L << Math.min(row.attempts(), 6));
        if (pause.compareTo(LONGEST_PAUSE) > 0) {
            pause = LONGEST_PAUSE;
        }
        commands.postponed(row.order().id(), clock.instant().plus(pause), why);
        return false;
    }

    @Override
    public void close() {
        pump.shutdownNow();
        senders.shutdownNow();
    }
}
