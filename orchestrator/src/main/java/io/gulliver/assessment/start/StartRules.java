package io.gulliver.assessment.start;

import io.gulliver.domain.migration.Purpose;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodAssessment;
import io.gulliver.planning.method.MethodReport;
import io.gulliver.planning.method.ProgramMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A start follows the method that is decided. An evaluation and discovery change nothing and follow nothing; a rehearsal follows the
 * word of a person or of the program, and without one finds out what a method is worth; a production run follows
 * whatever is decided, and its method is open.
 */
public final class StartRules {
    /** The method is closed by the rule that the rest of the code names. */
    public static final String CLOSED = "closed:";
    /** Another method is decided, which the rest of the code names. */
    public static final String INSTEAD = "instead-of:";
    /** No method is decided. */
    public static final String UNDECIDED = "undecided";

    private StartRules() {}

    /**
     * What stands against a start by the rules on methods.
     *
     * @param carries key of the method of the playbook that would run
     * @param playbook its name
     */
    public static List<Objection> against(
            MethodReport report, String carries, String playbook, Purpose purpose, boolean evaluateOnly) {
        if (evaluateOnly || purpose == Purpose.DISCOVERY) {
            return List.of();
        }
        List<Objection> against = new ArrayList<>();
        another(report, carries, playbook, purpose).ifPresent(against::add);
        if (purpose == Purpose.PRODUCTION) {
            Method.find(carries)
                    .ifPresent(method -> report.assessment()
                            .judged(method)
                            .blockers()
                            .forEach(blocker -> against.add(closed(report, method, blocker))));
        }
        return List.copyOf(against);
    }

    private static Optional<Objection> another(MethodReport report, String carries, String playbook, Purpose purpose) {
        Method meant = report.meant();
        boolean said = report.choice() != null || report.forAll() != null;
        if (meant == null) {
            return purpose == Purpose.PRODUCTION
                    ? Optional.of(new Objection(
                            UNDECIDED,
                            "No method is decided for " + report.database() + ", and playbook " + playbook
                                    + " would carry it by " + carries))
                    : Optional.empty();
        }
        if (meant.key().equals(carries) || purpose == Purpose.REHEARSAL && !said) {
            return Optional.empty();
        }
        return Optional.of(new Objection(
                INSTEAD + meant.name(), who(report, meant) + "; playbook " + playbook + " carries it by " + carries));
    }

    private static Objection closed(MethodReport report, Method method, MethodAssessment.Reason blocker) {
        return new Objection(
                CLOSED + blocker.rule(),
                method.name() + " is closed for " + report.database() + " by " + blocker.rule() + " (" + blocker.facts()
                        + "): " + blocker.text());
    }

    /** Who decided on the method, and why. */
    public static String who(MethodReport report, Method method) {
        MethodReport.Choice choice = report.choice();
        ProgramMethod forAll = report.forAll();
        if (choice != null) {
            return choice.by() + " chose " + method.name() + " for " + report.database() + ", because "
                    + choice.reason();
        }
        return forAll != null
                ? "The program takes " + method.name() + " for all databases, because " + forAll.reason()
                : method.name() + " is the way across for " + report.database() + " by the rules";
    }
}
