package io.gulliver.domain.plan;

import io.gulliver.domain.migration.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How far an end lies from the one that was agreed: the forecast, or what happened, less the baseline in force. Later is
 * more than zero, earlier is less, and what was never agreed has no slip.
 */
public final class Slip {
    private Slip() {}

    /** Of a stage, by its actual end or else its forecast; null where nothing was agreed or nothing is expected. */
    public static @Nullable Duration of(StageTimes times) {
        return between(times.baselineEnd(), times.actualEnd() != null ? times.actualEnd() : times.forecastEnd());
    }

    /** Of a database: it is as late as its cutover ends; null as for a stage, and where its cutover is not among them. */
    public static @Nullable Duration ofDatabase(Collection<StageTimes> stages) {
        return stages.stream()
                .filter(one -> one.stage() == Stage.CUTOVER)
                .findFirst()
                .map(Slip::of)
                .orElse(null);
    }

    /** From the agreed end to another one; null where one of them is not known. */
    public static @Nullable Duration between(@Nullable Instant agreed, @Nullable Instant end) {
        return agreed == null || end == null ? null : Duration.between(agreed, end);
    }

    /** Of things that end together: the latest says it; null where none of them was agreed. */
    public static @Nullable Duration worst(Collection<? extends @Nullable Duration> slips) {
        return slips.stream()
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }
}
