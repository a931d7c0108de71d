package io.gulliver.contract.activity;

import org.jspecify.annotations.Nullable;

/**
 * Asks a worker to try everything that reading one database needs.
 *
 * @param database its name in the program
 * @param host of its listener and of its operating system, or null when the inventory has none
 * @param port of its listener
 * @param service it is reached by, or null when the inventory has none
 * @param credential name of a configured credential, or null when the inventory has none
 * @param release as the inventory tells it, or null
 * @param awr whether the program says that the Diagnostics Pack is licensed
 * @param keepDays for how many days AWR is wanted to keep
 */
public record AccessProbe(
        String database,
        @Nullable String host,
        int port,
        @Nullable String service,
        @Nullable String credential,
        @Nullable String release,
        boolean awr,
        int keepDays) {}
