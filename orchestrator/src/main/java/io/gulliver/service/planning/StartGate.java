package io.gulliver.service.planning;

import io.gulliver.assessment.completeness.Completeness;
import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.assessment.start.ClusterRules;
import io.gulliver.assessment.start.DiscoveryRules;
import io.gulliver.assessment.start.Objection;
import io.gulliver.assessment.start.RehearsalRules;
import io.gulliver.assessment.start.StartRules;
import io.gulliver.assessment.start.StartWaiver;
import io.gulliver.domain.estate.Landing;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.RehearsalSource;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.cluster.ClusterStore;
import io.gulliver.persistence.view.LandingReader;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.persistence.view.ProgramReader;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodReport;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Says with which playbook a database may start, and whether enough is known of it. */
public final class StartGate {
    private static final String TWO = "Or have two people agree to this start: one asks for it with a reason, a second"
            + " one agrees (Methods, Start).";

    private final AssessmentService desk;
    private final ApprovedPlaybooks playbooks;
    private final StartWaiverService waivers;
    private final LandingReader landings;
    private final ProgramReader programs;
    private final ClusterStore clusters;

    /**
     * @param landings say on which servers a database lands
     * @param programs say who builds them
     * @param clusters that people made and registered
     */
    public StartGate(
            AssessmentService desk,
            ApprovedPlaybooks playbooks,
            StartWaiverService waivers,
            LandingReader landings,
            ProgramReader programs,
            ClusterStore clusters) {
        this.clusters = clusters;
        this.desk = desk;
        this.playbooks = playbooks;
        this.waivers = waivers;
        this.landings = landings;
        this.programs = programs;
    }

    /** Why a database may not start. */
    public enum Reason {
        /** No method is open and nobody chose one. */
        NO_METHOD,
        /** A person chose a method, and what closes it by now was not accepted with the choice. */
        CHOICE_CLOSED,
        /** The preferred method is open only after something is done. */
        REMEDY_FIRST,
        /** The method is closed, and only one person said that it is taken all the same. */
        METHOD_CLOSED,
        /** The method has no approved playbook: it can be planned, not started. */
        NO_PLAYBOOK,
        /** No rehearsal by the method has reached its end. */
        UNREHEARSED,
        /** The playbook that was named carries another method than the one that is decided. */
        OTHER_METHOD,
        /** The playbook that was named for discovery does more than look. */
        MORE_THAN_LOOKING,
        /** Too little is known for production, and nobody accepted that. */
        INCOMPLETE,
        /** It would have to build a cluster. */
        CLUSTER
    }

    /**
     * May not start.
     *
     * @param reason which rule
     * @param why what stands against it, without the full stop at its end
     * @param advice what to do, in whole sentences
     */
    public record Refused(Reason reason, String why, String advice) {
        /** What, why and what to do. */
        public String message() {
            return why + ". " + advice;
        }
    }

    /**
     * What may run.
     *
     * @param playbook to run, or null when it may not start
     * @param refused why not, or null
     */
    public record Answer(
            @Nullable PlaybookRow playbook, @Nullable Refused refused) {
        static Answer no(Reason reason, String why, String advice) {
            return new Answer(null, new Refused(reason, why, advice));
        }
    }

    /**
     * Whether a database may start, and with which playbook.
     *
     * @param named the playbook that the person names, or null for that of the method
     */
    public Answer cleared(
            String program, String database, @Nullable PlaybookRow named, Purpose purpose, boolean evaluateOnly) {
        if (purpose == Purpose.DISCOVERY && !evaluateOnly) {
            return looking(named);
        }
        MethodReport report = desk.methods(program, database);
        Answer answer = named != null
                ? rehearsed(report, named, purpose, evaluateOnly)
                : unnamed(report, purpose, evaluateOnly);
        PlaybookRow playbook = answer.playbook();
        if (playbook == null) {
            return answer;
        }
        Optional<Refused> refused = cluster(program, report.database())
                .or(() -> objected(program, report, playbook, purpose, evaluateOnly))
                .or(() -> complete(program, database, purpose, evaluateOnly));
        return refused.map(no -> new Answer(null, no)).orElse(answer);
    }

