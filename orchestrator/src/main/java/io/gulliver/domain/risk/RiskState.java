package io.gulliver.domain.risk;

/** Where a risk stands: a rule's finding is proposed until the program manager accepts it. */
public enum RiskState {
    PROPOSED,
    OPEN,
    CLOSED;

    /** Whether a risk counts: a person took it up, or it became urgent, and it is not over. */
    public boolean counts() {
        return this == OPEN;
    }
}
