package io.gulliver.domain.risk;

import java.time.LocalDate;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a person or a rule says of an entry of the register.
 *
 * @param event what may happen, is taken for true, has happened or is to be decided, in one line, 1 to 400 characters
 * @param cause why, or empty
 * @param effect what it would do, or empty
 * @param probability 1 to 5 of a risk; 0 of other kinds
 * @param impact 1 to 5 of a risk; 0 of other kinds
 * @param owner who answers for it: a log-in name, the key of a function, or other words; or null
 * @param response what kind of answer
 * @param action what is done about it, or empty
 * @param due until when it is done, an assumption is proved, a decision is taken; or null
 * @param indicator early sign, or empty
 * @param state proposed, open, closed, rejected
 * @param databases that it concerns; kept in order, each once
 * @param details what only its kind has
 * @param outcome how it ended, and why; a rejected entry has one
 * @param evidence SHA-256 of the evidence that it was seen in, or null
 */
public record RiskStatement(
        String event,
        String cause,
        String effect,
        int probability,
        int impact,
        @Nullable String owner,
        RiskResponse response,
        String action,
        @Nullable LocalDate due,
        String indicator,
        RiskState state,
        List<String> databases,
        EntryDetails details,
        String outcome,
        @Nullable String evidence) {
    public RiskStatement {
        if (event.isBlank() || event.length() > 400) {
            throw new IllegalArgumentException(
                    "An entry needs one line of 1 to 400 characters that says what it is about");
        }
        boolean risk = details.kind() == EntryKind.RISK;
        if (risk && (probability < 1 || probability > 5 || impact < 1 || impact > 5)) {
            throw new IllegalArgumentException("Risk '" + event + "': probability " + probability + " and impact "
                    + impact + ", wanted 1 to 5 each");
        }
        if (!risk && (probability != 0 || impact != 0)) {
            throw new IllegalArgumentException("Only a risk has a probability and an impact");
        }
        if (state == RiskState.REJECTED && outcome.isBlank()) {
            throw new IllegalArgumentException("An entry is rejected with a reason");
        }
        databases = List.copyOf(new TreeSet<>(databases));
    }

    /** A risk of which nothing is said but this. */
    public RiskStatement(
            String event,
            String cause,
            String effect,
            int probability,
            int impact,
            @Nullable String owner,
            RiskResponse response,
            String action,
            @Nullable LocalDate due,
            String indicator,
            RiskState state,
            List<String> databases) {
        this(
                event,
                cause,
                effect,
                probability,
                impact,
                owner,
                response,
                action,
                due,
                indicator,
                state,
                databases,
                EntryDetails.RISK,
                "",
                null);
    }

    /** The same of other databases. */
    public RiskStatement of(List<String> others) {
        return new RiskStatement(
                event,
                cause,
                effect,
                probability,
                impact,
                owner,
                response,
                action,
                due,
                indicator,
                state,
                others,
                details,
                outcome,
                evidence);
    }

    /** The same in another state, with how it came to that; an empty outcome leaves the one before. */
    public RiskStatement in(RiskState other, String why) {
        return new RiskStatement(
                event,
                cause,
                effect,
                probability,
                impact,
                owner,
                response,
                action,
                due,
                indicator,
                other,
                databases,
                details,
                why.isEmpty() ? outcome : why,
                evidence);
    }

    /** The same by another name. */
    public RiskStatement saying(String otherEvent) {
        return new RiskStatement(
                otherEvent,
                cause,
                effect,
                probability,
                impact,
                owner,
                response,
                action,
                due,
                indicator,
                state,
                databases,
                details,
                outcome,
                evidence);
    }

    /** The same with somebody who answers for it, until a day. */
    public RiskStatement ownedBy(@Nullable String who, @Nullable LocalDate until) {
        return new RiskStatement(
                event,
                cause,
                effect,
                probability,
                impact,
                who,
                response,
                action,
                until,
                indicator,
                state,
                databases,
                details,
                outcome,
                evidence);
    }

    /** The same as another kind of entry; a risk needs probability and impact, others have none. */
    public RiskStatement as(EntryDetails other, int otherProbability, int otherImpact) {
        return new RiskStatement(
                event,
                cause,
                effect,
                otherProbability,
                otherImpact,
                owner,
                response,
                action,
                due,
                indicator,
                state,
                databases,
                other,
                outcome,
                evidence);
    }
}
