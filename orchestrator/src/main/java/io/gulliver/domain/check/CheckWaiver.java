package io.gulliver.domain.check;

import io.gulliver.domain.people.RuleViolation;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * One person's word that a failed check of one thing may stay as it is until a day, that day included.
 *
 * @param check id of the rule
 * @param reason in their words
 * @param until the last day on which it counts, in the program's calendar
 * @param by who said so
 * @param at when
 */
public record CheckWaiver(String check, CheckSubject subject, String reason, LocalDate until, String by, Instant at) {
    /** Longest waiver, in days; judged: half a year outlives most programs' waves. */
    public static final int LONGEST_DAYS = 180;

    private static final int SHORTEST_REASON = 10;

    /** Whether it counts on this day. */
    public boolean counts(LocalDate today) {
        return !today.isAfter(until);
    }

    /**
     * A finding under these waivers of its subject: a failed one that one of them covers is waived; one that passed, or was
     * not measured, stays what it is.
     */
    public static CheckFinding over(CheckFinding finding, Collection<CheckWaiver> waivers, LocalDate today) {
        if (finding.verdict() != CheckVerdict.FAIL) {
            return finding;
        }
        Optional<CheckWaiver> covers = waivers.stream()
                .filter(waiver -> waiver.check().equals(finding.check()) && waiver.counts(today))
                .max(Comparator.comparing(CheckWaiver::until)
                        .thenComparing(CheckWaiver::at)
                        .thenComparing(CheckWaiver::by));
        return covers.map(waiver -> finding.waived(
                        "waived until " + waiver.until() + " by " + waiver.by() + ": " + waiver.reason()))
                .orElse(finding);
    }

    /** Why nobody can give this waiver today, or empty. */
    public static Optional<RuleViolation> refusal(String reason, LocalDate until, LocalDate today) {
        if (reason.strip().length() < SHORTEST_REASON) {
            return Optional.of(RuleViolation.notSo("A waiver needs a reason of at least " + SHORTEST_REASON
                    + " characters: whoever reads it at the gate was not there"));
        }
        if (until.isBefore(today)) {
            return Optional.of(
                    RuleViolation.notSo("A waiver until " + until + " has ended already: today is " + today));
        }
        if (ChronoUnit.DAYS.between(today, until) > LONGEST_DAYS) {
            return Optional.of(RuleViolation.notSo("A waiver lasts at most " + LONGEST_DAYS + " days, until "
                    + today.plusDays(LONGEST_DAYS) + "; ask again then"));
        }
        return Optional.empty();
    }
}
