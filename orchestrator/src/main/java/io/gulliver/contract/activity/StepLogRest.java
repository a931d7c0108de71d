package io.gulliver.contract.activity;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;

/**
 * Asks a worker for more of a job's output than is kept by itself. Where to go on the store says.
 *
 * @param migration the run
 * @param step the step
 * @param attempt of the step, from 1
 * @param system the host in the landscape
 * @param job the job's name there
 */
public record StepLogRest(MigrationId migration, StepKey step, int attempt, String system, String job) {}
