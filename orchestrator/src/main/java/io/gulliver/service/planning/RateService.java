package io.gulliver.service.planning;

import io.gulliver.domain.plan.MeasuredRate;
import io.gulliver.domain.plan.Rates;
import io.gulliver.domain.program.ProgramCalendar;
import io.gulliver.persistence.rate.RateStore;
import io.gulliver.planning.rate.RateLine;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Takes what runs and people measured of rates and times; methods, lengths and dates follow it. */
public final class RateService {
    private final RateStore rates;
    private final PlanService planning;
    private final ProgramCalendar calendar;

    public RateService(RateStore rates, PlanService planning, ProgramCalendar calendar) {
        this.calendar = calendar;
        this.rates = rates;
        this.planning = planning;
    }

    /**
     * Keeps what was measured, for one program. What a run has told already is left as it is, so that this may be called
     * again after a failure. Where something is new, the forecast moves with it; what was planned stays until somebody
     * changes the plan.
     *
     * @return how many were new
     * @throws io.gulliver.persistence.UnknownRowException no such program or database; nothing was written
     */
    public int recordMeasured(List<MeasuredRate> measured) {
        int added = rates.add(measured);
        if (added > 0) {
            measured.stream().map(MeasuredRate::program).distinct().forEach(planning::reforecast);
        }
        return added;
    }

    /**
     * Keeps what a person measured. Throws as {@link #recordMeasured}.
     *
     * @param database or null for the program as a whole
     * @param at when it was measured by the calendar of the program; null for now, and never later than now
     * @throws IllegalArgumentException when there is no such rate, or it cannot have that value
     */
    public void record(
            String program,
            @Nullable String database,
            String name,
            double value,
            Map<String, String> conditions,
            String by,
            @Nullable Instant at) {
        Instant now = calendar.now(program);
        recordMeasured(List.of(new MeasuredRate(
                program,
                database,
                name,
                value,
                MeasuredRate.unitOf(name),
                new TreeMap<>(conditions),
                by,
                null,
                null,
                at == null || at.isAfter(now) ? now : at)));
    }

    /** Rates and times by which a database is judged and planned. */
    Rates of(String program, String database) {
        return planning.rates(program).of(database);
    }

    /** What was measured of a database, oldest first. */
    public List<MeasuredRate> measured(String program, String database) {
        return rates.list(program).stream()
                .filter(one -> database.equals(one.database()))
                .toList();
    }

    /**
     * The one set of rates and times by which a database, or the program as a whole, is judged and planned, each with who
     * says it and when.
     *
     * @param database or null for the program
     */
    public List<RateLine> lines(String program, @Nullable String database) {
        return planning.rates(program).lines(database);
    }
}
