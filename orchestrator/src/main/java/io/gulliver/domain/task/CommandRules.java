package io.gulliver.domain.task;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.RolePolicy;
import io.gulliver.domain.people.RuleViolation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What must hold of a command before it is recorded: asked by page, API, store and interpreter alike. */
public final class CommandRules {
    /** Outcome of DECIDE that approves. */
    public static final String APPROVE = "approve";

    /** Outcome of DECIDE that rejects. */
    public static final String REJECT = "reject";

    /** Outcome of COMPLETE by whom the work could not do. */
    public static final String FAILED = "failed";

    private CommandRules() {}

    /** What a person has still to give. */
    public enum Missing {
        REASON(" needs a reason. Type why."),
        STEP(" is said to a step. Name the step."),
        /** Of a gate: neither approve nor reject. */
        OUTCOME(": a gate is decided with approve or reject.");

        private final String message;

        Missing(String message) {
            this.message = message;
        }
    }

    /** Whether a reason belongs to it: what ends, leaves out or turns down something is asked for its reason later. */
    public static boolean needsReason(Verb verb, @Nullable String outcome) {
        return switch (verb) {
            case SKIP, ABORT, ROLL_BACK, FALL_BACK -> true;
            case DECIDE -> REJECT.equals(outcome);
            case PAUSE, RESUME, RETRY, COMPLETE -> false;
        };
    }

    /** What is missing in the words themselves, in the order of a form. */
    public static List<Missing> missing(Verb verb, boolean step, @Nullable String outcome, @Nullable String reason) {
        List<Missing> missing = new ArrayList<>();
        if (needsReason(verb, outcome) && (reason == null || reason.isBlank())) {
            missing.add(Missing.REASON);
        }
        if (verb.concernsStep() && !step) {
            missing.add(Missing.STEP);
        }
        if (verb == Verb.DECIDE && !APPROVE.equals(outcome) && !REJECT.equals(outcome)) {
            missing.add(Missing.OUTCOME);
        }
        return List.copyOf(missing);
    }

    /** Why nothing is said to a migration, or empty while it runs. */
    public static Optional<RuleViolation> ended(MigrationId migration, boolean ended) {
        return ended
                ? Optional.of(RuleViolation.notNow("Migration " + migration + " has ended; nothing can be said to it."
                        + " To undo what it left, start the database again: the new migration takes over what is"
                        + " there, and can be rolled back."))
                : Optional.empty();
    }

    /** Why the same person's second word on a gate does not count. */
    public static RuleViolation decidedAlready(String person) {
        return RuleViolation.notYou(
                person + " has decided this already; a second person must. Look at the gate again.");
    }

    /**
     * Why a command may not be recorded, and what to do. The role is asked last.
     *
     * @param task the open task of the command's step, or null
     */
    public static Optional<RuleViolation> violation(PersonCommand command, @Nullable Task task) {
        Verb verb = command.verb();
        if (!command.by().equals(command.speaker().name())) {
            return Optional.of(RuleViolation.notYou("The command says it is by " + command.by() + " but "
                    + command.speaker().name() + " is speaking. People speak for themselves only."));
        }
        List<Missing> missing = missing(verb, command.step() != null, command.outcome(), command.reason());
        if (!missing.isEmpty()) {
            return Optional.of(RuleViolation.notSo(verb + missing.get(0).message));
        }
        if (verb == Verb.COMPLETE || verb == Verb.DECIDE) {
            TaskKind wanted = verb == Verb.COMPLETE ? TaskKind.TASK : TaskKind.GATE;
            if (task == null || task.kind() != wanted) {
                return Optional.of(RuleViolation.notNow("Step " + command.step() + " of " + command.migration()
                        + " has no open " + (wanted == TaskKind.TASK ? "task" : "gate")
                        + ": it is not due yet, or somebody was faster. Look at the step again."));
            }
            String claimedBy = task.claimedBy();
            if (verb == Verb.COMPLETE
                    && claimedBy != null
                    && !claimedBy.equals(command.speaker().subject())) {
                return Optional.of(RuleViolation.notNow("Task '" + task.title() + "' is held by " + task.claimedName()
                        + ". Ask them to complete or release it."));
            }
        }
        return RolePolicy.violation(verb, command.speaker(), task == null ? null : task.role());
    }
}
