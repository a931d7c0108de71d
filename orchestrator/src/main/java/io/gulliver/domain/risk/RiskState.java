package io.gulliver.domain.risk;

/** Where a risk stands: a rule's finding is proposed until the program manager accepts it. */
public enum RiskState {
    PROPOSED,
    OPEN,
    CLOSED
}
