package io.gulliver.domain.access;

/** The things that access to a database needs, in the order in which they depend on each other. */
public enum AccessItem {
    /** The host's name resolves where the worker stands. */
    NAME("network"),
    /** The listener's port takes a connection from the worker's zone. */
    PORT("network"),
    /** The database lets the configured user in. */
    LOGIN("dba"),
    /** CREATE SESSION. */
    CREATE_SESSION("dba"),
    /** SELECT_CATALOG_ROLE, which covers DBA_*, V$ and GV$. */
    CATALOGUE("dba"),
    /** Whatever single questions of discovery need beyond that. */
    OTHER_GRANTS("dba"),
    /** AWR keeps long enough and takes snapshots often enough. */
    AWR("dba"),
    /** The host's SSH server shows the key that is pinned. */
    HOST_KEY("platform"),
    /** The host lets the configured login in. */
    SSH("platform"),
    /** sysstat collects on the host. */
    SYSSTAT("platform");

    private final String role;

    AccessItem(String role) {
        this.role = role;
    }

    /** Key of the role that usually puts it right. */
    public String role() {
        return role;
    }
}
