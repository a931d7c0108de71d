package io.gulliver.persistence.view;

import io.gulliver.domain.task.Task;

/**
 * The answer to a claim.
 *
 * @param won whether the asker holds it now; if not, the task names who does
 * @param task as stored now
 */
public record Claim(boolean won, Task task) {}
