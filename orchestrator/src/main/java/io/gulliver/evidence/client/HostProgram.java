package io.gulliver.evidence.client;

import io.gulliver.domain.estate.HostDependency;

/**
 * A program seen on a host.
 *
 * @param name without its folder
 * @param kind by what it was seen
 * @param detail user and command, or the schedule; secrets blanked
 */
public record HostProgram(String name, HostDependency.Kind kind, String detail) {}
