package io.gulliver.lab.oracle;

import io.gulliver.lab.Ledger.Effect;
import java.sql.Connection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a lab database audits: rows that AUDIT and CREATE AUDIT POLICY make, and no export brings. A database has what its release
 * audits by itself.
 */
final class LabAudit {
    /** {@code CREATE AUDIT POLICY name ACTIONS a ON o.t, b, …}, as far as people of the lab write it. */
    static final Pattern POLICY =
            Pattern.compile("CREATE AUDIT POLICY ([A-Z0-9_$#]+) (ACTIONS|PRIVILEGES|ROLES) ([A-Z0-9_$#., ]+)");

    /** {@code AUDIT POLICY name [BY user] [WHENEVER …]}. */
    static final Pattern ENABLE = Pattern.compile(
            "AUDIT POLICY ([A-Z0-9_$#]+)(?: (BY|EXCEPT) ([A-Z0-9_$#]+(?:, [A-Z0-9_$#]+)*))?( WHENEVER (?:NOT )?SUCCESSFUL)?");

    /** {@code AUDIT option, option [ON o.t] [BY user] BY ACCESS [WHENEVER …]}. */
    static final Pattern OPTION = Pattern.compile(
            "AUDIT ((?!POLICY )[A-Z ]+?(?:, [A-Z ]+?)*)(?: ON ([A-Z0-9_$#]+)\\.([A-Z0-9_$#]+))?(?: BY ([A-Z0-9_$#]+))? BY"
                    + " ACCESS( WHENEVER (?:NOT )?SUCCESSFUL)?");

    /** Options of statements; whatever else is watched is a privilege. */
    private static final List<String> STATEMENTS =
            List.of("SELECT TABLE", "INSERT TABLE", "UPDATE TABLE", "DELETE TABLE");

    private LabAudit() {}

    /** What the release audits by itself. */
    static void release(Connection c, LabDatabaseSpec spec) {
        option(c, null, "CREATE SESSION", true, true);
        if (spec.major() >= 12) {
            enabled(c, "ORA_SECURECONFIG", "BY", "ALL USERS", true, true);
            enabled(c, "ORA_LOGON_FAILURES", "BY", "ALL USERS", false, true);
            policy(c, "ORA_LOGON_FAILURES", "LOGON", "STANDARD ACTION", null, null);
        }
    }

    /** What somebody set up for an application and those who work with it. */
    static void application(Connection c, LabDatabaseSpec spec, String owner) {
        option(c, owner + "_WEB", "DELETE TABLE", false, true);
        option(c, owner + "_WEB", "CREATE TABLE", true, true);
        object(c, owner, "ORDERS", List.of("DELETE"), true, true);
        object(c, owner, "ORDERS", List.of("GRANT"), true, false);
        if (spec.major() >= 12) {
            policy(c, owner + "_CREDIT", "SELECT", "OBJECT ACTION", owner, "CUSTOMERS");
            policy(c, owner + "_CREDIT", "UPDATE", "OBJECT ACTION", owner, "CUSTOMERS");
            enabled(c, owner + "_CREDIT", "EXCEPT", owner, true, true);
            enabled(c, owner + "_CREDIT", "EXCEPT", owner + "_WEB", true, true);
            enabled(c, "ORA_ACCOUNT_MGMT", "BY", owner + "_AUDIT", false, true);
        }
    }

    private static void policy(
            Connection c, String policy, String option, String type, @Nullable String owner, @Nullable String object) {
        Rows.insert(
                c,
                "AUDIT_UNIFIED_POLICIES",
                Rows.row(
                        "policy_name",
                        policy,
                        "audit_option",
                        option,
                        "audit_option_type",
                        type,
                        "object_schema",
                        owner == null ? "NONE" : owner,
                        "object_name",
                        object == null ? "NONE" : object,
                        "object_type",
                        object == null ? "NONE" : "TABLE",
                        "oracle_supplied",
                        policy.startsWith("ORA_") ? "YES" : "NO"));
    }

    private static void enabled(
            Connection c, String policy, String how, String entity, boolean success, boolean failure) {
        Rows.insert(
                c,
                "AUDIT_UNIFIED_ENABLED_POLICIES",
                Rows.row(
                        "user_name",
                        entity,
                        "policy_name",
                        policy,
                        "enabled_opt",
                        how,
                        "success",
                        success ? "YES" : "NO",
                        "failure",
                        failure ? "YES" : "NO",
                        "enabled_option",
                        how + " USER",
                        "entity_name",
                        entity,
                        "entity_type",
                        "USER"));
    }

    private static void option(Connection c, @Nullable String user, String option, boolean success, boolean failure) {
        boolean statement = STATEMENTS.contains(option);
        String view = statement ? "DBA_STMT_AUDIT_OPTS" : "DBA_PRIV_AUDIT_OPTS";
        String column = statement ? "audit_option" : "privilege";
        Rows.run(
                c,
                "delete from " + view + " where " + column + " = ? and coalesce(user_name, '-') = ?",
                option,
                user == null ? "-" : user);
        Rows.insert(
                c,
                view,
                Rows.row(
                        "user_name",
                        user,
                        column,
                        option,
                        "success",
                        success ? "BY ACCESS" : "NOT SET",
                        "failure",
                        failure ? "BY ACCESS" : "NOT SET"));
    }

