package io.gulliver.contract.workflow;

import io.gulliver.contract.activity.SystemCheck;
import java.time.Instant;

/**
 * What is to be tested, and from where.
 *
 * @param zone whose workers test it
 * @param check what they test
 * @param until after this instant nobody waits for the answer, so it is not tested any more
 */
public record SystemCheckInput(String zone, SystemCheck check, Instant until) {}
