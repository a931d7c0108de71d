package io.gulliver.persistence.view;

import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.plan.Headline;
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
 * @param headline method, outages and window, size, what is missing, open risks, whether it can cross
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
        Headline headline,
        @Nullable String version,
        @Nullable String owner,
        @Nullable String host) {
    public GridRow {
        stages = List.copyOf(stages);
    }
}
