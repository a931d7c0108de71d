package io.gulliver.service.planning;

import io.gulliver.assessment.change.FactChanges;
import io.gulliver.assessment.change.VerdictChange;
import io.gulliver.assessment.completeness.Completeness;
import io.gulliver.assessment.completeness.NeedList;
import io.gulliver.assessment.facts.FactReport;
import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.assessment.policy.ServerPlaces;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.Landing;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.estate.TargetKind;
import io.gulliver.domain.people.RuleViolation;
import io.gulliver.domain.plan.Headline;
import io.gulliver.domain.plan.Rates;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.decision.DecisionStore;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.facts.FactStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.persistence.view.DecisionRow;
import io.gulliver.planning.facts.KnownSize;
import io.gulliver.planning.inputs.DatabaseSizing;
import io.gulliver.planning.inputs.LoadReport;
import io.gulliver.planning.inputs.Part;
import io.gulliver.planning.inputs.SgaProposal;
import io.gulliver.planning.inputs.SizingDecision;
import io.gulliver.planning.inputs.SizingPlanner;
import io.gulliver.planning.inputs.SizingPolicy;
import io.gulliver.planning.inputs.Subject;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodAssessment;
import io.gulliver.planning.method.MethodAssessor;
import io.gulliver.planning.method.MethodReport;
import io.gulliver.planning.method.ReleaseTable;
import io.gulliver.planning.method.TargetProposal;
import io.gulliver.planning.method.TopologyProposal;
import io.gulliver.planning.method.TopologyRules;
import io.gulliver.planning.rate.RateResolver;
import io.gulliver.planning.sizing.AcceptedSizing;
import io.gulliver.planning.sizing.BoundSizing;
import io.gulliver.planning.sizing.BuildFigure;
import io.gulliver.planning.sizing.BuildSizes;
import io.gulliver.planning.sizing.GuestMemory;
import io.gulliver.planning.sizing.MemorySizing;
import io.gulliver.service.migration.KnownFacts;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Answers what is known of a database and what follows from it: facts, completeness, sizing, methods. Reads the store, asks
 * the pure decisions, and keeps what people decide.
 */
public final class AssessmentService {
    private final SnapshotReader snapshots;
    private final ProgramStore programs;
    private final DatabaseStore databases;
    private final FactStore facts;
    private final DecisionStore decisions;
    private final StoreDatabase database;
    private final MethodAssessor assessor;
    private final ReleaseTable releases;
    private final SizingPlanner sizing;
    private final NeedList needs;
    private final SizingAge age;
    private final TopologyRules topology;
    private final SortedSet<TargetKind> hypervisors;

    /** @param hypervisors kinds of servers that the landscape can build */
    public AssessmentService(
            StoreDatabase database,
            SnapshotReader snapshots,
            SizingAge age,
            RuleTables tables,
            SortedSet<TargetKind> hypervisors) {
        this.topology = tables.topology();
        this.hypervisors = new TreeSet<>(hypervisors);
        this.database = database;
        this.snapshots = snapshots;
        this.programs = snapshots.programs();
        this.databases = snapshots.databases();
        this.facts = snapshots.facts();
        this.decisions = snapshots.decisions();
        this.assessor = new MethodAssessor(tables.methods());
        this.releases = tables.releases();
        this.sizing = new SizingPlanner(tables.processors(), tables.arrays(), MethodFacts.RESOLVER);
        this.needs = tables.needs();
        this.age = age;
    }

    /**
     * Everything known of a database, with age, and what other sources said.
     *
     * @throws io.gulliver.persistence.UnknownRowException no such program or database, as of every method here
     */
    public FactReport facts(String program, String database) {
        String name = require(program, database).name();
        return FactReport.of(
                this.facts.version(program, name),
                this.facts.list(program, name),
                this.facts.words(program, name),
                now(program));
    }

    /** How much of what sizing, method and plan need is known, and how to get the rest. */
    public Completeness completeness(String program, String database) {
        SourceDatabase source = require(program, database);
        return completeness(few(program), source);
    }

