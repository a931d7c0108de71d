package io.gulliver.planning.sizing;

import static io.gulliver.planning.figure.Derivation.computed;
import static io.gulliver.planning.figure.Derivation.given;

import io.gulliver.planning.figure.Derivation;
import io.gulliver.planning.figure.FigureCheck;
import io.gulliver.planning.figure.Rounding;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sizes redo logs, recovery area, temporary files and undo ({@code docs/domain/sizing.md}, Storage). */
public final class FilePlanner {
    /** Members of a group of online redo logs. */
    public static final int LOG_MEMBERS = 2;

    private static final int LOG_GROUPS = 4;
    private static final double LEAST_LOG_MB = 1024;
    private static final double SWITCH_SECONDS = 20 * 60;
    private static final double DAY_SECONDS = 24 * 60 * 60;
    /** Decimal megabytes and gigabytes in MB of 1,048,576 bytes. */
    private static final double MEGABYTE = 1e6 / (1 << 20);

    private static final double GIGABYTE = 1e9 / (1 << 20);
    private static final String MB = "MB";

    private FilePlanner() {}

    /**
     * Sizes the files of one target.
     *
     * @param usedGb used part of the data files, decimal GB
     * @param redoMbPerSecond redo of the busiest hour, decimal MB a second; 0 while it is not known
     * @param temporaryGb temporary files of the source, decimal GB, or null
     * @param undoGb files of the undo tablespaces of the source, decimal GB, or null
     * @param sources where they come from: used, redo, temporary, undo
     * @throws io.gulliver.planning.figure.UnfitFiguresException naming every figure that cannot be
     */
    public static FileSizing plan(
            double usedGb,
            double redoMbPerSecond,
            @Nullable Double temporaryGb,
            @Nullable Double undoGb,
            List<String> sources) {
        FigureCheck check =
                new FigureCheck().notNegative("/used_gb", usedGb).notNegative("/redo_mb_s", redoMbPerSecond);
        if (temporaryGb != null) {
            check.notNegative("/temporary_gb", temporaryGb);
        }
        if (undoGb != null) {
            check.notNegative("/undo_gb", undoGb);
        }
        check.done();
        Derivation used = given("used", usedGb, "GB", sources.get(0));
        Derivation redo = given("redo of the busiest hour", redoMbPerSecond, "MB/s", sources.get(1));
        Derivation log = computed(
                "one redo log",
                MB,
                "redo of 20 minutes at the peak, at least 1,024 MB",
                Math.max(LEAST_LOG_MB, redoMbPerSecond * SWITCH_SECONDS * MEGABYTE),
                Rounding.UP,
                redo);
        Derivation groups = given("groups of redo logs", LOG_GROUPS, "", "sizing rules");
        List<Derivation> all = new ArrayList<>(List.of(log, groups));
        all.add(given("members of a group", LOG_MEMBERS, "", "sizing rules"));
        return new FileSizing(
                log,
                groups,
                computed(
                        "redo logs",
                        MB,
                        "one redo log x groups x members",
                        log.value() * LOG_GROUPS * LOG_MEMBERS,
                        Rounding.NONE,
                        all),
                computed(
                        "recovery area",
                        MB,
                        "one backup of the used data + a day of redo at the peak, twice for flashback",
                        usedGb * GIGABYTE + redoMbPerSecond * DAY_SECONDS * 2 * MEGABYTE,
                        Rounding.UP,
                        used,
                        redo),
                asOnTheSource("temporary space", temporaryGb, sources.get(2)),
                asOnTheSource("undo", undoGb, sources.get(3)));
    }

    private static @Nullable Derivation asOnTheSource(String what, @Nullable Double gigabytes, String source) {
        return gigabytes == null
                ? null
                : computed(
                        what,
                        MB,
                        "as on the source",
                        gigabytes * GIGABYTE,
                        Rounding.UP,
                        given(what + " of the source", gigabytes, "GB", source));
    }
}
