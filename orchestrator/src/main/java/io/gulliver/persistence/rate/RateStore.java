package io.gulliver.persistence.rate;

import io.gulliver.domain.plan.MeasuredRate;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** What was measured of rates and times; rows are only added, and the newest holds. */
public interface RateStore {
    /**
     * Adds what was measured; each that is new is audited. What a run has told already is left as it is, so that telling it
     * again changes nothing.
     *
     * @return how many were new
     * @throws io.gulliver.persistence.UnknownRowException no such program or database; nothing was written
     */
    int add(Collection<MeasuredRate> measured);

    /** Everything that was measured in a program, oldest first. */
    List<MeasuredRate> list(String program);

    /** Changes whenever something is added; 0 while nothing was measured. */
    long mark(String program);

    /** The same for each database of which something was measured, and under an empty name for the program as a whole. */
    Map<String, Long> marks(String program);
}
