package io.gulliver.control;

import io.gulliver.assessment.completeness.Completeness;
import io.gulliver.assessment.completeness.NeedList;
import io.gulliver.assessment.database.DatabaseSizing;
import io.gulliver.assessment.database.MethodReport;
import io.gulliver.assessment.database.SizingDesk;
import io.gulliver.assessment.database.SizingPolicy;
import io.gulliver.assessment.database.Subject;
import io.gulliver.assessment.facts.FactReport;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.Landing;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.RefusedException;
import io.gulliver.persistence.Stores;
import io.gulliver.persistence.decision.DecisionRow;
import io.gulliver.persistence.decision.DecisionStore;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodAssessment;
import io.gulliver.planning.method.MethodAssessor;
import io.gulliver.planning.method.MethodDecision;
import io.gulliver.planning.method.ReleaseTable;
import io.gulliver.planning.method.TargetProposal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Answers what is known of a database and what follows from it: facts, completeness, sizing, methods. Reads the store, asks
 * the pure decisions, and keeps what people decide.
 */
public final class AssessmentDesk {
    /** Name of the program's policy entry with the least score: {@code completeness: {threshold: 70}}. */
    public static final String COMPLETENESS = "completeness";

    private final Stores stores;
    private final MethodAssessor assessor = new MethodAssessor(ShippedRules.methods());
    private final ReleaseTable releases = ShippedRules.releases();
    private final SizingDesk sizing = new SizingDesk(ShippedRules.processors(), ShippedRules.arrays());
    private final NeedList needs = ShippedRules.needs();
    private final KnownFacts known;
    private final SizingAge age;
    private final HostLoads loads;

    public AssessmentDesk(Stores stores) {
        this.stores = stores;
        this.known = new KnownFacts(
                stores.programs(),
                stores.databases(),
                stores.landings(),
                stores.facts(),
                stores.database().clock());
        this.age = new SizingAge(stores);
        this.loads = new HostLoads(stores);
    }

    /**
     * Everything known of a database, with age, and what other sources said.
     *
     * @throws io.gulliver.persistence.UnknownRowException no such program or database, as of every method here
     */
    public FactReport facts(String program, String database) {
        String name = require(program, database).name();
        return FactReport.of(
                stores.facts().version(program, name),
                stores.facts().list(program, name),
                stores.facts().words(program, name),
                now());
    }

    /** How much of what sizing, method and plan need is known, and how to get the rest. */
    public Completeness completeness(String program, String database) {
        Program owner = stores.programs().require(program);
        String name = stores.databases().require(program, database).name();
        Map<String, Confidence> confidences = new TreeMap<>();
        known.of(program, name).values().keySet().forEach(fact -> confidences.put(fact, Confidence.DECLARED));
        if (owner.policy().get("facts") instanceof Map<?, ?> told) {
            told.keySet().forEach(fact -> confidences.put(String.valueOf(fact), Confidence.DECLARED));
        }
        stores.facts().list(program, name).forEach(fact -> confidences.put(fact.name(), fact.confidence()));
        return Completeness.of(needs, confidences, threshold(owner));
    }

    /** The least score of a program, or null when it sets none. */
    static @Nullable Integer threshold(Program program) {
        return program.policy().get(COMPLETENESS) instanceof Map<?, ?> map
                        && map.get("threshold") instanceof Number least
                ? (Integer) least.intValue()
                : null;
    }

    /**
     * What the target needs, every figure with how it was found.
     *
     * @throws IllegalArgumentException the program's policy on sizing cannot be read
     */
    public DatabaseSizing sizing(String program, String database) {
        Program owner = stores.programs().require(program);
        SourceDatabase source = stores.databases().require(program, database);
        SizingPolicy policy = SizingPolicy.of(owner.policy());
        Map<String, Landing> landings = new TreeMap<>();
        stores.landings().list(program).forEach(landing -> landings.put(landing.database(), landing));
        Map<String, DecisionRow> choices = stores.decisions().last(program, DecisionRow.Kind.METHOD);
        Subject subject = subject(owner, source, landings, choices);
        List<Subject> beside = new ArrayList<>();
        for (SourceDatabase other : stores.databases().list(program)) {
            if (!other.name().equals(source.name()) && near(other, subject, landings)) {
                beside.add(subject(owner, other, landings, choices));
            }
        }
        return sizing.size(
                subject,
                beside,
                policy,
                stores.facts().version(program, source.name()),
                age.of(program, source.name(), policy.stale()),
                now());
    }

