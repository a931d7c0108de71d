package io.gulliver.lab.oracle;

import io.gulliver.lab.Kindness;
import io.gulliver.lab.Ledger.Effect;
import java.sql.Connection;
import java.sql.Timestamp;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the catalogue's commands do to a lab database. */
final class LabCommands {

    private final Connection c;
    private final LabDatabase database;
    private final Timestamp now;
    private final boolean sysdba;
    /** Restricting sessions concerns the instance alone that one is logged on to. */
    private final int instance;

    private String user = "SYS";

    LabCommands(Connection c, LabDatabase database, Clock clock, boolean sysdba, int instance) {
        this.c = c;
        this.database = database;
        this.now = LabDatabase.timestamp(clock.instant());
        this.sysdba = sysdba;
        this.instance = instance;
    }

    /** The same at the hands of a user, whose schema names are in where a statement names none. */
    LabCommands by(String whose) {
        user = whose;
        return this;
    }

    Effect run(String id, Map<String, String> slots, List<@Nullable Object> binds) {
        switch (id) {
            case "restrict-sessions":
                Rows.run(c, "update GV$INSTANCE set logins = 'RESTRICTED' where inst_id = ?", instance);
                return Effect.CHANGED;
            case "unrestrict-sessions":
                if (Rows.number(
                                c,
                                "select count(*) from PDB_PLUG_IN_VIOLATIONS where type = 'ERROR' and status = 'PENDING'")
                        > 0) {
                    throw new OraError(65144, "ALTER SYSTEM DISABLE RESTRICTED SESSION is not permitted");
                }
                Rows.run(c, "update GV$INSTANCE set logins = 'ALLOWED' where inst_id = ?", instance);
                return Effect.CHANGED;
            case "set-job-queue-processes":
                jobQueue(slot(slots, "processes"));
                return Effect.CHANGED;
            case "keep-job-queue-processes":
                requireParameterFile();
                jobQueue(slot(slots, "processes"));
                Rows.run(c, "delete from V$SPPARAMETER where name = 'job_queue_processes' and sid = '*'");
                Rows.insert(
                        c,
                        "V$SPPARAMETER",
                        Rows.row(
                                "sid",
                                "*",
                                "name",
                                "job_queue_processes",
                                "value",
                                slots.get("processes"),
                                "isspecified",
                                "TRUE",
                                "update_comment",
                                slots.get("comment")));
                return Effect.CHANGED;
            case "reset-job-queue-processes":
                requireParameterFile();
                gone("V$SPPARAMETER", "name", "job_queue_processes", 32010, "cannot find entry to delete in SPFILE");
                return Effect.CHANGED;
            case "set-resource-plan":
                return resourcePlan(slot(slots, "plan"));
            case "kill-session":
                return killSession(slot(slots, "session"));
            case "create-directory":
                boolean known = count("DBA_DIRECTORIES", "directory_name", slot(slots, "directory")) > 0;
                Rows.run(c, "delete from DBA_DIRECTORIES where directory_name = ?", slots.get("directory"));
                Rows.insert(
                        c,
                        "DBA_DIRECTORIES",
                        Rows.row("directory_name", slots.get("directory"), "directory_path", slots.get("path")));
                return known ? Effect.CHANGED : Effect.CREATED;
            case "grant-directory":
                return grantDirectory(slot(slots, "directory"), slot(slots, "user"));
            case "drop-directory":
                gone("DBA_DIRECTORIES", "directory_name", slot(slots, "directory"), 4043, "object does not exist");
                return Effect.DELETED;
            case "lock-account":
                return lock(slot(slots, "user"), true);
            case "unlock-account":
                return lock(slot(slots, "user"), false);
            case "stop-service":
                return service(slot(slots, "service"), false);
            case "start-service":
                return service(slot(slots, "service"), true);
            case "create-service":
                return createService(slot(slots, "service"), slot(slots, "network_name"));
            case "enable-job":
                return enable(slot(slots, "job"), "TRUE", "SCHEDULED");
            case "disable-job":
                return enable(slot(slots, "job"), "FALSE", "DISABLED");
            case "tablespace-read-only":
                return readOnly(slot(slots, "tablespace"));
            case "tablespace-read-write":
                return readWrite(slot(slots, "tablespace"));
            case "set-user-tablespace":
                requireTablespace(slot(slots, "tablespace"));
                if (Rows.count(
                                c,
                                "update DBA_USERS set default_tablespace = ? where username = ?",
                                slots.get("tablespace"),
                                slots.get("user"))
                        == 0) {
                    throw new OraError(1918, "user '" + slots.get("user") + "' does not exist");
                }
                LabPeople.quota(c, database.spec(), slot(slots, "user"), slot(slots, "tablespace"), -1);
                return Effect.CHANGED;
            case "create-tablespace", "create-tablespace-blocks":
                return createTablespace(slots);
            case "add-datafile":
                requireRoomForData(slots);
                LabSpace.addFile(
                        c,
                        database.spec(),
                        slot(slots, "tablespace"),
                        slot(slots, "file"),
                        Long.parseLong(slot(slots, "megabytes")) << 20);
                Rows.run(
                        c,
                        "insert into DBA_FREE_SPACE (tablespace_name, file_id, bytes)"
                                + " select tablespace_name, file_id, bytes from DBA_DATA_FILES where file_name = ?",
                        slots.get("file"));
                return Effect.CREATED;
            case "drop-datafile":
                LabSpace.dropFile(c, slot(slots, "tablespace"), slot(slots, "file"));
                Rows.run(
                        c,
                        "delete from DBA_FREE_SPACE where tablespace_name = ?"
                                + " and file_id not in (select file_id from DBA_DATA_FILES)",
                        slots.get("tablespace"));
                return Effect.DELETED;
            case "resize-tablespace":
                LabSpace.requireBig(c, slot(slots, "tablespace"));
                Rows.run(
                        c,
                        "update DBA_FREE_SPACE set bytes = bytes + ? - (select sum(d.bytes) from DBA_DATA_FILES d"
                                + " where d.tablespace_name = ?) where tablespace_name = ?",
                        Long.parseLong(slot(slots, "megabytes")) << 20,
                        slots.get("tablespace"),
                        slots.get("tablespace"));
                Rows.run(
                        c,
                        "update DBA_DATA_FILES set bytes = ?, maxbytes = greatest(maxbytes, ?) where tablespace_name = ?",
                        Long.parseLong(slot(slots, "megabytes")) << 20,
                        Long.parseLong(slot(slots, "megabytes")) << 20,
                        slots.get("tablespace"));
                return Effect.CHANGED;
            case "let-tablespace-grow":
                LabSpace.requireBig(c, slot(slots, "tablespace"));
                Rows.run(
                        c,
                        "update DBA_DATA_FILES set autoextensible = 'YES', maxbytes = ? where tablespace_name = ?",
                        LabSpace.BIG_BLOCKS * database.spec().blockSize(),
                        slots.get("tablespace"));
                return Effect.CHANGED;
            case "create-context", "create-context-as":
                boolean named = count("DBA_CONTEXT", "namespace", slot(slots, "context")) > 0;
                Rows.run(c, "delete from DBA_CONTEXT where namespace = ?", slots.get("context"));
                Rows.insert(
                        c,
                        "DBA_CONTEXT",
                        Rows.row(
                                "namespace",
                                slots.get("context"),
                                "schema",
                                slots.get("owner"),
                                "package",
                                slots.get("package"),
                                "type",
                                slots.getOrDefault("how", "ACCESSED LOCALLY")));
                return named ? Effect.CHANGED : Effect.CREATED;
            case "drop-context":
                gone("DBA_CONTEXT", "namespace", slot(slots, "context"), 4043, "object does not exist");
                return Effect.DELETED;
            case "create-job-class":
                if (count("DBA_SCHEDULER_JOB_CLASSES", "job_class_name", slot(slots, "class")) > 0) {
                    throw new OraError(27477, "\"SYS\".\"" + slots.get("class") + "\" already exists");
                }
                Rows.insert(
                        c,
                        "DBA_SCHEDULER_JOB_CLASSES",
                        Rows.row(
                                "job_class_name",
                                slots.get("class"),
                                "logging_level",
                                slot(slots, "logging").replace("LOGGING_", "").replace('_', ' '),
                                "log_history",
                                slot(slots, "history").equals("NULL") ? null : Integer.valueOf(slot(slots, "history")),
                                "comments",
                                slots.get("comments")));
                return Effect.CREATED;
            case "drop-job-class":
                gone("DBA_SCHEDULER_JOB_CLASSES", "job_class_name", slot(slots, "class"), 27476, "does not exist");
                return Effect.DELETED;
            case "drop-tablespace":
                gone("DBA_TABLESPACES", "tablespace_name", slot(slots, "tablespace"), 959, "tablespace does not exist");
                forget(READ_ONLY, slot(slots, "tablespace"));
                Rows.run(c, "delete from DBA_DATA_FILES where tablespace_name = ?", slots.get("tablespace"));
                Rows.run(c, "delete from DBA_TEMP_FILES where tablespace_name = ?", slots.get("tablespace"));
                Rows.run(c, "delete from DBA_FREE_SPACE where tablespace_name = ?", slots.get("tablespace"));
                Rows.run(c, "delete from V$TABLESPACE where name = ?", slots.get("tablespace"));
                return Effect.DELETED;
            case "add-log-group":
                return addLogGroup(slots);
            case "drop-log-group":
                return dropLogGroup(slot(slots, "group"));
            case "archive-current-log":
                return nextLog();
            case "checkpoint":
                Rows.run(c, "update V$LOG set status = 'INACTIVE' where status = 'ACTIVE'");
                return Effect.CHANGED;
            case "add-temporary-file":
                return addTemporaryFile(slots);
            case "create-migration-user":
                return createUser(slots);
            case "grant-session":
                existing(slot(slots, "user"));
                for (String privilege : List.of("CREATE SESSION", "CREATE TABLE", "RESTRICTED SESSION")) {
                    LabPeople.privilege(c, slot(slots, "user"), privilege, "NO");
                }
                return Effect.CHANGED;
            case "grant-database-link":
                existing(slot(slots, "user"));
                LabPeople.privilege(c, slot(slots, "user"), "CREATE DATABASE LINK", "NO");
                return Effect.CHANGED;
            case "create-database-link":
                return createLink(slots);
            case "drop-database-link":
                if (Rows.count(c, "delete from DBA_DB_LINKS where owner = ? and db_link = ?", user, slot(slots, "link"))
                        == 0) {
                    throw new OraError(2024, "database link not found");
                }
                return Effect.DELETED;
            case "grant-role":
                return grantRole(slot(slots, "role"), slot(slots, "user"), "NO");
            case "grant-role-admin":
                return grantRole(slot(slots, "role"), slot(slots, "user"), "YES");
            case "grant-privilege", "grant-privilege-admin":
                existing(slot(slots, "user"));
                LabPeople.privilege(
                        c, slot(slots, "user"), slot(slots, "system_privilege"), id.endsWith("admin") ? "YES" : "NO");
                return Effect.CHANGED;
            case "revoke-privilege":
                existing(slot(slots, "user"));
                if (Rows.number(
                                c,
                                "select count(*) from DBA_SYS_PRIVS where grantee = ? and privilege = ?",
                                slots.get("user"),
                                slots.get("system_privilege"))
                        == 0) {
                    throw new OraError(1952, "system privileges not granted to '" + slots.get("user") + "'");
                }
                Rows.run(
                        c,
                        "delete from DBA_SYS_PRIVS where grantee = ? and privilege = ?",
                        slots.get("user"),
                        slots.get("system_privilege"));
                return Effect.CHANGED;
            case "grant-object", "grant-object-option":
                return grantRight(slots, id.endsWith("option") ? "YES" : "NO");
            case "grant-proxy":
                return grantProxy(slots, LabPeople.ALL_ROLES);
            case "grant-proxy-no-roles":
                return grantProxy(slots, LabPeople.NO_ROLES);
            case "grant-proxy-roles":
                return grantProxy(slots, slot(slots, "which").equals("ROLE") ? LabPeople.ROLE : LabPeople.NOT_ROLE);
            case "create-role":
                return createRole(slot(slots, "role"));
            case "revoke-role":
                existing(slot(slots, "user"));
                if (Rows.count(
                                c,
                                "delete from DBA_ROLE_PRIVS where grantee = ? and granted_role = ?",
                                slots.get("user"),
                                slots.get("role"))
                        == 0) {
                    throw new OraError(
                            1951, "ROLE '" + slots.get("role") + "' not granted to '" + slots.get("user") + "'");
                }
                return Effect.CHANGED;
            case "drop-role":
                return dropRole(slot(slots, "role"));
            case "create-profile":
                if (count("DBA_PROFILES", "profile", slot(slots, "profile")) > 0) {
                    throw new OraError(2379, "profile " + slots.get("profile") + " already exists");
                }
                LabPeople.profile(c, slot(slots, "profile"));
                return Effect.CREATED;
            case "alter-profile":
                return alterProfile(slot(slots, "profile"), slot(slots, "resource"), slot(slots, "setting"));
            case "drop-profile":
                gone("DBA_PROFILES", "profile", slot(slots, "profile"), 2380, "profile does not exist");
                Rows.run(c, "update DBA_USERS set profile = 'DEFAULT' where profile = ?", slots.get("profile"));
                return Effect.DELETED;
            case "create-temporary-tablespace":
                if (count("DBA_TABLESPACES", "tablespace_name", slot(slots, "tablespace")) > 0) {
                    throw new OraError(1543, "tablespace '" + slots.get("tablespace") + "' already exists");
                }
                LabPeople.temporary(
                        c,
                        database.spec(),
                        slot(slots, "tablespace"),
                        slot(slots, "file"),
                        Long.parseLong(slot(slots, "megabytes")));
                return Effect.CREATED;
            case "create-public-synonym":
            case "create-public-synonym-to-link":
            case "create-public-synonym-over-link":
                return createSynonym(slots);
            case "drop-public-synonym":
                if (Rows.count(
                                c,
                                "delete from DBA_SYNONYMS where owner = 'PUBLIC' and synonym_name = ?",
                                slots.get("synonym"))
                        == 0) {
                    throw new OraError(1432, "public synonym to be dropped does not exist");
                }
                Rows.run(c, "delete from DBA_OBJECTS where owner = 'PUBLIC' and object_name = ?", slots.get("synonym"));
                return Effect.DELETED;
            case "grant-sys-execute":
                return grantObject("EXECUTE", slot(slots, "object"), slot(slots, "user"), false);
            case "grant-sys-select":
                return grantObject("SELECT", slot(slots, "object"), slot(slots, "user"), false);
            case "grant-on-user":
                return grantOnUser(slot(slots, "user_privilege"), slot(slots, "account"), slot(slots, "user"));
            case "drop-user":
                return dropUser(slot(slots, "user"));
            case "create-restore-point":
                return createRestorePoint(slot(slots, "name"));
            case "drop-restore-point":
                gone("V$RESTORE_POINT", "name", slot(slots, "name"), 38780, "restore point does not exist");
                LabRecoveryArea.dropped(database, c);
                return Effect.DELETED;
            case "flashback-to-restore-point":
                return flashback(slot(slots, "name"));
            case "purge-recycle-bin":
                return purge();
            case "recompile-invalid", "recompile-invalid-serial":
                requireStatisticsBySessions();
                if (id.endsWith("serial") || queue() > 0) {
                    recompile(c);
                }
                return Effect.CHANGED;
            case "gather-schema-statistics":
                requireStatisticsBySessions();
                return gather(slot(slots, "owner"));
            case "gather-dictionary-statistics", "gather-fixed-statistics":
                return Effect.CHANGED;
            case "truncate-table":
                Rows.run(c, "truncate table " + slots.get("table"));
                return Effect.CHANGED;
            default:
                return job(id, String.valueOf(binds.get(0)), String.valueOf(binds.get(1)));
        }
    }

