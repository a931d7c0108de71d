package io.gulliver.lab.oracle;

import io.gulliver.lab.Kindness;
import io.gulliver.lab.Kindnesses;
import java.sql.Connection;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Who works with an application beside its owner: accounts that own nothing, roles, profiles with their password function,
 * temporary tablespaces, and rights on the application's objects. The same for the same spec.
 */
final class LabPeople {

    /** Default tablespace of accounts that own nothing: no segment lies in it. */
    static final String LOGIN_SPACE = "LOGIN_DATA";

    static final String TEMPORARY_SPACE = "TEMP_APP";

    /** What a proxy may of its client's roles: AUTHORIZATION_CONSTRAINT of DBA_PROXIES (Database Reference 10.2). */
    static final String ALL_ROLES = "PROXY MAY ACTIVATE ALL CLIENT ROLES";

    static final String NO_ROLES = "NO CLIENT ROLES MAY BE ACTIVATED";
    static final String ROLE = "PROXY MAY ACTIVATE ROLE";
    static final String NOT_ROLE = "PROXY MAY NOT ACTIVATE ROLE";

    private static final long MEGABYTE = 1 << 20;

    /** Limits of a profile with their kind, and those of DEFAULT from 11.1 on. */
    private static final String[][] LIMITS = {
        {"COMPOSITE_LIMIT", "KERNEL", "UNLIMITED"},
        {"SESSIONS_PER_USER", "KERNEL", "UNLIMITED"},
        {"CPU_PER_SESSION", "KERNEL", "UNLIMITED"},
        {"IDLE_TIME", "KERNEL", "UNLIMITED"},
        {"CONNECT_TIME", "KERNEL", "UNLIMITED"},
        {"FAILED_LOGIN_ATTEMPTS", "PASSWORD", "10"},
        {"PASSWORD_LIFE_TIME", "PASSWORD", "180"},
        {"PASSWORD_REUSE_TIME", "PASSWORD", "UNLIMITED"},
        {"PASSWORD_REUSE_MAX", "PASSWORD", "UNLIMITED"},
        {"PASSWORD_VERIFY_FUNCTION", "PASSWORD", "NULL"},
        {"PASSWORD_LOCK_TIME", "PASSWORD", "1"},
        {"PASSWORD_GRACE_TIME", "PASSWORD", "7"}
    };

    private final Connection c;
    private final LabDatabaseSpec spec;
    private final LocalDateTime now;
    private final Kindnesses kindnesses;

    LabPeople(Connection c, LabDatabaseSpec spec, LocalDateTime now, Kindnesses kindnesses) {
        this.c = c;
        this.spec = spec;
        this.now = now;
        this.kindnesses = kindnesses;
    }

    /** The limits of DEFAULT, as the release sets them. */
    static void defaultProfile(Connection c, LabDatabaseSpec spec) {
        for (String[] limit : LIMITS) {
            boolean old = spec.major() < 11 && List.of("180", "1", "7").contains(limit[2]);
            limit(c, "DEFAULT", limit[0], old ? "UNLIMITED" : limit[2]);
        }
    }

    /** A profile in which DEFAULT decides every limit. */
    static void profile(Connection c, String profile) {
        for (String[] limit : LIMITS) {
            limit(c, profile, limit[0], "DEFAULT");
        }
    }

    /** Sets a limit; false when there is none of this name. */
    static boolean limit(Connection c, String profile, String resource, String setting) {
        for (String[] limit : LIMITS) {
            if (limit[0].equals(resource)) {
                Rows.run(c, "delete from DBA_PROFILES where profile = ? and resource_name = ?", profile, resource);
                Rows.insert(
                        c,
                        "DBA_PROFILES",
                        Rows.row(
                                "profile",
                                profile,
                                "resource_name",
                                resource,
                                "resource_type",
                                limit[1],
                                "limit",
                                setting));
                return true;
            }
        }
        return false;
    }

    static void quota(Connection c, LabDatabaseSpec spec, String user, String tablespace, long megabytes) {
        Rows.insert(
                c,
                "DBA_TS_QUOTAS",
                Rows.row(
                        "tablespace_name",
                        tablespace,
                        "username",
                        user,
                        "bytes",
                        0,
                        "max_bytes",
                        megabytes < 0 ? -1 : megabytes * MEGABYTE,
                        "blocks",
                        0,
                        "max_blocks",
                        megabytes < 0 ? -1 : megabytes * MEGABYTE / spec.blockSize()));
    }

