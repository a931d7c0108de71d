package io.gulliver.service.planning;

import io.gulliver.assessment.policy.ProgramPolicy;
import io.gulliver.assessment.window.CollectionWindow;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.SourceDatabase;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.CutoverDates;
import io.gulliver.domain.plan.DurationOverride;
import io.gulliver.domain.plan.Headline;
import io.gulliver.domain.plan.PlanEdit;
import io.gulliver.domain.plan.StageProgress;
import io.gulliver.domain.plan.StageStatus;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.domain.plan.TypedPlan;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.StoreDatabase;
import io.gulliver.persistence.decision.DecisionStore;
import io.gulliver.persistence.estate.DatabaseStore;
import io.gulliver.persistence.facts.FactStore;
import io.gulliver.persistence.plan.PlanStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.persistence.rate.RateStore;
import io.gulliver.persistence.view.DecisionRow;
import io.gulliver.persistence.view.EstateViews;
import io.gulliver.persistence.view.GridRow;
import io.gulliver.persistence.view.PlanBars;
import io.gulliver.persistence.view.PlanReader;
import io.gulliver.persistence.view.PlanReader.MethodRow;
import io.gulliver.persistence.window.WindowStore;
import io.gulliver.planning.forecast.Forecaster;
import io.gulliver.planning.forecast.PlanPreview;
import io.gulliver.planning.method.Method;
import io.gulliver.planning.method.MethodAssessment;
import io.gulliver.planning.method.MethodReport;
import io.gulliver.planning.rate.RateResolver;
import io.gulliver.planning.schedule.PlanInput;
import io.gulliver.planning.schedule.PlanInput.Progress;
import io.gulliver.planning.schedule.StageDurations;
import io.gulliver.service.migration.PlanMoves;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the methods and dates of a program up to what is known: judges databases, plans stages, and moves the forecast
 * with what happened. What people change of the plan goes through {@link PlanEditService}.
 */
public final class PlanService {
    /** As many are judged by reading what is known of each; of more, everything is read at once. */
    private static final int FEW = 20;

    private final StoreDatabase database;
    private final DatabaseStore databases;
    private final DecisionStore decisions;
    private final FactStore facts;
    private final AssessmentService assessments;
    private final SnapshotReader snapshots;
    private final PlanStore plans;
    private final ProgramStore programs;
    private final RateStore rates;
    private final EstateViews views;
    private final PlaybookShapes shapes;
    private final WindowStore windows;
    private final PlanMoves moves;
    /** Which tables judge: others judge anew. */
    private final String tables;
    /** What a program was judged by last. */
    private final Map<String, String> judged = new ConcurrentHashMap<>();

    private final Map<String, Object> judging = new ConcurrentHashMap<>();

    public PlanService(
            StoreDatabase database,
            SnapshotReader snapshots,
            AssessmentService assessments,
            EstateViews views,
            RuleTables tables,
            WindowStore windows,
            PlanMoves moves) {
        this.database = database;
        this.snapshots = snapshots;
        this.assessments = assessments;
        this.databases = snapshots.databases();
        this.decisions = snapshots.decisions();
        this.facts = snapshots.facts();
        this.plans = snapshots.plans();
        this.programs = snapshots.programs();
        this.rates = snapshots.rates();
        this.views = views;
        this.tables = tables.digest();
        this.shapes = snapshots.shapes();
        this.windows = windows;
        this.moves = moves;
    }

    /**
     * Judges every database again and computes planned and expected times.
     *
     * @return databases that have no date, with why
     */
    public SortedMap<String, String> replan(String program) {
        follow(program, true);
        return times(program, true);
    }

    /** Makes a write that methods or dates depend on, and lets them follow it. */
    <T> T replanAfter(String program, Supplier<T> write) {
        T written = write.get();
        replan(program);
        return written;
    }

    /**
     * Moves expected times with what happened; planned times stay. Methods are judged again when a fact, a choice, the
     * inventory or the program changed since they were.
     *
     * @return databases that have no date, with why
     */
    public SortedMap<String, String> reforecast(String program) {
        follow(program);
        return times(program, false);
    }

    /**
     * Judges the databases of which something changed since they were judged, so that whoever reads afterwards reads of what
     * is known now. Cheap when nothing changed.
     */
    public void follow(String program) {
        follow(program, false);
    }

    /** The headline figures of a database by what is known now; empty when there is no such database. */
    public Optional<Headline> headline(String program, String database) {
        follow(program);
        return views.row(program, database).map(GridRow::headline);
    }

    /** The headline figures of all databases of a program by what is known now, by name. */
    public Map<String, Headline> headlines(String program) {
        follow(program);
        return views.headlines(program);
    }