    /**
     * Everything that a start with a playbook would be refused for, in the order in which a start says it; none when it would
     * start. What two people agreed to is not among it.
     *
     * @param playbook its name
     */
    public List<Refused> refusals(String program, String database, String playbook, int version, Purpose purpose) {
        PlaybookRow named = playbooks.named(playbook, version).orElse(null);
        if (named == null) {
            return List.of(new Refused(
                    Reason.NO_PLAYBOOK,
                    "Playbook " + playbook + " v" + version + " is not approved",
                    "Approve it, or take another."));
        }
        if (purpose == Purpose.DISCOVERY) {
            return Optional.ofNullable(looking(named).refused()).stream().toList();
        }
        MethodReport report = desk.methods(program, database);
        List<Refused> all = new ArrayList<>();
        Optional.ofNullable(rehearsed(report, named, purpose, false).refused()).ifPresent(all::add);
        all.addAll(standing(program, report, named, purpose, false));
        return List.copyOf(all);
    }

    /** What the rules and what is known hold against a start with a playbook, each on its own. */
    private List<Refused> standing(
            String program, MethodReport report, PlaybookRow playbook, Purpose purpose, boolean evaluateOnly) {
        List<Refused> all = new ArrayList<>();
        List<Objection> against = waivers.against(program, report, playbook, purpose, evaluateOnly);
        String two = two(program, report, playbook, purpose, against);
        if (two != null) {
            against.forEach(one -> all.add(new Refused(reason(one), one.text(), (advice(one) + " " + two).strip())));
        }
        cluster(program, report.database()).ifPresent(all::add);
        complete(program, report.database(), purpose, evaluateOnly).ifPresent(all::add);
        return List.copyOf(all);
    }

    /** No two people can agree to it: the other instances would not be there. */
    private Optional<Refused> cluster(String program, String database) {
        Landing landing = landings.find(program, database).orElse(null);
        if (landing == null) {
            return Optional.empty();
        }
        ProgramPolicy policy = programs.find(program).map(ProgramPolicy::of).orElseThrow();
        List<String> built = landing.servers().stream()
                .filter(server -> policy.shared("server", server).playbook() != null)
                .toList();
        return ClusterRules.violation(
                        database,
                        landing.servers(),
                        landing.targetDatabase(),
                        landing.pluggable() != null,
                        built,
                        clusters.list(program))
                .map(why -> new Refused(Reason.CLUSTER, why, ClusterRules.INSTEAD));
    }

    /** The playbook of a start that names none. */
    private Answer unnamed(MethodReport report, Purpose purpose, boolean evaluateOnly) {
        return purpose == Purpose.PRODUCTION && !evaluateOnly ? meant(report) : decided(report);
    }

    /** What may be started of a database, in the order in which it comes. */
    public enum Run {
        /** Looks, and changes nothing. */
        DISCOVERY(Purpose.DISCOVERY, false),
        /** Computes every step of a production run, and does none. */
        EVALUATION(Purpose.PRODUCTION, true),
        /** Of a copy, or of the live source where its method leaves that as it is. */
        REHEARSAL(Purpose.REHEARSAL, false),
        /** The crossing itself. */
        PRODUCTION(Purpose.PRODUCTION, false);

        private final Purpose purpose;
        private final boolean evaluateOnly;

        Run(Purpose purpose, boolean evaluateOnly) {
            this.purpose = purpose;
            this.evaluateOnly = evaluateOnly;
        }

        public Purpose purpose() {
            return purpose;
        }

        public boolean evaluateOnly() {
            return evaluateOnly;
        }
    }

    /**
     * A start as it would be now.
     *
     * @param run which
     * @param playbook that would run, or null while there is none
     * @param against everything that it would be refused for; none when it would start
     * @param sources what a rehearsal by the playbook may copy from; none of another run
     */
    public record Prospect(
            Run run, @Nullable PlaybookRow playbook, List<Refused> against, List<RehearsalSource.Kind> sources) {
        public Prospect {
            against = List.copyOf(against);
            sources = List.copyOf(sources);
        }
    }