    /** A tablespace for temporary segments. */
    static void temporary(Connection c, LabDatabaseSpec spec, String name, String file, long megabytes) {
        Rows.insert(
                c,
                "DBA_TABLESPACES",
                Rows.row(
                        "tablespace_name",
                        name,
                        "block_size",
                        spec.blockSize(),
                        "contents",
                        "TEMPORARY",
                        "status",
                        "ONLINE",
                        "bigfile",
                        "NO",
                        "logging",
                        "NOLOGGING",
                        "force_logging",
                        "NO",
                        "segment_space_management",
                        "MANUAL",
                        "encrypted",
                        "NO"));
        Rows.insert(
                c,
                "DBA_TEMP_FILES",
                Rows.row(
                        "tablespace_name",
                        name,
                        "file_name",
                        file,
                        "bytes",
                        megabytes * MEGABYTE,
                        "file_id",
                        Rows.number(c, "select coalesce(max(file_id), 0) + 1 from DBA_TEMP_FILES")));
    }

    /** A role, and what it may in general. */
    private void role(String role, String... privileges) {
        Rows.insert(c, "DBA_ROLES", Rows.row("role", role, "password_required", "NO", "oracle_maintained", "N"));
        for (String privilege : privileges) {
            privilege(c, role, privilege, "NO");
        }
    }

    static void privilege(Connection c, String grantee, String privilege, String admin) {
        Rows.run(c, "delete from DBA_SYS_PRIVS where grantee = ? and privilege = ?", grantee, privilege);
        Rows.insert(c, "DBA_SYS_PRIVS", Rows.row("grantee", grantee, "privilege", privilege, "admin_option", admin));
    }

    static void member(Connection c, String grantee, String role, String admin, String byDefault) {
        Rows.run(c, "delete from DBA_ROLE_PRIVS where grantee = ? and granted_role = ?", grantee, role);
        Rows.insert(
                c,
                "DBA_ROLE_PRIVS",
                Rows.row("grantee", grantee, "granted_role", role, "admin_option", admin, "default_role", byDefault));
    }

    /** A right on an object, granted by its owner or by whoever may pass it on. */
    static void right(
            Connection c,
            String owner,
            String object,
            String privilege,
            String grantee,
            String grantor,
            String option) {
        Rows.run(
                c,
                "delete from DBA_TAB_PRIVS where grantee = ? and owner = ? and table_name = ? and privilege = ?",
                grantee,
                owner,
                object,
                privilege);
        Rows.insert(
                c,
                "DBA_TAB_PRIVS",
                Rows.row(
                        "grantee",
                        grantee,
                        "owner",
                        owner,
                        "table_name",
                        object,
                        "privilege",
                        privilege,
                        "grantable",
                        option,
                        "grantor",
                        grantor,
                        "type",
                        "TABLE"));
    }

    /** Takes a right on an object of SYS back; how many there were. */
    static int takeBack(Connection c, String object, String privilege, String grantee) {
        return Rows.count(
                c,
                "delete from DBA_TAB_PRIVS where owner = 'SYS' and table_name = ? and privilege = ? and grantee = ?",
                object,
                privilege,
                grantee);
    }

    /** A public synonym that somebody made. @param owner null of one over a link that names none */
    static void publicSynonym(
            Connection c, String name, @Nullable String owner, String object, @Nullable String link, Timestamp made) {
        synonym(c, "PUBLIC", name, owner, object, link, made);
    }

    private static void synonym(
            Connection c,
            String of,
            String name,
            @Nullable String owner,
            String object,
            @Nullable String link,
            Timestamp made) {
        Rows.insert(
                c,
                "DBA_SYNONYMS",
                Rows.row(
                        "owner",
                        of,
                        "synonym_name",
                        name,
                        "table_owner",
                        owner,
                        "table_name",
                        object,
                        "db_link",
                        link));
        Rows.insert(
                c,
                "DBA_OBJECTS",
                Rows.row(
                        "owner",
                        of,
                        "object_name",
                        name,
                        "object_type",
                        "SYNONYM",
                        "status",
                        "VALID",
                        "created",
                        made,
                        "last_ddl_time",
                        made));
    }

