package io.gulliver.service.planning;

import io.gulliver.assessment.check.Checked;
import io.gulliver.assessment.check.Design;
import io.gulliver.assessment.check.DesignedDatabase;
import io.gulliver.assessment.check.DesignedServer;
import io.gulliver.assessment.check.TuningChecks;
import io.gulliver.domain.check.CheckMoment;
import io.gulliver.domain.check.CheckRun;
import io.gulliver.domain.check.CheckSubject;
import io.gulliver.domain.check.CheckVerdict;
import io.gulliver.domain.check.CheckWaiver;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.Landing;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.domain.program.Program;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.check.CheckStore;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.planning.sizing.SharedBuild;
import io.gulliver.playbook.CheckRules;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Tuning checks at work: judges a design or a target, keeps what was found, and lets people waive it for a while. */
public final class CheckService {
    private static final int HISTORY = 20;

    private final CheckRules rules;
    private final CheckStore checks;
    private final ProgramReader programs;
    private final SizingService sizing;
    private final AssessmentService assessment;
    private final ProgramCalendar calendar;

    public CheckService(
            CheckRules rules,
            CheckStore checks,
            ProgramReader programs,
            SizingService sizing,
            AssessmentService assessment,
            ProgramCalendar calendar) {
        this.rules = rules;
        this.checks = checks;
        this.programs = programs;
        this.sizing = sizing;
        this.assessment = assessment;
        this.calendar = calendar;
    }

    /**
     * Judges the design of a server and of all databases that land there.
     *
     * @param keep whether what is found is kept; an evaluation only looks
     */
    public List<Checked> design(String program, Design design, boolean keep, String by, @Nullable String migration) {
        ProgramSnapshot estate = assessment.few(program);
        List<SharedBuild.Member> members = sizing.members(program, SizingService.SERVER, design.name());
        SharedBuild sized = sizing.shared(
                program,
                SizingService.SERVER,
                design.name(),
                Map.of(),
                new SharedBuild.Volumes(
                        design.dataVolumes().size(),
                        design.redoVolumes().size(),
                        design.recoveryVolumes().size()));
        DesignedServer server = new DesignedServer(
                design.kind(),
                design.figures(),
                sized,
                members,
                design.dataVolumes(),
                design.redoVolumes(),
                design.recoveryVolumes(),
                design.redoProvisioning(),
                design.storage(),
                design.paths(),
                design.privateInterfaces(),
                members.stream().anyMatch(member -> production(estate, member.name())));
        List<Checked> all = new ArrayList<>();
        all.add(judge(
                program,
                CheckSubject.server(design.name()),
                CheckMoment.DESIGN,
                over(design.given(), server.facts()),
                keep,
                by,
                migration));
        for (SharedBuild.Member member : members) {
            DesignedDatabase database = new DesignedDatabase(
                    member.sizes(),
                    contained(estate, member.name()),
                    member.servers(),
                    decided(estate, member.name()),
                    known(program, member.name()));
            all.add(judge(
                    program,
                    CheckSubject.database(member.name()),
                    CheckMoment.DESIGN,
                    database.facts(),
                    keep,
                    by,
                    migration));
        }
        return all;
    }

    /**
     * Judges a server or a database as it stands.
     *
     * @param facts what was seen of it; what its accepted sizings and the inventory say of it stands over that
     * @param keep whether what is found is kept; an evaluation only looks
     */
    public Checked standing(
            String program,
            CheckSubject subject,
            Map<String, Object> facts,
            boolean keep,
            String by,
            @Nullable String migration) {
        return judge(program, subject, CheckMoment.TARGET, over(facts, planned(program, subject)), keep, by, migration);
    }

    private Map<String, Object> planned(String program, CheckSubject subject) {
        ProgramSnapshot estate = assessment.few(program);
        return switch (subject.kind()) {
            case SERVER -> {
                List<SharedBuild.Member> members = sizing.members(program, SizingService.SERVER, subject.name());
                Map<String, Object> planned = new TreeMap<>(DesignedServer.sums(
                        sizing.shared(
                                program, SizingService.SERVER, subject.name(), Map.of(), SharedBuild.Volumes.NONE),
                        members));
                if (!members.isEmpty()) {
                    planned.put(
                            "hypervisor.production",
                            members.stream().anyMatch(member -> production(estate, member.name())));
                }
                yield planned;
            }
            case DATABASE -> {
                if (estate.databases().stream().noneMatch(one -> one.name().equals(subject.name()))) {
                    yield Map.of(); // a container: no source is like it
                }
                SortedMap<String, Object> planned = new TreeMap<>(new DesignedDatabase(
                                null, false, 1, decided(estate, subject.name()), known(program, subject.name()))
                        .facts());
                planned.keySet().retainAll(List.of("oracle.source_sga_mb", "oracle.sga_decided"));
                yield planned;
            }
        };
    }

    private static boolean contained(ProgramSnapshot estate, String database) {
        Landing landing = estate.landing(database);
        return landing != null && landing.pluggable() != null;
    }

    private static boolean decided(ProgramSnapshot estate, String database) {
        return estate.databases().stream()
                .anyMatch(one ->
                        one.name().equals(database) && estate.subject(one).sga() != null);
    }