    Completeness completeness(ProgramSnapshot estate, SourceDatabase source) {
        Map<String, Confidence> confidences = new TreeMap<>();
        KnownFacts.told(source.profile(), estate.landing(source.name()))
                .keySet()
                .forEach(fact -> confidences.put(fact, Confidence.DECLARED));
        MethodFacts.resolved(estate.policy(), source, estate.evidence(source.name()))
                .known()
                .forEach((name, known) -> confidences.put(name, known.confidence()));
        return Completeness.of(needs, confidences, estate.policy().completeness());
    }

    /** Databases of which less is known than the program wants, by name; none when it wants nothing. */
    List<String> incomplete(String program) {
        if (policy(program).completeness() == null) {
            return List.of();
        }
        ProgramSnapshot estate = whole(program);
        return estate.databases().stream()
                .filter(database -> completeness(estate, database).below())
                .map(SourceDatabase::name)
                .toList();
    }

    private ProgramPolicy policy(String program) {
        return ProgramPolicy.of(programs.require(program));
    }

    /**
     * What the target needs, every figure with how it was found.
     *
     * @throws IllegalArgumentException the program's policy names a machine or an array that no table has
     */
    public DatabaseSizing sizing(String program, String database) {
        SourceDatabase source = require(program, database);
        return sizing(few(program), source, false);
    }

    /** @param alone whether the server's group is of no interest, because it was counted with another database of it */
    DatabaseSizing sizing(ProgramSnapshot estate, SourceDatabase source, boolean alone) {
        SizingPolicy policy = estate.policy().sizing();
        Subject subject = estate.subject(source);
        return sizing.size(
                subject,
                estate.beside(subject, alone),
                policy,
                estate.factsVersion(source.name()),
                age.of(
                        source.program(),
                        estate.sizings(source.name()),
                        MethodFacts.resolved(estate.policy(), source, estate.evidence(source.name())),
                        estate.confirmed(source.name()),
                        policy.stale()),
                now(source.program()));
    }

    /** What the rules on methods read of a database: inventory, the program's word, collected data, by name. */
    public SortedMap<String, Object> methodFacts(String program, String database) {
        SourceDatabase source = databases.require(program, database);
        return MethodFacts.of(policy(program), source, few(program).evidence(source.name()));
    }

    /** What is known of a database by collected data, each fact once with the word that every decision reads. */
    public List<Fact> known(String program, String database) {
        return MethodFacts.RESOLVER.once(
                snapshots.collected().of(program, require(program, database).name()));
    }

    /** The ways across, ranked, the proposed target, and what a person decided. */
    public MethodReport methods(String program, String database) {
        SourceDatabase source = require(program, database);
        MethodReport report = methods(few(program), source);
        List<String> differing = differing(program, source.name());
        return differing.isEmpty() ? report : report.with(report.assessment().with(differing));
    }

    /** Facts that rules read and on which sources differ: the newest word holds, and a person should know that. */
    private List<String> differing(String program, String database) {
        Set<String> reads = new TreeSet<>(assessor.reads());
        reads.addAll(MethodFacts.standIns(reads));
        FactReport report = facts(program, database);
        return report.facts().stream()
                .filter(fact -> fact.contradicted() && reads.contains(fact.name()))
                .map(fact -> "Sources differ on " + fact.name() + ": " + fact.value() + " by " + fact.source()
                        + " of " + fact.at() + " holds; "
                        + fact.others().stream()
                                .filter(FactReport.Word::differs)
                                .map(word -> word.value() + " said " + word.source() + " of " + word.at())
                                .collect(Collectors.joining("; ")))
                .toList();
    }