    /** Dropped tables and what belongs to them are gone for good. */
    private Effect purge() {
        for (Map<String, @Nullable Object> one : Rows.query(c, "select owner, object_name from DBA_RECYCLEBIN")) {
            LabSchemas.dropTable(c, String.valueOf(one.get("OWNER")), String.valueOf(one.get("OBJECT_NAME")));
        }
        Rows.run(c, "delete from DBA_RECYCLEBIN");
        return Effect.DELETED;
    }

    /** What else is said of an account stays: EXPIRED becomes EXPIRED &amp; LOCKED, and the other way. */
    private Effect lock(String user, boolean locked) {
        List<String> states = Rows.texts(c, "select account_status from DBA_USERS where username = ?", user);
        if (states.isEmpty()) {
            throw new OraError(1918, "user '" + user + "' does not exist");
        }
        String rest = states.get(0).replaceAll("( & )?LOCKED(\\(TIMED\\))?", "").replace("OPEN", "");
        String state = !locked ? rest.isEmpty() ? "OPEN" : rest : rest.isEmpty() ? "LOCKED" : rest + " & LOCKED";
        Rows.run(
                c,
                "update DBA_USERS set account_status = ?, lock_date = ? where username = ?",
                state,
                locked ? now : null,
                user);
        return Effect.CHANGED;
    }

