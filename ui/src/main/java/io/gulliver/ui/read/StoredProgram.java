package io.gulliver.ui.read;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.people.Access;
import io.gulliver.domain.plan.PlanBreak;
import io.gulliver.domain.plan.ProgramState;
import io.gulliver.domain.plan.Slip;
import io.gulliver.domain.plan.StageProgress;
import io.gulliver.domain.plan.StageStatus;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.domain.risk.Risk;
import io.gulliver.domain.risk.RiskBand;
import io.gulliver.domain.risk.RiskCounts;
import io.gulliver.domain.task.Task;
import io.gulliver.domain.task.TaskDue;
import io.gulliver.domain.task.TaskKind;
import io.gulliver.persistence.view.DatabaseGrid;
import io.gulliver.persistence.view.PlanBars;
import io.gulliver.persistence.view.ProgramSummaries;
import io.gulliver.persistence.view.RiskReader;
import io.gulliver.persistence.view.TaskQuery;
import io.gulliver.persistence.view.TaskReader;
import io.gulliver.ui.frame.ProgramCounts;
import io.gulliver.ui.frame.ProgramCountsReader;
import io.gulliver.ui.frame.Status;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.plan.PlanPageReader;
import io.gulliver.ui.plan.PlanView;
import io.gulliver.ui.program.ProgramOverview;
import io.gulliver.ui.program.ProgramViews;
import io.gulliver.ui.tasks.TaskDates;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The program's page and its plan on the store. */
@Component
class StoredProgram implements ProgramViews, ProgramCountsReader, PlanPageReader {
    /** How statuses are drawn in the crossing: what is through first, what has not begun last. */
    private static final List<StageStatus> DRAWN = List.of(
            StageStatus.DONE,
            StageStatus.SKIPPED,
            StageStatus.RUNNING,
            StageStatus.WAITING,
            StageStatus.BLOCKED,
            StageStatus.FAILED,
            StageStatus.ROLLED,
            StageStatus.READY,
            StageStatus.NONE);

    private final ProgramSummaries summaries;
    private final PlanBars plan;
    private final DatabaseGrid grid;
    private final RiskReader risks;
    private final TaskReader tasks;
    private final TaskDates dates;
    private final ComingDays days;
    private final Words words;
    private final ProgramCalendar calendar;

    StoredProgram(
            ProgramSummaries summaries,
            PlanBars plan,
            DatabaseGrid grid,
            RiskReader risks,
            TaskReader tasks,
            TaskDates dates,
            ComingDays days,
            Words words,
            ProgramCalendar calendar) {
        this.summaries = summaries;
        this.plan = plan;
        this.grid = grid;
        this.risks = risks;
        this.tasks = tasks;
        this.dates = dates;
        this.days = days;
        this.words = words;
        this.calendar = calendar;
    }

    @Override
    public ProgramCounts counts(String program) {
        ProgramSummaries.Counts counts = summaries.counts(program);
        return new ProgramCounts(counts.databases(), counts.across(), counts.openRisks());
    }

    @Override
    public ProgramOverview overview(String program) {
        Instant now = calendar.now(program);
        ProgramSummaries.Summary summary = summaries.summary(program, now);
        PlanBars.PlanView bars = plan.plan(program);
        List<Risk> register = risks.list(program);
        List<ProgramOverview.StageTally> stages = new ArrayList<>();
        for (Stage stage : Stage.values()) {
            Map<StageStatus, Integer> stored = summary.tallies().getOrDefault(stage, Map.of());
            Map<Status, Integer> tally = new LinkedHashMap<>();
            for (StageStatus status : DRAWN) {
                int many = stored.getOrDefault(status, 0);
                if (many > 0) {
                    tally.put(StageCells.status(status), many);
                }
            }
            stages.add(new ProgramOverview.StageTally(stage, tally));
        }
        return new ProgramOverview(
                summary.counts().databases(),
                summary.counts().across(),
                summary.plannedAcross(),
                summary.sourceHosts(),
                summary.targetServers(),
                summary.agreedEnd(),
                summary.plannedEnd(),
                summary.forecastEnd(),
                state(program, summary, bars, register),
                stages,
                bars.waves().stream().map(StoredProgram::line).toList(),
                summary.late().stream()
                        .map(late -> new ProgramOverview.Threat(
                                late.database(),
                                late.wave() == null ? null : StoredGrid.wave(late.wave()),
                                StageCells.status(late.status()),
                                words.text(
                                        stands(late.status()) ? "program.threat.stage" : "program.threat.at",
                                        words.text("stage." + late.stage())),
                                late.slip()))
                        .toList(),
                decisions(program),
                RiskCounts.open(register).stream()
                        .limit(5)
                        .map(StoredProgram::top)
                        .toList(),
                summary.counts().openRisks(),
                days.of(program, bars, now),
                freezes(bars),
                summary.progress().stream()
                        .map(point -> new ProgramOverview.ProgressPoint(
                                point.at(), point.planned(), point.actual(), point.forecast()))
                        .toList());
    }

    private ProgramState state(
            String program, ProgramSummaries.Summary summary, PlanBars.PlanView bars, List<Risk> register) {
        long pastLatest = bars.broken().values().stream()
                .filter(all -> all.stream().anyMatch(one -> one.kind() == PlanBreak.Kind.LATEST))
                .count();
        return ProgramState.of(new ProgramState.Figures(
                Math.toIntExact(pastLatest),
                Math.toIntExact(grid.headlines(program).values().stream()
                        .filter(headline -> headline.outages().over())
                        .count()),
                standing(bars, StageStatus.FAILED),
                standing(bars, StageStatus.BLOCKED),
                Math.toIntExact(bars.broken().size() - pastLatest),
                Math.toIntExact(RiskCounts.open(register).stream()
                        .filter(risk -> RiskBand.of(risk.score()) == RiskBand.HIGH)
                        .count()),
                Slip.between(summary.agreedEnd(), summary.forecastEnd())));
    }

