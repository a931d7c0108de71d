package io.gulliver.domain.risk;

/** Where an entry stands: what a rule or a person raises is proposed until somebody accepts or rejects it. */
public enum RiskState {
    PROPOSED,
    OPEN,
    CLOSED,
    REJECTED;

    /** Whether a risk counts: a person took it up, or it became urgent, and it is not over. */
    public boolean counts() {
        return this == OPEN;
    }

    /** Whether nothing is left to do. */
    public boolean over() {
        return this == CLOSED || this == REJECTED;
    }
}
