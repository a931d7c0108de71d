package io.gulliver.planning.schedule;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.CutoverDates;
import io.gulliver.planning.schedule.PlanInput.Bar;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Dates for every stage of every database.
 *
 * @param bars by database and stage; databases whose wave has no date are missing
 * @param undated why databases are missing, by name
 * @param cutovers users out, users in and what follows, by database
 */
public record Timeline(
        SortedMap<String, Map<Stage, Bar>> bars,
        SortedMap<String, String> undated,
        SortedMap<String, CutoverDates> cutovers) {
    /** When the last stage ends. */
    public Optional<Instant> end() {
        return bars.values().stream()
                .flatMap(stages -> stages.values().stream())
                .map(Bar::end)
                .max(Instant::compareTo);
    }

    public CutoverDates cutover(String database) {
        CutoverDates dates = cutovers.get(database);
        if (dates == null) {
            throw new IllegalArgumentException("Database " + database + " has no date for its cutover");
        }
        return dates;
    }

    public Bar bar(String database, Stage stage) {
        Map<Stage, Bar> stages = bars.get(database);
        Bar bar = stages == null ? null : stages.get(stage);
        if (bar == null) {
            throw new IllegalArgumentException("Database " + database + " has no date for " + stage);
        }
        return bar;
    }
}
