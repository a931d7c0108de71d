package io.gulliver.domain.plan;

import io.gulliver.domain.migration.Stage;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The four times of one stage of one database. Each part is null while unknown.
 *
 * @param stage which
 * @param baselineStart as agreed last
 * @param baselineEnd as agreed last
 * @param plannedStart now planned
 * @param plannedEnd now planned
 * @param forecastStart now expected
 * @param forecastEnd now expected
 * @param actualStart as it happened
 * @param actualEnd as it happened
 */
public record StageTimes(
        Stage stage,
        @Nullable Instant baselineStart,
        @Nullable Instant baselineEnd,
        @Nullable Instant plannedStart,
        @Nullable Instant plannedEnd,
        @Nullable Instant forecastStart,
        @Nullable Instant forecastEnd,
        @Nullable Instant actualStart,
        @Nullable Instant actualEnd) {
    public static StageTimes unknown(Stage stage) {
        return new StageTimes(stage, null, null, null, null, null, null, null, null);
    }

    /** Stages with their planned and forecast times, and what was agreed and what happened as it was known of them. */
    public static List<StageTimes> behind(List<StageTimes> known, List<StageTimes> planned) {
        return planned.stream()
                .map(stage -> known.stream()
                        .filter(one -> one.stage() == stage.stage())
                        .findFirst()
                        .map(one -> new StageTimes(
                                stage.stage(),
                                one.baselineStart(),
                                one.baselineEnd(),
                                stage.plannedStart(),
                                stage.plannedEnd(),
                                stage.forecastStart(),
                                stage.forecastEnd(),
                                one.actualStart(),
                                one.actualEnd()))
                        .orElse(stage))
                .toList();
    }
}
