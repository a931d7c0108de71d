package io.gulliver.lab.oracle;

import io.gulliver.lab.Ledger.Effect;
import java.sql.Connection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a lab database audits: rows that AUDIT and CREATE AUDIT POLICY make, and no export brings; policies of DBMS_FGA, which one
 * does. A database has what its release
 * audits by itself.
 */
final class LabAudit {
    /** {@code CREATE AUDIT POLICY name ACTIONS a ON o.t, b, … [WHEN …] [ONLY TOPLEVEL]}, as far as people of the lab write it. */
    static final Pattern POLICY = Pattern.compile(
            "CREATE AUDIT POLICY ([A-Z0-9_$#]+) (ACTIONS|PRIVILEGES|ROLES)"
                    + " ([A-Z0-9_$#., ]+?)(?: WHEN '((?:[^']|'')*)' EVALUATE PER (STATEMENT|SESSION|INSTANCE))?( ONLY TOPLEVEL)?");

    /** {@code AUDIT POLICY name [BY user | BY USERS WITH GRANTED ROLES role | EXCEPT user] [WHENEVER …]}. */
    static final Pattern ENABLE =
            Pattern.compile("AUDIT POLICY ([A-Z0-9_$#]+)(?: (BY USERS WITH GRANTED ROLES|BY|EXCEPT)"
                    + " ([A-Z0-9_$#]+(?:, [A-Z0-9_$#]+)*))?( WHENEVER (?:NOT )?SUCCESSFUL)?");

    private static final String BY_ROLE = "BY USERS WITH GRANTED ROLES";

    /** Where ONLY TOPLEVEL came. */
    private static final int TOP_LEVEL = 19;

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

    /** The same, watched more finely: on conditions, of whoever has a role, and by columns. */
    static void finely(Connection c, LabDatabaseSpec spec, String owner, boolean conditions, boolean columns) {
        if (conditions && (spec.major() > 12 || spec.version().startsWith("12.2"))) {
            String policy = owner + "_NIGHT";
            policy(c, policy, "DELETE", "OBJECT ACTION", owner, "ORDERS");
            condition(c, policy, "SYS_CONTEXT('USERENV', 'MODULE') != 'NIGHT'", "STATEMENT", spec.major() >= TOP_LEVEL);
            enabledByRole(c, policy, owner + "_APP", true, true);
        }
        if (columns) {
            fineGrained(
                    c,
                    spec.version(),
                    owner,
                    "CUSTOMERS",
                    "CREDIT_SEEN",
                    "CREDIT > 1000",
                    "SYS",
                    HANDLER,
                    true,
                    List.of("SEL", "UPD"));
            column(c, owner, "CUSTOMERS", "CREDIT_SEEN", "NAME");
            fineGrained(c, spec.version(), owner, "ORDERS", "ORDERS_GONE", null, null, null, false, List.of("DEL"));
        }
    }

    /** Code of SYS that the policies call, which no export by schema brings. */
    static final String HANDLER = "TELL_AUDITOR";

    /** A policy of DBMS_FGA; its view shows one column of those that it watches. */
    static void fineGrained(
            Connection c,
            String release,
            String owner,
            String table,
            String policy,
            @Nullable String condition,
            @Nullable String handlerSchema,
            @Nullable String handler,
            boolean enabled,
            List<String> statements) {
        String column = table.equals("CUSTOMERS") ? "CREDIT" : null;
        Map<String, @Nullable Object> row = new TreeMap<>(Rows.row(
                "object_schema",
                owner,
                "object_name",
                table,
                "policy_name",
                policy,
                "policy_text",
                condition,
                "policy_column",
                column,
                "pf_schema",
                handlerSchema,
                "pf_function",
                handler,
                "enabled",
                enabled ? "YES" : "NO",
                "audit_trail",
                "DB+EXTENDED",
                "policy_column_options",
                column == null || handler == null ? "ANY_COLUMNS" : "ALL_COLUMNS"));
        for (String statement : List.of("SEL", "INS", "UPD", "DEL")) {
            row.put(statement.toLowerCase(Locale.ROOT), statements.contains(statement) ? "YES" : "NO");
        }
        if (LabSession.compare(release, "11.2") >= 0) {
            row.put("policy_owner", "SYS");
        }
        Rows.insert(c, "DBA_AUDIT_POLICIES", row);
        if (column != null) {
            column(c, owner, table, policy, column);
        }
    }

    private static void column(Connection c, String owner, String table, String policy, String column) {
        Rows.insert(
                c,
                "DBA_AUDIT_POLICY_COLUMNS",
                Rows.row("object_schema", owner, "object_name", table, "policy_name", policy, "policy_column", column));
    }

    private static void condition(
            Connection c, String policy, String condition, String evaluated, boolean onlyTopLevel) {
        Rows.run(
                c,
                "update AUDIT_UNIFIED_POLICIES set audit_condition = ?, condition_eval_opt = ? where policy_name = ?",
                condition,
                evaluated,
                policy);
        if (onlyTopLevel) {
            onlyTopLevel(c, policy);
        }
    }

    private static void onlyTopLevel(Connection c, String policy) {
        Rows.run(c, "update AUDIT_UNIFIED_POLICIES set audit_only_toplevel = 'YES' where policy_name = ?", policy);
    }

    private static void enabledByRole(Connection c, String policy, String role, boolean success, boolean failure) {
        Rows.insert(
                c,
                "AUDIT_UNIFIED_ENABLED_POLICIES",
                Rows.row(
                        "policy_name",
                        policy,
                        "enabled_opt",
                        "INVALID",
                        "success",
                        success ? "YES" : "NO",
                        "failure",
                        failure ? "YES" : "NO",
                        "enabled_option",
                        "BY GRANTED ROLE",
                        "entity_name",
                        role,
                        "entity_type",
                        "ROLE"));
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
        if (words.group(6) != null && spec.major() < TOP_LEVEL) {
            throw new OraError(922, "missing or invalid option");
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
        if (words.group(4) != null) {
            condition(c, policy, words.group(4).replace("''", "'"), words.group(5), false);
        }
        if (words.group(6) != null) {
            onlyTopLevel(c, policy);
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
        if (how.equals(BY_ROLE)) {
            if (users.stream().anyMatch(role -> noRole(c, role))) {
                return Effect.REFUSED; // ORA-01919: somebody has to make it first
            }
            for (String role : users) {
                Rows.run(
                        c,
                        "delete from AUDIT_UNIFIED_ENABLED_POLICIES where policy_name = ? and entity_name = ?",
                        policy,
                        role);
                enabledByRole(c, policy, role, success, failure);
            }
            return Effect.CHANGED;
        }
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

    private static boolean noRole(Connection c, String role) {
        return Rows.number(c, "select count(*) from DBA_ROLES where role = ?", role) == 0;
    }

    private static boolean missing(Connection c, String owner, String object) {
        return Rows.number(c, "select count(*) from DBA_OBJECTS where owner = ? and object_name = ?", owner, object)
                == 0;
    }
}
