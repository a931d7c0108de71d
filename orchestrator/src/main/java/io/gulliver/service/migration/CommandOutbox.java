package io.gulliver.service.migration;

import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.workflow.CommandOutcome;
import io.gulliver.contract.workflow.WorkflowIds;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.RunMode;
import io.gulliver.domain.migration.Verb;
import io.gulliver.persistence.command.CommandStore;
import io.gulliver.persistence.journal.JournalStore;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.view.CommandRow;
import io.gulliver.persistence.view.CommandState;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.client.WorkflowUpdateHandle;
import io.temporal.client.WorkflowUpdateStage;
import io.temporal.failure.ActivityFailure;
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
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers recorded commands to their migrations and notes what became of them. The update's id is the command's, so a
 * repeated delivery is one command. While the engine is down commands wait in the store.
 *
 * <p>Commands of one migration arrive in the order in which they were given: behind one that cannot be delivered the
 * others wait, and only the first backs off. An abort behind it cuts that short. A command is settled by the result of
 * its update alone, which the engine gives once its history holds it.
 */
public final class CommandOutbox implements AutoCloseable {
    /** Temporal allows ten updates in flight for a workflow; two are left for others. */
    public static final int IN_FLIGHT = 8;

    private static final Logger LOG = LoggerFactory.getLogger(CommandOutbox.class);
    /** Of one migration so many are looked at in one round. */
    private static final int EACH = 20;

    /** Temporal's word for an update that was accepted and not answered when its workflow closed. */
    private static final String CLOSED_MEANWHILE = "AcceptedUpdateCompletedWorkflow";

    private static final Duration REDELIVER = Duration.ofSeconds(30);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

    /** Failures of an update that say that the next run of the workflow, or a newer generation, will take it. */
    private static final Set<String> LATER =
            Set.of(FailureCode.GENERATION_SUPERSEDED.name(), FailureCode.TEMPORARILY_UNAVAILABLE.name());

    private final CommandStore commands;
    private final MigrationStore migrations;
    private final JournalStore journal;
    private final Supplier<Optional<WorkflowClient>> client;
    private final Clock clock;
    private final Map<MigrationId, Set<String>> inFlight = new ConcurrentHashMap<>();
    private final Set<MigrationId> busy = ConcurrentHashMap.newKeySet();
    private final ExecutorService senders = Executors.newFixedThreadPool(8, work -> daemon(work, "outbox-sender"));
    private final ScheduledExecutorService pump =
            Executors.newSingleThreadScheduledExecutor(work -> daemon(work, "outbox"));

    /** @param client the engine's client, or empty while it is not connected */
    public CommandOutbox(
            CommandStore commands,
            MigrationStore migrations,
            JournalStore journal,
            Supplier<Optional<WorkflowClient>> client,
            Clock clock) {
        this.commands = commands;
        this.migrations = migrations;
        this.journal = journal;
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

    /** The engine is reached again: every command without outcome is due at once, from the first. */
    public void reconnected() {
        inFlight.clear();
        commands.deliverAgain();
        wake();
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
        Map<MigrationId, List<CommandRow>> waiting = new LinkedHashMap<>();
        for (CommandRow row : commands.waiting(EACH)) {
            waiting.computeIfAbsent(row.migration(), id -> new ArrayList<>()).add(row);
        }
        waiting.forEach((migration, rows) -> {
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
        Instant now = clock.instant();
        Set<String> flying = inFlight.computeIfAbsent(migration, id -> ConcurrentHashMap.newKeySet());
        boolean aborts = rows.stream().anyMatch(row -> row.order().verb() == Verb.ABORT);
        for (CommandRow row : rows) {
            String id = row.order().id();
            Instant delivered = row.deliveredAt();
            boolean accepted = row.state() == CommandState.DELIVERED && within(REDELIVER, delivered, now);
            if (flying.contains(id) || accepted) {
                continue;
            }
            Instant next = row.nextAttemptAt();
            boolean backsOff = next != null && next.isAfter(now) && within(LONGEST_PAUSE, next, now) && !aborts;
            if (backsOff || flying.size() >= IN_FLIGHT || !send(row, flying)) {
                // Order matters to people: what follows waits for this one.
                return;
            }
        }
    }

    /** What was noted farther off than that was noted before the machine's clock was set. */
    private static boolean within(Duration distance, @Nullable Instant noted, Instant now) {
        return noted != null && Duration.between(noted, now).abs().compareTo(distance) <= 0;
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
                // Without an outcome the command is delivered again, and answered from the history.
                LOG.warn("command={} outcome not noted: {}", id, e.getMessage());
            }
        });
        return true;
    }

    private boolean failed(CommandRow row, Throwable failure) {
        String id = row.order().id();
        if (failure instanceof WorkflowUpdateException) {
            return failed(row, failure.getCause());
        }
        if (failure instanceof ApplicationFailure stated && !LATER.contains(stated.getType())) {
            String type = stated.getType();
            if (type.equals(CLOSED_MEANWHILE)) {
                return postpone(row, "The migration's workflow closed before it answered; the command waits.");
            }
            if (type.equals(FailureCode.COMMAND_RETURNED.name())) {
                commands.returned(id, stated.getOriginalMessage(), clock.instant());
            } else {
                commands.settled(id, false, stated.getOriginalMessage(), clock.instant());
            }
            return true;
        }
        if (failure instanceof ActivityFailure) {
            // The engine has recorded that this delivery failed: the same id would only be told so again.
            Throwable cause = failure.getCause();
            commands.returned(
                    id,
                    "The migration could not read it: "
                            + (cause instanceof ApplicationFailure stated
                                    ? stated.getOriginalMessage()
                                    : String.valueOf(failure.getMessage())),
                    clock.instant());
            return true;
        }
        if (failure instanceof WorkflowNotFoundException
                && migrations.require(row.migration()).mode() == RunMode.ENDED) {
            CommandOutcome outcome = journal.outcome(row.migration(), id)
                    .orElse(new CommandOutcome(id, false, "The migration had ended before the command reached it."));
            commands.settled(id, outcome.applied(), outcome.message(), clock.instant());
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
