package io.gulliver.contract.workflow;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import java.util.Map;

/**
 * Asks for a step's condition, items, inputs and planned time.
 *
 * @param migration the run
 * @param step the step, or one item of it (then items and condition were resolved before)
 * @param iteration of a repeating step; its {@code until} is evaluated when this is above 1
 * @param evaluate render unknown outputs as «uid of build-volume» and allocate no names
 * @param outputs of the steps that this one names, by step id; a fanned-out step gives {@code items} → item → outputs
 */
public record PrepareRequest(
        MigrationId migration,
        StepKey step,
        int iteration,
        boolean evaluate,
        Map<String, Map<String, Object>> outputs) {}
