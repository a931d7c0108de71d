package io.gulliver.domain.migration;

/** Where a step lies relative to the outage: everything that needs no downtime is {@link #BEFORE}. */
public enum Phase {
    BEFORE,
    OUTAGE,
    AFTER
}