    MethodReport methods(ProgramSnapshot estate, SourceDatabase source) {
        List<Fact> evidence = estate.evidence(source.name());
        SortedMap<String, Object> read = MethodFacts.of(estate.policy(), source, evidence);
        ProgramPolicy policy = estate.policy();
        Rates rates = estate.rates().of(source.name());
        Rates judging = judging(policy, rates);
        MethodAssessment assessment = assessor.assess(read, judging, MethodFacts.window(policy, source.profile()));
        List<String> problems = MethodFacts.problems(estate.policy(), source, evidence);
        if (!problems.isEmpty()) {
            assessment = assessment.with(problems);
        }
        String basis = Json.sha256(Json.write(assessment));
        // the plan counts by its own rates
        MethodAssessment timed = rates.equals(judging)
                ? assessment
                : assessor.assess(read, rates, MethodFacts.window(estate.policy(), source.profile()));
        DecisionRow row = estate.choice(source.name());
        MethodReport.Choice choice = null;
        ChosenMethod chosen = ChosenMethod.of(row, assessment);
        Method method = ChosenMethod.decided(chosen, estate.policy(), assessment);
        if (row != null && chosen != null) {
            choice = new MethodReport.Choice(
                    chosen.method(),
                    row.reason(),
                    row.by(),
                    row.at(),
                    row.factsVersion(),
                    row.basis(),
                    !row.basis().equals(basis),
                    chosen.accepted(),
                    chosen.since());
            if (!chosen.holds()) {
                assessment = assessment.with(List.of(chosen.broken()));
            }
        }
        return new MethodReport(
                source.name(),
                estate.factsVersion(source.name()),
                basis,
                assessment,
                TargetProposal.of(
                        read,
                        releases,
                        LocalDate.ofInstant(
                                now(estate.program().key()), estate.program().zone()),
                        topology(estate, estate.landers(source.name()))),
                method,
                choice,
                estate.policy().forAll(),
                row == null ? 0 : row.number(),
                method == null ? null : timed.judged(method).outage());
    }

    /** Partition or guest of z/VM for a server of a program, by all that land there; open while nobody does. */
    public TopologyProposal topology(String program, String server) {
        return topology(few(program), server);
    }

    /** The same of what was read already. */
    TopologyProposal topology(ProgramSnapshot estate, String server) {
        return topology(estate, estate.landersOn(server));
    }

    private TopologyProposal topology(ProgramSnapshot estate, SortedSet<String> names) {
        List<TopologyProposal.Lander> landers = estate.databases().stream()
                .filter(database -> names.contains(database.name()))
                .map(database -> lander(estate, database))
                .toList();
        return landers.isEmpty() ? TopologyProposal.open() : TopologyProposal.of(landers, hypervisors, topology);
    }

    private static TopologyProposal.Lander lander(ProgramSnapshot estate, SourceDatabase database) {
        Landing landing = estate.landing(database.name());
        AcceptedSizing accepted = estate.accepted(database.name());
        long ifls = accepted == null ? 0 : accepted.sizes().value(BuildFigure.IFLS);
        long sga = accepted == null ? 0 : accepted.sizes().value(BuildFigure.SGA);
        Object known = MethodFacts.of(estate.policy(), database, estate.evidence(database.name()))
                .get("sga_max_mb");
        return new TopologyProposal.Lander(
                database.name(),
                landing == null || landing.kind() == null ? database.profile().targetKind() : landing.kind(),
                database.profile().environment(),
                database.profile().criticality(),
                sga > 0 ? (Double) (double) sga : known instanceof Number number ? (Double) number.doubleValue() : null,
                ifls > 0 ? ifls : null);
    }

    /** How large a database is, by whoever knows it best; empty while nobody said it. */
    public Optional<Headline.Size> size(String program, String database) {
        SourceDatabase source = require(program, database);
        return size(few(program), source);
    }

    Optional<Headline.Size> size(ProgramSnapshot estate, SourceDatabase source) {
        return KnownSize.of(MethodFacts.resolved(estate.policy(), source, estate.evidence(source.name())));
    }

    /** Accepts a sizing as it stands: what is built from then on; building may begin, until it goes stale again. */
    public DatabaseSizing confirmSizing(String program, String database, String reason, String by) {
        String name = require(program, database).name();
        return acceptSizing(program, name, sizing(program, name).build(), reason, by);
    }

