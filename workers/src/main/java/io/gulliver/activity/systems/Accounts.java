package io.gulliver.activity.systems;

import io.gulliver.adapter.oracle.DiscoveryQuestions;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.OracleStatement;
import io.gulliver.adapter.oracle.OracleStatements;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Who exists in a database beside Oracle's own, and what they may in general: accounts, roles, profiles, privileges and
 * memberships, as the dictionary has them now.
 *
 * <p>An export by schema takes accounts with their grants, and neither roles nor profiles nor grants of roles and of
 * PUBLIC (<i>What schema mode carries</i> of {@code docs/domain/data-pump.md}).
 *
 * @param users by name: profile, tablespaces, state
 * @param roles how each is enabled (NO: by whoever has it), by name
 * @param profiles limits by resource, by profile; DEFAULT among them
 * @param privileges of accounts, roles and PUBLIC
 * @param memberships of accounts, roles and PUBLIC
 */
public record Accounts(
        SortedMap<String, OracleRow> users,
        SortedMap<String, String> roles,
        SortedMap<String, SortedMap<String, String>> profiles,
        List<Privilege> privileges,
        List<Membership> memberships) {
    /** The grantee that everybody is. */
    public static final String PUBLIC = "PUBLIC";

    /** The profile that exists everywhere, which decides what others leave open. */
    public static final String DEFAULT = "DEFAULT";

    private static final DiscoveryQuestions QUESTIONS = DiscoveryQuestions.of(OracleStatements.load());

    /** Who is made with a pluggable database, and is nobody's account. */
    private static final Set<String> OF_THE_DATABASE = new TreeSet<>(List.of("PDBADMIN"));

    public Accounts {
        users = Collections.unmodifiableSortedMap(users);
        roles = Collections.unmodifiableSortedMap(roles);
        profiles = Collections.unmodifiableSortedMap(profiles);
        privileges = List.copyOf(privileges);
        memberships = List.copyOf(memberships);
    }

    /** A system privilege of somebody. */
    public record Privilege(String grantee, String name, boolean admin) {}

    /** A role of somebody. */
    public record Membership(String grantee, String role, boolean admin, boolean byDefault) {}

    /**
     * Those of the users whom an application may have: neither ours nor those of a pluggable database itself. Users common
     * to a container are its own.
     */
    public static SortedSet<String> crossing(Collection<String> users, Set<String> ours) {
        SortedSet<String> crossing = new TreeSet<>(users);
        crossing.removeAll(ours);
        crossing.removeAll(OF_THE_DATABASE);
        crossing.removeIf(name -> name.startsWith("C##"));
        return crossing;
    }

    /**
     * Reads one database.
     *
     * @param ours users of our own credentials
     */
    public static Accounts of(OracleClient client, Set<String> ours) {
        SortedSet<String> names = crossing(
                client.query(variant("owners", client)).stream()
                        .map(row -> row.text("USERNAME"))
                        .toList(),
                ours);
        SortedMap<String, OracleRow> users = new TreeMap<>();
        client.query(variant("users", client)).stream()
                .filter(row -> names.contains(row.text("USERNAME")))
                .forEach(row -> users.put(row.text("USERNAME"), row));
        SortedMap<String, String> roles = new TreeMap<>();
        client.query(variant("application-roles", client)).stream()
                .filter(row -> !row.text("ROLE").startsWith("C##"))
                .forEach(row -> roles.put(row.text("ROLE"), String.valueOf(row.findText("PASSWORD_REQUIRED"))));
        SortedMap<String, SortedMap<String, String>> profiles = new TreeMap<>();
        for (OracleRow row : client.query("profiles")) {
            profiles.computeIfAbsent(row.text("PROFILE"), profile -> new TreeMap<>())
                    .put(row.text("RESOURCE_NAME"), String.valueOf(row.findText("SETTING")));
        }
        SortedSet<String> grantees = new TreeSet<>(users.keySet());
        grantees.addAll(roles.keySet());
        grantees.add(PUBLIC);
        List<Privilege> privileges = new ArrayList<>();
        for (OracleRow row : client.query("system-grants")) {
            if (grantees.contains(row.text("GRANTEE"))) {
                privileges.add(new Privilege(
                        row.text("GRANTEE"), row.text("PRIVILEGE"), "YES".equals(row.findText("ADMIN_OPTION"))));
            }
        }
        List<Membership> memberships = new ArrayList<>();
        for (OracleRow row : client.query("role-grants")) {
            if (grantees.contains(row.text("GRANTEE"))) {
                memberships.add(new Membership(
                        row.text("GRANTEE"),
                        row.text("GRANTED_ROLE"),
                        "YES".equals(row.findText("ADMIN_OPTION")),
                        "YES".equals(row.findText("DEFAULT_ROLE"))));
            }
        }
        return new Accounts(users, roles, profiles, privileges, memberships);
    }

    private static String variant(String question, OracleClient client) {
        return QUESTIONS
                .find(question, client.release())
                .map(OracleStatement::id)
                .orElseThrow(() -> new IllegalArgumentException(
                        "No statement asks release " + client.release() + " for " + question));
    }

    /** Accounts, roles and PUBLIC: whose rights are looked at. */
    public SortedSet<String> grantees() {
        SortedSet<String> grantees = new TreeSet<>(users.keySet());
        grantees.addAll(roles.keySet());
        grantees.add(PUBLIC);
        return grantees;
    }

    /**
     * The function of a limit that names one: neither what another profile or the root decides, nor none.
     *
     * @return empty when the limit is no function
     */
    public static java.util.Optional<String> function(Map.Entry<String, String> limit) {
        return limit.getKey().equals("PASSWORD_VERIFY_FUNCTION")
                        && !List.of("NULL", DEFAULT, "UNLIMITED", "FROM ROOT").contains(limit.getValue())
                ? java.util.Optional.of(limit.getValue())
                : java.util.Optional.empty();
    }
}
