package io.gulliver.domain.task;

import io.gulliver.domain.people.Access;
import io.gulliver.domain.people.Right;
import io.gulliver.domain.people.RolePolicy;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.domain.people.Speaker;
import java.util.Optional;

/** Who has a task, and why another person cannot change that. */
public final class TaskCustody {
    private TaskCustody() {}

    /** Why nobody takes, gives back or hides it any more. */
    public static Optional<RuleViolation> closed(Task task) {
        return task.closedAt() == null
                ? Optional.empty()
                : Optional.of(RuleViolation.notNow("Task '" + task.title() + "' was closed at " + task.closedAt() + ": "
                        + (task.outcome() == null ? "no outcome noted" : task.outcome()) + "."));
    }

    /** Why a person may not attach a file to a task: it takes the function that does its work or decides it. */
    public static Optional<RuleViolation> attaching(Task task, Speaker who) {
        return closed(task)
                .or(() -> task.kind() == TaskKind.GATE && who.roles().contains(RolePolicy.APPROVER)
                        ? Optional.empty()
                        : RolePolicy.violation(task.role(), task.title(), who));
    }

    /** Why a person may not comment on a task: it takes the right to work in its program, or a function in it. */
    public static Optional<RuleViolation> commenting(Task task, Access access) {
        return access.right(task.program()).covers(Right.WORK)
                        || !access.functions(task.program()).isEmpty()
                ? Optional.empty()
                : Optional.of(
                        RuleViolation.notYou("Whoever only reads a program does not comment on its tasks: ask for the"
                                + " right to work in " + task.program() + "."));
    }

    /** Why a person may not withdraw a file that came with a comment: it takes who brought it, or an administrator. */
    public static Optional<RuleViolation> withdrawing(TaskComment comment, Speaker who, Access access) {
        return comment.subject().equals(who.subject())
                        || access.administrator()
                        || access.right(comment.program()).covers(Right.ADMINISTER)
                ? Optional.empty()
                : Optional.of(RuleViolation.notYou("A file is withdrawn by who brought it, " + comment.person()
                        + ", or by an administrator of " + comment.program() + ". Ask one of them."));
    }

    /** Why a person who does not hold an open task cannot change it. */
    public static RuleViolation elsewhere(Task task) {
        return RuleViolation.notNow("Task '" + task.title() + "' "
                + (task.claimedName() == null
                        ? "is in the queue: claim it first."
                        : "is held by " + task.claimedName() + ". Ask them to release it."));
    }
}