    /**
     * Accepts figures that a database is built with.
     *
     * @param sizes what binds from then on
     */
    DatabaseSizing acceptSizing(String program, String database, BuildSizes sizes, String reason, String by) {
        String name = require(program, database).name();
        DatabaseSizing seen = sizing(program, name);
        List<String> basis = List.of(
                String.valueOf(seen.memory().sizing()),
                String.valueOf(seen.cpu().sizing()),
                String.valueOf(seen.storage().sizing()),
                String.valueOf(seen.files().sizing()),
                String.valueOf(sizes.content()));
        say(program, name, DecisionRow.Kind.SIZING, "CONFIRMED", reason, by, basis, () -> {
            Map<String, Object> content = new TreeMap<>(age.measured(program, name));
            content.putAll(sizes.content());
            return content;
        });
        return sizing(program, name);
    }

    /** The sizing that a person accepted last for a database, or empty. */
    public Optional<AcceptedSizing> acceptedSizing(String program, String database) {
        return Optional.ofNullable(
                few(program).accepted(require(program, database).name()));
    }

    /** How much memory the guest of a database gets; empty while it cannot be sized. */
    public Optional<GuestMemory> memory(String program, String database) {
        SourceDatabase source = require(program, database);
        ProgramSnapshot estate = few(program);
        return Optional.ofNullable(memory(estate, source, sizing(estate, source, true)));
    }

    @Nullable
    GuestMemory memory(ProgramSnapshot estate, SourceDatabase source, DatabaseSizing sized) {
        AcceptedSizing accepted = estate.accepted(source.name());
        MemorySizing bound = null;
        if (accepted != null) {
            BuildSizes sizes =
                    BoundSizing.of(sized.build(), accepted, BuildSizes.NONE).sizes();
            bound = server(estate, List.of(estate.subject(source)), Map.of(source.name(), sizes))
                    .sizing();
        }
        return GuestMemory.of(sized.memory().sizing(), bound, accepted);
    }

    /** Memory of a server that holds these databases and nothing else, with the figures that they are built with. */
    Part<MemorySizing> server(ProgramSnapshot estate, List<Subject> members, Map<String, BuildSizes> bound) {
        boolean asm = members.stream()
                .flatMap(member -> member.servers().stream())
                .anyMatch(server -> ServerPlaces.onAsm(
                        estate.policy().shared("server", server).facts()));
        return sizing.server(members, bound, estate.policy().sizing(), asm);
    }

    /** What of the processors of a server that holds these databases nobody can build; empty else. */
    List<String> refusals(ProgramSnapshot estate, List<Subject> members, long ifls) {
        return sizing.refusals(members, Math.toIntExact(ifls), estate.policy().sizing());
    }

    /**
     * Decides whether work of no database on the source hosts moves with a database; holds until somebody decides anew.
     *
     * @param moves whether it moves; it stays behind or ends otherwise
     * @throws RefusedException the same work moves with another database already
     */
    public DatabaseSizing decideOtherWork(String program, String database, boolean moves, String reason, String by) {
        String name = require(program, database).name();
        ProgramSnapshot estate = few(program);
        DatabaseSizing seen = sizing(estate, databases.require(program, name), false);
        LoadReport load = seen.load();
        if (load == null || load.other() == null) {
            throw new RefusedException(
                    RuleViolation.Kind.NOT_NOW,
                    "Nobody knows of other work on the hosts of " + name
                            + ": its own CPU was not measured. Upload an AWR Miner capture, or run its discovery.");
        }
        if (moves) {
            refuseTwice(estate, name, load.shared());
        }
        say(
                program,
                name,
                DecisionRow.Kind.OTHER_WORK,
                moves ? SizingDecision.MOVES : SizingDecision.STAYS,
                reason,
                by,
                String.valueOf(load.other()),
                () -> Map.of(
                        "hosts", load.other().hosts(), "cores", load.other().cores()));
        return sizing(program, name);
    }