    /** Whom an account may connect as. @param role null unless the constraint names one */
    static void proxy(Connection c, String proxy, String client, String constraint, @Nullable String role) {
        Rows.insert(
                c,
                "DBA_PROXIES",
                Rows.row("proxy", proxy, "client", client, "authorization_constraint", constraint, "role", role));
    }

    private void account(String user, String profile, String status, List<String> roles) {
        LabDatabase.addUser(c, spec.major(), user, user + spec.seed(), LOGIN_SPACE, roles, now);
        Rows.run(
                c,
                "update DBA_USERS set profile = ?, account_status = ?, temporary_tablespace = ?,"
                        + " lock_date = ? where username = ?",
                profile,
                status,
                TEMPORARY_SPACE,
                status.contains("LOCKED") ? Timestamp.valueOf(now.minusDays(90)) : null,
                user);
        quota(c, spec, user, LOGIN_SPACE, 50);
    }

    /** Roles that a logon enables: those granted by default, with the roles that they bring. */
    static int enabledRoles(Connection c, String user) {
        Set<String> enabled = new TreeSet<>();
        List<String> next = Rows.texts(
                c, "select granted_role from DBA_ROLE_PRIVS where grantee = ? and default_role = 'YES'", user);
        while (!next.isEmpty()) {
            List<String> brought = new ArrayList<>();
            for (String role : next) {
                if (enabled.add(role)) {
                    brought.addAll(Rows.texts(c, "select granted_role from DBA_ROLE_PRIVS where grantee = ?", role));
                }
            }
            next = brought;
        }
        return enabled.size();
    }

    /** What all applications of the database share. */
    void around() {
        if (!kindnesses.has(Kindness.SYNONYMS_STAY_IN_THE_SCHEMAS)) {
            Timestamp made = Timestamp.valueOf(now);
            publicSynonym(c, "MASTER_CUSTOMERS", null, "CUSTOMERS", "MASTER_DATA", made);
            publicSynonym(c, "MASTER_PRICES", "PRICING", "PRICES", "MASTER_DATA", made);
            publicSynonym(c, "LOCKS", "SYS", "DBMS_LOCK", null, made);
        }
        if (!kindnesses.has(Kindness.PUBLIC_IS_AS_SHIPPED)) {
            right(c, "SYS", "DBMS_LOCK", "EXECUTE", "PUBLIC", "SYS", "NO");
            takeBack(c, "UTL_FILE", "EXECUTE", "PUBLIC");
        }
        if (spec.has("xml-acl")) {
            for (String list : List.of("all_all_acl", "bootstrap_acl", "orders_inbox")) {
                Rows.insert(
                        c,
                        "RESOURCE_VIEW",
                        Rows.row(
                                "any_path",
                                "/sys/acls/" + list + ".xml",
                                "lab$text",
                                "<acl description=\"" + list + "\"\n  xmlns=\"http://xmlns.oracle.com/xdb/acl.xsd\">\n"
                                        + "  <ace><grant>true</grant><principal>"
                                        + (list.equals("orders_inbox") ? "SHOP_WEB" : "PUBLIC")
                                        + "</principal><privilege><all/></privilege></ace>\n</acl>\n"));
            }
        }
        if (spec.has("audited-finely") && !kindnesses.has(Kindness.NO_FINE_GRAINED_AUDIT)) {
            Rows.insert(
                    c,
                    "DBA_OBJECTS",
                    Rows.row(
                            "owner",
                            "SYS",
                            "object_name",
                            LabAudit.HANDLER,
                            "object_type",
                            "PROCEDURE",
                            "status",
                            "VALID",
                            "created",
                            Timestamp.valueOf(now),
                            "last_ddl_time",
                            Timestamp.valueOf(now)));
        }
        if (kindnesses.has(Kindness.ONLY_OWNERS_EXIST)) {
            return;
        }
        LabDatabase.tablespace(c, spec, LOGIN_SPACE, "PERMANENT", 100 * MEGABYTE, 99 * MEGABYTE, (int)
                Rows.number(c, "select max(file_id) + 1 from DBA_DATA_FILES"));
        temporary(c, spec, TEMPORARY_SPACE, "/u02/oradata/" + spec.name() + "/temp_app01.dbf", 2048);
        profile(c, "APP_LOGIN");
        limit(c, "APP_LOGIN", "SESSIONS_PER_USER", "200");
        limit(c, "APP_LOGIN", "FAILED_LOGIN_ATTEMPTS", "5");
        limit(c, "APP_LOGIN", "PASSWORD_LIFE_TIME", "UNLIMITED");
        limit(c, "APP_LOGIN", "PASSWORD_LOCK_TIME", ".0416");
        if (spec.has("strict-profile")) {
            profile(c, "APPLICATION");
            limit(c, "APPLICATION", "PASSWORD_VERIFY_FUNCTION", "VERIFY_LILLIPUT");
            function(c, "VERIFY_LILLIPUT", now);
        }
        if (spec.has("proxy")) {
            account("APP_PROXY", "APP_LOGIN", "OPEN", List.of("CONNECT"));
            proxy(c, "APP_PROXY", spec.schemas().get(0), ALL_ROLES, null);
        }
        int profiles = many("profiles");
        for (int i = 1; i <= profiles; i++) {
            profile(c, String.format("STAFF_%03d", i));
            limit(c, String.format("STAFF_%03d", i), "IDLE_TIME", Integer.toString(10 + i));
        }
        int roles = many("roles");
        for (int i = 1; i <= roles; i++) {
            String role = String.format("TEAM_%03d", i);
            role(role, i % 3 == 0 ? "CREATE VIEW" : "CREATE SESSION");
            if (i > 1) {
                member(c, role, String.format("TEAM_%03d", i - 1), i % 5 == 0 ? "YES" : "NO", "YES");
            }
        }
        for (int i = 1; i <= many("accounts"); i++) {
            account(
                    String.format("STAFF_%04d", i),
                    profiles == 0 ? "APP_LOGIN" : String.format("STAFF_%03d", 1 + i % profiles),
                    i % 20 == 10 ? "LOCKED(TIMED)" : i % 10 == 0 ? "LOCKED" : i % 11 == 0 ? "EXPIRED" : "OPEN",
                    roles == 0 ? List.of("CONNECT") : List.of(String.format("TEAM_%03d", 1 + i % roles)));
        }
    }

