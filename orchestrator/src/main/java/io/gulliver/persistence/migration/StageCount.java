package io.gulliver.persistence.migration;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepState;

/**
 * How many steps of a stage stand in one state: the cells of the grid.
 *
 * @param migration the run
 * @param stage the stage
 * @param state the state
 * @param steps how many steps and items
 */
public record StageCount(MigrationId migration, Stage stage, StepState state, int steps) {}
