package io.gulliver.ui.export;

import io.gulliver.domain.plan.Freeze;
import io.gulliver.domain.plan.StageProgress;
import io.gulliver.domain.plan.StageStatus;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.domain.program.Program;
import io.gulliver.persistence.view.PlanBars;
import io.gulliver.ui.frame.Words;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.mpxj.LocalTimeRange;
import org.mpxj.ProjectCalendar;
import org.mpxj.ProjectFile;
import org.mpxj.Relation;
import org.mpxj.Task;
import org.mpxj.TaskField;
import org.mpxj.TaskMode;
import org.mpxj.TimeUnit;
import org.mpxj.mspdi.MSPDIWriter;

/**
 * The plan as Microsoft Project reads it (MSPDI). A wave is a summary task, below it each database, below that its six stages with
 * planned times, baseline, what happened, and percent by steps; a stage follows the one before it, a wave the waves that must have
 * ended. Times are those of the program's zone, for the format has none; the calendar works day and night, for cutovers do.
 *
 * <p>Tasks are scheduled by hand, so that Project shows our dates and computes none of its own. A task has the same {@code GUID} in
 * every file. A stage without a planned time is a task without dates.
 */
final class ProjectPlan {
    private static final int DAY = 24 * 60;

    private final ProjectFile project = new ProjectFile();
    private final Program program;
    private final Words words;
    private final Instant made;
    private final Map<Integer, Task> waves = new HashMap<>();

    private ProjectPlan(Program program, Words words, Instant made) {
        this.program = program;
        this.words = words;
        this.made = made;
    }

