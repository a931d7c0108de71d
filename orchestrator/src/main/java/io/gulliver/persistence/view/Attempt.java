package io.gulliver.persistence.view;

import io.gulliver.contract.workflow.StepRun;
import java.time.Instant;

/**
 * One call of a step, as the run log kept it.
 *
 * @param from when its first line was written
 * @param to when its last line was written
 * @param last the step as it stood then: number of the attempt, outcome, failure, outputs
 */
public record Attempt(Instant from, Instant to, StepRun last) {}
