package io.gulliver.domain.migration;

/** Why a migration runs. Neither discovery nor a rehearsal touches the live record of the production run. */
public enum Purpose {
    /** Looks at the source and changes nothing; weeks before anything else, as soon as there is access to it. */
    DISCOVERY,
    REHEARSAL,
    PRODUCTION
}
