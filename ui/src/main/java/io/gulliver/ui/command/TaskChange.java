package io.gulliver.ui.command;

import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.people.RolePolicy;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.domain.people.Speaker;
import io.gulliver.domain.task.Task;
import io.gulliver.domain.task.TaskCustody;
import io.gulliver.domain.task.TaskKind;
import io.gulliver.persistence.view.Claim;
import io.gulliver.persistence.view.TaskReader;
import io.gulliver.service.migration.TaskService;
import io.gulliver.ui.command.BulkAnswer.Outcome;
import io.gulliver.ui.command.TaskAnswer.Line;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.person.Person;
import io.gulliver.ui.problem.FieldProblem;
import io.gulliver.ui.problem.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Does one thing to many tasks, from pages and API alike, as {@link BulkChange} does to databases: first said for each what
 * would change, then done for each on its own. What one is refused for stops no other.
 */
@Component
public class TaskChange {
    private final TaskReader tasks;
    private final TaskService service;
    private final CommandForm commands;
    private final EachChange each;
    private final Words words;

    TaskChange(TaskReader tasks, TaskService service, CommandForm commands, EachChange each, Words words) {
        this.each = each;
        this.tasks = tasks;
        this.service = service;
        this.commands = commands;
        this.words = words;
    }

    /**
     * A task as the order finds it.
     *
     * @param task or null where there is none for the person
     * @param now in words, or null
     * @param then in words, or null when it cannot
     * @param why it cannot, or null
     * @param act does it under an idempotency key; null when there is nothing to do
     */
    private record Found(
            String id,
            @Nullable Task task,
            @Nullable String now,
            @Nullable String then,
            @Nullable String why,
            @Nullable Consumer<String> act)
            implements EachChange.Found<Line> {
        @Override
        public Line line() {
            return line(why != null ? Outcome.REFUSED : act == null ? Outcome.UNCHANGED : Outcome.CHANGES, why);
        }

        @Override
        public Line line(Outcome outcome, @Nullable String reason) {
            boolean open = outcome == Outcome.CHANGES || outcome == Outcome.UNCHANGED;
            return new Line(
                    id,
                    task == null ? null : task.title().replace(task.migration().value(), task.database()),
                    task == null ? null : task.database(),
                    outcome,
                    now,
                    outcome == Outcome.REFUSED ? null : then,
                    reason,
                    open ? seen() : null);
        }

        @Override
        public @Nullable String seen() {
            return task == null ? null : String.valueOf(task.version());
        }
    }

    /**
     * What the order would do; nothing is written.
     *
     * @throws Refusal 422 for an order that cannot be read
     */
    public TaskAnswer preview(TaskOrder order, Person by) {
        return TaskAnswer.of(
                order.action(), true, look(order, by).stream().map(Found::line).toList());
    }

    /**
     * Does it, task by task. The same again under the same key does nothing twice.
     *
     * @param key idempotency key of the whole: each task has its own, made from it
     * @param seen what the person saw, by task; a task that stands otherwise is refused, one that is not named is changed as
     *     it stands
     * @param refused tasks that were shown as refused: they are not tried, and stay named
     * @throws Refusal 422 for an order that cannot be read
     */
    public TaskAnswer apply(
            TaskOrder order, Map<String, String> seen, Map<String, Line> refused, String key, Person by) {
        return TaskAnswer.of(order.action(), false, each.apply(look(order, by), seen, refused, "", key, by));
    }

    /** Whether a person can do anything to a task together with others: its box is shown then. */
    public static boolean tickable(Task task, Person by) {
        return task.closedAt() == null && (by.holds(task.role(), task.program()) || retriable(task, by));
    }

