package io.gulliver.service.planning;

import io.gulliver.assessment.completeness.Completeness;
import io.gulliver.assessment.cost.CostModel;
import io.gulliver.assessment.cost.CostRates;
import io.gulliver.assessment.question.DatabaseAssessment;
import io.gulliver.assessment.question.EvidenceSpan;
import io.gulliver.assessment.question.FiveQuestions;
import io.gulliver.assessment.question.ProgramAssessment;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.migration.Phase;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKind;
import io.gulliver.domain.plan.Headline;
import io.gulliver.domain.plan.OutageFigures;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.domain.risk.Risk;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.plan.PlanStore;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.persistence.risk.RiskStore;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.planning.facts.CanonicalFacts;
import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.inputs.DatabaseSizing;
import io.gulliver.planning.inputs.GroupSizing;
import io.gulliver.planning.inputs.Subject;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodReport;
import io.gulliver.planning.schedule.StageDurations;
import io.gulliver.planning.sizing.CpuSizing;
import io.gulliver.planning.sizing.MemorySizing;
import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.Step;
import io.gulliver.service.migration.LibraryPlans;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Answers the five questions for a database and for a program, from what the store holds at this moment. */
public final class AssessmentReports {
    private static final String CLUSTER = "Real Application Clusters";
    private static final int MOST_NAMED = 20;
    private static final Duration DAY = Duration.ofDays(1);

    private final StoreDatabase store;
    private final ProgramStore programs;
    private final DatabaseStore databases;
    private final PlanStore planned;
    private final RiskStore risks;
    private final PlaybookStore playbooks;
    private final AssessmentService desk;
    private final LibraryPlans plans;
    private final PlanService planning;

    public AssessmentReports(
            StoreDatabase store,
            SnapshotReader snapshots,
            RiskStore risks,
            PlaybookStore playbooks,
            AssessmentService desk,
            LibraryPlans plans,
            PlanService planning) {
        this.store = store;
        this.programs = snapshots.programs();
        this.databases = snapshots.databases();
        this.planned = snapshots.plans();
        this.risks = risks;
        this.playbooks = playbooks;
        this.desk = desk;
        this.plans = plans;
        this.planning = planning;
    }

    /**
     * The five questions about one database.
     *
     * @throws io.gulliver.persistence.UnknownRowException no such program or database
     * @throws IllegalArgumentException the program's policy names a machine or an array that no table has
     */
    public DatabaseAssessment database(String program, String database) {
        programs.require(program);
        planning.follow(program);
        SourceDatabase source = databases.require(program, database);
        ProgramSnapshot estate = desk.few(program);
        Judged judged = judge(estate, source, planned.times(program), books(), Set.of());
        Headline headline = planning.headline(program, source.name()).orElse(null);
        return FiveQuestions.of(
                        judged.known(headline, estate.policy().cost(), risks.ofDatabase(program, source.name())),
                        store.now(program))
                .with(headline, desk.memory(estate, source, judged.sizing()));
    }

    /** The five questions about all databases of a program. */
    public ProgramAssessment program(String program) {
        planning.follow(program);
        ProgramSnapshot estate = desk.whole(program);
        Map<String, List<StageTimes>> times = planned.times(program);
        Map<Method, Playbook> books = books();
        CostRates rates = estate.policy().cost();
        List<ProgramAssessment.Row> rows = new ArrayList<>();
        List<CostModel.Moved> moved = new ArrayList<>();
        Map<String, CostModel.SourceHost> hosts = new TreeMap<>();
        Map<String, CostModel.Server> servers = new TreeMap<>();
        Map<String, Lacking> lacks = new TreeMap<>();
        EvidenceSpan span = EvidenceSpan.NONE;
        Instant end = null;
        int undated = 0;
        Map<String, Headline> headlines = planning.headlines(program);
        for (SourceDatabase database : estate.databases()) {
            Judged judged = judge(estate, database, times, books, servers.keySet());
            Headline headline = headlines.get(database.name());
            rows.add(FiveQuestions.row(judged.known(headline, rates, List.of()))
                    .with(headline, desk.memory(estate, database, judged.sizing())));
            moved.add(judged.landing());
            judged.hosts().forEach(host -> hosts.merge(host.name(), host, AssessmentReports::surer));
            servers.putIfAbsent(judged.server().name(), judged.server());
            judged.completeness()
                    .missing()
                    .forEach(need -> lacks.computeIfAbsent(
                                    need.need(), id -> new Lacking(need.title(), need.how(), new TreeSet<>()))
                            .databases()
                            .add(database.name()));
            span = span.plus(judged.span());
            Instant last = judged.plannedTo();
            undated += last == null ? 1 : 0;
            end = last != null && (end == null || last.isAfter(end)) ? last : end;
        }
        rows.sort(Comparator.comparing(ProgramAssessment.Row::database));
        return FiveQuestions.of(
                new FiveQuestions.KnownOfAll(
                        program,
                        estate.program().title(),
                        rows,
                        CostModel.estimate(
                                new CostModel.Quantities(
                                        moved, List.copyOf(hosts.values()), List.copyOf(servers.values())),
                                rates),
                        risks.list(program),
                        end,
                        undated,
                        lacks.values().stream()
                                .sorted(Comparator.comparingInt((Lacking one) ->
                                                -one.databases().size())
                                        .thenComparing(Lacking::what))
                                .map(one -> new ProgramAssessment.Lack(
                                        one.what(),
                                        one.how(),
                                        one.databases().size(),
                                        one.databases().stream()
                                                .limit(MOST_NAMED)
                                                .toList()))
                                .toList(),
                        span),
                store.now(program));
    }

