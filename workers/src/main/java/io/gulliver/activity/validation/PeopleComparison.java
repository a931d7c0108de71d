package io.gulliver.activity.validation;

import io.gulliver.activity.systems.Accounts;
import io.gulliver.activity.systems.ObjectRight;
import io.gulliver.activity.systems.ProxyRight;
import io.gulliver.activity.systems.PublicRights;
import io.gulliver.activity.systems.PublicSynonym;
import io.gulliver.activity.systems.SessionRestriction;
import io.gulliver.activity.validation.CompareDictionary.Difference;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleMaintained;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.assessment.crossing.CarryOver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Whether the same people may do the same: check V09 of {@code docs/domain/validation.md}, row by row of accounts, roles,
 * profiles, privileges, memberships, rights on objects, proxies, quotas and synonyms. Who granted a right is not compared: one that
 * was passed on is the owner's at the target.
 */
final class PeopleComparison {
    private final OracleClient source;
    private final OracleClient target;
    private final Accounts here;
    private final Accounts there;
    private final Set<String> schemas;
    private final SortedSet<String> grantees = new TreeSet<>();
    private final Set<String> approved;
    private final SortedMap<String, String> leftBehind;
    private final List<Difference> found;

    private PeopleComparison(
            OracleClient source,
            OracleClient target,
            Set<String> schemas,
            Set<String> ours,
            Set<String> approved,
            List<String> leftBehind,
            List<Difference> found) {
        this.source = source;
        this.target = target;
        this.schemas = schemas;
        this.approved = approved;
        this.leftBehind = CarryOver.reasons(leftBehind);
        this.found = found;
        here = Accounts.of(source, ours);
        there = Accounts.of(target, ours);
        grantees.addAll(here.grantees());
        grantees.addAll(there.roles().keySet());
    }

    /**
     * Compares and adds what differs.
     *
     * @param schemas accounts that cross
     * @param ours users of our own credentials
     * @param approved names of accounts, roles, profiles, functions and synonyms that may differ: the approved change list
     * @param leftBehind what people leave behind, as {@link CarryOver} reads it
     * @return how many entries were compared
     */
    static int compare(
            OracleClient source,
            OracleClient target,
            Set<String> schemas,
            Set<String> ours,
            Set<String> approved,
            List<String> leftBehind,
            List<Difference> found) {
        PeopleComparison comparison = new PeopleComparison(source, target, schemas, ours, approved, leftBehind, found);
        return comparison.accounts()
                + comparison.compare("V09 roles", comparison.here.roles(), comparison.there.roles())
                + comparison.profiles()
                + comparison.privileges()
                + comparison.memberships()
                + comparison.rights()
                + comparison.publicRights()
                + comparison.proxies(ours)
                + comparison.quotas()
                + comparison.synonyms();
    }

    /** A difference whose first word, or a word of which, is on the approved list is explained by it. */
    private int compare(String check, Map<String, String> before, Map<String, String> after) {
        List<Difference> differences = new ArrayList<>();
        int compared = CompareDictionary.compare(check, before, after, differences);
        for (Difference one : differences) {
            String words = one.what() + " " + one.source();
            boolean named = Stream.of(words.split(" "), words.split("[ .]"))
                    .flatMap(Stream::of)
                    .anyMatch(approved::contains);
            found.add(
                    named
                            ? new Difference(one.check(), one.what(), one.source(), one.target(), "approved change")
                            : one);
        }
        return compared;
    }

    /** Whether an account is there, and as open as before, is V13. */
    private int accounts() {
        Map<String, String> before = new TreeMap<>();
        Map<String, String> after = new TreeMap<>();
        here.users().forEach((user, row) -> {
            before.put(user, settings(row));
            OracleRow now = there.users().get(user);
            if (now != null) {
                after.put(user, settings(now));
            }
        });
        return compare("V09 accounts", before, after);
    }

    private static String settings(OracleRow user) {
        return "profile " + user.findText("PROFILE") + ", tablespaces " + user.findText("DEFAULT_TABLESPACE") + " and "
                + user.findText("TEMPORARY_TABLESPACE");
    }

    /** Limits that a later release has and the source's did not are the target's. */
    private int profiles() {
        Map<String, String> before = new TreeMap<>();
        Map<String, String> after = new TreeMap<>();
        here.profiles()
                .forEach((profile, limits) -> limits.forEach((resource, setting) -> {
                    String key = profile + " " + resource;
                    if (!setting.equals("FROM ROOT")) {
                        before.put(key, setting);
                        String now = there.profiles()
                                .getOrDefault(profile, new TreeMap<>())
                                .get(resource);
                        if (now != null) {
                            after.put(key, now);
                        }
                    }
                }));
        there.profiles().keySet().stream()
                .filter(profile -> !here.profiles().containsKey(profile)
                        && there.users().values().stream().anyMatch(user -> profile.equals(user.findText("PROFILE"))))
                .forEach(profile -> after.put(profile, "in use"));
        return compare("V09 profiles", before, after);
    }

    private int privileges() {
        return compare("V09 system privileges", privileges(here), privileges(there));
    }

    private Map<String, String> privileges(Accounts accounts) {
        Map<String, String> entries = new TreeMap<>();
        accounts.privileges().stream()
                .filter(one -> grantees.contains(one.grantee()))
                .forEach(one ->
                        entries.put(one.grantee() + " " + one.name(), one.admin() ? "with admin option" : "granted"));
        return entries;
    }

