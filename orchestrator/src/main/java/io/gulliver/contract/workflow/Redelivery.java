package io.gulliver.contract.workflow;

import org.jspecify.annotations.Nullable;

/**
 * What the store knows of a command that an engine must not take like one said just now: an earlier workflow task read
 * it and its outcome never reached the engine's history, or it waited too long.
 *
 * @param refusal why it goes back to its person in any case, or null when only what it would start decides
 */
public record Redelivery(@Nullable String refusal) {}
