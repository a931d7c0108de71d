package io.gulliver.control;

import io.gulliver.assessment.cost.CostModel;
import io.gulliver.assessment.cost.CostRates;
import io.gulliver.assessment.database.DatabaseSizing;
import io.gulliver.assessment.database.MethodReport;
import io.gulliver.assessment.question.DatabaseAssessment;
import io.gulliver.assessment.question.FiveQuestions;
import io.gulliver.assessment.question.ProgramAssessment;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.domain.risk.Risk;
import io.gulliver.persistence.Stores;
import io.gulliver.persistence.playbook.PlaybookRow;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodAssessment;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Answers the five questions for a database and for a program, from what the store holds at this moment. */
public final class AssessmentReports {
    private final Stores stores;
    private final AssessmentDesk desk;
    private final LibraryPlans plans;

    public AssessmentReports(Stores stores, AssessmentDesk desk, LibraryPlans plans) {
        this.stores = stores;
        this.desk = desk;
        this.plans = plans;
    }

    /**
     * The five questions about one database.
     *
     * @throws io.gulliver.persistence.UnknownRowException no such program or database
     * @throws IllegalArgumentException the program's policy on sizing or cost cannot be read
     */
    public DatabaseAssessment database(String program, String database) {
        stores.programs().require(program);
        SourceDatabase source = stores.databases().require(program, database);
        Estate estate = desk.few(program);
        return FiveQuestions.of(
                known(
                        estate,
                        source,
                        stores.risks().ofDatabase(program, source.name()),
                        stores.plans().times(program),
                        books()),
                stores.database().clock().instant());
    }

    /** The five questions about all databases of a program. */
    public ProgramAssessment program(String program) {
        Estate estate = desk.whole(program);
        Map<String, List<StageTimes>> times = stores.plans().times(program);
        Map<Method, Playbook> books = books();
        List<ProgramAssessment.Row> rows = new ArrayList<>();
        Instant end = null;
        int undated = 0;
        for (SourceDatabase database : estate.databases()) {
            rows.add(FiveQuestions.row(known(estate, database, List.of(), times, books)));
            Instant last = plannedTo(times.getOrDefault(database.name(), List.of()));
            undated += last == null ? 1 : 0;
            end = last != null && (end == null || last.isAfter(end)) ? last : end;
        }
        rows.sort(Comparator.comparing(ProgramAssessment.Row::database));
        List<Risk> risks = stores.risks().list(program);
        return FiveQuestions.of(
                program,
                rows,
                risks,
                end,
                undated,
                CostRates.of(estate.program().policy()).currency(),
                stores.database().clock().instant());
    }

    private FiveQuestions.Known known(
            Estate estate,
            SourceDatabase database,
            List<Risk> risks,
            Map<String, List<StageTimes>> times,
            Map<Method, Playbook> books) {
        MethodReport methods = desk.methods(estate, database);
        DatabaseSizing sizing = desk.sizing(estate, database);
        List<StageTimes> stages = times.getOrDefault(database.name(), List.of());
        return new FiveQuestions.Known(
                methods,
                sizing,
                desk.completeness(estate, database),
                CostModel.estimate(
                        quantities(estate.facts(database.name()), methods, sizing, books),
                        CostRates.of(estate.program().policy())),
                estate.durations(database),
                database.profile().outageWindowMinutes(),
                stages.stream()
                        .map(StageTimes::plannedStart)
                        .filter(Objects::nonNull)
                        .min(Comparator.naturalOrder())
                        .orElse(null),
                plannedTo(stages),
                risks);
    }

    private static @Nullable Instant plannedTo(List<StageTimes> stages) {
        return stages.stream()
                .map(StageTimes::plannedEnd)
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    /** The newest approved playbook of each method that has one. */
    private Map<Method, Playbook> books() {
        Map<Method, Playbook> books = new TreeMap<>();
        stores.playbooks().list().stream()
                .filter(row -> row.approvedBy() != null)
                .sorted(Comparator.comparingInt(PlaybookRow::version))
                .map(row -> plans.playbook(row.hash()))
                .forEach(book -> {
                    for (Method method : Method.values()) {
                        if (method.key().equals(book.method())) {
                            books.put(method, book);
                        }
                    }
                });
        return books;
    }

    private static CostModel.Quantities quantities(
            List<Fact> facts, MethodReport methods, DatabaseSizing sizing, Map<Method, Playbook> books) {
        Method method = methods.method();
        Playbook book = method == null ? null : books.get(method);
        MethodAssessment.Outage outage =
                method == null ? null : methods.assessment().judged(method).outage();
        Optional<Fact> cores = find(facts, "host.cores").or(() -> find(facts, "cores"));
        long hosts = find(facts, "host.names")
                .or(() -> find(facts, "source_hosts"))
                .filter(fact -> fact.value() instanceof List<?>)
                .map(fact -> ((List<?>) fact.value()).stream().distinct().count())
                .orElse(1L);
        return new CostModel.Quantities(
                book == null ? null : book.name() + " version " + book.version(),
                book == null ? List.of() : work(book),
                outage,
                book == null ? List.of() : attending(book),
                sizing.cpu().sizing() == null ? null : sizing.cpu().sizing().ifls(),
                sizing.cpu().sizing() == null ? null : sizing.cpu().sizing().iflsWithHeadroom(),
                sizing.storage().sizing() == null
                        ? null
                        : sizing.storage().sizing().capacity(),
                sizing.memory().sizing() == null
                        ? null
                        : sizing.memory().sizing().guest(),
                cores.filter(fact -> fact.value() instanceof Number)
                        .map(fact -> (Double) (((Number) fact.value()).doubleValue() * hosts))
                        .orElse(null),
                cores.map(fact -> fact.name() + (hosts == 1 ? "" : " x " + hosts + " hosts") + ", " + fact.source())
                        .orElse(""),
                find(facts, "source_edition")
                        .map(fact -> String.valueOf(fact.value()))
                        .orElse(null),
                find(facts, "options_used")
                        .filter(fact -> fact.value() instanceof List<?>)
                        .map(fact -> ((List<?>) fact.value())
                                .stream().map(String::valueOf).sorted().toList())
                        .orElse(List.of()),
                method != null && method.replicates());
    }

    private static Optional<Fact> find(List<Fact> facts, String name) {
        return facts.stream().filter(fact -> fact.name().equals(name)).findFirst();
    }

    /** What people do by a playbook, by role and stage. */
    static List<CostModel.Work> work(Playbook book) {
        Map<String, List<Step>> tasks = new TreeMap<>();
        for (Step step : book.steps()) {
            if (step.kind() == StepKind.TASK) {
                tasks.computeIfAbsent(step.stage().ordinal() + "/" + step.role(), key -> new ArrayList<>())
                        .add(step);
            }
        }
        return tasks.values().stream()
                .map(steps -> new CostModel.Work(
                        steps.get(0).role(),
                        steps.get(0).stage().name().toLowerCase(Locale.ROOT),
                        steps.stream()
                                .map(Step::estimate)
                                .filter(Objects::nonNull)
                                .reduce(Duration.ZERO, Duration::plus),
                        steps.size(),
                        (int) steps.stream()
                                .filter(step -> step.estimate() == null)
                                .count()))
                .toList();
    }

    /** Roles that have anything to do while users are out. */
    private static List<String> attending(Playbook book) {
        SortedSet<String> roles = new TreeSet<>();
        book.steps().stream().filter(step -> step.phase() == Phase.OUTAGE).forEach(step -> roles.add(step.role()));
        return List.copyOf(roles);
    }
}
