package io.gulliver.assessment.risk;

import io.gulliver.domain.risk.RiskStatement;

/**
 * A risk that a rule sees now: one for each cause, with all its databases.
 *
 * @param rule name of the rule
 * @param cause within the rule, stable over time
 * @param statement what it says, proposed or open
 */
public record RaisedRisk(String rule, String cause, RiskStatement statement) {}
