package io.gulliver.domain.estate;

import org.jspecify.annotations.Nullable;

/**
 * Sessions of one kind of client, as one sample of a database showed them.
 *
 * @param service they are connected to, or null
 * @param machine they come from, or null
 * @param program that runs there, or null
 * @param user they are logged on as, or null
 * @param driver name and version of its driver, or null
 * @param sessions how many
 */
public record SeenClient(
        @Nullable String service,
        @Nullable String machine,
        @Nullable String program,
        @Nullable String user,
        @Nullable String driver,
        int sessions) {}
