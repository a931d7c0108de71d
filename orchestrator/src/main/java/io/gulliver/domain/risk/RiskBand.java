package io.gulliver.domain.risk;

/** How much a risk weighs: high from 15, middle from 8. */
public enum RiskBand {
    LOW,
    MIDDLE,
    HIGH;

    public static RiskBand of(int score) {
        return score >= 15 ? HIGH : score >= 8 ? MIDDLE : LOW;
    }
}