    private static boolean production(ProgramSnapshot estate, String database) {
        return estate.databases().stream()
                .anyMatch(one -> one.name().equals(database) && one.profile().environment() == Environment.PRODUCTION);
    }

    private Map<String, Object> known(String program, String database) {
        Map<String, Object> known = new TreeMap<>();
        for (Fact fact : assessment.known(program, database)) {
            known.put(fact.name(), fact.value());
        }
        return known;
    }

    private static Map<String, Object> over(Map<String, Object> given, Map<String, Object> known) {
        SortedMap<String, Object> all = new TreeMap<>(given);
        all.putAll(known);
        return all;
    }

    /** Judges one thing by what is told of it. */
    public Checked judge(
            String program,
            CheckSubject subject,
            CheckMoment moment,
            Map<String, Object> facts,
            boolean keep,
            String by,
            @Nullable String migration) {
        CheckRun run = new CheckRun(
                0,
                program,
                subject,
                moment,
                calendar.now(program),
                by,
                migration,
                rules.digest(),
                TuningChecks.judge(
                        rules.at(moment, subject.kind()), rules.typed(moment, facts), List.of(), today(program)));
        if (keep) {
            checks.add(run);
        }
        return under(run, checks.waivers(program), today(program));
    }

    /** What is known of a database, its container and the servers that it lands on: the newest run of each moment. */
    public List<Checked> of(String program, String database) {
        return under(program, checks.newest(program, subjects(program, database)));
    }

    /** The newest run of each thing and moment of a program. */
    public List<Checked> all(String program) {
        return under(program, checks.newest(program));
    }

    /** Earlier runs of a thing, the newest first. */
    public List<Checked> history(String program, CheckSubject subject) {
        return under(program, checks.history(program, subject, HISTORY));
    }

    /** A database, the container that it lands in, and the servers that it lands on. */
    public List<CheckSubject> subjects(String program, String database) {
        List<CheckSubject> subjects = new ArrayList<>();
        subjects.add(CheckSubject.database(database));
        Landing landing = assessment.few(program).landing(database);
        if (landing != null) {
            if (landing.pluggable() != null && landing.targetDatabase() != null) {
                subjects.add(CheckSubject.database(landing.targetDatabase()));
            }
            landing.servers().forEach(server -> subjects.add(CheckSubject.server(server)));
        }
        return subjects;
    }

    private List<Checked> under(String program, List<CheckRun> runs) {
        List<CheckWaiver> waivers = checks.waivers(program);
        LocalDate today = today(program);
        return runs.stream().map(run -> under(run, waivers, today)).toList();
    }

    private static Checked under(CheckRun run, Collection<CheckWaiver> waivers, LocalDate today) {
        List<CheckWaiver> own = waivers.stream()
                .filter(waiver -> waiver.subject().equals(run.subject()))
                .toList();
        return new Checked(
                run.with(TuningChecks.ordered(run.findings().stream()
                        .map(finding -> CheckWaiver.over(finding, own, today))
                        .toList())),
                own);
    }

    /** Waivers that were not withdrawn, also those that have ended. */
    public List<CheckWaiver> waivers(String program) {
        return checks.waivers(program);
    }

    /**
     * Lets a failed check of a thing stay as it is until a day.
     *
     * @throws RefusedException no such rule, it looks at no such thing, nobody found it failed, or reason or day do not do
     */
    public void waive(
            String program, String check, CheckSubject subject, @Nullable String reason, LocalDate until, String by) {
        LocalDate today = today(program);
        String why = Objects.requireNonNullElse(reason, "").strip();
        require(check, subject);
        RefusedException.throwIf(CheckWaiver.refusal(why, until, today));
        boolean failed = checks.newest(program, List.of(subject)).stream()
                .flatMap(run -> run.findings().stream())
                .anyMatch(finding -> finding.check().equals(check) && finding.verdict() == CheckVerdict.FAIL);
        if (!failed) {
            throw new RefusedException(
                    RuleViolation.Kind.NOT_NOW,
                    "Check " + check + " has not failed on " + subject + " the last time anybody looked, so there is"
                            + " nothing to waive.");
        }
        checks.waive(program, new CheckWaiver(check, subject, why, until, by, calendar.now(program)));
    }

    /**
     * Takes a waiver back; the check counts as failed again.
     *
     * @throws RefusedException there is none
     */
    public void withdraw(String program, String check, CheckSubject subject, @Nullable String reason, String by) {
        require(check, subject);
        if (!checks.withdraw(
                program, check, subject, Objects.requireNonNullElse(reason, "").strip(), by)) {
            throw new RefusedException(
                    RuleViolation.Kind.NOT_NOW, "Check " + check + " of " + subject + " has no waiver to withdraw.");
        }
    }

    private void require(String check, CheckSubject subject) {
        if (rules.find(check).filter(rule -> rule.head().of() == subject.kind()).isEmpty()) {
            throw new RefusedException(
                    RuleViolation.Kind.NOT_SO,
                    "There is no check '" + check + "' of a " + subject.kind().word() + ".");
        }
    }

    /** The day in the program's calendar and zone. */
    public LocalDate today(String program) {
        ZoneId zone = programs.find(program).map(Program::zone).orElse(ZoneId.of("UTC"));
        return calendar.now(program).atZone(zone).toLocalDate();
    }
}
