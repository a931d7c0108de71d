package io.gulliver.domain.risk;

import java.util.Collection;
import java.util.List;

/**
 * How many risks of a register count. A risk is open once a person or an urgent rule opened it; what a rule only proposes is
 * told apart, everywhere.
 *
 * @param open that count
 * @param proposed that nobody has taken up
 * @param closed that are over, rejected ones too
 */
public record RiskCounts(int open, int proposed, int closed) {
    /** Of a register. */
    public static RiskCounts of(Collection<Risk> risks) {
        return new RiskCounts(
                count(risks, RiskState.OPEN),
                count(risks, RiskState.PROPOSED),
                count(risks, RiskState.CLOSED) + count(risks, RiskState.REJECTED));
    }

    private static int count(Collection<Risk> risks, RiskState state) {
        return (int) risks.stream().filter(risk -> risk.state() == state).count();
    }

    /** Those that are open, in the given order. */
    public static List<Risk> open(Collection<Risk> risks) {
        return risks.stream().filter(risk -> risk.state().counts()).toList();
    }
}
