package io.gulliver.engine;

/** Says what a part of the process can do for Temporal; asked once, before the connector starts. */
@FunctionalInterface
public interface EngineRegistration {
    void register(TemporalConnector connector);
}
