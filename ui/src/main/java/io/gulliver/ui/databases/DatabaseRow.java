package io.gulliver.ui.databases;

import io.gulliver.domain.plan.OutageFigures;
import io.gulliver.ui.frame.StageCell;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One database in the grid.
 *
 * @param name its name
 * @param application it belongs to
 * @param wave key of its wave, or null
 * @param environment production, test, development
 * @param stages the six cells
 * @param slip how much later than agreed it crosses, negative when earlier, null when nothing was agreed
 * @param risk highest score of its open risks, or null
 * @param method how it crosses, in people's words, or null
 * @param outage predicted outage, as likely as not, or null
 * @param window agreed outage, or null
 * @param outages predicted and measured, beside the window
 * @param gigabytes used size, or null
 * @param sizeSource who said the size, or null
 * @param missing needs of sizing, method and plan that no fact meets, or null while nobody looked
 * @param openRisks how many risks of it are open
 * @param canBeDone whether it can cross, in a word, or null while nobody looked
 * @param version Oracle release, or null
 * @param owner who answers for it, or null
 * @param host source host, or null
 */
public record DatabaseRow(
        String name,
        String application,
        @Nullable String wave,
        String environment,
        List<StageCell> stages,
        @Nullable Duration slip,
        @Nullable Integer risk,
        @Nullable String method,
        @Nullable Duration outage,
        @Nullable Duration window,
        OutageFigures outages,
        @Nullable Double gigabytes,
        @Nullable String sizeSource,
        @Nullable Integer missing,
        int openRisks,
        @Nullable String canBeDone,
        @Nullable String version,
        @Nullable String owner,
        @Nullable String host) {
    public DatabaseRow {
        stages = List.copyOf(stages);
        if (stages.size() != 6) {
            throw new IllegalArgumentException("Database " + name + ": " + stages.size() + " stages, wanted 6");
        }
    }
}
