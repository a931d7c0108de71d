package io.gulliver.domain.migration;

/** How a migration ended. */
public enum RunOutcome {
    COMPLETED,
    ABORTED,
    ROLLED_BACK,
    /** Only evaluated: every precheck and rendering ran, nothing was changed. */
    EVALUATED,
    /** A newer generation of the same migration took over; this engine run stopped without a further act. */
    SUPERSEDED
}