    private int memberships() {
        return compare("V09 roles granted", memberships(here), memberships(there));
    }

    /** Of a role it does not matter whether another one is its by default; roles of products that are gone are nobody's loss. */
    private Map<String, String> memberships(Accounts accounts) {
        Map<String, String> entries = new TreeMap<>();
        accounts.memberships().stream()
                .filter(one -> grantees.contains(one.grantee()) && !OracleMaintained.contains(one.role()))
                .forEach(one -> entries.put(
                        one.grantee() + " " + one.role(),
                        (one.admin() ? "with admin option" : "granted")
                                + (accounts.users().containsKey(one.grantee()) && !one.byDefault()
                                        ? ", not by default"
                                        : "")));
        return entries;
    }

    /** On objects that cross, whoever holds them; on others, those of accounts and roles that cross. */
    private int rights() {
        Map<String, String> before = rights(source);
        Map<String, String> after = rights(target);
        return compare("V09 rights on objects", before, after);
    }

    private Map<String, String> rights(OracleClient client) {
        Map<String, String> entries = new TreeMap<>();
        SortedSet<String> named = new TreeSet<>(grantees);
        named.remove(Accounts.PUBLIC);
        String owners = SessionRestriction.owners(List.copyOf(schemas));
        client.query("rights-on-objects", Map.of("owners", owners)).forEach(row -> right(entries, row));
        client.query("object-grants", Map.of("owners", SessionRestriction.owners(List.copyOf(named))))
                .forEach(row -> right(entries, row));
        return entries;
    }

    private void right(Map<String, String> entries, OracleRow row) {
        ObjectRight right = ObjectRight.of(row);
        if (grantees.contains(right.grantee())) {
            entries.merge(
                    right.grantee() + " " + right.privilege() + " " + right.place(),
                    right.grantable() ? "with grant option" : "granted",
                    (one, other) -> one.length() > other.length() ? one : other);
        }
    }

    /**
     * On objects that do not cross and both have. That the target lets everybody more is said and stops nobody: a later release
     * does so as well.
     */
    private int publicRights() {
        PublicRights rights = PublicRights.between(source, target, schemas);
        for (ObjectRight right : rights.lost()) {
            String reason = leftBehind.get(CarryOver.Kind.PUBLIC_RIGHT.words() + " " + right.words());
            found.add(new Difference(
                    "V09 rights of PUBLIC",
                    right.words(),
                    right.grantable() ? "with grant option" : "granted",
                    "missing",
                    approved.contains(right.object())
                            ? "approved change"
                            : reason == null ? null : "left behind: " + reason));
        }
        for (ObjectRight right : rights.more()) {
            found.add(new Difference(
                    "V09 rights of PUBLIC",
                    right.words(),
                    "missing",
                    right.grantable() ? "with grant option" : "granted",
                    "a warning of the carry-over list; taken by " + rights.taken(right)));
        }
        return rights.lost().size() + rights.more().size();
    }

    private int proxies(Set<String> ours) {
        return compare("V09 proxies", proxies(source, ours), proxies(target, ours));
    }

    private Map<String, String> proxies(OracleClient client, Set<String> ours) {
        Map<String, String> entries = new TreeMap<>();
        ProxyRight.of(client, here.users().keySet(), ours).forEach((name, proxy) -> entries.put(name, proxy.words()));
        return entries;
    }

    private int quotas() {
        return compare("V09 quotas", quotas(source), quotas(target));
    }

    private Map<String, String> quotas(OracleClient client) {
        Map<String, String> entries = new TreeMap<>();
        client.query(
                        "quotas",
                        Map.of(
                                "owners",
                                SessionRestriction.owners(
                                        List.copyOf(here.users().keySet()))))
                .forEach(row -> entries.put(
                        row.text("USERNAME") + " " + row.text("TABLESPACE_NAME"),
                        row.number("MAX_BYTES").signum() < 0
                                ? "unlimited"
                                : row.number("MAX_BYTES").toPlainString()));
        return entries;
    }

    /** Those that applications own, those of their objects, and all public ones that somebody made. */
    private int synonyms() {
        Map<String, PublicSynonym> all = PublicSynonym.of(target);
        Map<String, PublicSynonym> made = PublicSynonym.crossing(source, target, all, schemas);
        Map<String, String> before = synonyms(source);
        Map<String, String> after = synonyms(target);
        made.forEach((name, synonym) -> {
            String key = Accounts.PUBLIC + "." + name;
            before.put(key, synonym.target());
            PublicSynonym now = all.get(name);
            if (now != null) {
                after.put(key, now.target());
            }
        });
        return compare("V09 synonyms", before, after);
    }

    private Map<String, String> synonyms(OracleClient client) {
        Map<String, String> entries = new TreeMap<>();
        Map<String, ?> owners = Map.of("owners", SessionRestriction.owners(List.copyOf(schemas)));
        for (String statement : List.of("synonyms", "private-synonyms")) {
            client.query(statement, owners)
                    .forEach(row -> entries.put(
                            row.text("OWNER") + "." + row.text("SYNONYM_NAME"),
                            PublicSynonym.target(
                                    row.findText("TABLE_OWNER"), row.text("TABLE_NAME"), row.findText("DB_LINK"))));
        }
        return entries;
    }
}