    /** Rows of LAB$JOBS for what the instance keeps of services, and the control file of tablespaces. */
    static final String STOPPED = "SERVICE STOPPED";

    static final String READ_ONLY = "READ ONLY";

    /** The same for what a pluggable database did to its whole container. */
    static final String CONTAINER = "CONTAINER STOPPED";

    private void note(String kind, String name, String text) {
        Rows.run(
                c,
                "insert into LAB$JOBS (owner_name, job_name, request, progress) values (?, ?, ?, '')",
                kind,
                name,
                text);
    }

    private boolean forget(String kind, String name) {
        return Rows.count(c, "delete from LAB$JOBS where owner_name = ? and job_name = ?", kind, name) > 0;
    }

    private Effect service(String service, boolean started) {
        if (count("DBA_SERVICES", "name", service) == 0) {
            throw new OraError(44304, "service " + service + " does not exist");
        }
        boolean stopped = forget(STOPPED, service);
        if (started != stopped) {
            if (stopped) {
                note(STOPPED, service, "");
            }
            throw started
                    ? new OraError(44305, "service " + service + " is running")
                    : new OraError(44311, "service " + service + " not running");
        }
        if (!started && !(database.agent() && LabRestart.restarts(c, database.spec(), service))) {
            note(STOPPED, service, "");
        }
        return started ? Effect.STARTED : Effect.STOPPED;
    }

