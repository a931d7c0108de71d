package io.gulliver.domain.access;

import org.jspecify.annotations.Nullable;

/**
 * One connection that a worker tried: what a firewall must let through, and what came of it.
 *
 * @param host as the inventory or the landscape names it
 * @param port there
 * @param purpose what for, such as {@code Oracle Net}
 * @param state good when it was taken
 * @param from network address of the worker towards it, or null when nobody knows
 * @param to network address that the host's name stood for, or null when it did not resolve
 * @param action what must be done, or null when nothing
 * @param role key of the role that does it, or null
 */
public record AccessReach(
        String host,
        int port,
        String purpose,
        AccessState state,
        @Nullable String from,
        @Nullable String to,
        @Nullable String action,
        @Nullable String role) {}
