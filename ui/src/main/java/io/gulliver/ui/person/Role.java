package io.gulliver.ui.person;

import org.jspecify.annotations.Nullable;

/** What a person may do; a person has one or more of them. Playbooks and the store know them by {@link #key}. */
public enum Role {
    /** Owns the program: plan, risks, starting and stopping. */
    PM("migration-manager", "pm"),
    /** Works on tasks and on running migrations. */
    DBA("dba", "dba"),
    /** Leads cutovers: go/no-go, pausing, backing out. */
    CUTOVER("cutover-manager", "cutover"),
    /** Gives approvals, the second one among them, in whosever queue they are. */
    APPROVER("approver", "approver"),
    /** Reads everything, changes nothing. */
    VIEWER("viewer", "viewer"),
    /** Looks after Gulliver itself: systems, people, playbooks. */
    ADMIN("admin", "admin"),
    /** Answers for an application: agrees criteria, tests, signs. */
    APPLICATION_OWNER("application-owner", null),
    /** Makes room on arrays. */
    STORAGE_TEAM("storage-team", null),
    /** Tests applications after the move. */
    TESTERS("testers", null),
    /** Builds servers: partitions, operating systems, software. */
    PLATFORM("platform", null),
    /** Works on arrays: volumes, hosts, mappings. */
    STORAGE("storage", null),
    /** Addresses, names, firewalls, and where clients are sent. */
    NETWORK("network", null);

    private final String key;
    private final @Nullable String labName;

    Role(String key, @Nullable String labName) {
        this.key = key;
        this.labName = labName;
    }

    /** As playbooks, tasks and configuration write it. */
    public String key() {
        return key;
    }

    /** Log-in name of the lab's person with this role; null when another person of the lab holds it too. */
    @Nullable
    public String labName() {
        return labName;
    }

    /** The authority that Spring Security carries. */
    public String authority() {
        return "ROLE_" + name();
    }
}
