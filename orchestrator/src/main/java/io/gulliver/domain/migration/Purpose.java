package io.gulliver.domain.migration;

/** Why a migration runs. A rehearsal never touches the live record of the production run. */
public enum Purpose {
    REHEARSAL,
    PRODUCTION
}
