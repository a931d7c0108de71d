package io.gulliver.lab;

/**
 * The ways in which a lab can be kinder than the real thing. By default it is kind in none of them; each can be put back
 * by itself, so that a test shows that somebody would notice.
 *
 * <p>{@code docs/lab.md} has the table of what the lab does in their place; a test marked {@link Examines} is red as long as
 * the kindness is put back.
 */
public enum Kindness {
    LISTENER_LETS_ALL_IN(
            "While an instance is restricted the listener refuses everybody, SYSDBA as well, who does not say (UR=A) in"
                    + " CONNECT_DATA; local connections are not its concern.",
            "cutover.md, Restricted sessions (S-O11)"),
    ONLY_OWNERS_EXIST(
            "Applications have accounts that own nothing and live by grants, roles of their own, profiles with password"
                    + " functions and temporary tablespaces.",
            "Database Utilities, Schema Mode (S-O3)"),
    PUBLIC_SYNONYMS_TRAVEL(
            "An export by schema carries private synonyms and leaves PUBLIC ones behind.",
            "Database Utilities, Schema Mode (S-O3)"),
    NO_RIGHTS_ON_OBJECTS(
            "Objects of applications are granted to other users, to roles and to PUBLIC; the dictionary shows it and a dump"
                    + " carries what the owner granted.",
            "Database Utilities, Schema Mode (S-O3)"),
    ONE_CLEAN_LOG(
            "A log of Data Pump has a banner, its workers, each kind of object with its count, each partition, and each"
                    + " statement that failed; a role that Oracle no longer ships and a job class that is missing make what"
                    + " names them fail.",
            "data-pump.md, Errors and their weight"),
    NOTHING_AROUND_SCHEMAS(
            "Packages of applications set contexts, which belong to no schema; no export by schema brings them, nor"
                    + " directories, classes of jobs, credentials, rights in the network, and what somebody made in SYS and"
                    + " SYSTEM.",
            "data-pump.md, What schema mode carries (S-O3)"),
    INSTANCE_NEVER_RESTARTS(
            "An instance can restart, and forgets what was only in its memory: sessions, restriction, parameters without"
                    + " the server parameter file.",
            "cutover.md, Restricted sessions"),
    EMPTY_VOLUMES_BOOT(
            "A partition whose boot volume carries no system ends terminated; the whole copy of a golden volume, or somebody of"
                    + " storage, has to put an image there.",
            "linux-on-z.md, Onto the boot volume"),
    FABRICS_HAVE_NO_ZONES(
            "A port of a partition sees a port of an array once somebody has zoned both; a mapping alone shows nothing.",
            "linux-on-z.md, Paths"),
    FABRICS_ARE_ONE(
            "Ports of adapters and arrays stand on one of two fabrics each; a zone across fabrics does nothing, and a port sees"
                    + " no other fabric.",
            "linux-on-z.md, Devices"),
    BOOT_GROUPS_LET_GO(
            "A storage group in which the boot volume of a partition lies is not detached from it (409), whatever it boots"
                    + " from: boot-storage-volume has to point elsewhere, or to nothing, first.",
            "dpm-partition.md, Taking it back (judged: consoles refuse it, the number is not published)"),
    DBCA_TAKES_ANY_KEY(
            "DBCA reads a response file by the schema of its header, as the home's release has it: a key of no schema or of"
                    + " another release ends it with DBT-00108.",
            "Oracle's container image templates (S-O12)"),
    SERVICES_STAY_STOPPED(
            "A service that was stopped is offered again after a restart of its instance, as a trigger at startup or Oracle"
                    + " Restart has it.",
            "cutover.md, A fence that survives a restart"),
    AGENT_LEAVES_SERVICES_STOPPED(
            "The agent of Oracle Restart starts a service that it manages again, stopped by whomever, unless srvctl disabled it;"
                    + " srvctl takes the options of its release and no others.",
            "Real Application Clusters Administration and Deployment Guide 12.1, srvctl stop and disable (S-O25)"),
    READ_ONLY_NEVER_WAITS(
            "Making a tablespace read only waits for every transaction that began before; whoever gives up has changed"
                    + " nothing.",
            "Database Administrator's Guide, Using Read-Only Tablespaces (S-O15)"),
    CONTROL_TABLE_ANYWHERE(
            "A Data Pump job begins with a table in its user's default tablespace: none where that is read only (ORA-31633,"
                    + " ORA-01647).",
            "cutover.md, A fence that survives a restart (S-O3)"),
    STATEMENTS_TAKE_NO_TIME(
            "Statements that make files, read, compile or drop take time by size, and a driver's limit cuts those that exceed"
                    + " it (ORA-01013).",
            "data-pump.md, 1.5"),
    TABLESPACES_NEVER_FILL(
            "A tablespace holds what its files may grow to, and no more: the import waits (ORA-39171, ORA-01653) until somebody"
                    + " makes room.",
            "data-pump.md, 1.5"),
    RECOVERY_AREA_NEVER_FILLS(
            "Archived logs, logs for flashback and backups fill the recovery area up to its limit: then RMAN ends (ORA-19809)"
                    + " and the load stands (ORA-00257).",
            "data-pump.md, 1.5"),
    DRIVER_SPEAKS_WITH_ALL(
            "A server before 11.2 refuses the driver of today with ORA-03134 before a password is sent; SQL*Plus of its own"
                    + " home it lets in.",
            "releases.md (Oracle JDBC FAQ)"),
    RMAN_PASSES_OVER_WORDS(
            "RMAN reads a command, and a block of RUN as a whole, by the grammar of its release before anything of it runs:"
                    + " an unknown, misplaced or later word, a missing semicolon or brace ends it (RMAN-00558, RMAN-01009).",
            "Backup and Recovery Reference, syntax diagrams of 10.2 to 23 (S-O17)"),
    READING_TAKES_NO_TIME(
            "Rows that are hashed or looked at again take time by the bytes that are read, and a driver's limit cuts what"
                    + " exceeds it (ORA-01013).",
            "validation.md, 4.1"),
    SCAN_STAYS_ON_THE_NODE(
            "A service of a cluster may be answered by any of its instances: unless the descriptor names one (INSTANCE_NAME),"
                    + " the session lands on another node, where the directories of this host are not (ORA-39070, ORA-29283).",
            "data-pump.md, DP05 (S-O19)"),
    LOGINS_MAY_DO_ALL(
            "A login of a host may what its groups say: outside of dba there is no / as sysdba and no RMAN (ORA-01031), and"
                    + " whoever does not own the listener does not administer it (TNS-01190).",
            "Database Installation Guide, OSDBA group; error help of TNS-01190 (S-O20)"),
    KEY_OPTIONS_ARE_IGNORED(
            "A key of a login's authorized_keys opens what its options say (command, from) and nothing else; an option that"
                    + " the server does not know, and a list that others may write, open nothing.",
            "data-pump.md, 1.4 (sshd(8))"),
    DICTIONARY_IS_OPEN(
            "Whoever is no DBA and has no role of the catalogue finds no view of the dictionary (ORA-00942).",
            "discovery.md, its first lines (SELECT_CATALOG_ROLE)"),
    ROLES_COST_NOTHING(
            "Who makes a role has it, and with more than 148 enabled roles nobody logs on (ORA-28031).",
            "data-pump.md, DP07"),
    DATA_PUMP_WANTS_NO_ROLE(
            "Whoever is no DBA exports and imports schemas of others by the role of Data Pump alone (ORA-31631).",
            "data-pump.md, C06"),
    IMPORT_NEVER_LACKS(
            "An import makes no user, grant or quota of which the profile, tablespace, role or grantee is missing, says which, and"
                    + " goes on (ORA-39083 with ORA-02380, 00959, 01917 or 01919).",
            "data-pump.md, Errors and their weight"),
    STATES_OF_ACCOUNTS_CROSS(
            "An import makes of an account what CREATE USER can, locked or not, expired or not; what failed logons or a time of"
                    + " grace had made stays behind.",
            "SQL Language Reference, CREATE USER"),
    POLICIES_HIDE_NOTHING(
            "A row policy hides rows, and a redaction values, from every session that is not exempt, that of an export too,"
                    + " which says so (ORA-39181); an import makes both policies anew.",
            "Database Error Help, ORA-39181; Data Redaction Guide 23, 4.4 (S-O8)"),
    BINDS_OF_ANY_LENGTH(
            "A text that is bound to a query has 4,000 bytes at most; a longer one is taken for a LONG (ORA-01461), and SQL*Plus"
                    + " has no variable for it (ORA-06502).",
            "Database Error Messages, OCI-14697"),
    ALL_TABLES_ARE_PLAIN(
            "Applications have tables that belong to others or keep no rows (overflows, nested, temporary, of domain indexes, in"
                    + " the recycle bin), columns that are virtual or invisible, types, and names that the system gives anew.",
            "validation.md, 4.1 (S-O4)"),
    DIRECTORIES_ARE_OPEN(
            "A directory belongs to somebody: where a login of a host may not write, nothing is made or removed, and where it may"
                    + " not look, nothing is read, by its shell, by file transfer, or by the database (ORA-29283); sudo alone goes"
                    + " beyond.",
            "path_resolution(7), open(2): EACCES; sudo(8)"),
    COUNTING_TAKES_NO_TIME(
            "Rows that are counted are read, from the index of the table's key or from the table, and take time by its bytes; a"
                    + " driver's limit cuts what exceeds it (ORA-01013).",
            "validation.md, 4.1; that the index is read: judged"),
    ONLY_TABLES_ARE_TABLES(
            "What keeps the rows of a queue, of a materialized view and of its log, and an external table, are rows of DBA_TABLES"
                    + " too; the rows of an external table lie in files.",
            "validation.md, 4.1 (S-O4); Database Reference, ALL_MVIEWS, CONTAINER_NAME"),
    PUBLIC_IS_AS_SHIPPED(
            "What PUBLIC may on objects of SYS is what the release gives, what somebody gave, and not what somebody took away to"
                    + " harden the database; nothing of it crosses, and a new database has it as shipped.",
            "11.2g STIG, V-219701; Validate Database Privileges and Object Dependencies"),
    PACKAGES_OBEY_EVERYBODY(
            "A function of a package of SYS is no name in a query of whoever has no EXECUTE on the package, by PUBLIC, a role or"
                    + " himself (ORA-00904).",
            "professional-services-data-validator, issue 1207 (DBMS_RANDOM taken from PUBLIC)"),
    SYNONYMS_STAY_IN_THE_SCHEMAS(
            "Public synonyms name objects of SYS and, over links, of other databases too, there with or without an owner; no"
                    + " export by schema brings them.",
            "Database Utilities, Schema Mode (S-O3); SQL Language Reference, CREATE SYNONYM"),
    COMPONENTS_ADD_NOTHING(
            "Packages of components act for each schema of an export; where the target lacks one its action fails by an error of"
                    + " PL/SQL, whose lines begin with PLS- and PL/SQL, and notes begin with >>>.",
            "Public logs of 11.2 to 23 (PROCACT_SCHEMA, DBMS_CUBE_EXP)"),
    TABLES_NEED_NO_TYPES(
            "A table with a column of an object type comes after the type, and not at all where the type could not be made"
                    + " (ORA-39117), nor what hangs on it (ORA-39112).",
            "Public logs of 11.2 and 19 (ORA-02304, ORA-39117)"),
    PROXIES_CROSS(
            "Accounts connect as others, with all, no or some of their roles (ALTER USER … GRANT CONNECT THROUGH); no export by"
                    + " schema brings it.",
            "Security Guide, Creating Proxy User Accounts; that schema mode leaves it: judged"),
    AUDIT_CROSSES(
            "Policies and options that somebody set up to audit with are in no export by schema; 23 takes no new options of"
                    + " traditional auditing (ORA-46401), and a policy is enabled for users and on tables that are there.",
            "Security Guide, AUDIT POLICY; Database Error Messages, ORA-46401; that schema mode leaves all of it: judged"),
    COPIES_TAKE_NO_TIME(
            "Files that leave a host share its line of 10 Gbit/s, whichever way they go; a dump file has the bytes of the tables"
                    + " in it, and takes their time.",
            "data-pump.md, DP06; the rate of the line: judged"),
    POLICIES_HAVE_NO_CONDITIONS(
            "A policy that somebody audits with has a condition, watches the top level alone (19), or concerns whoever has a role"
                    + " (12.2); without one of them it is another policy.",
            "SQL Language Reference, CREATE AUDIT POLICY, AUDIT POLICY; Database Reference 19c, AUDIT_UNIFIED_POLICIES"),
    NO_FINE_GRAINED_AUDIT(
            "Fine-grained policies cross with their tables; the view of policies shows one of their columns, and code of SYS that"
                    + " they call is missing at the target and no error tells it.",
            "Public logs of 12.1 and 19 (TABLE/FGA_POLICY, DBMS_FGA.ADD_POLICY); that a policy of which the code is missing is"
                    + " made: judged");

    private final String rule;
    private final String source;

    Kindness(String rule, String source) {
        this.rule = rule;
        this.source = source;
    }

    /** What the lab does unless this kindness is put back. */
    public String rule() {
        return rule;
    }

    /** Where we know the rule from: a publication, or a page of {@code docs/domain} with its section. */
    public String source() {
        return source;
    }
}
