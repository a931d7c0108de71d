package io.gulliver.planning.forecast;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.CutoverDates;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.planning.schedule.PlanInput;
import io.gulliver.planning.schedule.PlanInput.Bar;
import io.gulliver.planning.schedule.Scheduler;
import io.gulliver.planning.schedule.Timeline;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Plans a program, and says what is to be expected from what happened so far. */
public final class Forecaster {
    private Forecaster() {}

    /**
     * Planned and expected times of every database of the input; baseline and actual times are left empty.
     *
     * @param plan waves, databases, freezes and progress
     * @param kept planned times so far, by database; used for databases that have them when {@code replan} is false
     * @param replan whether planned times are computed anew
     */
    public static SortedMap<String, List<StageTimes>> times(
            PlanInput plan, Map<String, List<StageTimes>> kept, boolean replan, Instant now) {
        return forecast(plan, kept, replan, now).times();
    }

    /**
     * Times, and what they come from.
     *
     * @param times planned and expected, by database; baseline and actual ones are left empty
     * @param cutovers users out, users in and what follows, as planned; with what does not hold by what is expected
     * @param undated why databases have no date, by name
     */
    public record Forecast(
            SortedMap<String, List<StageTimes>> times,
            SortedMap<String, CutoverDates> cutovers,
            SortedMap<String, String> undated) {}

    /** As {@link #times}, with the dates of cutovers. */
    public static Forecast forecast(PlanInput plan, Map<String, List<StageTimes>> kept, boolean replan, Instant now) {
        Timeline planned = Scheduler.plan(plan);
        Map<String, Instant> usersOut = new HashMap<>();
        planned.cutovers().forEach((database, dates) -> {
            Instant before = replan ? null : usersOut(kept.getOrDefault(database, List.of()));
            usersOut.put(database, before == null ? dates.usersOut() : before);
        });
        Timeline expected = Scheduler.expect(plan, now, usersOut);
        SortedMap<String, List<StageTimes>> times = new TreeMap<>();
        planned.bars().forEach((database, bars) -> {
            List<StageTimes> before = kept.getOrDefault(database, List.of());
            List<StageTimes> six = new ArrayList<>();
            for (Stage stage : Stage.values()) {
                StageTimes old =
                        before.size() > stage.ordinal() ? before.get(stage.ordinal()) : StageTimes.unknown(stage);
                Bar bar = planned.bar(database, stage);
                Bar next = expected.bar(database, stage);
                boolean keep = !replan && old.plannedEnd() != null;
                six.add(new StageTimes(
                        stage,
                        null,
                        null,
                        keep ? old.plannedStart() : bar.start(),
                        keep ? old.plannedEnd() : bar.end(),
                        next.start(),
                        next.end(),
                        null,
                        null));
            }
            times.put(database, six);
        });
        SortedMap<String, CutoverDates> cutovers = new TreeMap<>();
        planned.cutovers().forEach((database, dates) -> {
            StageTimes cutover = times.getOrDefault(database, List.of()).get(Stage.CUTOVER.ordinal());
            Instant out = cutover.plannedStart();
            Instant in = cutover.plannedEnd();
            boolean same = dates.usersOut().equals(out) && dates.usersIn().equals(in);
            cutovers.put(
                    database,
                    new CutoverDates(
                            out == null ? dates.usersOut() : out,
                            in == null ? dates.usersIn() : in,
                            same
                                    ? dates.hypercareEnds()
                                    : expected.cutover(database).hypercareEnds(),
                            same ? dates.retired() : expected.cutover(database).retired(),
                            expected.cutover(database).broken()));
        });
        return new Forecast(times, cutovers, planned.undated());
    }

    private static @Nullable Instant usersOut(List<StageTimes> six) {
        return six.size() > Stage.CUTOVER.ordinal()
                ? six.get(Stage.CUTOVER.ordinal()).plannedStart()
                : null;
    }
}
