package io.gulliver.domain.people;

import java.util.Arrays;
import java.util.Optional;

/** What a person answers for; tasks and gates ask for it. Playbooks and the store know it by {@link #key}. */
public enum Function {
    /** Owns the program: plan, risks, starting and stopping. */
    MIGRATION_MANAGER("migration-manager"),
    /** Works on databases, their tasks and running migrations. */
    DBA("dba"),
    /** Leads cutovers: go/no-go, pausing, backing out. */
    CUTOVER_MANAGER("cutover-manager"),
    /** Gives approvals, the second one among them, in whosever queue they are. */
    APPROVER("approver"),
    /** Answers for an application: agrees criteria, tests, signs. */
    APPLICATION_OWNER("application-owner"),
    /** Makes room on arrays. */
    STORAGE_TEAM("storage-team"),
    /** Tests applications after the move. */
    TESTERS("testers"),
    /** Builds servers: partitions, operating systems, software. */
    PLATFORM("platform"),
    /** Works on arrays: volumes, hosts, mappings. */
    STORAGE("storage"),
    /** Addresses, names, firewalls, and where clients are sent. */
    NETWORK("network"),
    /** Brings playbooks: a new one is root on every host, and another person approves it. */
    PLAYBOOK_ADMIN("playbook-admin"),
    /** Checks the audit record. */
    AUDITOR("auditor");

    private final String key;

    Function(String key) {
        this.key = key;
    }

    /** As playbooks, tasks and the store write it. */
    public String key() {
        return key;
    }

    public static Optional<Function> of(String key) {
        return Arrays.stream(values()).filter(one -> one.key.equals(key)).findFirst();
    }
}