    private record Lacking(String what, String how, SortedSet<String> databases) {}

    /** Databases on one host may know different things of it. */
    private static CostModel.SourceHost surer(CostModel.SourceHost one, CostModel.SourceHost two) {
        Double first = one.cores();
        Double second = two.cores();
        return first == null || second != null && second > first ? two : one;
    }

    /**
     * What was judged of a database.
     *
     * @param landing what its move takes
     * @param alone its server if nothing else landed there
     * @param server with all that lands there
     * @param plannedFrom start of its first stage by the plan, or null
     * @param span of its evidence
     */
    private record Judged(
            SourceDatabase database,
            MethodReport methods,
            DatabaseSizing sizing,
            Completeness completeness,
            StageDurations durations,
            CostModel.Moved landing,
            List<CostModel.SourceHost> hosts,
            CostModel.Server alone,
            CostModel.Server server,
            @Nullable Instant plannedFrom,
            EvidenceSpan span) {
        /** @param headline null for a database that is gone again */
        FiveQuestions.Known known(@Nullable Headline headline, CostRates rates, List<Risk> risks) {
            return new FiveQuestions.Known(
                    methods,
                    sizing,
                    completeness,
                    CostModel.estimate(new CostModel.Quantities(List.of(landing), hosts, List.of(alone)), rates),
                    durations,
                    headline == null ? OutageFigures.NONE : headline.outages(),
                    plannedFrom,
                    landing.ends(),
                    risks,
                    span);
        }

        @Nullable
        Instant plannedTo() {
            return landing.ends();
        }
    }

    /** @param counted servers whose group is known already */
    private Judged judge(
            ProgramSnapshot estate,
            SourceDatabase database,
            Map<String, List<StageTimes>> times,
            Map<Method, Playbook> books,
            Set<String> counted) {
        MethodReport methods = desk.methods(estate, database);
        List<Fact> told = estate.evidence(database.name());
        CanonicalFacts facts = MethodFacts.resolved(estate.policy(), database, told);
        List<CostModel.SourceHost> hosts = hosts(estate.subject(database), facts);
        List<String> landed = estate.subject(database).servers();
        String name = landed.isEmpty() ? database.name() : landed.get(0);
        DatabaseSizing sizing = desk.sizing(estate, database, counted.contains(name));
        CostModel.Server alone =
                server(name, sizing.cpu().sizing(), sizing.memory().sizing(), List.of());
        GroupSizing group = sizing.group();
        List<StageTimes> stages = times.getOrDefault(database.name(), List.of());
        Method method = methods.method();
        Playbook book = method == null ? null : books.get(method);
        return new Judged(
                database,
                methods,
                sizing,
                desk.completeness(estate, database),
                estate.durations(database),
                new CostModel.Moved(
                        database.name(),
                        book == null ? null : book.name() + " version " + book.version(),
                        book == null ? List.of() : work(book),
                        methods.outage(),
                        book == null ? List.of() : attending(book),
                        sizing.storage().sizing() == null
                                ? null
                                : brief(sizing.storage().sizing().capacity()),
                        hosts.stream().map(CostModel.SourceHost::name).toList(),
                        name,
                        text(facts, "source_edition"),
                        options(facts, methods.target().shape()),
                        method != null && method.replicates(),
                        planned(stages, Stage.BUILD, StageTimes::plannedStart, Comparator.naturalOrder()),
                        planned(stages, null, StageTimes::plannedEnd, Comparator.reverseOrder())),
                hosts,
                alone,
                group == null
                        ? alone
                        : server(name, group.cpu().sizing(), group.memory().sizing(), group.notSized()),
                planned(stages, null, StageTimes::plannedStart, Comparator.naturalOrder()),
                EvidenceSpan.of(told));
    }

    private static @Nullable Instant planned(
            List<StageTimes> stages,
            @Nullable Stage stage,
            Function<StageTimes, @Nullable Instant> moment,
            Comparator<Instant> first) {
        return stages.stream()
                .filter(one -> stage == null || one.stage() == stage)
                .map(moment)
                .filter(Objects::nonNull)
                .min(first)
                .orElse(null);
    }