    private Effect createService(String service, String network) {
        if (count("DBA_SERVICES", "name", service) > 0) {
            throw new OraError(44303, "service name exists");
        }
        Rows.insert(
                c,
                "DBA_SERVICES",
                Rows.row(
                        "service_id",
                        Rows.number(c, "select max(service_id) + 1 from DBA_SERVICES"),
                        "name",
                        service,
                        "network_name",
                        network));
        note(STOPPED, service, "");
        note(LabRestart.UNKNOWN, service, "");
        return Effect.CREATED;
    }

    private Effect enable(String job, String enabled, String state) {
        String[] name = job.replace("\"", "").split("\\.");
        if (name.length != 2
                || Rows.count(
                                c,
                                "update DBA_SCHEDULER_JOBS set enabled = ?, state = ? where owner = ? and job_name = ?",
                                enabled,
                                state,
                                name[0],
                                name[1])
                        == 0) {
            throw new OraError(27476, "\"" + job + "\" does not exist");
        }
        return Effect.CHANGED;
    }

    private void requireTablespace(String name) {
        if (count("DBA_TABLESPACES", "tablespace_name", name) == 0) {
            throw new OraError(959, "tablespace '" + name + "' does not exist");
        }
    }

    private Effect readOnly(String name) {
        requireTablespace(name);
        Map<String, @Nullable Object> space = Rows.query(
                        c, "select contents, status from DBA_TABLESPACES where tablespace_name = ?", name)
                .get(0);
        if (name.equals("SYSTEM")) {
            throw new OraError(1643, "system tablespace can not be made read only");
        }
        if (name.equals("SYSAUX")) {
            throw new OraError(13505, "SYSAUX tablespace can not be made read only");
        }
        if ("UNDO".equals(space.get("CONTENTS"))) {
            throw new OraError(30021, "Operation not allowed on undo tablespace");
        }
        if ("TEMPORARY".equals(space.get("CONTENTS"))) {
            throw new OraError(3217, "invalid option for alter of TEMPORARY TABLESPACE");
        }
        if ("READ ONLY".equals(space.get("STATUS"))) {
            throw new OraError(1644, "tablespace '" + name + "' is already read only");
        }
        Rows.run(c, "update DBA_TABLESPACES set status = 'READ ONLY' where tablespace_name = ?", name);
        note(READ_ONLY, name, Long.toString(LabFunctions.nextScn()));
        return Effect.CHANGED;
    }

    private Effect readWrite(String name) {
        requireTablespace(name);
        if (Rows.count(
                        c,
                        "update DBA_TABLESPACES set status = 'ONLINE' where tablespace_name = ? and status = 'READ ONLY'",
                        name)
                == 0) {
            throw new OraError(1646, "tablespace '" + name + "' is not read only - cannot make read write");
        }
        forget(READ_ONLY, name);
        return Effect.CHANGED;
    }

    /** In a pluggable database the releases differ (docs/domain/cutover.md). */
    private void jobQueue(String processes) {
        LabDatabaseSpec spec = database.spec();
        if (Integer.parseInt(processes) > 4000) {
            throw new OraError(
                    68,
                    "invalid value " + processes + " for parameter job_queue_processes, must be between 0 and 4000");
        }
        if (spec.kind() == LabDatabaseSpec.Kind.PDB) {
            if (spec.major() == 19 && !List.of("0", "4000").contains(processes)) {
                throw new OraError(
                        68, "invalid value " + processes + " for parameter job_queue_processes, must be 0 or 4000");
            }
            forget(CONTAINER, "JOBS");
            if (spec.version().startsWith("12.1") && processes.equals("0")) {
                note(CONTAINER, "JOBS", "");
            }
        }
        memory("job_queue_processes", processes);
    }

    private void memory(String parameter, String value) {
        Rows.run(
                c,
                "update GV$PARAMETER set \"VALUE\" = ?, display_value = ?, ismodified = 'SYSTEM_MOD' where name = ?",
                value,
                value,
                parameter);
    }

    /** Plans that Oracle ships, and those that somebody made; FORCE: keeps windows of the scheduler from changing it. */
    private Effect resourcePlan(String plan) {
        if (!plan.isEmpty() && !database.spec().enterprise()) {
            throw new OraError(439, "feature not enabled: Database resource manager");
        }
        String name = plan.replaceFirst("^FORCE:", "");
        if (!name.isEmpty()
                && !List.of("DEFAULT_PLAN", "DEFAULT_MAINTENANCE_PLAN", "INTERNAL_PLAN")
                        .contains(name)
                && Rows.number(
                                c,
                                "select count(*) from DBA_OBJECTS where object_type = 'RESOURCE PLAN' and object_name = ?",
                                name)
                        == 0) {
            throw new OraError(7452, "specified resource manager plan does not exist in the data dictionary");
        }
        memory("resource_manager_plan", plan);
        return Effect.CHANGED;
    }

