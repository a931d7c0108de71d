package io.gulliver.engine;

import io.temporal.client.WorkflowClient;
import java.util.Optional;
import java.util.function.Supplier;

/** The engine's client, or empty while it is not reached. */
@FunctionalInterface
public interface EngineClient extends Supplier<Optional<WorkflowClient>> {}
