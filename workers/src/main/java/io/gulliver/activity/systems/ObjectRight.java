package io.gulliver.activity.systems;

import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A right on an object, by whoever granted it. */
public record ObjectRight(String grantee, String owner, String object, String privilege, boolean grantable) {

    /**
     * Rights on an account itself, which are given ON USER; DBA_TAB_PRIVS has them as objects of SYS with the account's name
     * (Database Security Guide 19c, <i>Controlling Invoker's Rights Privileges</i> and <i>Controlling Definer's Rights
     * Privileges for Database Links</i>; Database SQL Translation).
     */
    private static final Set<String> ON_USER =
            Set.of("INHERIT PRIVILEGES", "INHERIT REMOTE PRIVILEGES", "TRANSLATE SQL");

    /** A row of {@code object-grants} or {@code rights-on-objects}. */
    public static ObjectRight of(OracleRow row) {
        return new ObjectRight(
                row.text("GRANTEE"),
                row.text("OWNER"),
                row.text("TABLE_NAME"),
                row.text("PRIVILEGE"),
                "YES".equals(row.findText("GRANTABLE")));
    }

    /**
     * What the source has and the target has not, in the order of the source's answer. One that the target lets its holder
     * pass on is none that is missing.
     *
     * @param statement of the catalogue, with the bind {@code owners}
     */
    public static Set<ObjectRight> missing(OracleClient source, OracleClient target, String statement, String owners) {
        Set<ObjectRight> missing = read(source, statement, owners);
        Set<ObjectRight> there = read(target, statement, owners);
        missing.removeIf(right -> there.contains(right) || there.contains(right.passedOn()));
        return missing;
    }

    private static Set<ObjectRight> read(OracleClient client, String statement, String owners) {
        return client.query(statement, Map.of("owners", owners)).stream()
                .map(ObjectRight::of)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /**
     * Rights of accounts and roles on objects that do not cross themselves, as far as the target has them not: Data Pump
     * never carries them (R44).
     *
     * @param schemas accounts that cross with their objects
     * @param roles of the source that are not Oracle's
     */
    public static List<ObjectRight> missingBeyond(
            OracleClient source, OracleClient target, Collection<String> schemas, Collection<String> roles) {
        Set<String> grantees = new LinkedHashSet<>(schemas);
        grantees.addAll(roles);
        return missing(source, target, "object-grants", SessionRestriction.owners(List.copyOf(grantees))).stream()
                .filter(right -> !schemas.contains(right.owner()))
                .toList();
    }

    /** Those of these rights that nobody can give, for what they are on is not at the target. */
    public static List<ObjectRight> onNothing(Collection<ObjectRight> rights, OracleClient target) {
        Map<String, Boolean> there = new HashMap<>();
        target.query("directories").forEach(row -> there.put("SYS." + row.text("DIRECTORY_NAME"), true));
        List<ObjectRight> onNothing = new ArrayList<>();
        for (ObjectRight right : rights) {
            if (!there.computeIfAbsent(right.place(), place -> right.isThere(target))) {
                onNothing.add(right);
            }
        }
        return onNothing;
    }

    private boolean isThere(OracleClient target) {
        OracleRow seen = onUser()
                ? target.queryOne("account-there", Map.of("account", object))
                : target.queryOne("object-there", Map.of("owner", owner, "object", object));
        return seen.number("OBJECTS").signum() > 0;
    }

    /** Whether it is a right on an account. */
    public boolean onUser() {
        return ON_USER.contains(privilege);
    }

    /** What it is on: {@code OWNER.OBJECT}, or {@code USER NAME}. */
    public String place() {
        return onUser() ? "USER " + object : owner + "." + object;
    }

    /** Whether it may be left behind: the approved change list has what it is on, with or without owner, or who holds it. */
    public boolean approved(Collection<String> approved) {
        return approved.contains(owner + "." + object) || approved.contains(object) || approved.contains(grantee);
    }

    ObjectRight passedOn() {
        return new ObjectRight(grantee, owner, object, privilege, true);
    }

    /** What it is, in the words of a list: {@code EXECUTE ON SYS.UTL_FILE}. */
    public String words() {
        return privilege + " ON " + (onUser() ? "USER " : word(owner) + ".") + word(object);
    }

    /**
     * The statement that gives it; a name is quoted where it would not be read as it is.
     *
     * @param directories names of those of the database, on which rights are worded in another way
     */
    public String sql(Set<String> directories) {
        return "GRANT " + on(directories) + " TO " + word(grantee) + (grantable ? " WITH GRANT OPTION" : "");
    }

    /** The statement that takes it back, as {@link #sql} names things. */
    public String revoked(Set<String> directories) {
        return "REVOKE " + on(directories) + " FROM " + word(grantee);
    }

    private String on(Set<String> directories) {
        return owner.equals("SYS") && directories.contains(object)
                ? privilege + " ON DIRECTORY " + word(object)
                : words();
    }

    private static String word(String name) {
        return name.matches("[A-Z][A-Z0-9_$#]*") ? name : '"' + name + '"';
    }
}
