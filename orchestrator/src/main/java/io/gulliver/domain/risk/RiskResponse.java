package io.gulliver.domain.risk;

/** What is done about a risk. */
public enum RiskResponse {
    REDUCE,
    ACCEPT,
    TRANSFER,
    AVOID,
    DECIDE
}