    private void requireParameterFile() {
        if (Rows.number(c, "select count(*) from V$SPPARAMETER where isspecified = 'TRUE'") == 0) {
            throw new OraError(32001, "write to SPFILE requested but no SPFILE is in use");
        }
    }

    private static String slot(Map<String, String> slots, String name) {
        return String.valueOf(slots.get(name));
    }

    private long count(String view, String column, String value) {
        return Rows.number(c, "select count(*) from " + view + " where " + column + " = ?", value);
    }

    private void gone(String view, String column, String value, int code, String words) {
        if (Rows.count(c, "delete from " + view + " where " + column + " = ?", value) == 0) {
            throw new OraError(code, words + ": " + value);
        }
    }

    private void existing(String user) {
        if (!grantable(c, user)) {
            throw new OraError(1917, "user or role '" + user + "' does not exist");
        }
    }

    /** Whether there is a user or role of this name, or it is PUBLIC. */
    static boolean grantable(Connection c, String name) {
        return name.equals("PUBLIC")
                || Rows.number(
                                c,
                                "select (select count(*) from DBA_USERS where username = ?) + (select count(*) from"
                                        + " DBA_ROLES where role = ?)",
                                name,
                                name)
                        > 0;
    }

    /** A right on an object of an application, in its owner's name. */
    private Effect grantRight(Map<String, String> slots, String option) {
        String owner = slot(slots, "owner");
        String object = slot(slots, "object");
        if (owner.equals("SYS")) {
            return grantObject(slot(slots, "privilege"), object, slot(slots, "user"), option.equals("YES"));
        }
        existing(slot(slots, "user"));
        if (Rows.number(c, "select count(*) from DBA_OBJECTS where owner = ? and object_name = ?", owner, object)
                == 0) {
            throw new OraError(942, "table or view does not exist");
        }
        LabPeople.right(c, owner, object, slot(slots, "privilege"), slot(slots, "user"), owner, option);
        return Effect.CHANGED;
    }

    private Effect createRole(String role) {
        if (grantable(c, role)) {
            throw new OraError(1921, "role name '" + role + "' conflicts with another user or role name");
        }
        Rows.insert(c, "DBA_ROLES", Rows.row("role", role, "password_required", "NO", "oracle_maintained", "N"));
        if (!database.kindnesses().has(Kindness.ROLES_COST_NOTHING)) {
            LabPeople.member(c, user, role, "YES", "YES");
        }
        return Effect.CREATED;
    }

    /** What a proxy may is what the last statement said of it. */
    private Effect grantProxy(Map<String, String> slots, String constraint) {
        String proxy = slot(slots, "proxy");
        String client = slot(slots, "client");
        for (String user : List.of(client, proxy)) {
            if (count("DBA_USERS", "username", user) == 0) {
                throw new OraError(1918, "user '" + user + "' does not exist");
            }
        }
        List<String> roles =
                slots.containsKey("roles") ? List.of(slot(slots, "roles").split(",")) : List.of();
        for (String role : roles) {
            if (count("DBA_ROLES", "role", role) == 0) {
                throw new OraError(1919, "role '" + role + "' does not exist");
            }
        }
        Rows.run(c, "delete from DBA_PROXIES where proxy = ? and client = ?", proxy, client);
        if (roles.isEmpty()) {
            LabPeople.proxy(c, proxy, client, constraint, null);
        }
        roles.forEach(role -> LabPeople.proxy(c, proxy, client, constraint, role));
        return Effect.CHANGED;
    }

    private Effect dropRole(String role) {
        gone("DBA_ROLES", "role", role, 1919, "role does not exist");
        Rows.run(c, "delete from DBA_ROLE_PRIVS where grantee = ? or granted_role = ?", role, role);
        Rows.run(c, "delete from DBA_SYS_PRIVS where grantee = ?", role);
        Rows.run(c, "delete from DBA_TAB_PRIVS where grantee = ?", role);
        Rows.run(c, "delete from DBA_PROXIES where role = ?", role);
        return Effect.DELETED;
    }

    private Effect alterProfile(String profile, String resource, String setting) {
        if (count("DBA_PROFILES", "profile", profile) == 0) {
            throw new OraError(2380, "profile " + profile + " does not exist");
        }
        boolean function = resource.equals("PASSWORD_VERIFY_FUNCTION")
                && !List.of("NULL", "DEFAULT").contains(setting)
                && Rows.number(
                                c,
                                "select count(*) from DBA_OBJECTS where owner = 'SYS' and object_type = 'FUNCTION' and"
                                        + " object_name = ?",
                                setting)
                        == 0;
        if (function) {
            throw new OraError(7443, "function " + setting + " not found");
        }
        if (!LabPeople.limit(c, profile, resource, setting)) {
            throw new OraError(2376, "invalid or redundant resource");
        }
        return Effect.CHANGED;
    }

    private Effect createSynonym(Map<String, String> slots) {
        String synonym = slot(slots, "synonym");
        if (Rows.number(c, "select count(*) from DBA_SYNONYMS where owner = 'PUBLIC' and synonym_name = ?", synonym)
                > 0) {
            throw new OraError(955, "name is already used by an existing object");
        }
        String link = slots.containsKey("link") ? slot(slots, "link") : null;
        LabPeople.publicSynonym(
                c, synonym, slots.containsKey("owner") ? slot(slots, "owner") : null, slot(slots, "object"), link, now);
        return Effect.CREATED;
    }