    /**
     * The four starts of a database as they would be now. Production is meant by the playbook that two people agreed to or
     * were asked for, or else by that of the method, as {@link StartWaiverService#start} says.
     */
    public List<Prospect> prospects(String program, String database) {
        MethodReport report = desk.methods(program, database);
        PlaybookRow asked = waivers.last(program, report.database())
                .flatMap(waiver -> playbooks.named(waiver.playbook(), null))
                .orElse(null);
        return Arrays.stream(Run.values())
                .map(run -> prospect(program, report, run, run == Run.PRODUCTION ? asked : null))
                .toList();
    }

    private Prospect prospect(String program, MethodReport report, Run run, @Nullable PlaybookRow asked) {
        Answer answer = run == Run.DISCOVERY
                ? looking(null)
                : asked != null ? new Answer(asked, null) : unnamed(report, run.purpose(), run.evaluateOnly());
        PlaybookRow playbook = answer.playbook();
        if (playbook == null) {
            return new Prospect(
                    run, null, Optional.ofNullable(answer.refused()).stream().toList(), List.of());
        }
        List<RehearsalSource.Kind> sources =
                run != Run.REHEARSAL ? List.of() : RehearsalRules.sources(playbooks.carries(playbook));
        return new Prospect(
                run,
                playbook,
                run == Run.DISCOVERY
                        ? List.of()
                        : standing(program, report, playbook, run.purpose(), run.evaluateOnly()),
                sources);
    }

    /** Discovery waits for no decision. */
    private Answer looking(@Nullable PlaybookRow named) {
        PlaybookRow playbook = named != null ? named : playbooks.looking().orElse(null);
        if (playbook == null) {
            return Answer.no(
                    Reason.NO_PLAYBOOK,
                    "There is no approved playbook of the method " + DiscoveryRules.LOOKS
                            + ", which looks and does nothing else",
                    "Approve the one that ships.");
        }
        return DiscoveryRules.beyond(
                        playbook.name() + " v" + playbook.version(), playbooks.stepsBeyondLooking(playbook))
                .map(beyond -> Answer.no(Reason.MORE_THAN_LOOKING, beyond, DiscoveryRules.INSTEAD))
                .orElse(new Answer(playbook, null));
    }

    /** A rehearsal is no way around a choice that something closes since it was made. */
    private Answer rehearsed(MethodReport report, PlaybookRow named, Purpose purpose, boolean evaluateOnly) {
        MethodReport.Choice choice = report.choice();
        boolean closed =
                choice != null && !choice.holds() && choice.method().key().equals(playbooks.carries(named));
        return closed && purpose == Purpose.REHEARSAL && !evaluateOnly
                ? new Answer(null, closed(report.database(), choice))
                : new Answer(named, null);
    }

    /**
     * Demands what a run copies from to be said where it must be.
     *
     * @throws RefusedException a rehearsal without it, or whose method does not copy from there, or whose playbook would
     *     do what only production may; another run with it
     */
    public void requireSource(
            Purpose purpose, boolean evaluateOnly, @Nullable RehearsalSource source, PlaybookRow playbook) {
        RefusedException.throwIf(RehearsalRules.violation(purpose, evaluateOnly, source, playbooks.carries(playbook)));
        if (purpose == Purpose.REHEARSAL && !evaluateOnly) {
            RefusedException.throwIf(RehearsalRules.reached(
                    playbook.name() + " v" + playbook.version(), playbooks.productionStepsOfRehearsal(playbook)));
        }
    }

    /** The newest approved playbook of the method that is decided, or else preferred. */
    public Answer decided(String program, String database) {
        return decided(desk.methods(program, database));
    }

    private Answer decided(MethodReport report) {
        MethodReport.Choice choice = report.choice();
        if (choice != null && !choice.holds()) {
            return new Answer(null, closed(report.database(), choice));
        }
        return remedyFirst(report).map(refused -> new Answer(null, refused)).orElseGet(() -> meant(report));
    }

    /** The newest approved playbook of the method that is meant, whatever stands against it. */
    private Answer meant(MethodReport report) {
        Method method = report.meant();
        if (method == null) {
            String why = report.assessment().reasons().stream()
                    .filter(reason -> reason.startsWith("Row "))
                    .findFirst()
                    .orElse("no method is open");
            return Answer.no(
                    Reason.NO_METHOD,
                    "No method is open for " + report.database() + ". " + why,
                    "Choose one with a reason, or name a playbook.");
        }
        PlaybookRow playbook = playbooks.newest().get(method);
        return playbook != null
                ? new Answer(playbook, null)
                : Answer.no(
                        Reason.NO_PLAYBOOK,
                        "There is no playbook for " + method.name() + " yet, which is the method of "
                                + report.database() + ": it can be planned, and waits",
                        "Upload and approve one, or choose another method with a reason.");
    }