    /**
     * The whole file, UTF-8.
     *
     * @param made when
     */
    static byte[] of(Program program, PlanBars.PlanView plan, Instant made, Words words) {
        ProjectPlan file = new ProjectPlan(program, words, made);
        file.head();
        plan.waves().forEach(file::wave);
        plan.waves().forEach(file::order);
        file.summary(words.text("project.unplanned"), "unplanned", plan.unplanned());
        file.freezes(plan.freezes());
        file.project.updateStructure();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            new MSPDIWriter().write(file.project, out);
        } catch (IOException e) {
            throw new UncheckedIOException("The plan could not be written for Project", e);
        }
        return out.toByteArray();
    }

    private void head() {
        ProjectCalendar always = project.addCalendar();
        always.setName("24 Hours");
        for (DayOfWeek day : DayOfWeek.values()) {
            always.setWorkingDay(day, true);
            always.addCalendarHours(day).add(new LocalTimeRange(LocalTime.MIDNIGHT, LocalTime.MIDNIGHT));
        }
        var head = project.getProjectProperties();
        head.setDefaultCalendar(always);
        head.setMinutesPerDay(DAY);
        head.setMinutesPerWeek(7 * DAY);
        head.setDaysPerMonth(30);
        head.setDefaultStartTime(LocalTime.MIDNIGHT);
        head.setDefaultEndTime(LocalTime.MIDNIGHT);
        head.setNewTasksAreManual(true);
        head.setName(clean(program.title()));
        head.setProjectTitle(clean(program.title()));
        head.setAuthor("Gulliver");
        head.setGUID(id("program"));
        head.setCreationDate(local(made));
        head.setCurrentDate(local(made));
        head.setStatusDate(local(made));
        project.getCustomFields().getOrCreate(TaskField.TEXT1).setAlias(words.text("project.status"));
        project.getCustomFields().getOrCreate(TaskField.TEXT2).setAlias(words.text("project.zone"));
    }

    private void wave(PlanBars.WaveBars wave) {
        String key = wave.wave().key();
        waves.put(
                wave.wave().number(),
                summary(
                        words.text("project.wave", key, wave.wave().title()),
                        "wave/" + wave.wave().number(),
                        wave.databases(),
                        wave.wave().start()));
    }

    private void order(PlanBars.WaveBars wave) {
        Task task = waves.get(wave.wave().number());
        wave.wave().after().stream()
                .map(waves::get)
                .filter(java.util.Objects::nonNull)
                .forEach(before -> task.addPredecessor(new Relation.Builder().predecessorTask(before)));
    }

    private void summary(String title, String id, List<PlanBars.DatabaseBars> databases) {
        if (!databases.isEmpty()) {
            summary(title, id, databases, null);
        }
    }

    private Task summary(String title, String id, List<PlanBars.DatabaseBars> databases, @Nullable Instant start) {
        Task wave = task(project.addTask(), title, id);
        List<StageProgress> all = new ArrayList<>();
        for (PlanBars.DatabaseBars database : databases) {
            Task parent = task(wave.addTask(), database.name(), "database/" + database.name());
            Task before = null;
            for (StageProgress stage : database.stages()) {
                before = stage(parent, database.name(), stage, before);
            }
            spans(parent, database.stages(), null);
            all.addAll(database.stages());
        }
        spans(wave, all, start);
        return wave;
    }

    private Task stage(Task parent, String database, StageProgress progress, @Nullable Task before) {
        StageTimes times = progress.times();
        Task task = task(
                parent.addTask(),
                words.text("stage." + times.stage().name()),
                "database/" + database + "/" + times.stage().name());
        task.setText(1, words.text("status." + progress.status().name().toLowerCase(java.util.Locale.ROOT)));
        dates(task, start(times), end(times));
        if (times.baselineStart() != null && times.baselineEnd() != null) {
            baseline(task, times.baselineStart(), times.baselineEnd());
        }
        task.setActualStart(local(times.actualStart()));
        task.setActualFinish(local(times.actualEnd()));
        percent(task, percent(progress));
        if (before != null) {
            task.addPredecessor(new Relation.Builder().predecessorTask(before));
        }
        return task;
    }

    /** A stage that is over is whole, however few of its steps had to be done; one that only has steps left is not. */
    private static int percent(StageProgress progress) {
        if (progress.status() == StageStatus.DONE || progress.status() == StageStatus.SKIPPED) {
            return 100;
        }
        return progress.total() == 0 ? 0 : Math.min(99, 100 * progress.done() / progress.total());
    }

    private static @Nullable Instant start(StageTimes times) {
        return first(times.actualStart(), times.plannedStart());
    }

    /** What began without a plan lasts until now. */
    private @Nullable Instant end(StageTimes times) {
        Instant known = first(times.actualEnd(), first(times.forecastEnd(), times.plannedEnd()));
        return known == null && times.actualStart() != null ? later(times.actualStart(), made) : known;
    }

    /** A part of a task lies between two dates: there is none of one that lacks them. */
    private static void percent(Task task, int percent) {
        task.setPercentageComplete(task.getStart() == null || task.getFinish() == null ? 0 : percent);
    }

    private void spans(Task task, List<StageProgress> stages, @Nullable Instant typed) {
        Instant start = typed;
        Instant end = null;
        Instant agreed = null;
        Instant agreedEnd = null;
        for (StageProgress stage : stages) {
            StageTimes times = stage.times();
            start = earlier(start, start(times));
            end = later(end, end(times));
            agreed = earlier(agreed, times.baselineStart());
            agreedEnd = later(agreedEnd, times.baselineEnd());
        }
        dates(task, start, end);
        if (agreed != null && agreedEnd != null) {
            baseline(task, agreed, agreedEnd);
        }
        int total = stages.stream().mapToInt(StageProgress::total).sum();
        int done = stages.stream().mapToInt(StageProgress::done).sum();
        boolean over = !stages.isEmpty() && stages.stream().allMatch(stage -> percent(stage) == 100);
        percent(task, over ? 100 : total == 0 ? 0 : Math.min(99, 100 * done / total));
    }

    private void freezes(List<Freeze> freezes) {
        if (freezes.isEmpty()) {
            return;
        }
        Task all = task(project.addTask(), words.text("project.freezes"), "freezes");
        Instant from = null;
        Instant to = null;
        for (Freeze freeze : freezes) {
            Task task = task(all.addTask(), freeze.reason(), "freeze/" + freeze.id());
            dates(task, freeze.from(), freeze.to());
            from = earlier(from, freeze.from());
            to = later(to, freeze.to());
        }
        dates(all, from, to);
    }

    private Task task(Task task, String name, String id) {
        task.setName(clean(name));
        task.setGUID(id(id));
        task.setTaskMode(TaskMode.MANUALLY_SCHEDULED);
        task.setActive(true);
        task.setText(2, program.zone().getId());
        return task;
    }

    private void dates(Task task, @Nullable Instant start, @Nullable Instant end) {
        task.setStart(local(start));
        Instant shown = start != null && end != null && end.isBefore(start) ? start : end;
        task.setFinish(local(shown));
        if (start != null && shown != null) {
            org.mpxj.Duration length = length(start, shown);
            task.setDuration(length);
            task.setManualDuration(length);
        }
    }

    private void baseline(Task task, Instant start, Instant end) {
        task.setBaselineStart(local(start));
        task.setBaselineFinish(local(end));
        task.setBaselineDuration(length(start, end));
    }

    /** By the clock on the wall, as Project counts between two of its times. */
    private org.mpxj.Duration length(Instant start, Instant end) {
        return org.mpxj.Duration.getInstance(
                Duration.between(local(start), local(end)).toMinutes(), TimeUnit.MINUTES);
    }

    private @Nullable LocalDateTime local(@Nullable Instant at) {
        return at == null ? null : at.atZone(program.zone()).toLocalDateTime();
    }

    private UUID id(String what) {
        return UUID.nameUUIDFromBytes(("gulliver/" + program.key() + "/" + what).getBytes(StandardCharsets.UTF_8));
    }

    /** XML 1.0 has no control characters, and half of a pair is no character. */
    private static String clean(String text) {
        return text.codePoints()
                .map(c -> c < 0x20 || c == 0xFFFE || c == 0xFFFF || c >= 0xD800 && c <= 0xDFFF ? ' ' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static <T> @Nullable T first(@Nullable T one, @Nullable T other) {
        return one != null ? one : other;
    }

    private static @Nullable Instant earlier(@Nullable Instant one, @Nullable Instant other) {
        return one == null || other != null && other.isBefore(one) ? other : one;
    }

    private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
        return one == null || other != null && other.isAfter(one) ? other : one;
    }
}