    private Effect killSession(String session) {
        String[] parts = session.split(",");
        if (parts.length > 2 && database.spec().major() < 11) {
            throw new OraError(26, "missing or invalid session ID");
        }
        var found = parts.length < 2
                ? List.<String>of()
                : Rows.texts(
                        c,
                        "select saddr from GV$SESSION where sid = ? and serial# = ?",
                        Long.valueOf(parts[0]),
                        Long.valueOf(parts[1]));
        if (found.isEmpty()) {
            throw new OraError(30, "User session ID does not exist.");
        }
        Rows.run(c, "delete from GV$TRANSACTION where ses_addr = ?", found.get(0));
        Rows.run(c, "delete from GV$SESSION where saddr = ?", found.get(0));
        return Effect.STOPPED;
    }

    private Effect grantDirectory(String directory, String user) {
        existing(user);
        if (count("DBA_DIRECTORIES", "directory_name", directory) == 0) {
            throw new OraError(22930, "directory does not exist");
        }
        for (String privilege : List.of("READ", "WRITE")) {
            Rows.run(
                    c,
                    "delete from DBA_TAB_PRIVS where grantee = ? and table_name = ? and privilege = ?",
                    user,
                    directory,
                    privilege);
            Rows.insert(
                    c,
                    "DBA_TAB_PRIVS",
                    Rows.row(
                            "grantee",
                            user,
                            "owner",
                            "SYS",
                            "table_name",
                            directory,
                            "privilege",
                            privilege,
                            "grantable",
                            "NO"));
        }
        return Effect.CHANGED;
    }

    /** Rights on SYS objects are given by SYSDBA alone, and on what is there. */
    Effect grantObject(String privilege, String object, String user, boolean grantable) {
        if (!sysdba) {
            throw new OraError(1031, "insufficient privileges");
        }
        existing(user);
        if (Rows.number(c, "select count(*) from DBA_OBJECTS where owner = 'SYS' and object_name = ?", object) == 0) {
            throw privilege.equals("EXECUTE")
                    ? new OraError(4042, "procedure, function, package, or package body does not exist")
                    : new OraError(942, "table or view does not exist");
        }
        LabPeople.right(c, "SYS", object, privilege, user, "SYS", grantable ? "YES" : "NO");
        return Effect.CHANGED;
    }

    /** A right on an account is given by SYSDBA, or whose account it is. */
    Effect grantOnUser(String privilege, String account, String grantee) {
        if (!sysdba && !user.equals(account)) {
            throw new OraError(1031, "insufficient privileges");
        }
        existing(grantee);
        if (count("DBA_USERS", "username", account) == 0) {
            throw new OraError(1918, "user '" + account + "' does not exist");
        }
        LabPeople.right(c, "SYS", account, privilege, grantee, account, "NO");
        Rows.run(
                c,
                "update DBA_TAB_PRIVS set type = 'USER' where owner = 'SYS' and table_name = ? and privilege = ?",
                account,
                privilege);
        return Effect.CHANGED;
    }

    private Effect createTablespace(Map<String, String> slots) {
        String name = slot(slots, "tablespace");
        if (count("DBA_TABLESPACES", "tablespace_name", name) > 0) {
            throw new OraError(1543, "tablespace '" + name + "' already exists");
        }
        String blocks = slots.getOrDefault(
                "block_size", Integer.toString(database.spec().blockSize()));
        if (!blocks.equals(Integer.toString(database.spec().blockSize()))
                && Rows.number(
                                c,
                                "select count(*) from GV$PARAMETER where name = ? and \"VALUE\" <> '0'",
                                "db_" + Integer.parseInt(blocks) / 1024 + "k_cache_size")
                        == 0) {
            throw new OraError(29339, "tablespace block size " + blocks + " does not match configured block sizes");
        }
        requireRoomForData(slots);
        long bytes = Long.parseLong(slot(slots, "megabytes")) << 20;
        int file = (int) Rows.number(c, "select coalesce(max(file_id), 0) + 1 from DBA_DATA_FILES");
        LabDatabase.tablespace(c, database.spec(), name, "PERMANENT", bytes, bytes, file);
        Rows.run(
                c,
                "update DBA_DATA_FILES set file_name = ?, maxbytes = ? where file_id = ?",
                slots.get("file"),
                LabSpace.BIG_BLOCKS * database.spec().blockSize(),
                file);
        Rows.run(
                c,
                "update DBA_TABLESPACES set bigfile = 'YES', block_size = ? where tablespace_name = ?",
                Integer.parseInt(blocks),
                name);
        return Effect.CREATED;
    }

    private void rootOnly() {
        if (database.spec().kind() == LabDatabaseSpec.Kind.PDB) {
            throw new OraError(65040, "operation not allowed from within a pluggable database");
        }
    }

    private Effect addLogGroup(Map<String, String> slots) {
        rootOnly();
        int group = Integer.parseInt(slot(slots, "group"));
        if (Rows.number(c, "select count(*) from V$LOG where \"GROUP#\" = ?", group) > 0) {
            throw new OraError(1184, "logfile group " + group + " already exists");
        }
        List<String> members = new ArrayList<>(List.of(slot(slots, "file"), slot(slots, "second")));
        for (String member : members) {
            requireRoom(
                    member,
                    megabytes(slots),
                    new OraError(301, "error in adding log file '" + member + "' - file cannot be created"));
        }
        Rows.insert(
                c,
                "V$LOG",
                Rows.row(
                        "thread#",
                        1,
                        "group#",
                        group,
                        "bytes",
                        Long.parseLong(slot(slots, "megabytes")) << 20,
                        "members",
                        2,
                        "status",
                        "UNUSED",
                        "sequence#",
                        0));
        for (int i = 0; i < members.size(); i++) {
            // Of a group alone Oracle makes the name.
            if (LabStorage.inGroup(members.get(i)) && !members.get(i).contains("/")) {
                members.set(
                        i,
                        LabStorage.managed(
                                        members.get(i), database.spec().name(), "ONLINELOG", "group_" + group, 300 + i)
                                .orElseThrow());
            }
        }
        LabLogs.keep(c, group, members);
        return Effect.CREATED;
    }