    private void follow(String program, boolean all) {
        String before = judged.get(program);
        if (!all && before != null && before.equals(mark(program))) {
            return;
        }
        // one judges, others wait: they read what it wrote
        synchronized (judging.computeIfAbsent(program, key -> new Object())) {
            String mark = mark(program);
            if (all || !mark.equals(judged.get(program))) {
                judge(program, all);
                judged.put(program, mark);
            }
        }
    }

    /** Approves the plan: its planned times become the baseline. */
    public void approve(String program, String reason, String by) {
        programs.require(program);
        if (reason.isBlank()) {
            throw new IllegalArgumentException("Approving a plan needs a reason. Say on what it was agreed.");
        }
        plans.setBaseline(program, reason, by);
    }

    /**
     * How long each stage of a database is planned to take, with how that was computed; what a person set stands for the
     * computed time.
     */
    public StageDurations durations(String program, String database) {
        return durations(
                ProgramPolicy.of(programs.require(program)),
                databases.require(program, database).profile(),
                plans.method(program, database).orElse(null),
                chosen(plans.overrides(program)).getOrDefault(database, Map.of()),
                shapes.now(),
                rates(program));
    }

    /** The rates and times of a program and its databases, each with who says it and when. */
    public RateResolver rates(String program) {
        return new RateResolver(ProgramPolicy.of(programs.require(program)).rates(), rates.list(program));
    }

    static StageDurations durations(
            ProgramPolicy policy,
            DatabaseProfile profile,
            @Nullable MethodRow method,
            Map<Stage, StageDurations.Chosen> chosen,
            PlaybookShapes.Shapes shapes,
            RateResolver rates) {
        String name = method == null ? null : method.method();
        return StageDurations.of(
                shapes.of(name == null ? null : Method.valueOf(name), rates.lengths(profile.database()))
                        .within(policy.lead(), policy.soak()),
                gigabytes(profile, method),
                method == null ? null : method.outage(),
                rates.of(profile.database()),
                chosen);
    }

    /** The size by which a database is planned; of one that nobody judged yet, what the inventory says. */
    private static @Nullable Double gigabytes(DatabaseProfile profile, @Nullable MethodRow method) {
        Headline.Size size = method == null ? null : method.size();
        return size == null ? profile.gigabytes() : (Double) size.gigabytes();
    }

    /** What people set, by database. */
    static Map<String, Map<Stage, StageDurations.Chosen>> chosen(List<DurationOverride> overrides) {
        Map<String, Map<Stage, StageDurations.Chosen>> chosen = new HashMap<>();
        for (DurationOverride override : overrides) {
            chosen.computeIfAbsent(override.database(), name -> new EnumMap<>(Stage.class))
                    .put(override.stage(), new StageDurations.Chosen(override.duration(), override.reason()));
        }
        return chosen;
    }

    /** Changes whenever something does that methods are judged by. */
    private String mark(String program) {
        return programs.require(program).version() + "/"
                + facts.mark(program) + "/"
                + rates.mark(program) + "/"
                + decisions.last(program, DecisionRow.Kind.METHOD).values().stream()
                        .mapToLong(DecisionRow::number)
                        .sum();
    }

    private void judge(String key, boolean all) {
        Map<String, DecisionRow> choices = decisions.last(key, DecisionRow.Kind.METHOD);
        long version = programs.require(key).version();
        Map<String, Long> measured = rates.marks(key);
        SortedMap<String, String> marks = new TreeMap<>();
        for (PlanReader.Judged one : plans.judged(key)) {
            DecisionRow choice = choices.get(one.database());
            String mark = String.join(
                    "/",
                    tables,
                    Long.toString(version),
                    Long.toString(one.version()),
                    Long.toString(one.factsVersion()),
                    Long.toString(Math.max(measured.getOrDefault("", 0L), measured.getOrDefault(one.database(), 0L))),
                    Long.toString(choice == null ? 0 : choice.number()));
            if (all || !mark.equals(one.by())) {
                marks.put(one.database(), mark);
            }
        }
        if (marks.isEmpty()) {
            return;
        }
        ProgramSnapshot estate = marks.size() > FEW ? snapshots.whole(key) : snapshots.few(key);
        plans.writeMethods(
                key,
                estate.databases().stream()
                        .filter(database -> marks.containsKey(database.name()))
                        .map(database -> judge(estate, database, marks.get(database.name())))
                        .toList());
    }