    private static CostModel.Server server(
            String name, @Nullable CpuSizing cpu, @Nullable MemorySizing memory, List<String> without) {
        return new CostModel.Server(
                name,
                cpu == null ? null : brief(cpu.ifls()),
                cpu == null || cpu.iflsWithHeadroom() == null ? null : brief(cpu.iflsWithHeadroom()),
                cpu == null ? null : (Double) cpu.ifls().exact(),
                memory == null ? null : brief(memory.guest()),
                without);
    }

    /** A figure without the tree of what went in: a program has thousands of them. */
    private static Derivation brief(Derivation figure) {
        return new Derivation(
                figure.name(),
                figure.value(),
                figure.unit(),
                figure.exact(),
                figure.source(),
                figure.formula(),
                figure.rounding(),
                List.of(),
                List.of());
    }

    /** What is in use and licensed by itself; a cluster is in use also where no statistics of features say so. */
    private static List<CostModel.Option> options(CanonicalFacts facts, String shape) {
        SortedSet<String> products = new TreeSet<>();
        CanonicalFacts.Known used = facts.find("options_used");
        if (used != null && used.value() instanceof List<?> list) {
            list.forEach(one -> products.add(String.valueOf(one)));
        }
        if ("rac".equals(text(facts, "source_topology"))) {
            products.add(CLUSTER);
        }
        return products.stream()
                .map(product -> new CostModel.Option(product, !product.equals(CLUSTER) || shape.equals("rac")))
                .toList();
    }

    /** Source hosts with what is known of each; one whose name nobody said stands under the database's. */
    private static List<CostModel.SourceHost> hosts(Subject subject, CanonicalFacts facts) {
        CanonicalFacts.Known cores = facts.find("host.cores");
        Double number = number(cores);
        Double sockets = number(facts.find("host.sockets"));
        String source =
                cores == null ? "" : cores.told().name() + ", " + cores.told().source();
        SortedSet<String> names = subject.hosts();
        return (names.isEmpty() ? List.of("host of " + subject.name()) : List.copyOf(names))
                .stream()
                        .map(name -> new CostModel.SourceHost(name, number, sockets, source))
                        .toList();
    }

    private static @Nullable Double number(CanonicalFacts.@Nullable Known known) {
        return known != null && known.value() instanceof Number number ? (Double) number.doubleValue() : null;
    }

    private static @Nullable String text(CanonicalFacts facts, String name) {
        CanonicalFacts.Known known = facts.find(name);
        return known == null ? null : String.valueOf(known.value());
    }

    /** The newest approved playbook of each method that has one. */
    private Map<Method, Playbook> books() {
        Map<Method, Playbook> books = new TreeMap<>();
        playbooks.list().stream()
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

    /**
     * What people do by a playbook, by role and stage; without what lies in the outage, where everybody with a part in it
     * is present all the time. A gate of four eyes is work of two.
     */
    static List<CostModel.Work> work(Playbook book) {
        Map<String, List<Step>> byRole = new TreeMap<>();
        for (Step step : book.steps()) {
            if ((step.kind() == StepKind.TASK || step.kind() == StepKind.GATE) && step.phase() != Phase.OUTAGE) {
                byRole.computeIfAbsent(step.stage().ordinal() + "/" + step.role(), key -> new ArrayList<>())
                        .add(step);
            }
        }
        return byRole.values().stream().map(AssessmentReports::work).toList();
    }

    private static CostModel.Work work(List<Step> steps) {
        Duration time = Duration.ZERO;
        double days = 0;
        int tasks = 0;
        int gates = 0;
        int openTasks = 0;
        int openGates = 0;
        for (Step step : steps) {
            int persons = step.fourEyes() ? 2 : 1;
            boolean gate = step.kind() == StepKind.GATE;
            Duration estimate = step.estimate();
            tasks += gate ? 0 : persons;
            gates += gate ? persons : 0;
            if (estimate != null && estimate.compareTo(DAY) >= 0) {
                days += (double) estimate.toMinutes() / DAY.toMinutes() * persons;
            } else if (estimate != null) {
                time = time.plus(estimate.multipliedBy(persons));
            } else {
                openTasks += gate ? 0 : persons;
                openGates += gate ? persons : 0;
            }
        }
        return new CostModel.Work(
                steps.get(0).role(),
                steps.get(0).stage().name().toLowerCase(Locale.ROOT),
                time,
                days,
                tasks,
                gates,
                openTasks,
                openGates);
    }

    /** Roles that have anything to do while users are out. */
    private static List<String> attending(Playbook book) {
        SortedSet<String> roles = new TreeSet<>();
        book.steps().stream().filter(step -> step.phase() == Phase.OUTAGE).forEach(step -> roles.add(step.role()));
        return List.copyOf(roles);
    }
}