    private List<Found> look(TaskOrder order, Person by) {
        List<FieldProblem> wrong = new ArrayList<>();
        if (order.tasks().isEmpty()) {
            wrong.add(new FieldProblem("/tasks", words.text("tasks.bulk.none")));
        } else if (order.tasks().size() > TaskAction.MOST) {
            wrong.add(new FieldProblem(
                    "/tasks", words.text("bulk.many", order.tasks().size(), TaskAction.MOST)));
        }
        if (order.reason() != null && order.reason().length() > CommandForm.LONGEST_REASON) {
            wrong.add(new FieldProblem("/reason", words.text("command.long", CommandForm.LONGEST_REASON)));
        }
        if (!wrong.isEmpty()) {
            throw Refusal.invalid(wrong);
        }
        return order.tasks().stream().map(id -> look(id, order, by)).toList();
    }

    private Found look(String id, TaskOrder order, Person by) {
        Task task = tasks.find(id).filter(one -> by.sees(one.program())).orElse(null);
        if (task == null) {
            return new Found(id, null, null, null, words.text("tasks.bulk.unknown"), null);
        }
        Optional<RuleViolation> closed = TaskCustody.closed(task);
        if (closed.isPresent()) {
            return new Found(id, task, null, null, closed.get().message(), null);
        }
        return switch (order.action()) {
            case CLAIM -> claimed(task, by);
            case RELEASE -> released(task, by);
            case RETRY -> retried(task, order.reason(), by);
        };
    }

    private Found claimed(Task task, Person by) {
        String now = holder(task, by);
        String then = words.text("tasks.holder.you");
        Speaker who = CommandForm.speaker(by, task.program());
        Optional<RuleViolation> violation = RolePolicy.violation(task.role(), task.title(), who);
        if (violation.isPresent()) {
            return new Found(task.id(), task, now, null, words.text("tasks.maynot", words.role(task.role())), null);
        }
        if (by.name().equals(task.claimedBy())) {
            return new Found(task.id(), task, now, then, null, null);
        }
        if (task.claimedBy() != null) {
            return new Found(task.id(), task, now, null, had(task), null);
        }
        return new Found(task.id(), task, now, then, null, key -> {
            Claim claim = service.claim(task.id(), who);
            if (!claim.won()) {
                throw Refusal.conflict(
                        "problem.claimed.api", String.valueOf(claim.task().claimedName()));
            }
        });
    }

    private Found released(Task task, Person by) {
        String now = holder(task, by);
        String then = words.text("tasks.holder.none");
        if (task.claimedBy() == null) {
            return new Found(task.id(), task, now, then, null, null);
        }
        if (!by.name().equals(task.claimedBy())) {
            return new Found(task.id(), task, now, null, had(task), null);
        }
        return new Found(
                task.id(),
                task,
                now,
                then,
                null,
                key -> service.release(task.id(), task.version(), CommandForm.speaker(by, task.program())));
    }

    private Found retried(Task task, @Nullable String reason, Person by) {
        StepKey step = task.step();
        String now = words.text("tasks.kind." + task.kind().name());
        if (task.kind() != TaskKind.ATTENTION || step == null) {
            return new Found(task.id(), task, now, null, words.text("tasks.bulk.failed.only"), null);
        }
        if (!retriable(task, by)) {
            return new Found(task.id(), task, now, null, words.text("tasks.bulk.role", words.role(task.role())), null);
        }
        return new Found(
                task.id(),
                task,
                now,
                words.text("tasks.bulk.retried"),
                null,
                key -> commands.record(
                        new CommandForm.Entered(
                                key, task.migration(), Verb.RETRY, step, null, null, reason, Map.of(), null),
                        by));
    }

    /** Whether the person may have the task's failed step tried again, as the page and the call for one ask it. */
    private static boolean retriable(Task task, Person by) {
        return task.kind() == TaskKind.ATTENTION
                && task.step() != null
                && by.access().right(task.program()).covers(Right.WORK)
                && RolePolicy.violation(Verb.RETRY, CommandForm.speaker(by, task.program()), task.role())
                        .isEmpty();
    }

    private String holder(Task task, Person by) {
        return task.claimedBy() == null
                ? words.text("tasks.holder.none")
                : by.name().equals(task.claimedBy())
                        ? words.text("tasks.holder.you")
                        : String.valueOf(task.claimedName());
    }

    private String had(Task task) {
        return words.text("tasks.bulk.held", String.valueOf(task.claimedName()));
    }
}
