package io.gulliver.contract.workflow;

import io.gulliver.contract.activity.SystemCheck;

/**
 * What is to be tested, and from where.
 *
 * @param zone whose workers test it
 * @param check what they test
 */
public record SystemCheckInput(String zone, SystemCheck check) {}
