package io.gulliver.activity.movement;

import io.gulliver.activity.Inputs;
import io.gulliver.activity.Rendering;
import io.gulliver.activity.StepContext;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Accounts;
import io.gulliver.activity.systems.Accounts.Membership;
import io.gulliver.activity.systems.Accounts.Privilege;
import io.gulliver.activity.systems.Databases;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.activity.systems.SessionRestriction;
import io.gulliver.activity.systems.Systems;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleMaintained;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.contract.activity.EvidenceRef;
import io.gulliver.contract.activity.FailureCode;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * {@code movement.prepare-accounts}: step DP07 of {@code docs/domain/data-pump.md}; what the import of accounts and rights
 * finds or fails by: temporary tablespaces, profiles, roles with what they may in general.
 *
 * <p>Accounts themselves come with the import, for nobody but Data Pump can read their verifiers. A password function is
 * code of SYS, and the password of a role cannot be read: both are a person's.
 */
final class PrepareAccounts extends FromSourceJob {
    private static final int LEAST_MB = 100;
    private static final int MOST_MB = 8192;
    private static final int NEXT_MB = 1024;

    /** First words of a part, by which an undo knows what was made. */
    private static final Map<String, List<String>> MADE = new TreeMap<>(Map.of(
            "role ", List.of("drop-role", "role"),
            "profile ", List.of("drop-profile", "profile"),
            "temporary tablespace ", List.of("drop-tablespace", "tablespace")));

    PrepareAccounts(Systems systems, Databases databases) {
        super("movement.prepare-accounts", "accounts", MADE, systems, databases);
    }

    @Override
    void render(StepCall call, Rendering rendering) {
        String where = rendering.database("");
        rendering
                .says("Would make at " + where + " the temporary tablespaces, profiles and roles of "
                        + rendering.database("source_")
                        + " that are missing there, and grant these roles and PUBLIC what"
                        + " they may in general; password functions and roles with a password are left to a person")
                .asksBoth(
                        "application-owners", "users", "profiles", "application-roles", "system-grants", "role-grants")
                .asksBoth("tablespaces", "sys-functions");
        if (Boolean.TRUE.equals(call.inputs().get("complete"))) {
            rendering.check("nothing is missing at the target, or what is stands in the program's approved_changes.");
            return;
        }
        rendering
                .forms(where, "temporary tablespace", "create-temporary-tablespace")
                .forms(where, "profile", "create-profile", "alter-profile")
                .forms(where, "role", "create-role", "revoke-role")
                .forms(
                        where,
                        "role and PUBLIC",
                        "grant-role",
                        "grant-role-admin",
                        "grant-privilege",
                        "grant-privilege-admin");
        boolean marked = !Inputs.of(call).known("release")
                || OracleRelease.of(Inputs.of(call).text("release")).atLeast(12, 1);
        rendering.copies(
                List.of(
                        "temporary-tablespace-statements",
                        "password-function-statements",
                        "profile-statements",
                        marked ? "role-statements" : "role-statements-11"),
                Map.of("destination", rendering.shown("datafile_destination")));
        rendering.check(
                "each profile with its limits, each role and what it may stand at the target as at the source.");
    }

    /** What is missing, and what only a person can do about it. */
    private static final class Missing {
        final List<Part> parts = new ArrayList<>();
        final SortedSet<String> left = new TreeSet<>();
        final SortedSet<String> functions = new TreeSet<>();
    }

    @Override
    List<Part> lacking(StepCall call, OracleClient source, OracleClient target) {
        return missing(call, source, target).parts;
    }

    private Missing missing(StepCall call, OracleClient source, OracleClient target) {
        Set<String> ours = databases.ownUsers();
        Set<String> approved = new TreeSet<>(
                Inputs.of(call).given("approved") ? Inputs.of(call).texts("approved") : List.of());
        Accounts here = Accounts.of(source, ours);
        Accounts there = Accounts.of(target, ours);
        Missing missing = new Missing();
        tablespaces(call, source, target, here, missing);
        profiles(here, there, names(target, "sys-functions", "OBJECT_NAME"), approved, missing);
        SortedSet<String> roles = roles(here, there, approved, missing);
        SortedSet<String> known = names(target, "roles", "ROLE");
        known.addAll(roles);
        roles.add(Accounts.PUBLIC);
        memberships(here, there, roles, known, missing);
        creators(databases.user(Address.of(call, "").credential()), here, target, missing);
        privileges(here, there, roles, missing);
        return missing;
    }

