package io.gulliver.service.planning;

import io.gulliver.assessment.completeness.Completeness;
import io.gulliver.assessment.database.MethodReport;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.planning.method.Method;
import io.gulliver.service.migration.LibraryPlans;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says with which playbook a database may start, and whether enough is known of it. */
public final class StartGate {
    private final AssessmentService desk;
    private final PlaybookStore playbooks;
    private final LibraryPlans plans;

    public StartGate(AssessmentService desk, PlaybookStore playbooks, LibraryPlans plans) {
        this.desk = desk;
        this.playbooks = playbooks;
        this.plans = plans;
    }

    /** Why a database may not start. */
    public enum Reason {
        /** No method is open and nobody chose one. */
        NO_METHOD,
        /** A person chose a method, and what closes it by now was not accepted with the choice. */
        CHOICE_CLOSED,
        /** The preferred method is open only after something is done. */
        REMEDY_FIRST,
        /** The method has no approved playbook. */
        NO_PLAYBOOK,
        /** The playbook that was named carries another method than the one a person chose. */
        OTHER_METHOD,
        /** Too little is known for production, and nobody accepted that. */
        INCOMPLETE
    }

    /**
     * May not start.
     *
     * @param reason which rule
     * @param message what, why and what to do
     */
    public record Refused(Reason reason, String message) {}

    /**
     * What may run.
     *
     * @param playbook to run, or null when it may not start
     * @param refused why not, or null
     */
    public record Answer(
            @Nullable PlaybookRow playbook, @Nullable Refused refused) {
        static Answer no(Reason reason, String message) {
            return new Answer(null, new Refused(reason, message));
        }
    }

    /**
     * Whether a database may start, and with which playbook.
     *
     * @param named the playbook that the person names, or null for that of the method
     */
    public Answer cleared(
            String program, String database, @Nullable PlaybookRow named, Purpose purpose, boolean evaluateOnly) {
        Answer answer = named == null ? decided(program, database) : named(program, database, named);
        if (answer.refused() != null) {
            return answer;
        }
        return complete(program, database, purpose, evaluateOnly)
                .map(refused -> new Answer(null, refused))
                .orElse(answer);
    }

    /** The newest approved playbook of the method that is decided, or else preferred. */
    public Answer decided(String program, String database) {
        MethodReport report = desk.methods(program, database);
        Method method = report.method();
        MethodReport.Choice choice = report.choice();
        if (choice != null && !choice.holds()) {
            return closed(report.database(), choice);
        }
        if (choice == null && method != null && report.assessment().afterRemedy()) {
            return Answer.no(
                    Reason.REMEDY_FIRST,
                    method.name() + " is the way across for " + report.database() + ", once this is done: "
                            + String.join(
                                    "; ", report.assessment().judged(method).remedies())
                            + ". Do it and run discovery again, or choose the method with a reason, which accepts what"
                            + " closes it.");
        }
        if (method == null) {
            String why = report.assessment().reasons().stream()
                    .filter(reason -> reason.startsWith("Row "))
                    .findFirst()
                    .orElse("no method is open");
            return Answer.no(
                    Reason.NO_METHOD,
                    "No method is open for " + report.database() + ". " + why
                            + ". Choose one with a reason, or name a playbook.");
        }
        Optional<PlaybookRow> newest = playbooks.list().stream()
                .filter(row -> row.approvedBy() != null
                        && plans.playbook(row.hash()).method().equals(method.key()))
                .max(Comparator.comparingInt(PlaybookRow::version).thenComparing(PlaybookRow::name));
        return newest.map(row -> new Answer(row, null))
                .orElseGet(() -> Answer.no(
                        Reason.NO_PLAYBOOK,
                        "There is no playbook for " + method.name() + " yet, which is the method of "
                                + report.database()
                                + ". Upload and approve one, or choose another method with a reason."));
    }

    /** Whether a playbook that was named carries the method that a person chose; without a choice any may run. */
    public Answer named(String program, String database, PlaybookRow playbook) {
        MethodReport.Choice choice = desk.methods(program, database).choice();
        String carries = plans.playbook(playbook.hash()).method();
        if (choice != null && choice.method().key().equals(carries) && !choice.holds()) {
            return closed(database, choice);
        }
        if (choice == null || choice.method().key().equals(carries)) {
            return new Answer(playbook, null);
        }
        return Answer.no(
                Reason.OTHER_METHOD,
                choice.by() + " chose " + choice.method().name() + " for " + database + ", because "
                        + choice.reason() + "; playbook " + playbook.name() + " carries " + carries
                        + ". Start without naming a playbook, or change the choice first.");
    }

    private static Answer closed(String database, MethodReport.Choice choice) {
        return Answer.no(
                Reason.CHOICE_CLOSED,
                choice.by() + " chose " + choice.method().name() + " for " + database
                        + ", and since then it is closed by " + String.join("; ", choice.since())
                        + ". Choose again with a reason, remove what closes it, or take the choice back.");
    }

    /** Whether enough is known of a database; an evaluation and a rehearsal need nothing. */
    public Optional<Refused> complete(String program, String database, Purpose purpose, boolean evaluateOnly) {
        if (purpose != Purpose.PRODUCTION || evaluateOnly) {
            return Optional.empty();
        }
        Completeness completeness = desk.completeness(program, database);
        Optional<AssessmentService.Accepted> accepted = desk.accepted(program, database);
        if (!completeness.below()
                || accepted.filter(AssessmentService.Accepted::holds).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(new Refused(
                Reason.INCOMPLETE,
                "Only " + completeness.percent() + " % of what a production run of " + database
                        + " should rest on is known; the program wants " + completeness.threshold() + " %. Missing: "
                        + String.join(
                                ", ",
                                completeness.missing().stream()
                                        .limit(5)
                                        .map(missing -> missing.title().toLowerCase(Locale.ROOT))
                                        .toList())
                        + ". "
                        + accepted.map(word -> word.by() + " accepted " + word.percent() + " % at " + word.at()
                                        + ", and what is known has changed since. ")
                                .orElse("")
                        + "Collect it, or have the program manager accept it with a reason."));
    }
}
