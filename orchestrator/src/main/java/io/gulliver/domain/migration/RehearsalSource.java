package io.gulliver.domain.migration;

import org.jspecify.annotations.Nullable;

/**
 * What a rehearsal copies from: it is named at the start, so that nobody rehearses on the live source unknowingly.
 *
 * @param kind what it is
 * @param host of a copy, a snapshot or a standby; null for the live source, whose inventory line says it
 * @param port of its listener, or null for that of the inventory
 * @param service of it, or null for that of the inventory
 */
public record RehearsalSource(
        Kind kind,
        @Nullable String host,
        @Nullable Integer port,
        @Nullable String service) {
    /** What a rehearsal may copy from. */
    public enum Kind {
        /** A restored or duplicated database. */
        COPY,
        /** A snapshot of its volumes, opened elsewhere. */
        SNAPSHOT,
        /** A standby that is opened for it. */
        STANDBY,
        /** The live source, on which nothing is changed but what the rehearsal makes for itself and takes away. */
        LIVE
    }

    public RehearsalSource {
        boolean named = host != null && !host.isBlank();
        if (kind == Kind.LIVE && (named || port != null || service != null)) {
            throw new IllegalArgumentException(
                    "The live source of a rehearsal is where the inventory says: give no host, port or service");
        }
        if (kind != Kind.LIVE && !named) {
            throw new IllegalArgumentException("The source of a rehearsal is a "
                    + kind.name().toLowerCase(java.util.Locale.ROOT) + ": name the host that it is opened on");
        }
        if (port != null && (port < 1 || port > 65_535)) {
            throw new IllegalArgumentException(
                    "The port of a rehearsal's source is " + port + ": give one from 1 to 65535, or none");
        }
        if (length(host) > 253 || length(service) > 128) {
            throw new IllegalArgumentException(
                    "A host of a rehearsal's source has at most 253 characters and a service 128: shorten it");
        }
    }

    private static int length(@Nullable String text) {
        return text == null ? 0 : text.length();
    }

    /** The live source. */
    public static RehearsalSource live() {
        return new RehearsalSource(Kind.LIVE, null, null, null);
    }
}