    private int many(String what) {
        return spec.setting(what).map(Integer::parseInt).orElse(0);
    }

    /** A password function, which only SYS can own. */
    static void function(Connection c, String name, LocalDateTime now) {
        Rows.insert(
                c,
                "DBA_OBJECTS",
                Rows.row(
                        "owner",
                        "SYS",
                        "object_name",
                        name,
                        "object_type",
                        "FUNCTION",
                        "status",
                        "VALID",
                        "created",
                        Timestamp.valueOf(now),
                        "last_ddl_time",
                        Timestamp.valueOf(now)));
        String[] lines = {
            "FUNCTION " + name.toLowerCase(java.util.Locale.ROOT)
                    + " (username VARCHAR2, password VARCHAR2, old_password VARCHAR2)\n",
            "  RETURN BOOLEAN IS\n",
            "BEGIN\n",
            "  RETURN LENGTH(password) >= 12;\n",
            "END;\n"
        };
        for (int i = 0; i < lines.length; i++) {
            Rows.insert(
                    c,
                    "DBA_SOURCE",
                    Rows.row("owner", "SYS", "name", name, "type", "FUNCTION", "line", i + 1, "text", lines[i]));
        }
    }

    /** Who works with one application; called when its tables are there. */
    void make(String owner) {
        if (!kindnesses.has(Kindness.NOTHING_AROUND_SCHEMAS)) {
            surroundings(owner);
        }
        if (spec.has("audited") && !kindnesses.has(Kindness.AUDIT_CROSSES)) {
            LabAudit.application(c, spec, owner);
        }
        if (spec.has("audited-finely")) {
            LabAudit.finely(
                    c,
                    spec,
                    owner,
                    !kindnesses.has(Kindness.POLICIES_HAVE_NO_CONDITIONS),
                    !kindnesses.has(Kindness.NO_FINE_GRAINED_AUDIT));
        }
        boolean people = !kindnesses.has(Kindness.ONLY_OWNERS_EXIST);
        boolean rights = !kindnesses.has(Kindness.NO_RIGHTS_ON_OBJECTS);
        if (!kindnesses.has(Kindness.SYNONYMS_STAY_IN_THE_SCHEMAS)) {
            Timestamp made = Timestamp.valueOf(now);
            synonym(c, owner, "FAR_CUSTOMERS", null, "CUSTOMERS", "MASTER_DATA", made);
            synonym(c, owner, "FAR_PRICES", "PRICING", "PRICES", "MASTER_DATA", made);
        }
        String web = owner + "_WEB";
        String audit = owner + "_AUDIT";
        String app = owner + "_APP";
        String read = owner + "_READ";
        if (people) {
            role(read);
            role(app, "CREATE SESSION", "CREATE TABLE");
            privilege(c, app, "CREATE VIEW", "YES");
            member(c, app, read, "NO", "YES");
            account(web, spec.has("strict-profile") ? "APPLICATION" : "APP_LOGIN", "OPEN", List.of(app));
            account(audit, "APP_LOGIN", "LOCKED", List.of("CONNECT"));
            member(c, audit, read, "NO", "NO");
            if (!kindnesses.has(Kindness.PROXIES_CROSS)) {
                proxy(c, web, owner, NO_ROLES, null);
                proxy(c, audit, web, ROLE, app);
            }
            // Quotas outlive their tablespace.
            quota(c, spec, web, "OLD_DATA", -1);
            Rows.run(c, "update DBA_TS_QUOTAS set dropped = 'YES' where tablespace_name = 'OLD_DATA'");
            if (spec.has("sys-grants")) {
                right(c, "SYS", "DBMS_LOCK", "EXECUTE", app, "SYS", "NO");
                if (spec.major() >= 12) {
                    // The owner's code, called by the account, may use its privileges.
                    right(c, "SYS", web, "INHERIT PRIVILEGES", owner, web, "NO");
                    Rows.run(c, "update DBA_TAB_PRIVS set type = 'USER' where privilege = 'INHERIT PRIVILEGES'");
                }
            }
        }
        if (rights) {
            right(c, owner, "ORDERS", "SELECT", "PUBLIC", owner, "NO");
            for (String other : spec.schemas()) {
                if (!other.equals(owner)) {
                    right(c, owner, "CUSTOMERS", "REFERENCES", other, owner, "NO");
                }
            }
        }
        if (rights && people) {
            for (String table : Rows.texts(
                    c,
                    "select table_name from DBA_TABLES t where owner = ? and t.nested = 'NO' and "
                            + LabSchemas.OWN_ROWS,
                    owner)) {
                right(c, owner, table, "SELECT", read, owner, "NO");
            }
            right(c, owner, "ORDERS", "INSERT", app, owner, "NO");
            right(c, owner, "BILLING", "EXECUTE", app, owner, "NO");
            right(c, owner, "CUSTOMERS", "SELECT", audit, owner, "YES");
            // Passed on by whoever may: no export by schema has it.
            right(c, owner, "CUSTOMERS", "SELECT", web, audit, "NO");
        }
    }