    private static long megabytes(Map<String, String> slots) {
        return Long.parseLong(slot(slots, "megabytes")) << 20;
    }

    private void requireRoom(String file, long bytes, OraError refused) {
        database.storage().ifPresent(storage -> storage.requireRoom(file, bytes, refused));
    }

    private void requireRoomForData(Map<String, String> slots) {
        String file = slot(slots, "file");
        requireRoom(file, megabytes(slots), new OraError(1119, "error in creating database file '" + file + "'"));
    }

    private Effect dropLogGroup(String group) {
        rootOnly();
        int number = Integer.parseInt(group);
        List<String> states = Rows.texts(c, "select status from V$LOG where \"GROUP#\" = ?", number);
        if (states.isEmpty()) {
            throw new OraError(1514, "error in log specification: no such log");
        }
        if (states.contains("CURRENT")) {
            throw new OraError(1623, "log " + group + " is current log for instance - cannot drop");
        }
        if (states.contains("ACTIVE")) {
            throw new OraError(1624, "log " + group + " needed for crash recovery of instance");
        }
        if (Rows.number(c, "select count(*) from V$LOG") <= 2) {
            throw new OraError(1567, "dropping log " + group + " would leave less than 2 log files for instance");
        }
        Rows.run(c, "delete from V$LOG where \"GROUP#\" = ?", number);
        LabLogs.drop(c, number);
        return Effect.DELETED;
    }

    /** Unused groups come first, then the one that was written longest ago. */
    private Effect nextLog() {
        rootOnly();
        if (!database.spec().archiveLog()) {
            throw new OraError(258, "manual archiving in NOARCHIVELOG mode must identify log");
        }
        long next = Rows.number(
                c,
                "select \"GROUP#\" from V$LOG where status <> 'CURRENT' order by case status when 'UNUSED' then 0 else 1"
                        + " end, \"SEQUENCE#\", \"GROUP#\"");
        long sequence = Rows.number(c, "select coalesce(max(\"SEQUENCE#\"), 0) + 1 from V$LOG");
        Rows.run(c, "update V$LOG set status = 'ACTIVE' where status = 'CURRENT'");
        Rows.run(c, "update V$LOG set status = 'CURRENT', \"SEQUENCE#\" = ? where \"GROUP#\" = ?", sequence, next);
        return Effect.CHANGED;
    }

    private Effect addTemporaryFile(Map<String, String> slots) {
        if (count("DBA_TEMP_FILES", "tablespace_name", slot(slots, "tablespace")) == 0) {
            throw new OraError(959, "tablespace '" + slots.get("tablespace") + "' does not exist");
        }
        if (count("DBA_TEMP_FILES", "file_name", slot(slots, "file")) > 0) {
            throw new OraError(1537, "cannot add file '" + slots.get("file") + "' - file already part of database");
        }
        requireRoomForData(slots);
        LabSpace.requireLength(database.spec(), Long.parseLong(slot(slots, "megabytes")) << 20);
        Rows.insert(
                c,
                "DBA_TEMP_FILES",
                Rows.row(
                        "tablespace_name",
                        slots.get("tablespace"),
                        "file_name",
                        slots.get("file"),
                        "bytes",
                        Long.parseLong(slot(slots, "megabytes")) << 20,
                        "file_id",
                        Rows.number(c, "select coalesce(max(file_id), 0) + 1 from DBA_TEMP_FILES")));
        return Effect.CREATED;
    }

    private Effect createUser(Map<String, String> slots) {
        String user = slot(slots, "user");
        if (count("DBA_USERS", "username", user) > 0) {
            throw new OraError(1920, "user name '" + user + "' conflicts with another user or role name");
        }
        if (count("DBA_TABLESPACES", "tablespace_name", slot(slots, "tablespace")) == 0) {
            throw new OraError(959, "tablespace '" + slots.get("tablespace") + "' does not exist");
        }
        LabDatabase.addUser(
                c,
                database.spec().major(),
                user,
                slot(slots, "password"),
                slot(slots, "tablespace"),
                List.of(),
                now.toLocalDateTime());
        LabPeople.quota(c, database.spec(), user, slot(slots, "tablespace"), -1);
        return Effect.CREATED;
    }

    /** A private link of whoever makes it; where it leads is not looked at before somebody follows it. */
    private Effect createLink(Map<String, String> slots) {
        String link = slot(slots, "link");
        if (Rows.number(c, "select count(*) from DBA_DB_LINKS where owner = ? and db_link = ?", user, link) > 0) {
            throw new OraError(2011, "duplicate database link name");
        }
        Rows.insert(
                c,
                "DBA_DB_LINKS",
                Rows.row(
                        "owner",
                        user,
                        "db_link",
                        link,
                        "username",
                        slots.get("user"),
                        "host",
                        slots.get("descriptor"),
                        "created",
                        now));
        Rows.run(c, "delete from LAB$JOBS where owner_name = 'DB LINK' and job_name = ?", user + "." + link);
        Rows.insert(
                c,
                "LAB$JOBS",
                Rows.row(
                        "owner_name",
                        "DB LINK",
                        "job_name",
                        user + "." + link,
                        "request",
                        slots.get("password"),
                        "progress",
                        ""));
        return Effect.CREATED;
    }

    private Effect grantRole(String role, String user, String admin) {
        existing(user);
        if (count("DBA_ROLES", "role", role) == 0) {
            throw new OraError(1919, "role '" + role + "' does not exist");
        }
        LabPeople.member(c, user, role, admin, "YES");
        return Effect.CHANGED;
    }