    private static int standing(PlanBars.PlanView bars, StageStatus status) {
        return Math.toIntExact(Stream.concat(
                        bars.waves().stream().flatMap(wave -> wave.databases().stream()), bars.unplanned().stream())
                .filter(database -> database.stages().stream().anyMatch(stage -> stage.status() == status))
                .count());
    }

    @Override
    public PlanView plan(String program) {
        PlanBars.PlanView bars = plan.plan(program);
        return new PlanView(
                bars.waves().stream()
                        .map(wave -> new PlanView.Wave(
                                wave.wave().key(),
                                wave.wave().title(),
                                together(wave.databases()),
                                wave.databases().stream()
                                        .map(database -> new PlanView.Item(
                                                database.name(),
                                                together(List.of(database)),
                                                slip(database),
                                                StageCells.of(database.stages())))
                                        .toList()))
                        .toList(),
                freezes(bars),
                bars.broken().entrySet().stream()
                        .flatMap(entry ->
                                entry.getValue().stream().map(what -> new PlanView.Broken(entry.getKey(), what)))
                        .toList(),
                bars.baselineAt());
    }

    /** Gates that are open: those with a date first, soonest first. */
    private List<ProgramOverview.Decision> decisions(String program) {
        List<Task> gates = tasks.list(new TaskQuery(
                        TaskQuery.Scope.ALL, "", Access.EVERYTHING, program, TaskKind.GATE, false, false, null, 1000))
                .rows();
        Map<String, TaskDue> due = dates.of(gates);
        return gates.stream()
                .map(task -> new ProgramOverview.Decision(
                        task.id(),
                        due.containsKey(task.id()) ? due.get(task.id()).at() : null,
                        words.text("program.decision", task.title(), task.database()),
                        task.role(),
                        task.fourEyes()))
                .sorted(Comparator.comparing(
                        ProgramOverview.Decision::due, Comparator.nullsLast(Comparator.naturalOrder())))
                .toList();
    }

    private static boolean stands(StageStatus status) {
        return status == StageStatus.WAITING || status == StageStatus.BLOCKED || status == StageStatus.FAILED;
    }

    private static List<ProgramOverview.Freeze> freezes(PlanBars.PlanView bars) {
        return bars.freezes().stream()
                .map(freeze -> new ProgramOverview.Freeze(freeze.from(), freeze.to(), freeze.reason()))
                .toList();
    }

    private static ProgramOverview.WaveLine line(PlanBars.WaveBars wave) {
        PlanView.Times times = together(wave.databases());
        return new ProgramOverview.WaveLine(
                wave.wave().key(),
                wave.wave().title(),
                times.plannedEnd(),
                times.end(),
                Slip.worst(wave.databases().stream().map(StoredProgram::slip).toList()),
                wave.databases().stream()
                        .map(database ->
                                new ProgramOverview.DatabaseLine(database.name(), StageCells.of(database.stages())))
                        .toList());
    }

    private static @Nullable Duration slip(PlanBars.DatabaseBars database) {
        return Slip.ofDatabase(
                database.stages().stream().map(StageProgress::times).toList());
    }

    /** From the first start to the last end; an actual end only when every stage of all has one. */
    private static PlanView.Times together(List<PlanBars.DatabaseBars> databases) {
        Bounds bounds = new Bounds();
        databases.forEach(database -> database.stages().forEach(stage -> {
            var times = stage.times();
            bounds.baselineStart = earlier(bounds.baselineStart, times.baselineStart());
            bounds.baselineEnd = later(bounds.baselineEnd, times.baselineEnd());
            bounds.plannedStart = earlier(bounds.plannedStart, times.plannedStart());
            bounds.plannedEnd = later(bounds.plannedEnd, times.plannedEnd());
            bounds.forecastEnd =
                    later(bounds.forecastEnd, times.actualEnd() != null ? times.actualEnd() : times.forecastEnd());
            bounds.actualStart = earlier(bounds.actualStart, times.actualStart());
            bounds.actualEnd = later(bounds.actualEnd, times.actualEnd());
            bounds.open |= stage.status() != StageStatus.DONE && stage.status() != StageStatus.SKIPPED;
        }));
        return new PlanView.Times(
                bounds.baselineStart,
                bounds.baselineEnd,
                bounds.plannedStart,
                bounds.plannedEnd,
                bounds.forecastEnd,
                bounds.actualStart,
                bounds.open ? null : bounds.actualEnd);
    }

    private static final class Bounds {
        private @Nullable Instant baselineStart;
        private @Nullable Instant baselineEnd;
        private @Nullable Instant plannedStart;
        private @Nullable Instant plannedEnd;
        private @Nullable Instant forecastEnd;
        private @Nullable Instant actualStart;
        private @Nullable Instant actualEnd;
        private boolean open;
    }

    private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
        return one == null ? other : other == null || one.isBefore(other) ? one : other;
    }

    private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
        return one == null ? other : other == null || one.isAfter(other) ? one : other;
    }

    private static ProgramOverview.TopRisk top(Risk risk) {
        int before = risk.scores().size() < 2
                ? risk.score()
                : risk.scores().get(risk.scores().size() - 2).score();
        return new ProgramOverview.TopRisk(
                risk.key(),
                risk.score(),
                risk.event(),
                risk.owner(),
                risk.due() == null
                        ? null
                        : risk.due().atStartOfDay(ZoneOffset.UTC).toInstant(),
                risk.score() - before);
    }
}
