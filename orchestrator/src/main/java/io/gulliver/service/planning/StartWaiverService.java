package io.gulliver.service.planning;

import io.gulliver.assessment.start.Objection;
import io.gulliver.assessment.start.RehearsalRules;
import io.gulliver.assessment.start.StartRules;
import io.gulliver.assessment.start.StartWaiver;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.people.FourEyes;
import io.gulliver.domain.people.Reason;
import io.gulliver.domain.people.RolePolicy;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.decision.DecisionStore;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.view.CommandReader;
import io.gulliver.persistence.view.DecisionRow;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodReport;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Production starts that something stands against and that two people agree to: one asks with a reason, a second one
 * agrees on the same things.
 */
public final class StartWaiverService {
    private static final String ASKED = "ASKED";
    private static final String AGREED = "AGREED";

    private final DecisionStore decisions;
    private final AssessmentService assessments;
    private final ApprovedPlaybooks playbooks;
    private final MigrationStore migrations;
    private final CommandReader commands;

    public StartWaiverService(
            DecisionStore decisions,
            AssessmentService assessments,
            ApprovedPlaybooks playbooks,
            MigrationStore migrations,
            CommandReader commands) {
        this.decisions = decisions;
        this.assessments = assessments;
        this.playbooks = playbooks;
        this.migrations = migrations;
        this.commands = commands;
    }

    /**
     * What a production start of a database would be.
     *
     * @param database its name
     * @param method to take, or null while none is decided
     * @param playbook that would run, or null when the method has none that is approved
     * @param playbooks that may be asked for instead, each carries a database across
     * @param against what stands against it; two people may agree to it all the same
     * @param waiver what was asked for and agreed to last, or null
     * @param agreed whether two people agreed to all that stands against it
     */
    public record Start(
            String database,
            @Nullable Method method,
            @Nullable String playbook,
            List<String> playbooks,
            List<Objection> against,
            @Nullable StartWaiver waiver,
            boolean agreed) {
        public Start {
            playbooks = List.copyOf(playbooks);
            against = List.copyOf(against);
        }
    }

    /**
     * What a production start would be.
     *
     * @param named a playbook, or null for that which was asked for last, or else for that of the method
     * @throws RefusedException no approved playbook has that name
     */
    public Start start(String program, String database, @Nullable String named) {
        MethodReport report = assessments.methods(program, database);
        Optional<StartWaiver> waiver = last(program, report.database());
        Method meant = report.meant();
        Map<Method, PlaybookRow> newest = playbooks.newest();
        PlaybookRow playbook = named != null
                ? require(named)
                : waiver.flatMap(asked -> playbooks.named(asked.playbook(), null))
                        .orElse(meant == null ? null : newest.get(meant));
        List<Objection> against = playbook == null ? List.of() : against(program, report, playbook);
        return new Start(
                report.database(),
                report.method(),
                playbook == null ? null : playbook.name(),
                newest.values().stream().map(PlaybookRow::name).distinct().toList(),
                against,
                waiver.orElse(null),
                playbook != null
                        && waiver.filter(two -> two.covers(against, playbooks.carries(playbook)))
                                .isPresent());
    }

    private List<Objection> against(String program, MethodReport report, PlaybookRow playbook) {
        return against(program, report, playbook, Purpose.PRODUCTION, false);
    }

    /** What stands against a start, by the rules on methods and on rehearsals. */
    List<Objection> against(
            String program, MethodReport report, PlaybookRow playbook, Purpose purpose, boolean evaluateOnly) {
        String carries = playbooks.carries(playbook);
        List<Objection> against =
                new ArrayList<>(StartRules.against(report, carries, playbook.name(), purpose, evaluateOnly));
        RehearsalRules.unrehearsed(
                        report.database(),
                        carries,
                        purpose,
                        evaluateOnly,
                        purpose == Purpose.PRODUCTION
                                ? playbooks.rehearsals(migrations, commands, program, report.database(), carries)
                                : List.of())
                .ifPresent(against::add);
        return List.copyOf(against);
    }

    private PlaybookRow require(String name) {
        return playbooks
                .named(name, null)
                .orElseThrow(() -> new RefusedException(
                        RuleViolation.Kind.NOT_SO,
                        "There is no approved playbook '" + name + "'. Upload and approve it, or name another."));
    }

    /** What was asked for last, and whether a second person agreed. */
    public Optional<StartWaiver> last(String program, String database) {
        return decisions
                .last(program, database, DecisionRow.Kind.START)
                .filter(row -> row.decided() != null)
                .map(StartWaiverService::waiver);
    }