    private static void refuseTwice(ProgramSnapshot estate, String name, List<String> hosts) {
        for (SourceDatabase other : estate.databases()) {
            if (other.name().equals(name)) {
                continue;
            }
            SizingDecision word = estate.otherWork(other.name());
            if (word != null && word.decided().equals(SizingDecision.MOVES)) {
                List<String> both = estate.hosts(other).stream()
                        .filter(host -> hosts.stream().map(Subject::host).anyMatch(host::equals))
                        .toList();
                if (!both.isEmpty()) {
                    throw new RefusedException(
                            RuleViolation.Kind.NOT_NOW,
                            "The other work of " + String.join(", ", both) + " moves with " + other.name()
                                    + " already (" + word.by() + ": " + word.reason()
                                    + "). Decide there that it stays, then decide here.");
                }
            }
        }
    }

    /**
     * Decides which SGA an instance gets; holds until somebody decides anew.
     *
     * @param choice {@link SizingDecision#CURRENT}, {@link SizingDecision#ADVICE}, or a size in MB
     * @throws IllegalArgumentException another choice, or an advice that there is none of
     */
    public DatabaseSizing decideSga(String program, String database, String choice, String reason, String by) {
        String name = require(program, database).name();
        String word = choice.strip().toUpperCase(Locale.ROOT);
        if (!word.equals(SizingDecision.CURRENT)
                && !word.equals(SizingDecision.ADVICE)
                && !word.matches("[1-9][0-9]{1,8}")) {
            throw new IllegalArgumentException(
                    "'" + choice + "' is no SGA: give CURRENT, ADVICE, or whole MB such as 16384");
        }
        DatabaseSizing seen = sizing(program, name);
        SgaProposal sga = seen.sga();
        if (sga == null || word.equals(SizingDecision.ADVICE) && sga.advised() == null) {
            throw new IllegalArgumentException(
                    sga == null
                            ? "The SGA of " + name + " is not known: run discovery, or upload an AWR Miner capture"
                            : sga.note() + ": give CURRENT or a size in MB");
        }
        say(
                program,
                name,
                DecisionRow.Kind.SGA,
                word,
                reason,
                by,
                sga.told(),
                () -> Map.of(
                        "currentMb",
                        sga.current().value(),
                        "plannedMb",
                        sga.planned().value()));
        return sizing(program, name);
    }

    /** The outage that users of a database may see, by its inventory line or the tag that the program names; empty if nobody said. */
    public Optional<Duration> window(String program, String database) {
        return Optional.ofNullable(
                MethodFacts.window(policy(program), require(program, database).profile()));
    }

    /** Accepts that too little is known of a database for production; holds as long as the same is known, and no more. */
    public Completeness acceptIncomplete(String program, String database, String reason, String by) {
        String name = require(program, database).name();
        Completeness seen = completeness(program, name);
        Map<String, Object> details = Map.of("percent", seen.percent());
        say(program, name, DecisionRow.Kind.COMPLETENESS, "ACCEPTED", reason, by, seen, () -> details);
        return seen;
    }

    /**
     * Who accepted last that too little is known of a database.
     *
     * @param by whom
     * @param at when
     * @param reason in their words
     * @param percent known then
     * @param holds whether what is known is what was accepted; otherwise somebody must look again
     */
    public record Accepted(String by, Instant at, String reason, int percent, boolean holds) {}

    /** Who accepted last that too little is known, or empty. */
    public Optional<Accepted> accepted(String program, String database) {
        String name = require(program, database).name();
        return this.decisions
                .last(program, name, DecisionRow.Kind.COMPLETENESS)
                .filter(row -> row.decided() != null)
                .map(row -> new Accepted(
                        row.by(),
                        row.at(),
                        row.reason(),
                        row.content().get("percent") instanceof Number percent ? percent.intValue() : 0,
                        row.basis().equals(Json.sha256(Json.write(completeness(program, name))))));
    }

