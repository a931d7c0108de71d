package io.gulliver.persistence.view;

import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.plan.OutageFigures;
import io.gulliver.domain.plan.StageProgress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One database of the grid.
 *
 * @param name its name
 * @param application that owns it
 * @param environment what it is used for
 * @param wave number of its wave, or null
 * @param stages six, in order
 * @param slip how much later than agreed its cutover ends, negative when earlier, null when nothing was agreed
 * @param risk highest score of its open risks, or null
 * @param method key of the method it is judged to cross by, or null
 * @param outage predicted outage, or null
 * @param window agreed outage, or null
 * @param outages predicted and measured, beside the window
 * @param gigabytes decimal, or null
 * @param version Oracle release, or null
 * @param owner who answers for it, or null
 * @param host source host, or null
 */
public record GridRow(
        String name,
        String application,
        Environment environment,
        @Nullable Integer wave,
        List<StageProgress> stages,
        @Nullable Duration slip,
        @Nullable Integer risk,
        @Nullable String method,
        @Nullable Duration outage,
        @Nullable Duration window,
        OutageFigures outages,
        @Nullable Double gigabytes,
        @Nullable String version,
        @Nullable String owner,
        @Nullable String host) {
    public GridRow {
        stages = List.copyOf(stages);
    }
}