    private static SortedSet<String> names(OracleClient client, String statement, String column) {
        return client.query(statement).stream()
                .map(row -> row.text(column))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Those of temporary segments are made; the others are the work of an earlier step. */
    private void tablespaces(StepCall call, OracleClient source, OracleClient target, Accounts here, Missing missing) {
        SortedMap<String, String> contents = new TreeMap<>();
        source.query("tablespaces").forEach(row -> contents.put(row.text("TABLESPACE_NAME"), row.text("CONTENTS")));
        SortedMap<String, Double> sizes = new TreeMap<>();
        source.query("temporary-space")
                .forEach(row -> sizes.put(
                        row.text("TABLESPACE_NAME"), row.number("BYTES").doubleValue() / (1 << 20)));
        SortedSet<String> wanted = new TreeSet<>();
        for (OracleRow user : here.users().values()) {
            wanted.add(user.text("DEFAULT_TABLESPACE"));
            wanted.add(user.text("TEMPORARY_TABLESPACE"));
        }
        source.query(
                        "quotas",
                        Map.of(
                                "owners",
                                SessionRestriction.owners(
                                        List.copyOf(here.users().keySet()))))
                .forEach(row -> wanted.add(row.text("TABLESPACE_NAME")));
        wanted.removeAll(names(target, "tablespaces", "TABLESPACE_NAME"));
        for (String name : wanted) {
            if (!"TEMPORARY".equals(contents.get(name))) {
                missing.left.add("CREATE TABLESPACE " + name
                        + (contents.containsKey(name)
                                ? ""
                                : " (no tablespace of the source: a group of temporary ones)"));
                continue;
            }
            double size = Math.min(MOST_MB, sizes.getOrDefault(name, 0.0));
            missing.parts.add(new Part(
                    "temporary tablespace " + name,
                    "create-temporary-tablespace",
                    Map.of(
                            "tablespace",
                            name,
                            "file",
                            file(call, name),
                            "megabytes",
                            Long.toString(Math.max(LEAST_MB, (long) size)),
                            "next",
                            Integer.toString(NEXT_MB))));
        }
    }

    private static String file(StepCall call, String tablespace) {
        return Inputs.of(call).text("datafile_destination") + "/"
                + Address.of(call, "").service().toLowerCase(Locale.ROOT) + "_"
                + tablespace.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_") + "_mig01.tmp";
    }

    /** DEFAULT too: a source that lets passwords live for ever would else lock its applications out half a year later. */
    private static void profiles(
            Accounts here, Accounts there, Set<String> functions, Set<String> approved, Missing missing) {
        SortedMap<String, String> known = there.profiles().getOrDefault(Accounts.DEFAULT, new TreeMap<>());
        here.profiles().forEach((profile, limits) -> {
            if (approved.contains(profile)) {
                return;
            }
            SortedMap<String, String> now = there.profiles().get(profile);
            if (now == null) {
                missing.parts.add(new Part("profile " + profile, "create-profile", Map.of("profile", profile)));
            }
            for (Map.Entry<String, String> limit : limits.entrySet()) {
                String resource = limit.getKey();
                String has = now == null ? Accounts.DEFAULT : now.get(resource);
                // What the target does not limit, or its root decides, is nothing that could be set here.
                if (limit.getValue().equals(has)
                        || limit.getValue().equals("FROM ROOT")
                        || !known.containsKey(resource)) {
                    continue;
                }
                String function = Accounts.function(limit).orElse("");
                if (!function.isEmpty() && !functions.contains(function)) {
                    if (!approved.contains(function)) {
                        missing.left.add("CREATE FUNCTION SYS." + function);
                        missing.functions.add(function);
                    }
                    continue;
                }
                missing.parts.add(new Part(
                        "limit " + resource + " of " + profile,
                        "alter-profile",
                        Map.of("profile", profile, "resource", resource, "setting", limit.getValue())));
            }
        });
    }

    /** Roles that are there or will be. */
    private static SortedSet<String> roles(Accounts here, Accounts there, Set<String> approved, Missing missing) {
        SortedSet<String> roles = new TreeSet<>();
        here.roles().forEach((role, enabled) -> {
            if (there.roles().containsKey(role)) {
                roles.add(role);
            } else if (enabled.equals("NO")) {
                roles.add(role);
                missing.parts.add(new Part("role " + role, "create-role", Map.of("role", role)));
            } else if (!approved.contains(role)) {
                missing.left.add("CREATE ROLE \"" + role + "\" "
                        + switch (enabled) {
                            case "YES" -> "IDENTIFIED BY its password";
                            case "EXTERNAL" -> "IDENTIFIED EXTERNALLY";
                            case "GLOBAL" -> "IDENTIFIED GLOBALLY";
                            default -> "enabled by " + enabled;
                        });
            }
        });
        return roles;
    }

    private static void memberships(
            Accounts here, Accounts there, Set<String> grantees, Set<String> known, Missing missing) {
        Set<Membership> now = there.memberships().stream()
                .map(one -> new Membership(one.grantee(), one.role(), one.admin(), false))
                .collect(Collectors.toSet());
        for (Membership wanted : here.memberships()) {
            Membership plain = new Membership(wanted.grantee(), wanted.role(), wanted.admin(), false);
            if (!grantees.contains(wanted.grantee()) || now.contains(plain)) {
                continue;
            }
            if (!known.contains(wanted.role())) {
                if (!OracleMaintained.contains(wanted.role()) && !here.roles().containsKey(wanted.role())) {
                    missing.left.add("CREATE ROLE \"" + wanted.role() + "\" (of a product that the target lacks)");
                }
                continue;
            }
            missing.parts.add(new Part(
                    wanted.role() + " to " + wanted.grantee(),
                    wanted.admin() ? "grant-role-admin" : "grant-role",
                    Map.of("role", wanted.role(), "user", wanted.grantee())));
        }
    }

    /**
     * Who creates a role has it, with ADMIN OPTION (SQL Language Reference, CREATE ROLE), and at 148 enabled roles nobody of
     * that name logs on any more (ORA-28031).
     */
    private static void creators(String creator, Accounts here, OracleClient target, Missing missing) {
        Set<String> has = target.query("role-grants").stream()
                .filter(row -> row.text("GRANTEE").equals(creator)
                        && row.text("ADMIN_OPTION").equals("YES")
                        && here.roles().containsKey(row.text("GRANTED_ROLE")))
                .map(row -> row.text("GRANTED_ROLE"))
                .collect(Collectors.toCollection(TreeSet::new));
        missing.parts.stream()
                .filter(part -> part.statement().equals("create-role"))
                .forEach(part -> has.add(part.slots().get("role")));
        has.forEach(role -> missing.parts.add(
                new Part(role + " from " + creator, "revoke-role", Map.of("role", role, "user", creator))));
    }

    private static void privileges(Accounts here, Accounts there, Set<String> grantees, Missing missing) {
        for (Privilege wanted : here.privileges()) {
            if (grantees.contains(wanted.grantee()) && !there.privileges().contains(wanted)) {
                missing.parts.add(new Part(
                        wanted.name() + " to " + wanted.grantee(),
                        wanted.admin() ? "grant-privilege-admin" : "grant-privilege",
                        Map.of("system_privilege", wanted.name(), "user", wanted.grantee())));
            }
        }
    }

    @Override
    StepResult seen(StepCall call, OracleClient source, OracleClient target, StepContext context) {
        Missing missing = missing(call, source, target);
        List<EvidenceRef> kept = new ArrayList<>();
        if (!missing.functions.isEmpty()) {
            kept.add(context.evidence("password-functions.sql", "script", text(source, missing.functions)));
        }
        List<String> left = new ArrayList<>(missing.left);
        missing.parts.forEach(part -> left.add(part.words()));
        if (!left.isEmpty() && Boolean.TRUE.equals(call.inputs().get("complete"))) {
            throw new StepFailedException(
                    FailureCode.CHECK_FAILED,
                    "On " + Address.of(call, "").name() + " " + left.size()
                            + " things that accounts of the source need are still missing: "
                            + String.join("; ", left)
                            + ".",
                    "Make them there as SYS (the text of functions is in password-functions.sql), or name what is left"
                            + " behind in the program's approved_changes; then retry.");
        }
        return new StepResult(
                true,
                Map.of("left", left),
                null,
                null,
                kept,
                "Profiles and roles are as at the source; left to a person: " + left);
    }

    private static String text(OracleClient source, Set<String> functions) {
        StringBuilder text = new StringBuilder();
        for (String function : functions) {
            text.append("CREATE OR REPLACE ");
            source.query("sys-function-source", Map.of("name", function))
                    .forEach(row -> text.append(row.findText("TEXT")));
            text.append("\n/\n");
        }
        return text.toString();
    }

    /** Limits of DEFAULT, which are no part of their own, go back with the database. */
    @Override
    Set<String> there(StepCall call, OracleClient target) {
        Set<String> there = new TreeSet<>();
        names(target, "roles", "ROLE").forEach(name -> there.add("role " + name));
        names(target, "profiles", "PROFILE").forEach(name -> there.add("profile " + name));
        names(target, "tablespaces", "TABLESPACE_NAME").forEach(name -> there.add("temporary tablespace " + name));
        return there;
    }
}
