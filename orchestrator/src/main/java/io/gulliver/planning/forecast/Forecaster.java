package io.gulliver.planning.forecast;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.planning.schedule.PlanInput;
import io.gulliver.planning.schedule.PlanInput.Bar;
import io.gulliver.planning.schedule.Scheduler;
import io.gulliver.planning.schedule.Timeline;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

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
        Timeline planned = Scheduler.plan(plan);
        Timeline expected = Scheduler.expect(plan, now);
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
        return times;
    }
}