    /** What stands against a start and was not agreed to by two people. */
    private Optional<Refused> objected(
            String program, MethodReport report, PlaybookRow playbook, Purpose purpose, boolean evaluateOnly) {
        List<Objection> against = waivers.against(program, report, playbook, purpose, evaluateOnly);
        String two = two(program, report, playbook, purpose, against);
        if (two == null) {
            return Optional.empty();
        }
        Refused refused = refused(report, against);
        return Optional.of(new Refused(refused.reason(), refused.why(), (refused.advice() + " " + two).strip()));
    }

    /**
     * What two people may do about what stands against a start; null when nothing does or two agreed to it, empty where
     * nobody may.
     */
    private @Nullable String two(
            String program, MethodReport report, PlaybookRow playbook, Purpose purpose, List<Objection> against) {
        if (against.isEmpty()) {
            return null;
        }
        if (purpose != Purpose.PRODUCTION) {
            return "";
        }
        String carries = playbooks.carries(playbook);
        Optional<StartWaiver> waiver = waivers.last(program, report.database());
        if (waiver.filter(two -> two.covers(against, carries)).isPresent()) {
            return null;
        }
        return waiver.filter(one ->
                        one.agreedBy() == null && one.open(against, carries).isEmpty())
                .map(one -> one.askedBy() + " asked for it: a second person may agree (Methods, Start).")
                .orElse(TWO);
    }

    private static Reason reason(Objection one) {
        return one.code().startsWith(StartRules.INSTEAD)
                ? Reason.OTHER_METHOD
                : one.code().equals(StartRules.UNDECIDED)
                        ? Reason.NO_METHOD
                        : one.code().equals(RehearsalRules.UNREHEARSED) ? Reason.UNREHEARSED : Reason.METHOD_CLOSED;
    }

    private static String advice(Objection one) {
        return switch (reason(one)) {
            case OTHER_METHOD -> "Start without naming a playbook, or change the choice first.";
            case NO_METHOD -> "Choose a method with a reason.";
            case UNREHEARSED -> "Rehearse it.";
            default -> "Remove what closes it, or choose another method.";
        };
    }

    private static Refused refused(MethodReport report, List<Objection> against) {
        Objection first = against.get(0);
        if (reason(first) != Reason.METHOD_CLOSED) {
            return new Refused(reason(first), first.text(), advice(first));
        }
        MethodReport.Choice choice = report.choice();
        if (choice != null && !choice.holds()) {
            return closed(report.database(), choice);
        }
        return remedyFirst(report).orElseGet(() -> {
            Method method = report.meant();
            return new Refused(
                    Reason.METHOD_CLOSED,
                    (method == null ? "" : StartRules.who(report, method) + ". ")
                            + String.join(
                                    "; ", against.stream().map(Objection::text).toList()),
                    advice(first));
        });
    }

    private static Optional<Refused> remedyFirst(MethodReport report) {
        Method method = report.method();
        if (method == null
                || report.choice() != null
                || report.forAll() != null
                || !report.assessment().afterRemedy()) {
            return Optional.empty();
        }
        return Optional.of(new Refused(
                Reason.REMEDY_FIRST,
                method.name() + " is the way across for " + report.database() + ", once this is done: "
                        + String.join("; ", report.assessment().judged(method).remedies()),
                "Do it and run discovery again, or choose the method with a reason, which accepts what closes it."));
    }

    private static Refused closed(String database, MethodReport.Choice choice) {
        return new Refused(
                Reason.CHOICE_CLOSED,
                choice.by() + " chose " + choice.method().name() + " for " + database
                        + ", and since then it is closed by " + String.join("; ", choice.since()),
                "Choose again with a reason, remove what closes it, or take the choice back.");
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
                        + accepted.map(word -> ". " + word.by() + " accepted " + word.percent() + " % at " + word.at()
                                        + ", and what is known has changed since")
                                .orElse(""),
                "Collect it, or have the program manager accept it with a reason."));
    }
}
