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
 * @param decision what a person decided, or null
 */
public record HostDependency(
        String name,
        Kind kind,
        String detail,
        @Nullable String product,
        Build s390x,
        String said,
        String source,
        Instant at,
        @Nullable Decision decision) {
    /** A program of which nobody decided anything. */
    public HostDependency(
            String name,
            Kind kind,
            String detail,
            @Nullable String product,
            Build s390x,
            String said,
            String source,
            Instant at) {
        this(name, kind, detail, product, s390x, said, source, at, null);
    }

    /**
     * What a person decided of a program, whatever the list says of it.
     *
     * @param choice what becomes of it
     * @param reason why, or where that is known from
     * @param by who decided
     * @param at when
     */
    public record Decision(Choice choice, String reason, String by, Instant at) {}

    /** What becomes of a program. */
    public enum Choice {
        /** There is a build for s390x: it moves along. */
        HAS_BUILD,
        /** Another program does its work on the new host. */
        REPLACED,
        /** It goes on elsewhere, and reaches the database from there. */
        RUNS_ELSEWHERE,
        /** Its work ends with the old host. */
        NOT_NEEDED
    }

    /** Whether somebody must still decide: there is no build, or nobody knows. */
    public boolean undecided() {
        return decision == null && s390x != Build.YES;
    }

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
