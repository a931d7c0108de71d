package io.gulliver.service.planning;

import io.gulliver.domain.plan.MeasuredRate;
import io.gulliver.persistence.rate.RateStore;
import io.gulliver.planning.rate.RateLine;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes what runs and people measured of rates and times; methods, lengths and dates follow it. */
public final class RateService {
    private final RateStore rates;
    private final PlanService planning;

    public RateService(RateStore rates, PlanService planning) {
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
     * The one set of rates and times by which a database, or the program as a whole, is judged and planned, each with who
     * says it and when.
     *
     * @param database or null for the program
     */
    public List<RateLine> lines(String program, @Nullable String database) {
        return planning.rates(program).lines(database);
    }
}
