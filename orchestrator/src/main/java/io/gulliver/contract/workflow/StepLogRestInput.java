package io.gulliver.contract.workflow;

import io.gulliver.contract.activity.StepLogRest;
import java.time.Instant;

/**
 * What is to be fetched, and from where.
 *
 * @param zone whose workers fetch it
 * @param wanted what they fetch
 * @param until after this instant nobody waits for the answer, so it is not fetched any more
 */
public record StepLogRestInput(String zone, StepLogRest wanted, Instant until) {}