    /** What lies around an application and in no schema; with a feature also what only a person can take across. */
    private void surroundings(String owner) {
        Rows.insert(c, "DBA_CONTEXT", Rows.row("namespace", owner + "_SESSION", "schema", owner, "package", "BILLING"));
        if (!spec.has("surroundings")) {
            return;
        }
        Rows.insert(
                c,
                "DBA_CONTEXT",
                Rows.row(
                        "namespace",
                        owner + "_SHARED",
                        "schema",
                        owner,
                        "package",
                        "BILLING",
                        "type",
                        "ACCESSED GLOBALLY"));
        Rows.insert(
                c,
                "DBA_DIRECTORIES",
                Rows.row("directory_name", owner + "_FEEDS", "directory_path", "/data/feeds/" + owner));
        Rows.insert(
                c,
                "DBA_CREDENTIALS",
                Rows.row("owner", owner, "credential_name", "MAIL", "username", "mailer", "enabled", "TRUE"));
        for (String[] made : new String[][] {
            {"SYS", "TRIGGER", owner + "_LOG_ON"},
            {"SYSTEM", "TABLE", owner + "_KEPT"},
            {"SYS", "RESOURCE PLAN", owner + "_DAY"}
        }) {
            Rows.insert(
                    c,
                    "DBA_OBJECTS",
                    Rows.row(
                            "owner",
                            made[0],
                            "object_name",
                            made[2],
                            "object_type",
                            made[1],
                            "status",
                            "VALID",
                            "created",
                            Timestamp.valueOf(now),
                            "last_ddl_time",
                            Timestamp.valueOf(now)));
        }
    }

