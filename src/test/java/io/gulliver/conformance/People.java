package io.gulliver.conformance;

import io.gulliver.contract.workflow.CommandOrder;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.Access;
import io.gulliver.domain.people.Speaker;
import io.gulliver.domain.task.GateEvidence;
import io.gulliver.domain.task.Task;
import io.gulliver.domain.task.TaskKind;
import io.gulliver.persistence.command.CommandStore;
import io.gulliver.persistence.command.NewCommand;
import io.gulliver.persistence.task.TaskStore;
import io.gulliver.persistence.view.CommandState;
import io.gulliver.persistence.view.TaskQuery;
import io.gulliver.persistence.wiring.Stores;
import io.gulliver.service.migration.CommandOutbox;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Two people who answer every task of the conformance playbooks as their playbook means it: work is done, gates are
 * approved, what can only be skipped is skipped, and whatever else needs attention is tried again.
 */
final class People implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(People.class);
    private static final Set<String> ALL_ROLES =
            Set.of("migration-manager", "cutover-manager", "dba", "application-owner", "storage-team", "testers");
    static final Speaker ANA = new Speaker("Ana", "s-ana", ALL_ROLES);
    static final Speaker BEN = new Speaker("Ben", "s-ben", ALL_ROLES);

    /** Steps that park because their playbook means them to. */
    private static final Set<String> MEANT_TO_PARK = Set.of("neither", "gives-up");

    private static final Map<String, Map<String, Object>> OUTPUTS = Map.of("ask", Map.of("zone", "zone-a", "ports", 4));

    /** What fails so often is wrong, and not for a person to try again for ever. */
    private static final int RETRIES = 5;

    private final Map<String, Set<String>> retried = new java.util.HashMap<>();
    private final TaskStore tasks;
    private final CommandStore commands;
    private final CommandOutbox outbox;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread made = new Thread(work, "people");
        made.setDaemon(true);
        return made;
    });

    People(Stores stores, CommandOutbox outbox) {
        this.tasks = stores.tasks();
        this.commands = stores.commands();
        this.outbox = outbox;
    }

    People start() {
        thread.scheduleWithFixedDelay(
                () -> {
                    try {
                        answerAll();
                    } catch (RuntimeException e) {
                        log.info("not answered yet: {}", e.getMessage());
                    }
                },
                0,
                200,
                TimeUnit.MILLISECONDS);
        return this;
    }

    void answerAll() {
        List<Task> open = tasks.list(TaskQuery.open(TaskQuery.Scope.ALL, "", Access.EVERYTHING))
                .rows();
        for (Task task : open) {
            answer(task);
        }
        if (!open.isEmpty()) {
            outbox.wake();
        }
    }

    private void answer(Task task) {
        if (task.step() == null) {
            return; // engine and journal disagree: the proof itself must tell
        }
        switch (task.kind()) {
            case TASK -> say(task, ANA, Verb.COMPLETE, "done", null);
            case GATE -> {
                say(task, ANA, Verb.DECIDE, "approve", null);
                if (task.fourEyes()) {
                    say(task, BEN, Verb.DECIDE, "approve", null);
                }
            }
            case ATTENTION -> {
                if (MEANT_TO_PARK.contains(task.step().step())) {
                    say(task, ANA, Verb.SKIP, null, "meant so");
                } else if (retried.computeIfAbsent(
                                        task.migration() + " " + task.step(), key -> new java.util.TreeSet<>())
                                .size()
                        < RETRIES) {
                    say(task, ANA, Verb.RETRY, null, null);
                    retried.get(task.migration() + " " + task.step()).add(task.id());
                }
            }
        }
    }

    private boolean returned(String id) {
        return commands.find(id)
                .filter(row -> row.state() == CommandState.RETURNED)
                .isPresent();
    }

    private void say(Task task, Speaker who, Verb verb, @Nullable String outcome, @Nullable String reason) {
        String id = "answer-" + task.id() + "-" + who.subject();
        while (returned(id)) {
            id = id + "-again";
        }
        if (commands.find(id).isPresent()) {
            return;
        }
        Map<String, Object> outputs = task.kind() == TaskKind.TASK && task.step() != null
                ? OUTPUTS.getOrDefault(task.step().step(), Map.of())
                : Map.of();
        commands.record(new NewCommand(
                task.migration(),
                new CommandOrder(id, verb, task.step(), null, outcome, reason, who.name(), outputs),
                tasks.shown(task).map(GateEvidence::sha256).orElse(null),
                who));
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
