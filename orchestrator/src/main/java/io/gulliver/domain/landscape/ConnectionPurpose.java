package io.gulliver.domain.landscape;

/** What a connection to an Oracle database is for. Its address follows from it. */
public enum ConnectionPurpose {
    /** Looks at a database that people work with: discovery, access checks. It stays outside while sessions are restricted. */
    READ(false),
    /** Administers a database, or looks at one during its outage. */
    ADMIN(true),
    /** Owns a Data Pump job, as its program on the host and as whoever attaches to it. */
    DATA_PUMP(true),
    /** Looks at what RMAN made; RMAN itself connects locally. */
    RMAN(true);

    private final boolean restricted;

    ConnectionPurpose(boolean restricted) {
        this.restricted = restricted;
    }

    /**
     * Whether the listener must let it through to a restricted instance: its address is then a descriptor with
     * {@code (UR=A)}, and its user needs RESTRICTED SESSION or SYSDBA.
     */
    public boolean reachesRestricted() {
        return restricted;
    }
}