    /** On the same source host by the inventory, or on the same target server. */
    private static boolean near(SourceDatabase other, Subject subject, Map<String, Landing> landings) {
        String host = other.profile().sourceHost();
        if (host != null && Subject.sameHost(host, subject.hosts())) {
            return true;
        }
        Landing landing = landings.get(other.name());
        return landing != null && landing.servers().stream().anyMatch(subject.servers()::contains);
    }

    private Subject subject(
            Program owner, SourceDatabase database, Map<String, Landing> landings, Map<String, DecisionRow> choices) {
        Landing landing = landings.get(database.name());
        Method method = PlanService.chosen(choices.get(database.name()));
        if (method == null) {
            method = stores.plans()
                    .method(database.program(), database.name())
                    .map(row -> row.method() == null ? null : Method.valueOf(row.method()))
                    .orElse(null);
        }
        List<Fact> facts = stores.facts().list(database.program(), database.name());
        return new Subject(
                database.profile(),
                landing == null ? List.of() : landing.servers(),
                landing == null ? database.profile().targetKind() : landing.kind(),
                facts,
                loads.of(database, owner.zone(), facts),
                method != null && method.replicates());
    }

    /** The ways across, ranked, the proposed target, and what a person decided. */
    public MethodReport methods(String program, String database) {
        Program owner = stores.programs().require(program);
        SourceDatabase source = stores.databases().require(program, database);
        List<Fact> facts = stores.facts().list(program, source.name());
        SortedMap<String, Object> read = MethodFacts.of(owner, source, facts);
        Integer minutes = source.profile().outageWindowMinutes();
        MethodAssessment assessment =
                assessor.assess(read, MethodFacts.rates(owner), minutes == null ? null : Duration.ofMinutes(minutes));
        String basis = Json.sha256(Json.write(assessment));
        DecisionRow row = stores.decisions()
                .last(program, source.name(), DecisionRow.Kind.METHOD)
                .orElse(null);
        MethodDecision decision = MethodDecision.of(assessment);
        MethodReport.Choice choice = null;
        Method chosen = PlanService.chosen(row);
        if (row != null && chosen != null) {
            decision = decision.overridden(chosen, row.reason(), row.by(), row.at());
            MethodDecision.Word word = decision.word();
            choice = new MethodReport.Choice(
                    chosen,
                    row.reason(),
                    row.by(),
                    row.at(),
                    row.factsVersion(),
                    row.basis(),
                    !row.basis().equals(basis),
                    word == null ? List.of() : word.accepted());
        }
        return new MethodReport(
                source.name(),
                stores.facts().version(program, source.name()),
                basis,
                assessment,
                TargetProposal.of(read, releases, LocalDate.ofInstant(now(), owner.zone())),
                decision.method(),
                choice,
                row == null ? 0 : row.number());
    }

    /**
     * Takes a method by a person's word, the preferred one too; kept with who, when, why and the assessment's version.
     *
     * @param expected number of the last word that the person saw, 0 for none
     * @throws io.gulliver.persistence.StaleVersionException when somebody decided meanwhile
     * @throws IllegalArgumentException without a reason
     */
    public MethodReport choose(
            String program, String database, Method method, String reason, long expected, String by) {
        MethodReport report = methods(program, database);
        MethodDecision decision = MethodDecision.of(report.assessment()).overridden(method, reason, by, now());
        MethodDecision.Word word = decision.word();
        stores.decisions()
                .add(
                        new DecisionStore.Said(
                                program,
                                report.database(),
                                DecisionRow.Kind.METHOD,
                                method.name(),
                                reason.strip(),
                                by,
                                report.factsVersion(),
                                report.basis(),
                                Map.of(
                                        "preferred",
                                        String.valueOf(report.assessment().preferred()),
                                        "accepted",
                                        word == null ? List.of() : word.accepted())),
                        expected);
        return methods(program, database);
    }