    private Effect dropUser(String user) {
        if (count("DBA_USERS", "username", user) == 0) {
            throw new OraError(1918, "user '" + user + "' does not exist");
        }
        if (count("GV$SESSION", "username", user) > 0) {
            throw new OraError(1940, "cannot drop a user that is currently connected");
        }
        for (DumpSet.Part part : DumpSet.PARTS) {
            Rows.run(c, "delete from " + part.view() + " where " + part.owner() + " = ?", user);
        }
        Rows.run(c, "delete from DBA_TAB_PRIVS where grantee = ?", user);
        Rows.run(c, "delete from DBA_PROXIES where proxy = ? or client = ?", user, user);
        Rows.run(c, "delete from DBA_TAB_PRIVS where owner = 'SYS' and type = 'USER' and table_name = ?", user);
        Rows.run(c, "delete from LAB$SECRETS where username = ?", user);
        Rows.run(c, "drop schema if exists \"" + user + "\" cascade");
        return Effect.DELETED;
    }

    private Effect createRestorePoint(String name) {
        if (!database.spec().archiveLog()) {
            throw new OraError(38784, "Cannot create restore point '" + name + "'.");
        }
        if (count("V$RESTORE_POINT", "name", name) > 0) {
            throw new OraError(38778, "Restore point '" + name + "' already exists.");
        }
        Rows.insert(
                c,
                "V$RESTORE_POINT",
                Rows.row("name", name, "scn", LabFunctions.nextScn(), "guarantee_flashback_database", "YES"));
        Rows.run(
                c,
                "insert into LAB$JOBS (owner_name, job_name, request, progress) values ('RESTORE POINT', ?, ?, '')",
                name,
                String.join(
                        ",",
                        Rows.texts(
                                c, "select username from DBA_USERS where oracle_maintained = 'N' order by username")));
        return Effect.CREATED;
    }

    /** Takes away every application schema that was not there when the point was made. */
    private Effect flashback(String name) {
        if (!sysdba) {
            throw new OraError(1031, "insufficient privileges");
        }
        List<String> users =
                Rows.texts(c, "select request from LAB$JOBS where owner_name = 'RESTORE POINT' and job_name = ?", name);
        if (users.isEmpty()) {
            throw new OraError(38780, "Restore point '" + name + "' does not exist.");
        }
        List<String> before = List.of(users.get(0).split(","));
        for (String user : Rows.texts(c, "select username from DBA_USERS where oracle_maintained = 'N'")) {
            if (!before.contains(user)) {
                dropUser(user);
            }
        }
        return Effect.CHANGED;
    }

    /** Compiles what can be: a body that needs a right on a SYS object stays invalid without it. */
    static void recompile(Connection c) {
        Rows.run(
                c,
                "update DBA_OBJECTS o set status = 'VALID' where status = 'INVALID' and not (object_type = 'PACKAGE BODY'"
                        + " and exists (select 1 from LAB$JOBS j where j.owner_name = 'NEEDS SYS GRANT' and j.job_name ="
                        + " o.owner) and not exists (select 1 from DBA_TAB_PRIVS p where p.grantee = o.owner and p.owner ="
                        + " 'SYS' and p.privilege in ('EXECUTE', 'SELECT')))");
    }

    private long queue() {
        return Rows.number(
                c, "select max(cast(\"VALUE\" as int)) from GV$PARAMETER where name = 'job_queue_processes'");
    }

    /** Statistics of several tables at once are gathered by jobs; UTL_RECOMP gathers some too. */
    private void requireStatisticsBySessions() {
        List<String> preference = Rows.texts(
                c, "select request from LAB$JOBS where owner_name = 'PREFERENCE' and job_name = 'CONCURRENT'");
        if (queue() < 4 && (preference.contains("ALL") || preference.contains("MANUAL"))) {
            throw new OraError(
                    20000,
                    "Unable to gather statistics concurrently: the job_queue_processes parameter is less than 4");
        }
    }

    private Effect gather(String owner) {
        if (count("DBA_USERS", "username", owner) == 0) {
            throw new OraError(20000, "Schema \"" + owner + "\" does not exist or insufficient privileges");
        }
        // As DBMS_STATS: not of temporary and external tables, nor of what belongs to another one.
        for (String table : Rows.texts(
                c,
                "select table_name from DBA_TABLES t where owner = ? and coalesce(temporary, 'N') = 'N' and coalesce(dropped,"
                        + " 'NO') = 'NO' and coalesce(secondary, 'N') = 'N' and coalesce(iot_type, 'IOT') = 'IOT' and not"
                        + " exists (select 1 from DBA_EXTERNAL_TABLES e where e.owner = t.owner and e.table_name ="
                        + " t.table_name)",
                owner)) {
            long rows = Rows.number(c, "select count(*) from " + Rows.quote(owner, table));
            Rows.run(
                    c,
                    "update DBA_TABLES set num_rows = ?, last_analyzed = ? where owner = ? and table_name = ?",
                    rows,
                    now,
                    owner,
                    table);
        }
        return Effect.CHANGED;
    }

    private Effect job(String id, String name, String owner) {
        DataPumpJob job = database.jobs().get(owner.toUpperCase(Locale.ROOT) + "." + name);
        if (job == null) {
            throw new OraError(31626, "job does not exist");
        }
        switch (id) {
            case "stop-datapump-job":
                job.stop();
                return Effect.STOPPED;
            case "start-datapump-job":
                if (!database.seesFiles(instance)) {
                    throw new OraError(
                            39002,
                            "invalid operation; ORA-39070: Unable to open the log file; ORA-29283: invalid file operation:"
                                    + " nonexistent file or path");
                }
                job.start();
                return Effect.STARTED;
            case "kill-datapump-job":
                job.kill();
                return Effect.DELETED;
            default:
                throw new OraError(600, "internal error code, arguments: [lab], [" + id + "]");
        }
    }
}
