package io.gulliver.contract.activity;

/**
 * Writes the read-only SQL*Plus script that asks a database all that discovery asks, for a DBA to run where Gulliver cannot
 * reach it.
 */
@FunctionalInterface
public interface DiscoveryScripts {
    /** Name under which the script is handed out. */
    String FILE = "discovery.sql";

    /**
     * The script.
     *
     * @param release as people tell it, such as {@code 10.2.0.5}; when it holds no number, one that every release since
     *     10.2 understands is written
     * @param packLicensed whether the owner of the database confirms the Diagnostics Pack; only then AWR is asked
     */
    String script(String release, boolean packLicensed);
}
