package io.gulliver.domain.window;

import org.jspecify.annotations.Nullable;

/**
 * What somebody must do so that enough load of a database is seen and kept, and whether evidence shows it done.
 *
 * @param kind what
 * @param role key of the role that does it
 * @param title in one sentence
 * @param script to be run there by hand, or null; Gulliver never runs it
 * @param done what evidence says of it in words, or null while it is to be done
 */
public record WindowTask(
        Kind kind,
        String role,
        String title,
        @Nullable String script,
        @Nullable String done) {
    /** What can be asked for. */
    public enum Kind {
        /** AWR must take snapshots often enough and keep them long enough. */
        AWR_SETTINGS,
        /** The snapshots of the window must outlive AWR's retention. */
        AWR_BASELINE,
        /** STATSPACK must take a snapshot every hour. */
        STATSPACK,
        /** The snapshots of the window must outlive STATSPACK's purge. */
        STATSPACK_BASELINE,
        /** The window ended before enough was seen. */
        NOT_ENOUGH
    }
}
