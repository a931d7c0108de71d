package io.gulliver.service.planning;

import io.gulliver.domain.plan.MeasuredRate;
import io.gulliver.persistence.rate.RateStore;
import java.util.List;

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
}
