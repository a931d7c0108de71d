package io.gulliver.lab.people;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The people whom the lab plays. Each logs in under a name that says what it is, so that the audit record never takes
 * their word for a person's. The product knows these accounts only where it knows the lab's users.
 */
public enum SimulatedPerson {
    MANAGER("Mira Blefuscu (simulated migration manager)", "migration-manager"),
    DBA("Dana Doyle (simulated DBA)", "dba"),
    PLATFORM("Pat Mildendo (simulated platform engineer)", "platform"),
    STORAGE("Stan Balnibarbi (simulated storage engineer)", "storage", "storage-team"),
    NETWORK("Nell Luggnagg (simulated network engineer)", "network"),
    CUTOVER("Cora Brobding (simulated cutover manager)", "cutover-manager"),
    APPLICATION_OWNER("Olive Laputa (simulated application owner)", "application-owner", "testers"),
    /** The second pair of eyes: an approver may decide in every queue. */
    APPROVER("Avery Houyhnhnm (simulated approver)", "approver");

    private final String login;
    private final Set<String> roles;

    SimulatedPerson(String login, String... roles) {
        this.login = login;
        this.roles = Set.of(roles);
    }

    /** The name to log in with, which is also what the audit record shows. */
    public String login() {
        return login;
    }

    /** Who has a role, as playbooks write it; empty when none of these people has it. */
    public static Optional<SimulatedPerson> withRole(String role) {
        return List.of(values()).stream()
                .filter(person -> person.roles.contains(role))
                .findFirst();
    }
}
