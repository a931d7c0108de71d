package io.gulliver.contract.workflow;

/**
 * What became of a human command.
 *
 * @param commandId its id
 * @param applied false when it was refused
 * @param message what happened, or why it was refused and what to do
 */
public record CommandOutcome(String commandId, boolean applied, String message) {}