    /**
     * Asks for a production start against what stands against it.
     *
     * @param named the playbook, or null for that of the method
     * @throws RefusedException without a reason, or when nothing stands against it, or it has no playbook
     */
    public Start ask(String program, String database, @Nullable String named, @Nullable String reason, String subject) {
        RefusedException.throwIf(Reason.violation("Nobody asks for a start", reason));
        MethodReport report = assessments.methods(program, database);
        Method meant = report.meant();
        PlaybookRow playbook = named != null
                ? require(named)
                : meant == null ? null : playbooks.newest().get(meant);
        if (playbook == null) {
            throw notNow("There is no playbook to start " + report.database() + " with: "
                    + (meant == null ? "no method is decided" : meant.name() + " has none that is approved")
                    + ". Name one that is.");
        }
        List<Objection> against = against(program, report, playbook);
        if (against.isEmpty()) {
            throw notNow("Nothing stands against a start of " + report.database() + " with " + playbook.name()
                    + ". Start it.");
        }
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("playbook", playbook.name());
        content.put("carries", playbooks.carries(playbook));
        content.put("waived", against.stream().map(Objection::code).toList());
        content.put("against", against.stream().map(Objection::text).toList());
        content.put("askedBy", subject);
        content.put("askedAt", assessments.now(program).toString());
        content.put("reason", reason == null ? "" : reason.strip());
        say(program, report, ASKED, reason == null ? "" : reason.strip(), subject, content);
        return start(program, report.database(), playbook.name());
    }

    /**
     * Agrees to the start that somebody else asked for.
     *
     * @param expected {@link StartWaiver#number} of what the person saw
     * @throws RefusedException when nobody asked, the same person did, or something else stands against it by now
     * @throws io.gulliver.persistence.StaleVersionException when somebody asked or agreed meanwhile
     */
    public Start agree(String program, String database, long expected, @Nullable String reason, String subject) {
        MethodReport report = assessments.methods(program, database);
        DecisionRow row = decisions
                .last(program, report.database(), DecisionRow.Kind.START)
                .filter(last -> ASKED.equals(last.decided()))
                .orElseThrow(() -> notNow(
                        "Nobody asks for a start of " + report.database() + " that a second person could agree to."));
        StartWaiver asked = waiver(row);
        RefusedException.throwIf(FourEyes.violation(
                "The start of " + report.database() + " with " + asked.playbook() + " was asked for by "
                        + asked.askedBy(),
                asked.askedBy(),
                subject));
        asked.stale(against(program, report, require(asked.playbook()))).ifPresent(stale -> {
            throw notNow(stale);
        });
        String why = reason == null || reason.isBlank() ? asked.reason() : reason.strip();
        RefusedException.throwIf(Reason.violation("Nobody agrees to a start", why));
        Map<String, Object> content = new LinkedHashMap<>(row.content());
        content.put("agreedTo", row.number());
        add(program, report, AGREED, why, subject, content, expected, RolePolicy.OVERRULING);
        return start(program, report.database(), asked.playbook());
    }

    private void say(
            String program,
            MethodReport report,
            String word,
            String reason,
            String subject,
            Map<String, Object> content) {
        long last = decisions
                .last(program, report.database(), DecisionRow.Kind.START)
                .map(DecisionRow::number)
                .orElse(0L);
        // whoever decides in the program may ask: no function
        add(program, report, word, reason, subject, content, last, List.of());
    }

    private void add(
            String program,
            MethodReport report,
            String word,
            String reason,
            String subject,
            Map<String, Object> content,
            long expected,
            List<String> functions) {
        decisions.add(
                new DecisionStore.NewDecision(
                        program,
                        report.database(),
                        DecisionRow.Kind.START,
                        word,
                        reason,
                        subject,
                        report.factsVersion(),
                        report.basis(),
                        content),
                expected,
                functions);
    }

    private static StartWaiver waiver(DecisionRow row) {
        boolean agreed = AGREED.equals(row.decided());
        return new StartWaiver(
                row.number(),
                text(row, "playbook"),
                text(row, "carries"),
                row.content().get("waived") instanceof List<?> codes
                        ? codes.stream().map(String::valueOf).toList()
                        : List.of(),
                text(row, "askedBy"),
                text(row, "reason"),
                Instant.parse(text(row, "askedAt")),
                agreed ? row.by() : null,
                agreed ? row.at() : null);
    }

    private static String text(DecisionRow row, String name) {
        return String.valueOf(row.content().get(name));
    }

    private static RefusedException notNow(String message) {
        return new RefusedException(RuleViolation.Kind.NOT_NOW, message);
    }
}
