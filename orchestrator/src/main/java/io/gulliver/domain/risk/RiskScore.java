package io.gulliver.domain.risk;

import java.time.Instant;

/**
 * A risk's weight from a moment on.
 *
 * @param at from when
 * @param probability 1 to 5
 * @param impact 1 to 5
 * @param state of the risk from then on
 * @param by who set it
 */
public record RiskScore(Instant at, int probability, int impact, RiskState state, String by) {
    public int score() {
        return probability * impact;
    }
}
