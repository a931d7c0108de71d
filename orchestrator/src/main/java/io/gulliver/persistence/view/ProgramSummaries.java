package io.gulliver.persistence.view;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.StageStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads how a program stands as a whole. */
public interface ProgramSummaries {
    /** Figures for the head of every page; quick. */
    Counts counts(String program);

    /** The program at a moment. */
    Summary summary(String program, Instant now);

    /**
     * The figures beside the navigation.
     *
     * @param databases in the program
     * @param across of these, how many have a finished production cutover
     * @param openRisks risks that are neither closed nor only proposed
     */
    record Counts(int databases, int across, int openRisks) {}

    /**
     * A program as it stands.
     *
     * @param counts the figures
     * @param plannedAcross how many should be across by now, or null without a plan
     * @param sourceHosts different x86 hosts
     * @param targetServers different servers to land on
     * @param agreedEnd last end by the baseline in force, or null
     * @param plannedEnd last planned end, or null
     * @param forecastEnd last forecast end, or null
     * @param tallies for each stage, how many databases have which status
     * @param late databases whose cutover is forecast later than agreed; worst first, ten
     * @param progress databases planned and actually across by day, oldest first
     */
    record Summary(
            Counts counts,
            @Nullable Integer plannedAcross,
            int sourceHosts,
            int targetServers,
            @Nullable Instant agreedEnd,
            @Nullable Instant plannedEnd,
            @Nullable Instant forecastEnd,
            Map<Stage, Map<StageStatus, Integer>> tallies,
            List<Late> late,
            List<Point> progress) {
        public Summary {
            late = List.copyOf(late);
            progress = List.copyOf(progress);
        }
    }

    /**
     * A database that is late.
     *
     * @param database its name
     * @param wave number of its wave, or null
     * @param stage its first stage that is not through
     * @param status how that stage stands
     * @param slip how much later than agreed its cutover ends
     */
    record Late(String database, @Nullable Integer wave, Stage stage, StageStatus status, Duration slip) {}

    /**
     * Databases across at a moment.
     *
     * @param at when
     * @param planned should be
     * @param actual were, or null for the future
     * @param forecast will be, or null for the past
     */
    record Point(
            Instant at,
            int planned,
            @Nullable Integer actual,
            @Nullable Integer forecast) {}
}