    private static void object(
            Connection c, String owner, String object, List<String> options, boolean success, boolean failure) {
        if (Rows.number(c, "select count(*) from DBA_OBJ_AUDIT_OPTS where owner = ? and object_name = ?", owner, object)
                == 0) {
            Rows.insert(
                    c, "DBA_OBJ_AUDIT_OPTS", Rows.row("owner", owner, "object_name", object, "object_type", "TABLE"));
        }
        for (String option : options) {
            Rows.run(
                    c,
                    "update DBA_OBJ_AUDIT_OPTS set " + option.substring(0, 3)
                            + " = ? where owner = ? and object_name = ?",
                    (success ? "A" : "-") + "/" + (failure ? "A" : "-"),
                    owner,
                    object);
        }
    }

    /** Somebody makes a policy; what it names must be there. */
    static Effect createPolicy(Connection c, LabDatabaseSpec spec, Matcher words) {
        if (spec.major() < 12) {
            throw new OraError(901, "invalid CREATE command");
        }
        String policy = words.group(1);
        if (there(c, policy)) {
            return Effect.REFUSED; // who types it twice sees that it is there
        }
        List<String> options = List.of(words.group(3).split(", "));
        for (String option : options) {
            String[] on = option.split(" ON |\\.");
            if (on.length == 3 && missing(c, on[1], on[2])) {
                return Effect.REFUSED; // ORA-00942: the tables come with the load
            }
        }
        for (String option : options) {
            String[] on = option.split(" ON |\\.");
            String type = switch (words.group(2)) {
                case "PRIVILEGES" -> "SYSTEM PRIVILEGE";
                case "ROLES" -> "ROLE PRIVILEGE";
                default -> on.length == 3 ? "OBJECT ACTION" : "STANDARD ACTION";
            };
            policy(c, policy, on[0], type, on.length == 3 ? on[1] : null, on.length == 3 ? on[2] : null);
        }
        return Effect.CREATED;
    }

    /** Somebody enables a policy; of those whom it leaves out the last statement counts. */
    static Effect enable(Connection c, Matcher words) {
        String policy = words.group(1);
        if (!there(c, policy) && !policy.startsWith("ORA_")) {
            return Effect.REFUSED; // ORA-46358: no such policy
        }
        boolean success = !" WHENEVER NOT SUCCESSFUL".equals(words.group(4));
        boolean failure = !" WHENEVER SUCCESSFUL".equals(words.group(4));
        String how = words.group(2) == null ? "BY" : words.group(2);
        List<String> users = words.group(3) == null
                ? List.of("ALL USERS")
                : List.of(words.group(3).split(", "));
        if (words.group(3) != null && users.stream().anyMatch(user -> noUser(c, user))) {
            return Effect.REFUSED; // ORA-01918: accounts come with the load
        }
        if (how.equals("EXCEPT")) {
            Rows.run(c, "delete from AUDIT_UNIFIED_ENABLED_POLICIES where policy_name = ?", policy);
        }
        for (String user : users) {
            Rows.run(
                    c,
                    "delete from AUDIT_UNIFIED_ENABLED_POLICIES where policy_name = ? and entity_name = ?",
                    policy,
                    user);
            enabled(c, policy, how, user, success, failure);
        }
        return Effect.CHANGED;
    }

    /** Somebody sets options of traditional auditing, which 23 takes no more. */
    static Effect option(Connection c, LabDatabaseSpec spec, Matcher words) {
        if (spec.major() >= 23) {
            throw new OraError(46401, "No new traditional AUDIT configuration is allowed.");
        }
        boolean success = !" WHENEVER NOT SUCCESSFUL".equals(words.group(5));
        boolean failure = !" WHENEVER SUCCESSFUL".equals(words.group(5));
        List<String> options = List.of(words.group(1).split(", "));
        if (words.group(2) != null) {
            if (missing(c, words.group(2), words.group(3))) {
                return Effect.REFUSED; // ORA-00942
            }
            object(c, words.group(2), words.group(3), options, success, failure);
            return Effect.CHANGED;
        }
        String user = words.group(4);
        if (user != null && noUser(c, user)) {
            return Effect.REFUSED; // ORA-01918
        }
        options.forEach(option -> option(c, user, option, success, failure));
        return Effect.CHANGED;
    }

    private static boolean there(Connection c, String policy) {
        return Rows.number(c, "select count(*) from AUDIT_UNIFIED_POLICIES where policy_name = ?", policy) > 0;
    }

    private static boolean noUser(Connection c, String user) {
        return Rows.number(c, "select count(*) from DBA_USERS where username = ?", user) == 0;
    }

    private static boolean missing(Connection c, String owner, String object) {
        return Rows.number(c, "select count(*) from DBA_OBJECTS where owner = ? and object_name = ?", owner, object)
                == 0;
    }
}
