package io.gulliver.domain.check;

import java.util.Locale;

/** How much a failed check weighs, the heaviest first. */
public enum CheckSeverity {
    /** Stops the next stage. */
    BLOCKER,
    /** Needs a fix or a waiver before the cutover. */
    HIGH,
    /** Goes to the tuning backlog with a date. */
    MEDIUM,
    /** Is only told. */
    INFO;

    /** Whether a gate stops for it. */
    public boolean blocking() {
        return this == BLOCKER || this == HIGH;
    }

    /** As files and the API write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