    /**
     * What changed of a database between two days, each meant in the program's zone: what was true at its end.
     *
     * @param until null for today
     * @throws IllegalArgumentException when the second does not lie after the first, or one is no day of a database
     */
    public FactChanges changes(String program, String database, LocalDate from, @Nullable LocalDate until) {
        SourceDatabase source = require(program, database);
        String name = source.name();
        ZoneId zone = programs.require(program).zone();
        LocalDate to = until == null ? LocalDate.ofInstant(now(program), zone) : until;
        if (!to.isAfter(from)) {
            throw new IllegalArgumentException("The second day, " + to + ", does not lie after the first, " + from);
        }
        Instant first = end(from, zone);
        Instant last = end(to, zone);
        List<Fact> then = snapshots.collected().asOf(program, name, first);
        List<Fact> now = snapshots.collected().asOf(program, name, last);
        ProgramPolicy policy = policy(program);
        Rates rates = judging(
                policy, new RateResolver(policy.rates(), snapshots.rates().list(program)).of(name));
        return FactChanges.of(first, last, zone, MethodFacts.RESOLVER.once(then), MethodFacts.RESOLVER.once(now))
                .with(VerdictChange.of(
                        judged(policy, rates, source, then),
                        judged(policy, rates, source, now),
                        MethodFacts.resolved(policy, source, then),
                        MethodFacts.resolved(policy, source, now),
                        assessor.reads()));
    }

    private MethodAssessment judged(ProgramPolicy policy, Rates rates, SourceDatabase source, List<Fact> facts) {
        return assessor.assess(
                MethodFacts.of(policy, source, facts), rates, MethodFacts.window(policy, source.profile()));
    }

    /** A landscape to practise on is judged by the rates of a real one; everybody else by the one set. */
    private static Rates judging(ProgramPolicy policy, Rates rates) {
        return policy.judging().equals(policy.rates()) ? rates : policy.judging();
    }

    private static Instant end(LocalDate day, ZoneId zone) {
        if (day.getYear() < 1980 || day.getYear() > 9998) {
            throw new IllegalArgumentException(day + " is no date of a database, wanted for example 2026-03-01");
        }
        return day.plusDays(1).atStartOfDay(zone).toInstant().minusNanos(1000);
    }

    /** What the store holds of a program, for whoever looks at all its databases. */
    ProgramSnapshot whole(String program) {
        return snapshots.whole(program);
    }

    /** The same for whoever looks at one database and those beside it. */
    ProgramSnapshot few(String program) {
        return snapshots.few(program);
    }

    /** Every decision of people about a database, oldest first. */
    public List<DecisionRow> decisions(String program, String database) {
        return this.decisions.list(program, require(program, database).name());
    }

    /** Records a word that needs no number seen before: it follows the last of its kind, whatever that was. */
    private void say(
            String program,
            String database,
            DecisionRow.Kind kind,
            String outcome,
            String reason,
            String by,
            Object basis,
            Supplier<Map<String, Object>> details) {
        String why = reasoned(reason);
        this.database.inTransaction(() -> {
            long last = this.decisions
                    .last(program, database, kind)
                    .map(DecisionRow::number)
                    .orElse(0L);
            return this.decisions.add(
                    new DecisionStore.NewDecision(
                            program,
                            database,
                            kind,
                            outcome,
                            why,
                            by,
                            this.facts.version(program, database),
                            Json.sha256(Json.write(basis)),
                            details.get()),
                    last);
        });
    }

    /** @throws IllegalArgumentException when it is empty or too long */
    static String reasoned(String reason) {
        if (reason.isBlank() || reason.length() > 1000) {
            throw new IllegalArgumentException(
                    "A reason of 1 to 1,000 characters is needed: say what the figures do not");
        }
        return reason.strip();
    }

    private SourceDatabase require(String program, String database) {
        programs.require(program);
        return databases.require(program, database);
    }

    Instant now(String program) {
        return this.database.now(program);
    }
}