    /**
     * Takes a choice back: the preferred method holds again.
     *
     * @throws io.gulliver.persistence.RefusedException when nobody chose
     * @throws io.gulliver.persistence.StaleVersionException when somebody decided meanwhile
     */
    public MethodReport withdraw(String program, String database, String reason, long expected, String by) {
        MethodReport report = methods(program, database);
        if (report.choice() == null) {
            throw new RefusedException(
                    RefusedException.Kind.NOT_NOW,
                    "Nobody chose a method for " + report.database() + ": there is nothing to take back.");
        }
        stores.decisions()
                .add(
                        new DecisionStore.Said(
                                program,
                                report.database(),
                                DecisionRow.Kind.METHOD,
                                null,
                                reasoned(reason),
                                by,
                                report.factsVersion(),
                                report.basis(),
                                Map.of(
                                        "preferred",
                                        String.valueOf(report.assessment().preferred()))),
                        expected);
        return methods(program, database);
    }

    /** Confirms that a sizing still holds; building may begin, until it goes stale again. */
    public DatabaseSizing confirmSizing(String program, String database, String reason, String by) {
        String name = require(program, database).name();
        String why = reasoned(reason);
        DatabaseSizing seen = sizing(program, name);
        stores.database().inTransaction(() -> {
            long last = stores.decisions()
                    .last(program, name, DecisionRow.Kind.SIZING)
                    .map(DecisionRow::number)
                    .orElse(0L);
            return stores.decisions()
                    .add(
                            new DecisionStore.Said(
                                    program,
                                    name,
                                    DecisionRow.Kind.SIZING,
                                    "CONFIRMED",
                                    why,
                                    by,
                                    seen.factsVersion(),
                                    Json.sha256(Json.write(List.of(
                                            String.valueOf(seen.memory().sizing()),
                                            String.valueOf(seen.cpu().sizing()),
                                            String.valueOf(seen.storage().sizing())))),
                                    age.measured(program, name)),
                            last);
        });
        return sizing(program, name);
    }

    /** Accepts that too little is known of a database for production; holds for the facts of this moment and later ones. */
    public Completeness acceptIncomplete(String program, String database, String reason, String by) {
        String name = require(program, database).name();
        String why = reasoned(reason);
        Completeness seen = completeness(program, name);
        stores.database().inTransaction(() -> {
            long last = stores.decisions()
                    .last(program, name, DecisionRow.Kind.COMPLETENESS)
                    .map(DecisionRow::number)
                    .orElse(0L);
            return stores.decisions()
                    .add(
                            new DecisionStore.Said(
                                    program,
                                    name,
                                    DecisionRow.Kind.COMPLETENESS,
                                    "ACCEPTED",
                                    why,
                                    by,
                                    stores.facts().version(program, name),
                                    Json.sha256(Json.write(seen)),
                                    Map.of("percent", seen.percent())),
                            last);
        });
        return completeness(program, name);
    }

    /** Every decision of people about a database, oldest first. */
    public List<DecisionRow> decisions(String program, String database) {
        return stores.decisions().list(program, require(program, database).name());
    }

    private static String reasoned(String reason) {
        if (reason.isBlank() || reason.length() > 1000) {
            throw new IllegalArgumentException(
                    "A reason of 1 to 1,000 characters is needed: say what the figures do not");
        }
        return reason.strip();
    }

    private SourceDatabase require(String program, String database) {
        stores.programs().require(program);
        return stores.databases().require(program, database);
    }

    private Instant now() {
        return stores.database().clock().instant();
    }
}
