package io.gulliver.ui.read;

import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.plan.CutoverDates;
import io.gulliver.domain.plan.Freeze;
import io.gulliver.persistence.view.PlanBars;
import io.gulliver.persistence.view.PlanReader;
import io.gulliver.ui.frame.Words;
import io.gulliver.ui.program.ProgramOverview.DayLine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** What the plan has for the next 14 days: outages, last decisions after them, waves that begin, and freezes. */
@Component
class ComingDays {
    private static final Duration AHEAD = Duration.ofDays(14);
    private static final int NAMED = 3;

    private final PlanReader plans;
    private final Words words;

    ComingDays(PlanReader plans, Words words) {
        this.plans = plans;
        this.words = words;
    }

    /** Soonest first; databases for which the same happens at one moment share a line. */
    List<DayLine> of(String program, PlanBars.PlanView bars, Instant now) {
        List<DayLine> days = new ArrayList<>();
        SortedMap<String, CutoverDates> cutovers = new TreeMap<>(plans.cutovers(program));
        together(days, cutovers, CutoverDates::hypercareEnds, "program.day.decided");
        cutovers.keySet().removeAll(across(bars));
        together(days, cutovers, CutoverDates::usersOut, "program.day.out");
        together(days, cutovers, CutoverDates::usersIn, "program.day.in");
        bars.waves().stream()
                .map(PlanBars.WaveBars::wave)
                .filter(wave -> wave.start() != null)
                .forEach(wave ->
                        days.add(new DayLine(wave.start(), words.text("program.day.wave", wave.key(), wave.title()))));
        for (Freeze freeze : bars.freezes()) {
            days.add(new DayLine(freeze.from(), words.text("program.day.freeze", freeze.reason())));
            days.add(new DayLine(freeze.to(), words.text("program.day.thaw", freeze.reason())));
        }
        return days.stream()
                .filter(day -> !day.at().isBefore(now) && day.at().isBefore(now.plus(AHEAD)))
                .sorted(Comparator.comparing(DayLine::at))
                .toList();
    }

    /** Databases with no outage before them, whatever date is still planned. */
    private static Set<String> across(PlanBars.PlanView bars) {
        return Stream.concat(
                        bars.waves().stream().flatMap(wave -> wave.databases().stream()), bars.unplanned().stream())
                .filter(database -> switch (database.stages()
                        .get(Stage.CUTOVER.ordinal())
                        .status()) {
                    case DONE, SKIPPED -> true;
                    default -> false;
                })
                .map(PlanBars.DatabaseBars::name)
                .collect(Collectors.toSet());
    }

    private void together(
            List<DayLine> days,
            Map<String, CutoverDates> cutovers,
            Function<CutoverDates, @Nullable Instant> when,
            String key) {
        SortedMap<Instant, List<String>> databases = new TreeMap<>();
        cutovers.forEach((database, dates) -> {
            Instant at = when.apply(dates);
            if (at != null) {
                databases.computeIfAbsent(at, one -> new ArrayList<>()).add(database);
            }
        });
        databases.forEach((at, names) -> days.add(new DayLine(
                at,
                words.text(
                        key,
                        String.join(", ", names.subList(0, Math.min(NAMED, names.size()))),
                        names.size() - Math.min(NAMED, names.size())))));
    }
}