    private MethodRow judge(ProgramSnapshot estate, SourceDatabase database, @Nullable String mark) {
        MethodReport report = assessments.methods(estate, database);
        MethodAssessment assessment = report.assessment();
        ChosenMethod chosen = ChosenMethod.of(estate.choice(database.name()), assessment);
        Method method = report.method();
        MethodAssessment.Outage outage = report.outage();
        Headline.Size size = assessments.size(estate, database).orElse(null);
        boolean sized = size != null || report.factsVersion() > 0;
        // The decision's own row; what follows it says what closed each other method.
        String last = assessment.reasons().stream()
                .filter(reason -> reason.startsWith("Row "))
                .findFirst()
                .orElse("no method is open");
        return new MethodRow(
                database.name(),
                method == null ? null : method.name(),
                method != null ? null : chosen != null ? chosen.broken() : sized ? last : "its size is not known",
                outage == null ? null : outage.likely(),
                report.factsVersion(),
                this.database.now(database.program()),
                Json.write(assessment),
                size,
                assessments.completeness(estate, database).missing().size(),
                report.feasible(),
                mark);
    }

    /** What a person chose, or null when nobody did or took it back. */
    static @Nullable Method chosen(@Nullable DecisionRow decision) {
        return decision == null || decision.decided() == null ? null : Method.valueOf(decision.decided());
    }

    private SortedMap<String, String> times(String key, boolean replan) {
        Program program = programs.require(key);
        Instant now = database.now(key);
        Forecaster.Forecast forecast =
                Forecaster.forecast(input(program, plans.typed(key)), plans.times(key), replan, now);
        plans.writeTimes(key, forecast.times());
        Map<String, CutoverDates> before = plans.cutovers(key);
        plans.writeCutovers(key, forecast.cutovers());
        Set<String> moved = new TreeSet<>();
        forecast.cutovers().forEach((database, dates) -> {
            CutoverDates old = before.get(database);
            if (old == null || !old.usersOut().equals(dates.usersOut())) {
                moved.add(database);
            }
        });
        moves.moved(key, moved);
        moves.again();
        return forecast.undated();
    }

    /**
     * What an edit makes of the dates of a program; nothing of the plan is written. It counts as {@link #replan} does.
     *
     * @param typed the plan now
     */
    PlanPreview preview(String key, TypedPlan typed, PlanEdit edit) {
        Program program = programs.require(key);
        TypedPlan wanted = edit.on(typed);
        Map<String, List<StageTimes>> times = plans.times(key);
        Forecaster.Forecast then = Forecaster.forecast(input(program, wanted), times, true, database.now(key));
        Forecaster.Forecast still = Forecaster.forecast(input(program, typed), times, true, database.now(key));
        Map<String, CutoverDates> now = plans.cutovers(key);
        Map<String, String> undated = new HashMap<>();
        typed.members().stream()
                .map(WaveMember::database)
                .filter(name -> !now.containsKey(name))
                .forEach(name -> undated.put(name, ""));
        Map<String, Duration> windows = new HashMap<>();
        databases.list(key).forEach(one -> {
            Duration window = one.profile().window();
            if (window != null) {
                windows.put(one.name(), window);
            }
        });
        SortedMap<String, List<String>> dates = new TreeMap<>();
        then.times().forEach((name, six) -> {
            dates.put(
                    name,
                    six.stream()
                            .map(stage -> stage.plannedStart() + " " + stage.plannedEnd())
                            .toList());
        });
        return PlanPreview.of(
                plans.lastEdit(key) + "-" + Json.sha256(Json.write(typed) + Json.write(dates)),
                new PlanPreview.Side(typed, times, now, undated),
                new PlanPreview.Side(typed, behind(times, still), still.cutovers(), still.undated()),
                new PlanPreview.Side(wanted, behind(times, then), then.cutovers(), then.undated()),
                windows);
    }

    private static Map<String, List<StageTimes>> behind(
            Map<String, List<StageTimes>> known, Forecaster.Forecast forecast) {
        Map<String, List<StageTimes>> expected = new TreeMap<>();
        forecast.times()
                .forEach((name, six) ->
                        expected.put(name, StageTimes.behind(known.getOrDefault(name, List.of()), six)));
        return expected;
    }

