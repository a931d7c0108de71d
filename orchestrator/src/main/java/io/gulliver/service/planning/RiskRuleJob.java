package io.gulliver.service.planning;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.assessment.risk.RaisedRisk;
import io.gulliver.assessment.risk.RiskInputs;
import io.gulliver.assessment.risk.RiskRules;
import io.gulliver.domain.estate.ClientConnection;
import io.gulliver.domain.estate.Fact;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.Headline;
import io.gulliver.domain.plan.PlanBreak;
import io.gulliver.domain.plan.StageProgress;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.domain.program.Program;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.domain.risk.Risk;
import io.gulliver.domain.risk.RiskState;
import io.gulliver.domain.risk.RiskStatement;
import io.gulliver.persistence.StaleVersionException;
import io.gulliver.persistence.connection.ConnectionStore;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.facts.FactStore;
import io.gulliver.persistence.plan.PlanStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.persistence.risk.RiskStore;
import io.gulliver.persistence.view.EstateViews;
import io.gulliver.persistence.view.PlanBars;
import io.gulliver.persistence.view.PlanReader.MethodRow;
import io.gulliver.service.collection.ConnectionService;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a program from time to time and lets the rules raise and close risks. What people changed stays: a rule follows
 * only which databases its risk concerns, reopens what it closed itself, and opens a proposed one when it becomes urgent.
 */
public final class RiskRuleJob {
    /** Fact that oracle.recovery-area finds. */
    private static final String RECOVERY_AREA = "target_recovery_area_percent";

    private final ProgramStore programs;
    private final DatabaseStore databases;
    private final FactStore facts;
    private final PlanStore plans;
    private final RiskStore risks;
    private final EstateViews views;
    private final ConnectionStore clients;
    private final ConnectionService connections;
    private final AssessmentService desk;
    private final Function<String, Set<String>> unanswered;
    private final Map<String, Incomplete> known = new ConcurrentHashMap<>();

    /** @param unanswered databases of a program whose discovery waits for what a script writes at the customer's */
    public RiskRuleJob(
            SnapshotReader snapshots,
            RiskStore risks,
            EstateViews views,
            ConnectionStore clients,
            ConnectionService connections,
            AssessmentService desk,
            Function<String, Set<String>> unanswered) {
        this.programs = snapshots.programs();
        this.databases = snapshots.databases();
        this.facts = snapshots.facts();
        this.plans = snapshots.plans();
        this.risks = risks;
        this.views = views;
        this.clients = clients;
        this.connections = connections;
        this.desk = desk;
        this.unanswered = unanswered;
    }

    /** Databases of which too little is known, as of a mark: counted again only when something changed. */
    private record Incomplete(String mark, List<String> databases) {}

    /** How many risks a sweep raised, changed and closed. */
    public record Swept(int raised, int changed, int closed) {
        Swept plus(Swept other) {
            return new Swept(raised + other.raised, changed + other.changed, closed + other.closed);
        }
    }

    /** Sweeps every program, each by its own calendar. */
    public Swept run(ProgramCalendar calendar) {
        Swept all = new Swept(0, 0, 0);
        for (Program program : programs.list()) {
            all = all.plus(run(program.key(), calendar.now(program.key())));
        }
        return all;
    }

    /** Sweeps one program. */
    public Swept run(String program, Instant now) {
        Map<String, Risk> there = new HashMap<>();
        risks.ruled(program).forEach(risk -> there.put(risk.rule() + "\u001f" + risk.ruleCause(), risk));
        Set<String> seen = new HashSet<>();
        int raised = 0;
        int changed = 0;
        int closed = 0;
        for (RaisedRisk risk : RiskRules.seen(estate(program, now), now)) {
            String key = risk.rule() + "\u001f" + risk.cause();
            seen.add(key);
            Risk before = there.get(key);
            if (before == null) {
                risks.raise(program, risk.statement(), risk.rule(), risk.cause());
                raised++;
            } else {
                changed += follow(before, risk.statement()) ? 1 : 0;
            }
        }
        for (Map.Entry<String, Risk> entry : there.entrySet()) {
            Risk risk = entry.getValue();
            if (!seen.contains(entry.getKey())
                    && !risk.state().over()
                    && write(risk, risk.statement().in(RiskState.CLOSED, ""))) {
                closed++;
            }
        }
        return new Swept(raised, changed, closed);
    }

    private boolean follow(Risk risk, RiskStatement seen) {
        RiskState state = risk.state();
        boolean byRule = risk.changedBy().equals(actor(risk));
        if (state.over()) {
            if (!byRule) {
                // A person closed or rejected it although the cause stands: only a new database brings it back.
                Set<String> added = new TreeSet<>(seen.databases());
                added.removeAll(risk.databases());
                if (added.isEmpty()) {
                    return false;
                }
            }
            state = seen.state();
        } else if (seen.state() == RiskState.OPEN) {
            state = RiskState.OPEN;
        }
        if (state == risk.state() && seen.databases().equals(risk.databases())) {
            return false;
        }
        RiskStatement before = risk.statement();
        return write(
                risk,
                (byRule ? before.saying(seen.event()) : before)
                        .of(seen.databases())
                        .in(state, ""));
    }

    private static String actor(Risk risk) {
        return "rule " + risk.rule();
    }