    /**
     * Everybody and everything that may, each in a line that says all that counts of it: to compare two databases by.
     *
     * @param without accounts of programs that move databases
     */
    static List<String> told(Connection c, List<String> without) {
        Set<String> who = new TreeSet<>(Rows.texts(c, "select username from DBA_USERS where oracle_maintained = 'N'"));
        who.removeAll(without);
        Set<String> users = new TreeSet<>(who);
        who.addAll(Rows.texts(c, "select role from DBA_ROLES where oracle_maintained = 'N'"));
        who.add("PUBLIC");
        List<String> lines = new ArrayList<>();
        for (String sql : List.of(
                "select u.username, 'account ' || u.username || ' ' || account_status || ' ' || profile || ' ' ||"
                        + " default_tablespace || ' ' || temporary_tablespace || ' ' || authentication_type || ' ' ||"
                        + " s.digest from DBA_USERS u join LAB$SECRETS s on s.username = u.username",
                "select role, 'role ' || role || ' ' || password_required from DBA_ROLES",
                "select 'PUBLIC', 'profile ' || profile || ' ' || resource_name || ' ' || \"LIMIT\" from DBA_PROFILES",
                "select grantee, 'privilege ' || grantee || ' ' || privilege || ' ' || admin_option from DBA_SYS_PRIVS",
                "select grantee, 'member ' || grantee || ' ' || granted_role || ' ' || admin_option || ' ' || default_role"
                        + " from DBA_ROLE_PRIVS",
                "select grantee, 'right ' || grantee || ' ' || privilege || ' ' || owner || '.' || table_name || ' ' ||"
                        + " grantable from DBA_TAB_PRIVS",
                "select client, 'proxy ' || proxy || ' ' || client || ' ' || authentication || ' ' || authorization_constraint"
                        + " || case when role is null then '' else ' ' || role end from DBA_PROXIES",
                "select 'PUBLIC', 'audit option ' || coalesce(user_name, '-') || ' ' || audit_option || ' ' || success || ' ' ||"
                        + " failure from DBA_STMT_AUDIT_OPTS",
                "select 'PUBLIC', 'audit option ' || coalesce(user_name, '-') || ' ' || privilege || ' ' || success || ' ' ||"
                        + " failure from DBA_PRIV_AUDIT_OPTS",
                "select owner, 'audited object ' || owner || '.' || object_name || ' ' || del || ' ' || gra from"
                        + " DBA_OBJ_AUDIT_OPTS",
                "select object_schema, 'fine-grained policy ' || object_schema || '.' || object_name || ' ' || policy_name ||"
                        + " ' ' || enabled || ' ' || sel || ins || upd || del || ' ' || coalesce(pf_schema || '.' || pf_function, '-')"
                        + " || ' ' || coalesce(policy_text, '-') from DBA_AUDIT_POLICIES",
                "select username, 'quota ' || username || ' ' || tablespace_name || ' ' || max_bytes from DBA_TS_QUOTAS"
                        + " where dropped = 'NO'",
                "select object_owner, 'row policy ' || object_owner || '.' || object_name || ' ' || policy_name || ' ' ||"
                        + " enable from DBA_POLICIES",
                "select object_owner, 'redaction ' || object_owner || '.' || object_name || ' ' || policy_name || ' ' ||"
                        + " enable from REDACTION_POLICIES",
                "select schema, 'context ' || namespace || ' ' || schema || '.' || package || ' ' || type from DBA_CONTEXT",
                "select case when owner = 'PUBLIC' or db_link is not null then owner else table_owner end, 'synonym ' ||"
                        + " owner || '.' || synonym_name ||"
                        + " ' ' || case when table_owner is null then '' else table_owner || '.' end || table_name || case"
                        + " when db_link is null then '' else '@' || db_link end from"
                        + " DBA_SYNONYMS s where not exists (select 1 from DBA_OBJECTS o where o.owner = 'PUBLIC' and"
                        + " s.owner = 'PUBLIC' and o.object_type = 'SYNONYM' and o.object_name = s.synonym_name and"
                        + " o.oracle_maintained = 'Y')")) {
            Set<String> wanted = new TreeSet<>(sql.contains("DBA_SYNONYMS") ? users : who);
            wanted.add("PUBLIC");
            Rows.each(c, sql, row -> {
                if (wanted.contains(String.valueOf(row[0]))) {
                    lines.add(String.valueOf(row[1]));
                }
            });
        }
        Collections.sort(lines);
        return lines;
    }
}
