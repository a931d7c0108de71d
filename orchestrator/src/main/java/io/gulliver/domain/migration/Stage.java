package io.gulliver.domain.migration;

/** The six stages every database passes, in order. Labels on steps, not barriers: {@code needs} alone orders. */
public enum Stage {
    DISCOVERY,
    SIZING,
    BUILD,
    REPLICATION,
    VALIDATION,
    CUTOVER
}