    private boolean write(Risk risk, RiskStatement statement) {
        try {
            risks.update(risk.program(), risk.number(), risk.version(), statement, actor(risk));
            return true;
        } catch (StaleVersionException somebodyEditsIt) {
            // the next sweep sees what they wrote
            return false;
        }
    }

    private RiskInputs estate(String program, Instant now) {
        views.catchUp(program);
        connections.followLinks(program);
        Map<String, MethodRow> methods = new HashMap<>();
        plans.methods(program).forEach(row -> methods.put(row.database(), row));
        Map<String, Instant> starts = starts(program);
        Set<String> across = views.across(program);
        Map<String, Headline> headlines = views.headlines(program);
        List<RiskInputs.Database> databases = new ArrayList<>();
        for (SourceDatabase database : this.databases.list(program)) {
            MethodRow method = methods.get(database.name());
            if (!headlines.containsKey(database.name())) {
                continue;
            }
            databases.add(new RiskInputs.Database(
                    database.name(),
                    database.profile().owner(),
                    across.contains(database.name()),
                    method != null,
                    method == null ? null : method.method(),
                    method == null ? null : method.blocked(),
                    starts.get(database.name()),
                    headlines.get(database.name()).outages()));
        }
        Program owner = programs.require(program);
        ProgramPolicy policy = ProgramPolicy.of(owner);
        return new RiskInputs(
                databases,
                waiting(program),
                unknownClients(program),
                policy.clientNotice(),
                policy.completeness(),
                policy.completeness() == null ? List.of() : incomplete(owner),
                List.copyOf(new TreeSet<>(unanswered.apply(program))),
                broken(program),
                recoveryAreas(program));
    }

    /** As the newest look at the target tells it. */
    private SortedMap<String, Double> recoveryAreas(String program) {
        SortedMap<String, Double> areas = new TreeMap<>();
        facts.named(program, List.of(RECOVERY_AREA))
                .forEach((database, words) -> words.stream()
                        .max(Comparator.comparing(Fact::at))
                        .filter(fact -> fact.value() instanceof Number)
                        .ifPresent(fact -> areas.put(database, ((Number) fact.value()).doubleValue())));
        return areas;
    }

    private SortedMap<String, List<PlanBreak>> broken(String program) {
        SortedMap<String, List<PlanBreak>> broken = new TreeMap<>();
        plans.cutovers(program).forEach((database, dates) -> {
            if (!dates.broken().isEmpty()) {
                broken.put(database, dates.broken());
            }
        });
        return broken;
    }

    private List<RiskInputs.UnknownClients> unknownClients(String program) {
        Map<String, Instant> cutovers = new HashMap<>();
        views.plan(program)
                .waves()
                .forEach(wave -> wave.databases()
                        .forEach(bars -> bars.stages().forEach(stage -> {
                            StageTimes times = stage.times();
                            // what is expected now is nearer to the truth than what was planned
                            Instant start =
                                    times.forecastStart() != null ? times.forecastStart() : times.plannedStart();
                            if (times.stage() == Stage.CUTOVER && start != null) {
                                cutovers.put(bars.name(), start);
                            }
                        })));
        List<RiskInputs.UnknownClients> unknown = new ArrayList<>();
        clients.all(program).forEach((database, clients) -> {
            List<ClientConnection> strange =
                    clients.stream().filter(ClientConnection::unknown).toList();
            if (!strange.isEmpty()) {
                unknown.add(new RiskInputs.UnknownClients(
                        database,
                        cutovers.get(database),
                        strange.size(),
                        clients.stream()
                                .map(ClientConnection::first)
                                .min(Instant::compareTo)
                                .orElseThrow(),
                        strange.stream()
                                .map(ClientConnection::first)
                                .max(Instant::compareTo)
                                .orElseThrow()));
            }
        });
        return unknown;
    }

    private List<String> incomplete(Program program) {
        String mark = program.version() + "/" + facts.mark(program.key());
        Incomplete before = known.get(program.key());
        if (before == null || !before.mark().equals(mark)) {
            before = new Incomplete(mark, desk.incomplete(program.key()));
            known.put(program.key(), before);
        }
        return before.databases();
    }

    /** When the work on each database begins: its first planned stage, or its wave's typed start. */
    private Map<String, Instant> starts(String program) {
        Map<Integer, Instant> waves = new HashMap<>();
        for (Wave wave : plans.waves(program)) {
            Instant start = wave.start();
            if (start != null) {
                waves.put(wave.number(), start);
            }
        }
        Map<String, Instant> starts = new HashMap<>();
        for (WaveMember member : plans.members(program)) {
            Instant start = waves.get(member.wave());
            if (start != null) {
                starts.put(member.database(), start);
            }
        }
        PlanBars.PlanView plan = views.plan(program);
        plan.waves()
                .forEach(wave -> wave.databases().forEach(bars -> {
                    Instant first = first(bars.stages());
                    if (first != null) {
                        starts.put(bars.name(), first);
                    }
                }));
        return starts;
    }

    private static @Nullable Instant first(List<StageProgress> stages) {
        StageTimes times = stages.get(0).times();
        return times.plannedStart();
    }

    private List<RiskInputs.Waiting> waiting(String program) {
        return views.openSteps(program).stream()
                .map(step -> new RiskInputs.Waiting(step.database(), step.role(), step.title(), step.since()))
                .toList();
    }
}