    private PlanInput input(Program program, TypedPlan typed) {
        String key = program.key();
        ProgramPolicy policy = ProgramPolicy.of(program);
        Map<String, DatabaseProfile> profiles = new HashMap<>();
        databases.list(key).forEach(database -> profiles.put(database.name(), database.profile()));
        Map<String, MethodRow> methods = new HashMap<>();
        plans.methods(key).forEach(row -> methods.put(row.database(), row));
        Map<String, Map<Stage, StageDurations.Chosen>> chosen = chosen(typed.lengths());
        Map<String, Map<Stage, Progress>> progress = progress(key);
        List<WaveMember> placed = typed.members();
        Map<String, UnaryOperator<Instant>> collecting = collecting(
                program, policy, placed.stream().map(WaveMember::database).toList());
        PlaybookShapes.Shapes shapes = this.shapes.now();
        RateResolver rates = rates(key);
        List<PlanInput.Item> items = new ArrayList<>();
        for (WaveMember member : placed) {
            DatabaseProfile profile = profiles.get(member.database());
            if (profile == null) {
                continue;
            }
            MethodRow method = methods.get(member.database());
            items.add(new PlanInput.Item(
                    member.database(),
                    member.wave(),
                    profile.moveGroup(),
                    durations(policy, profile, method, chosen.getOrDefault(member.database(), Map.of()), shapes, rates),
                    start(program, profile.earliest()),
                    progress.getOrDefault(member.database(), Map.of()),
                    new PlanInput.Bounds(
                            member.cutover(),
                            start(program, day(profile.latest(), 1)),
                            collecting.get(member.database()))));
        }
        return new PlanInput(
                typed.waves().stream()
                        .map(wave -> new PlanInput.WaveInput(
                                wave.number(), wave.start(), wave.after(), wave.usersOut(), wave.goLive()))
                        .toList(),
                items,
                typed.freezes().stream()
                        .map(freeze -> new PlanInput.Closed(freeze.from(), freeze.to(), freeze.reason()))
                        .toList(),
                policy.hours() == null ? null : policy.hours().in(program.zone()),
                program.zone());
    }

    /**
     * Until when load is collected, of databases that are not sized before: where a window is open until it closes, and
     * where none was opened yet for as many days as are wanted from the day of discovery on. What was seen already is not
     * waited for.
     */
    private Map<String, UnaryOperator<Instant>> collecting(
            Program program, ProgramPolicy policy, Collection<String> databases) {
        Map<String, UnaryOperator<Instant>> collecting = new HashMap<>();
        if (!policy.collection().sizingWaits()) {
            return collecting;
        }
        LocalDate today = LocalDate.ofInstant(database.now(program.key()), program.zone());
        Map<String, WindowStore.Window> known = new HashMap<>();
        windows.list(program.key()).forEach(window -> known.put(window.database(), window));
        Map<String, List<WindowStore.Told>> told = windows.told(program.key());
        for (String name : databases) {
            WindowStore.Window window = known.get(name);
            if (window != null && window.endedOn() != null) {
                continue;
            }
            CollectionWindow wanted =
                    CollectionWindow.of(window == null ? today : window.openedOn(), policy.collectionOf(name));
            boolean seen = wanted.coverage(
                                    told.getOrDefault(name, List.of()).stream()
                                            .map(one -> new CollectionWindow.Span(one.from(), one.to()))
                                            .toList(),
                                    today)
                            .readyOn()
                    == null;
            if (!seen) {
                collecting.put(
                        name,
                        discovery -> (window == null
                                        ? CollectionWindow.of(
                                                        LocalDate.ofInstant(discovery, program.zone()),
                                                        policy.collectionOf(name))
                                                .closes()
                                        : wanted.closes(window.extendedTo()))
                                .plusDays(1)
                                .atStartOfDay(program.zone())
                                .toInstant());
            }
        }
        return collecting;
    }

    private static @Nullable LocalDate day(@Nullable LocalDate day, int later) {
        return day == null ? null : day.plusDays(later);
    }

    private static @Nullable Instant start(Program program, @Nullable LocalDate day) {
        return day == null ? null : day.atStartOfDay(program.zone()).toInstant();
    }

    private Map<String, Map<Stage, Progress>> progress(String key) {
        Map<String, Map<Stage, Progress>> progress = new HashMap<>();
        PlanBars.PlanView plan = views.plan(key);
        Stream.concat(plan.waves().stream().flatMap(wave -> wave.databases().stream()), plan.unplanned().stream())
                .forEach(bars -> {
                    Map<Stage, Progress> stages = new EnumMap<>(Stage.class);
                    for (StageProgress stage : bars.stages()) {
                        StageTimes times = stage.times();
                        if (times.actualStart() != null || stage.status() == StageStatus.SKIPPED) {
                            stages.put(
                                    times.stage(),
                                    new Progress(
                                            stage.status(),
                                            times.actualStart() != null ? times.actualStart() : times.actualEnd(),
                                            times.actualEnd(),
                                            stage.total() == 0 ? 0 : (double) stage.done() / stage.total()));
                        }
                    }
                    progress.put(bars.name(), stages);
                });
        return progress;
    }
}
