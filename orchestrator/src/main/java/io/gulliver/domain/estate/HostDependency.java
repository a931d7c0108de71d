package io.gulliver.domain.estate;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A program that runs on the database's host and must run, or be replaced, on the new one.
 *
 * @param name program or command, without its folder
 * @param kind by what it was seen
 * @param detail user and command, or the schedule; secrets blanked
 * @param product it belongs to, or null when the list does not know it
 * @param s390x whether there is a build for Linux on IBM Z
 * @param said why {@code s390x} is believed, or what must be asked
 * @param source which file said so
 * @param at when it was true
 */
public record HostDependency(
        String name,
        Kind kind,
        String detail,
        @Nullable String product,
        Build s390x,
        String said,
        String source,
        Instant at) {
    /** By what a dependency was seen. */
    public enum Kind {
        PROCESS,
        CRON
    }

    /** Whether there is a build. */
    public enum Build {
        YES,
        NO,
        UNKNOWN
    }
}
