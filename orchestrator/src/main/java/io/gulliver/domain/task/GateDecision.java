package io.gulliver.domain.task;

import io.gulliver.domain.people.RuleViolation;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A person's decision on a gate beside those that were given before. A gate of four eyes is approved by two persons on the
 * same evidence; one rejection is enough.
 *
 * @param command the decision
 * @param gate the gate's open task
 * @param criteria of the gate, as they were judged when it opened
 * @param before decisions given so far, one of each person at most
 */
public record GateDecision(PersonCommand command, Task gate, List<GateCriterion> criteria, List<GateApproval> before) {

    /** Why it cannot be counted, and what to do. */
    public Optional<RuleViolation> violation() {
        if (!command.approves()) {
            return Optional.empty();
        }
        Optional<RuleViolation> unwaived = unwaived();
        if (unwaived.isPresent()) {
            return unwaived;
        }
        boolean again = gate.fourEyes() && earlier().filter(this::sameDecision).isPresent();
        return again
                ? Optional.of(RuleViolation.notYou(command.speaker().name() + " has approved '" + gate.title()
                        + "' already. A second person must approve it."))
                : Optional.empty();
    }

    /** The same person's earlier decision, which this one replaces: a mind or the evidence has changed. */
    public Optional<GateApproval> earlier() {
        return before.stream().filter(this::samePerson).findFirst();
    }

    /** Whether the gate is decided now; otherwise a second person must approve. */
    public boolean settles() {
        return !command.approves()
                || !gate.fourEyes()
                || before.stream().anyMatch(other -> !samePerson(other) && sameDecision(other));
    }

    private boolean samePerson(GateApproval other) {
        return other.subject().equals(command.speaker().subject());
    }

    private boolean sameDecision(GateApproval other) {
        return other.approved() == command.approves() && Objects.equals(other.evidenceHash(), command.evidenceHash());
    }

    /** A criterion that is not met is approved by nobody in passing: it is named, with the reason, by each approver. */
    private Optional<RuleViolation> unwaived() {
        List<String> waived = command.waived();
        List<String> unknown = new ArrayList<>(waived);
        List<String> open = new ArrayList<>();
        for (GateCriterion criterion : criteria) {
            unknown.remove(criterion.id());
            if (!criterion.met() && !waived.contains(criterion.id())) {
                open.add(criterion.id() + " (" + criterion.title() + ": " + criterion.verdict() + ")");
            }
        }
        if (!unknown.isEmpty()) {
            return Optional.of(RuleViolation.notSo("Gate '" + gate.title() + "' has no criterion "
                    + String.join(", ", unknown) + "; it has "
                    + criteria.stream().map(GateCriterion::id).toList() + ". Name those that you waive."));
        }
        if (!open.isEmpty()) {
            return Optional.of(RuleViolation.notNow("Gate '" + gate.title() + "' has criteria that are not met: "
                    + String.join("; ", open)
                    + ". Reject it, or approve with a waiver that names each of them and gives the reason."));
        }
        String reason = command.reason();
        if (!waived.isEmpty() && (reason == null || reason.isBlank())) {
            return Optional.of(
                    RuleViolation.notSo("A waiver of " + String.join(", ", waived) + " needs a reason. Type why."));
        }
        return Optional.empty();
    }
}
