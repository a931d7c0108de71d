package io.gulliver.lab.oracle;

import io.gulliver.lab.Kindness;
import io.gulliver.lab.Kindnesses;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.jdbcx.JdbcDataSource;

/**
 * One database of the lab: its dictionary and its rows, in one file that outlives the lab's process.
 *
 * <p>The dictionary views are tables with Oracle's names and columns, so a catalogue statement runs against them as it is
 * written. Tables of applications are real tables with real rows.
 */
public final class LabDatabase implements AutoCloseable {
    /** Number of the release update that is in every home and database that no installer made. */
    static final int UPDATE = 36_582_781;

    /**
     * Packages of SYS that everybody may execute unless somebody hardened the database (Oracle Database 11.2g STIG, V-219701;
     * CIS Oracle Database Benchmark, Default Public Privileges).
     */
    static final List<String> OF_PUBLIC = List.of(
            "DBMS_JOB",
            "DBMS_LOB",
            "DBMS_RANDOM",
            "DBMS_SQL",
            "UTL_FILE",
            "UTL_HTTP",
            "UTL_INADDR",
            "UTL_RAW",
            "UTL_SMTP",
            "UTL_TCP");

    private static final String RESOURCES = "gulliver-lab/oracle/";

    private static final String OPTIONS = ";MODE=Oracle;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE;CACHE_SIZE=4096"
            + ";NON_KEYWORDS=VALUE,KEY,USER,INTERVAL,YEAR,DAY,MONTH,HOUR,MINUTE,SECOND";

    /** Data files by the books are this large at most. */
    private static final long GIGABYTE = 1L << 30;

    private final LabDatabaseSpec spec;
    private final JdbcConnectionPool pool;
    private final Map<String, DataPumpJob> jobs = new ConcurrentHashMap<>();
    private final AtomicLong starts = new AtomicLong();
    /** The database whose recovery area this one writes to: itself, or the root of its container. */
    private Supplier<LabDatabase> area = () -> this;

    private Supplier<Optional<LabStorage>> storage = Optional::empty;

    private volatile boolean archiverStuck;
    private volatile boolean up = true;
    private boolean areaFills = true;
    private boolean agent = true;
    private Kindnesses kindnesses = new Kindnesses();

    private LabDatabase(LabDatabaseSpec spec, JdbcConnectionPool pool) {
        this.spec = spec;
        this.pool = pool;
    }

    /** Opens the file, and makes the database when the file is new. */
    static LabDatabase open(Path file, LabDatabaseSpec spec, LabPlatform platform, Instant now, Kindnesses kindnesses) {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:file:" + file.toAbsolutePath() + OPTIONS);
        source.setUser("lab");
        source.setPassword("");
        JdbcConnectionPool pool = JdbcConnectionPool.create(source);
        pool.setMaxConnections(40);
        LabDatabase database = new LabDatabase(spec, pool);
        database.kindnesses = kindnesses;
        database.agent = !kindnesses.has(Kindness.AGENT_LEAVES_SERVICES_STOPPED);
        database.areaFills = !kindnesses.has(Kindness.RECOVERY_AREA_NEVER_FILLS);
        try (Connection connection = database.connect()) {
            if (Rows.number(connection, "select count(*) from information_schema.tables where table_name = 'LAB$JOBS'")
                    == 0) {
                // Each of a thousand tables would be forced to the disk by itself.
                Rows.run(connection, "set write_delay 1000");
                connection.setAutoCommit(false);
                new Making(spec, platform, LocalDateTime.ofInstant(now, ZoneOffset.UTC), connection).make(kindnesses);
                connection.commit();
                Rows.run(connection, "set write_delay 0");
                Rows.run(connection, "checkpoint sync");
            } else {
                new Making(spec, platform, LocalDateTime.ofInstant(now, ZoneOffset.UTC), connection).renew();
            }
        } catch (SQLException e) {
            throw new IllegalStateException("Lab database " + spec.system() + " cannot be made", e);
        }
        return database;
    }

    /** In which ways its lab is kind now. */
    Kindnesses kindnesses() {
        return kindnesses;
    }

    /** Whether the agent of Oracle Restart looks after services that it manages. */
    boolean agent() {
        return agent;
    }

    /** Writes to the recovery area of another, its container. */
    void within(Supplier<LabDatabase> container) {
        area = container;
    }

    /** Where its files lie. */
    void on(Supplier<Optional<LabStorage>> host) {
        storage = host;
    }

    /** Where its files lie; nothing where nobody has said so, and then they lie anywhere. */
    Optional<LabStorage> storage() {
        return storage.get();
    }

    LabDatabase area() {
        return area.get();
    }

    /** Whether work stands because the recovery area is full. */
    boolean archiverStuck() {
        return area().archiverStuck || areaFills && LabRecoveryArea.full(this);
    }

    void archiverStuck(boolean stuck) {
        area().archiverStuck = stuck;
    }

    LabDatabaseSpec spec() {
        return spec;
    }

    Map<String, DataPumpJob> jobs() {
        return jobs;
    }

    /** A connection to the rows; close it to give it back. */
    Connection connect() {
        try {
            return pool.getConnection();
        } catch (SQLException e) {
            throw new IllegalStateException("Lab database " + spec.system() + " cannot be reached", e);
        }
    }

    /** How often the instance was started since the lab was: whoever logged on before the last time is gone. */
    long starts() {
        return starts.get();
    }

    /** Whether a service of this name is started. */
    boolean offers(String service) {
        try (Connection c = connect()) {
            return Rows.number(
                            c,
                            "select count(*) from DBA_SERVICES where lower(network_name) = lower(?) and name not in (select"
                                    + " job_name from LAB$JOBS where owner_name = ?)",
                            service,
                            LabCommands.STOPPED)
                    > 0;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether an instance has the directories of the host that the database names; the others have hosts of their own. */
    boolean seesFiles(int instance) {
        return instance == 1 || spec.has("shared-staging");
    }

    /** Whether its instance runs. */
    boolean up() {
        return up;
    }

    /** The instance goes away, and stays away: its sessions end, Data Pump jobs stand still. */
    void shut() {
        up = false;
        starts.incrementAndGet();
        jobs.values().forEach(DataPumpJob::abandon);
    }

    /**
     * The instance goes away and comes back, without anybody who would restrict it: what was only in its memory is forgotten,
     * Data Pump jobs stand still until somebody starts them.
     *
     * @param services whether services start with it, by whom or what ever
     */
    void restart(Instant now, boolean services) {
        shut();
        try (Connection c = connect()) {
            Rows.run(c, "update DBA_DATAPUMP_JOBS set state = 'NOT RUNNING', attached_sessions = 0");
            Rows.run(c, "delete from GV$TRANSACTION");
            Rows.run(c, "delete from GV$SESSION");
            if (services) {
                LabRestart.started(c, spec);
            }
            // No instance starts twice within a second, and STARTUP_TIME has no parts of one.
            Rows.run(
                    c,
                    "update GV$INSTANCE set logins = 'ALLOWED', status = 'OPEN', startup_time = greatest(?, dateadd(second, 1,"
                            + " startup_time))",
                    timestamp(now));
            for (String name :
                    Rows.texts(c, "select distinct name from GV$PARAMETER where ismodified = 'SYSTEM_MOD'")) {
                List<String> kept = Rows.texts(
                        c,
                        "select \"VALUE\" from V$SPPARAMETER where name = ? and isspecified = 'TRUE' and sid = '*'",
                        name);
                String value = kept.isEmpty() ? initial(name) : kept.get(0);
                Rows.run(
                        c,
                        "update GV$PARAMETER set \"VALUE\" = ?, display_value = ?, ismodified = 'FALSE', isdefault = ?"
                                + " where name = ?",
                        value,
                        value,
                        kept.isEmpty() ? "TRUE" : "FALSE",
                        name);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        up = true;
    }

    /** Of what the statements of the catalogue change in memory, what Oracle takes when no file says it. */
    private String initial(String parameter) {
        if (parameter.equals("resource_manager_plan")) {
            return "";
        }
        if (!parameter.equals("job_queue_processes")) {
            throw new IllegalStateException("The lab does not know the default of " + parameter);
        }
        return LabSession.compare(spec.version(), "12.2") >= 0 ? "4000" : spec.major() >= 11 ? "1000" : "0";
    }

    @Override
    public void close() {
        jobs.values().forEach(DataPumpJob::abandon);
        pool.dispose();
    }

    static String digest(String user, String password) {
        return HexFormat.of()
                .formatHex(LabFunctions.sha256().digest((user + "\u0000" + password).getBytes(StandardCharsets.UTF_8)));
    }

    /** Password verifiers that a release makes for a new user. */
    static String passwordVersions(int major) {
        return major < 11 ? "10G" : major == 11 ? "10G 11G " : "11G 12C ";
    }

    /** Adds a user with roles to a database of a release. */
    static void addUser(
            Connection c,
            int major,
            String user,
            String password,
            String tablespace,
            List<String> roles,
            LocalDateTime now) {
        Rows.insert(
                c,
                "DBA_USERS",
                Rows.row(
                        "username",
                        user,
                        "account_status",
                        "OPEN",
                        "profile",
                        "DEFAULT",
                        "default_tablespace",
                        tablespace,
                        "temporary_tablespace",
                        "TEMP",
                        "password_versions",
                        passwordVersions(major),
                        "authentication_type",
                        "PASSWORD",
                        "created",
                        Timestamp.valueOf(now),
                        "oracle_maintained",
                        "N"));
        Rows.insert(c, "LAB$SECRETS", Rows.row("username", user, "digest", digest(user, password), "failures", 0));
        for (String role : roles) {
            Rows.insert(
                    c,
                    "DBA_ROLE_PRIVS",
                    Rows.row("grantee", user, "granted_role", role, "admin_option", "NO", "default_role", "YES"));
        }
    }

    /** Tables of an owner that have rows of their own, with bytes by the books, in order of name. */
    static Map<String, Long> tableBytes(Connection c, String owner) {
        Map<String, Long> bytes = new LinkedHashMap<>();
        Rows.query(
                        c,
                        "select t.table_name, coalesce(sum(s.bytes), 0) b from DBA_TABLES t left join DBA_SEGMENTS s"
                                + " on s.owner = t.owner and s.segment_name in (t.table_name, 'SYS_LOB$' || t.table_name)"
                                + " where t.owner = ? and " + LabSchemas.OWN_ROWS
                                + " group by t.table_name order by t.table_name",
                        owner)
                .forEach(row -> bytes.put(
                        String.valueOf(row.get("TABLE_NAME")),
                        new java.math.BigDecimal(String.valueOf(row.get("B"))).longValue()));
        return bytes;
    }

    static String resource(String name) {
        try (InputStream in = LabDatabase.class.getClassLoader().getResourceAsStream(RESOURCES + name)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCES + name + " is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lays the dictionary of a new database and fills its schemas. */
    private static final class Making {

        private final LabDatabaseSpec spec;
        private final LabPlatform platform;
        private final LocalDateTime now;
        private final Connection c;

        Making(LabDatabaseSpec spec, LabPlatform platform, LocalDateTime now, Connection c) {
            this.spec = spec;
            this.platform = platform;
            this.now = now;
            this.c = c;
        }

        void make(Kindnesses kindnesses) {
            lay();
            identity();
            configuration();
            tablespaces();
            LabPeople.defaultProfile(c, spec);
            LabAudit.release(c, spec);
            users();
            jobClasses();
            LabPeople people = new LabPeople(c, spec, now, kindnesses);
            LabSchemas schemas = new LabSchemas(c, spec, Timestamp.valueOf(now), kindnesses);
            long bytesEach = spec.schemas().isEmpty()
                    ? 0
                    : spec.sizeGb() * GIGABYTE / spec.schemas().size();
            if (!spec.schemas().isEmpty()) {
                people.around();
            }
            spec.schemas().forEach(owner -> {
                schemas.make(owner, bytesEach);
                people.make(owner);
            });
            if (spec.has("statspack")) {
                for (String table : List.of("SNAPSHOT", "SYSSTAT", "OSSTAT", "OSSTATNAME")) {
                    Rows.insert(
                            c,
                            "DBA_TABLES",
                            Rows.row("owner", "PERFSTAT", "table_name", "STATS$" + table, "temporary", "N"));
                }
            }
        }

        /** A database made by an older lab gains what came since. */
        void renew() {
            views();
            functions();
            if (Rows.number(c, "select count(*) from DBA_PROFILES") == 0) {
                LabPeople.defaultProfile(c, spec);
            }
            if (Rows.number(c, "select count(*) from DBA_PRIV_AUDIT_OPTS") == 0) {
                LabAudit.release(c, spec);
            }
            if (Rows.number(c, "select count(*) from DBA_SCHEDULER_JOB_CLASSES") == 0) {
                jobClasses();
            }
        }

        /** The one that every database has. */
        private void jobClasses() {
            Rows.insert(c, "DBA_SCHEDULER_JOB_CLASSES", Rows.row("job_class_name", "DEFAULT_JOB_CLASS"));
        }

        /** The views of the dictionary as tables. */
        private void views() {
            LabViews.ALL.lay(c);
        }

        /** Functions that came since the first lab. */
        private void functions() {
            alias("IF NOT EXISTS LAB_ORA_HASH", "oraHash");
            alias("IF NOT EXISTS LAB_STRING_TO_RAW", "stringToRaw");
            alias("IF NOT EXISTS LAB_CAST_TO_RAW", "castToRaw");
            alias("IF NOT EXISTS LAB_BYTES", "bytes");
            alias("IF NOT EXISTS LAB_HEXTORAW", "hexToRaw");
            alias("IF NOT EXISTS LAB_ROWID", LabRowids.class, "place");
            alias("IF NOT EXISTS LAB_ROWID_CREATE", LabRowids.class, "create");
            alias("IF NOT EXISTS ROWIDTOCHAR", LabRowids.class, "text");
            alias("IF NOT EXISTS CHARTOROWID", LabRowids.class, "value");
        }

        private void lay() {
            views();
            functions();
            alias("STANDARD_HASH", "standardHash");
            alias("TO_NUMBER", "toNumber");
            alias("LAB_HASH_BLOB", "hashBlob");
            alias("LAB_HASH_CLOB", "hashClob");
            alias("LAB_RAW_DOUBLE", "rawDouble");
            alias("LAB_RAW_FLOAT", "rawFloat");
            alias("SYS_EXTRACT_UTC", "extractUtc");
            alias("LAB_SCN", "scn");
            Rows.run(c, "CREATE VIEW V$DATABASE AS SELECT r.*, LAB_SCN() AS CURRENT_SCN FROM V$DATABASE_ROW r");
            Rows.run(
                    c,
                    "CREATE VIEW DBA_TAB_STATISTICS AS SELECT OWNER, TABLE_NAME, 'TABLE' AS OBJECT_TYPE, NUM_ROWS,"
                            + " LAST_ANALYZED, CASE WHEN LAST_ANALYZED IS NULL THEN NULL ELSE 'NO' END AS STALE_STATS,"
                            + " CAST(NULL AS VARCHAR2(5)) AS STATTYPE_LOCKED FROM DBA_TABLES");
        }

        private void alias(String name, String method) {
            alias(name, LabFunctions.class, method);
        }

        private void alias(String name, Class<?> of, String method) {
            Rows.run(c, "CREATE ALIAS " + name + " FOR '" + of.getName() + "." + method + "'");
        }

        private void identity() {
            long dbid = 1_000_000_000L
                    + Math.floorMod(spec.seed() * 2_654_435_761L + spec.name().hashCode(), 3_000_000_000L);
            Rows.insert(
                    c,
                    "V$DATABASE_ROW",
                    Rows.row(
                            "dbid",
                            dbid,
                            "name",
                            // A pluggable database shows the name of its container here.
                            cut(spec.setting("container").orElse(spec.name()), 8),
                            "db_unique_name",
                            // Of a pluggable database the container's.
                            spec.setting("container").orElse(spec.name()),
                            "created",
                            Timestamp.valueOf(now.minusYears(spec.schemas().isEmpty() ? 0 : 4)),
                            "platform_id",
                            platform.id(),
                            "platform_name",
                            platform.oracleName(),
                            "log_mode",
                            spec.archiveLog() ? "ARCHIVELOG" : "NOARCHIVELOG",
                            "force_logging",
                            // What a standby needs, so that nothing is missing there.
                            spec.has("standby") || spec.has("force-logging") ? "YES" : "NO",
                            "flashback_on",
                            "NO",
                            "database_role",
                            "PRIMARY",
                            "open_mode",
                            "READ WRITE",
                            "supplemental_log_data_min",
                            "NO",
                            "supplemental_log_data_pk",
                            "NO",
                            "supplemental_log_data_ui",
                            "NO",
                            "supplemental_log_data_fk",
                            "NO",
                            "supplemental_log_data_all",
                            "NO",
                            "cdb",
                            spec.kind() == LabDatabaseSpec.Kind.NON_CDB ? "NO" : "YES",
                            "con_id",
                            0));
            int instances = spec.instances();
            for (int instance = 1; instance <= instances; instance++) {
                Rows.insert(
                        c,
                        "GV$INSTANCE",
                        Rows.row(
                                "inst_id",
                                instance,
                                "instance_number",
                                instance,
                                "instance_name",
                                spec.setting("container").orElse(spec.name()) + (instances == 1 ? "" : "" + instance),
                                "host_name",
                                node(spec, instance),
                                "version",
                                spec.major() >= 18 ? spec.major() + ".0.0.0.0" : spec.version(),
                                "version_full",
                                spec.version(),
                                "edition",
                                spec.enterprise() ? "EE" : "SE2",
                                "startup_time",
                                // A source has run for a while; what is made new starts now.
                                Timestamp.valueOf(spec.schemas().isEmpty() ? now : now.minusDays(61)),
                                "status",
                                "OPEN",
                                "thread#",
                                instance,
                                "parallel",
                                instances == 1 ? "NO" : "YES",
                                "logins",
                                "ALLOWED"));
            }
            // Only Enterprise Edition, and the second Standard Edition, say in the banner what they are.
            String edition =
                    spec.enterprise() ? "Enterprise Edition " : spec.major() <= 11 ? "" : "Standard Edition 2 ";
            String banner =
                    "Oracle Database " + spec.major() + (spec.major() <= 11 ? "g " : "c ") + edition + "Release "
                            + (spec.major() >= 18 ? spec.major() + ".0.0.0.0" : spec.version()) + " - "
                            + (spec.major() < 11 ? "64bi" : spec.major() >= 18 ? "Production" : "64bit Production");
            Rows.insert(
                    c,
                    "V$VERSION",
                    Rows.row(
                            "banner",
                            banner,
                            "banner_full",
                            spec.major() >= 18 ? banner + "\nVersion " + spec.version() : null));
            for (LabPlatform known : LabPlatform.values()) {
                Rows.insert(
                        c,
                        "V$TRANSPORTABLE_PLATFORM",
                        Rows.row(
                                "platform_id",
                                known.id(),
                                "platform_name",
                                known.oracleName(),
                                "endian_format",
                                known.endian()));
            }
        }

        private void configuration() {
            pairs(
                    "NLS_DATABASE_PARAMETERS",
                    "parameter",
                    Map.of(
                            "NLS_CHARACTERSET",
                            spec.characterSet(),
                            "NLS_NCHAR_CHARACTERSET",
                            spec.nationalCharacterSet(),
                            "NLS_LENGTH_SEMANTICS",
                            "BYTE",
                            "NLS_RDBMS_VERSION",
                            spec.version()));
            pairs(
                    "V$OPTION",
                    "parameter",
                    Map.of(
                            "Partitioning",
                            spec.enterprise() ? "TRUE" : "FALSE",
                            "Real Application Clusters",
                            spec.instances() > 1 ? "TRUE" : "FALSE",
                            "Advanced Compression",
                            spec.enterprise() ? "TRUE" : "FALSE"));
            Rows.insert(
                    c,
                    "V$TIMEZONE_FILE",
                    Rows.row(
                            "filename",
                            "timezlrg_" + spec.timeZoneVersion() + ".dat",
                            "version",
                            spec.timeZoneVersion()));
            for (String[] property : spec.major() < 11
                    ? new String[0][]
                    : new String[][] {
                        {"DST_PRIMARY_TT_VERSION", Integer.toString(spec.timeZoneVersion())},
                        {"DST_SECONDARY_TT_VERSION", "0"},
                        {"DST_UPGRADE_STATE", "NONE"}
                    }) {
                Rows.insert(
                        c,
                        "DATABASE_PROPERTIES",
                        Rows.row("property_name", property[0], "property_value", property[1]));
            }
            Map<String, String> parameters = new java.util.TreeMap<>(Map.of(
                    "compatible",
                    spec.major() >= 18 ? spec.major() + ".0.0" : spec.version(),
                    "db_block_size",
                    Integer.toString(spec.blockSize()),
                    "db_name",
                    cut(spec.name(), 8),
                    "undo_retention",
                    "900",
                    "control_management_pack_access",
                    spec.enterprise() ? "DIAGNOSTIC+TUNING" : "NONE",
                    "job_queue_processes",
                    // a pluggable database of 19 takes nothing else but 0
                    spec.major() == 19 && spec.kind() == LabDatabaseSpec.Kind.PDB ? "4000" : "40",
                    "global_names",
                    "FALSE"));
            if (spec.major() < 11) {
                parameters.remove("control_management_pack_access"); // came with 11.1
            }
            parameters.putAll(spec.parameters());
            parameters.forEach((name, value) -> {
                for (int instance = 1; instance <= spec.instances(); instance++) {
                    Rows.insert(
                            c,
                            "GV$PARAMETER",
                            Rows.row(
                                    "inst_id",
                                    instance,
                                    "name",
                                    name,
                                    "value",
                                    value,
                                    "display_value",
                                    value,
                                    "isdefault",
                                    name.equals("control_management_pack_access") ? "TRUE" : "FALSE",
                                    "ismodified",
                                    "FALSE",
                                    "isdeprecated",
                                    "FALSE"));
                }
                Rows.insert(
                        c, "V$SPPARAMETER", Rows.row("sid", "*", "name", name, "value", value, "isspecified", "TRUE"));
            });
            Map<String, String> defaults = new java.util.TreeMap<>(Map.of("resource_manager_plan", ""));
            if (spec.schemas().isEmpty()) {
                // What is looked at on a target, as it comes when nobody says otherwise.
                defaults.putAll(Map.of(
                        "memory_target", "0",
                        "db_flash_cache_size", "0",
                        "statistics_level", "TYPICAL",
                        "processor_group_name", "",
                        "fast_start_mttr_target", "0",
                        "db_writer_processes", "1",
                        "filesystemio_options", "none",
                        "use_large_pages", "TRUE"));
            }
            defaults.keySet().removeAll(parameters.keySet());
            defaults.forEach((name, value) -> {
                for (int instance = 1; instance <= spec.instances(); instance++) {
                    Rows.insert(
                            c,
                            "GV$PARAMETER",
                            Rows.row(
                                    "inst_id",
                                    instance,
                                    "name",
                                    name,
                                    "value",
                                    value.isEmpty() ? null : value,
                                    "isdefault",
                                    "TRUE",
                                    "ismodified",
                                    "FALSE",
                                    "isdeprecated",
                                    "FALSE"));
                }
            });
            Rows.insert(c, "V$PWFILE_USERS", Rows.row("username", "SYS", "sysdba", "TRUE", "sysoper", "TRUE"));
            for (String[] component : new String[][] {
                {"CATALOG", "Oracle Database Catalog Views"},
                {"CATPROC", "Oracle Database Packages and Types"},
                {"XDB", "Oracle XML Database"}
            }) {
                Rows.insert(
                        c,
                        "DBA_REGISTRY",
                        Rows.row(
                                "comp_id",
                                component[0],
                                "comp_name",
                                component[1],
                                "version",
                                spec.version(),
                                "status",
                                "VALID",
                                "schema",
                                component[0].equals("XDB") ? "XDB" : "SYS"));
            }
            if (spec.major() >= 12) {
                Rows.insert(
                        c,
                        "DBA_REGISTRY_SQLPATCH",
                        Rows.row(
                                "patch_id",
                                UPDATE,
                                "action",
                                "APPLY",
                                "status",
                                "SUCCESS",
                                "action_time",
                                Timestamp.valueOf(now),
                                "description",
                                "Database Release Update : " + spec.version(),
                                "patch_type",
                                "RU",
                                "source_version",
                                spec.major() + ".1.0.0.0",
                                "target_version",
                                spec.version()));
            }
            int groups = spec.setting("redo-groups").map(Integer::parseInt).orElse(3);
            long log = spec.setting("redo-log-mb").map(Long::parseLong).orElse(1024L) << 20;
            for (int group = 1; group <= groups * spec.instances(); group++) {
                Rows.insert(
                        c,
                        "V$LOG",
                        Rows.row(
                                "thread#",
                                (group - 1) / groups + 1,
                                "group#",
                                group,
                                "bytes",
                                log,
                                "members",
                                2,
                                "status",
                                (group - 1) % groups == 0 ? "CURRENT" : "INACTIVE"));
            }
            Rows.insert(
                    c,
                    "V$ARCHIVE_DEST",
                    Rows.row(
                            "dest_id",
                            1,
                            "dest_name",
                            "LOG_ARCHIVE_DEST_1",
                            "status",
                            "VALID",
                            "target",
                            "PRIMARY",
                            "destination",
                            "USE_DB_RECOVERY_FILE_DEST",
                            "error",
                            null));
            if (spec.has("standby")) {
                Rows.insert(
                        c,
                        "V$ARCHIVE_DEST",
                        Rows.row(
                                "dest_id",
                                2,
                                "dest_name",
                                "LOG_ARCHIVE_DEST_2",
                                "status",
                                "VALID",
                                "target",
                                "STANDBY",
                                "destination",
                                spec.name() + "_SB",
                                "error",
                                null));
                for (String member : List.of(spec.name(), spec.name() + "_SB")) {
                    Rows.insert(c, "V$DATAGUARD_CONFIG", Rows.row("db_unique_name", member));
                }
            }
            boolean made = spec.schemas().isEmpty();
            Rows.insert(
                    c,
                    "V$RECOVERY_FILE_DEST",
                    Rows.row(
                            "name",
                            "/fra",
                            "space_limit",
                            Long.parseLong(spec.parameters()
                                    .getOrDefault("db_recovery_file_dest_size", Long.toString(100 * GIGABYTE))),
                            "space_used",
                            made ? 0 : 10 * GIGABYTE,
                            "space_reclaimable",
                            made ? 0 : 5 * GIGABYTE,
                            "number_of_files",
                            made ? 0 : 40));
            Rows.insert(
                    c,
                    "GV$UNDOSTAT",
                    Rows.row(
                            "inst_id",
                            1,
                            "begin_time",
                            Timestamp.valueOf(now.minusMinutes(10)),
                            "undoblks",
                            1200,
                            "maxquerylen",
                            640,
                            "tuned_undoretention",
                            1540,
                            "ssolderrcnt",
                            0));
            Rows.insert(
                    c,
                    "DBA_SERVICES",
                    Rows.row("service_id", 5, "name", spec.service(), "network_name", spec.service()));
            // Every database has a service of its own name, with its domain; a pluggable one of the name that it has as
            // such.
            String domain = spec.parameters().getOrDefault("db_domain", "");
            String own = spec.kind() == LabDatabaseSpec.Kind.PDB
                    ? spec.name().toLowerCase(Locale.ROOT)
                    : spec.name() + (domain.isEmpty() ? "" : "." + domain);
            if (!own.equalsIgnoreCase(spec.service())
                    && (!domain.isEmpty() || spec.kind() == LabDatabaseSpec.Kind.PDB)) {
                Rows.insert(c, "DBA_SERVICES", Rows.row("service_id", 7, "name", own, "network_name", own));
            }
            if (!spec.schemas().isEmpty()) {
                // Applications come by services of their own.
                Rows.insert(
                        c,
                        "DBA_SERVICES",
                        Rows.row(
                                "service_id",
                                6,
                                "name",
                                spec.service() + "_app",
                                "network_name",
                                spec.service() + "_app"));
            }
            if (spec.kind() == LabDatabaseSpec.Kind.ROOT) {
                pluggable(2, "PDB$SEED", "READ ONLY");
                int id = 3;
                for (String feature : spec.features()) {
                    if (feature.startsWith("pdb:")) {
                        pluggable(id++, feature.substring("pdb:".length()), "READ WRITE");
                    }
                }
            }
            if (spec.kind() == LabDatabaseSpec.Kind.PDB) {
                Rows.insert(
                        c,
                        "V$PDBS",
                        Rows.row(
                                "con_id",
                                3,
                                "name",
                                spec.name().toUpperCase(Locale.ROOT),
                                "open_mode",
                                "READ WRITE",
                                "restricted",
                                "NO",
                                "total_size",
                                GIGABYTE));
            }
            Rows.insert(
                    c,
                    "V$ENCRYPTION_WALLET",
                    Rows.row(
                            "wrl_type",
                            "FILE",
                            "wrl_parameter",
                            "/etc/oracle/wallets/" + spec.name(),
                            "status",
                            spec.has("encryption") || spec.has("encrypted-columns") ? "OPEN" : "NOT_AVAILABLE"));
        }

        private void pluggable(int id, String name, String mode) {
            Rows.insert(
                    c,
                    "V$PDBS",
                    Rows.row(
                            "con_id", id, "name", name, "open_mode", mode, "restricted", "NO", "total_size", GIGABYTE));
        }

        private void pairs(String view, String key, Map<String, String> values) {
            new java.util.TreeMap<>(values)
                    .forEach((name, value) -> Rows.insert(c, view, Rows.row(key, name, "value", value)));
        }

        private void tablespaces() {
            long user = spec.sizeGb() * GIGABYTE;
            tablespace(c, spec, "SYSTEM", "PERMANENT", GIGABYTE, 200 << 20, 1);
            tablespace(c, spec, "SYSAUX", "PERMANENT", GIGABYTE, 300 << 20, 2);
            tablespace(c, spec, "UNDOTBS1", "UNDO", GIGABYTE, 900 << 20, 3);
            tablespace(c, spec, "USERS", "PERMANENT", 100L << 20, 90 << 20, 4);
            for (int instance = 2; instance <= spec.instances(); instance++) {
                tablespace(c, spec, "UNDOTBS" + instance, "UNDO", GIGABYTE, 900 << 20, 10 + instance);
            }
            Rows.run(
                    c,
                    "update DBA_DATA_FILES set maxbytes = ? where tablespace_name = 'USERS'",
                    LabSpace.SMALL_BLOCKS * spec.blockSize());
            if (spec.has("in-users")) {
                LabSpace.addFiles(c, spec, "USERS", user * 3 / 2);
            } else if (user > 0) {
                tablespace(c, spec, "APP_DATA", "PERMANENT", user * 5 / 4, user / 4, 5);
                tablespace(c, spec, "APP_INDEX", "PERMANENT", user / 4, user / 20, 6);
                if (spec.has("encryption")) {
                    Rows.run(c, "update DBA_TABLESPACES set encrypted = 'YES' where tablespace_name = 'APP_DATA'");
                    Rows.insert(
                            c,
                            "V$ENCRYPTED_TABLESPACES",
                            Rows.row("ts#", 5, "encryptionalg", "AES256", "encryptedts", "YES"));
                }
            }
            Rows.insert(
                    c,
                    "DBA_TABLESPACES",
                    Rows.row(
                            "tablespace_name",
                            "TEMP",
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
                    Rows.row("tablespace_name", "TEMP", "file_name", "/u02/oradata/temp01.dbf", "bytes", 4 * GIGABYTE));
        }

        private void users() {
            List<String> own = new ArrayList<>(List.of("SYS", "SYSTEM", "DBSNMP", "XDB"));
            if (spec.major() == 11) {
                own.addAll(List.of("SPATIAL_CSW_ADMIN_USR", "SPATIAL_WFS_ADMIN_USR", "MGMT_VIEW", "OWBSYS_AUDIT"));
            }
            for (String oracle : own) {
                Rows.insert(
                        c,
                        "DBA_USERS",
                        Rows.row(
                                "username",
                                oracle,
                                "account_status",
                                List.of("SYS", "SYSTEM", "DBSNMP").contains(oracle) ? "OPEN" : "EXPIRED & LOCKED",
                                "profile",
                                "DEFAULT",
                                "default_tablespace",
                                "SYSTEM",
                                "temporary_tablespace",
                                "TEMP",
                                "password_versions",
                                passwordVersions(spec.major()),
                                "authentication_type",
                                "PASSWORD",
                                "created",
                                Timestamp.valueOf(now),
                                "oracle_maintained",
                                "Y"));
            }
            List<String> roles = new ArrayList<>(List.of(
                    "CONNECT",
                    "RESOURCE",
                    "DBA",
                    "SELECT_CATALOG_ROLE",
                    "EXECUTE_CATALOG_ROLE",
                    "EXP_FULL_DATABASE",
                    "IMP_FULL_DATABASE"));
            if (spec.major() >= 11) {
                roles.addAll(List.of("DATAPUMP_EXP_FULL_DATABASE", "DATAPUMP_IMP_FULL_DATABASE"));
            }
            for (String role : roles) {
                Rows.insert(c, "DBA_ROLES", Rows.row("role", role));
            }
            Map<String, String> oracles = new TreeMap<>(Map.of(
                    "DBMS_CRYPTO", "PACKAGE",
                    "DBMS_FLASHBACK", "PACKAGE",
                    "DBMS_LOCK", "PACKAGE",
                    "V_$SESSION", "VIEW"));
            OF_PUBLIC.forEach(name -> oracles.put(name, "PACKAGE"));
            for (Map.Entry<String, String> object : oracles.entrySet()) {
                Rows.insert(
                        c,
                        "DBA_OBJECTS",
                        Rows.row(
                                "owner",
                                "SYS",
                                "object_name",
                                object.getKey(),
                                "object_type",
                                object.getValue(),
                                "oracle_maintained",
                                "Y",
                                "status",
                                "VALID",
                                "created",
                                Timestamp.valueOf(now),
                                "last_ddl_time",
                                Timestamp.valueOf(now)));
            }
            for (String name : OF_PUBLIC) {
                LabPeople.right(c, "SYS", name, "EXECUTE", "PUBLIC", "SYS", "NO");
                LabPeople.publicSynonym(c, name, "SYS", name, null, Timestamp.valueOf(now));
            }
            Rows.run(c, "update DBA_OBJECTS set oracle_maintained = 'Y' where owner = 'PUBLIC'");
            for (LabAccount account : spec.accounts()) {
                String user = account.user().toUpperCase(Locale.ROOT);
                if (user.equals("SYS") || user.equals("SYSTEM")) {
                    Rows.insert(
                            c,
                            "LAB$SECRETS",
                            Rows.row("username", user, "digest", digest(user, account.password()), "failures", 0));
                } else {
                    addUser(c, spec.major(), user, account.password(), "USERS", account.roles(), now);
                    if (account.roles().contains("DBA")) {
                        // As docs/operations.md asks for the account that compares rows; the role does not bring it.
                        Rows.insert(
                                c,
                                "DBA_SYS_PRIVS",
                                Rows.row("grantee", user, "privilege", "EXEMPT ACCESS POLICY", "admin_option", "NO"));
                    }
                    LabPeople.quota(c, spec, user, "USERS", 100);
                }
            }
            Rows.insert(
                    c,
                    "DBA_DIRECTORIES",
                    Rows.row("directory_name", "DATA_PUMP_DIR", "directory_path", "/u01/app/oracle/admin/dpdump"));
        }
    }

    /** Writes the rows of a tablespace with one file. */
    static void tablespace(
            Connection c, LabDatabaseSpec spec, String name, String contents, long bytes, long free, int file) {
        Rows.insert(
                c,
                "DBA_TABLESPACES",
                Rows.row(
                        "tablespace_name",
                        name,
                        "block_size",
                        spec.blockSize(),
                        "contents",
                        contents,
                        "status",
                        "ONLINE",
                        "bigfile",
                        bytes > 32 * GIGABYTE ? "YES" : "NO",
                        "logging",
                        "LOGGING",
                        "force_logging",
                        "NO",
                        "segment_space_management",
                        "AUTO",
                        "encrypted",
                        "NO"));
        Rows.insert(
                c,
                "DBA_DATA_FILES",
                Rows.row(
                        "tablespace_name",
                        name,
                        "file_id",
                        file,
                        "file_name",
                        "/u02/oradata/" + spec.name() + "/" + name.toLowerCase(Locale.ROOT) + "01.dbf",
                        "bytes",
                        bytes,
                        "maxbytes",
                        bytes * 2,
                        "autoextensible",
                        "YES",
                        "status",
                        "AVAILABLE",
                        "online_status",
                        "ONLINE"));
        Rows.insert(c, "DBA_FREE_SPACE", Rows.row("tablespace_name", name, "file_id", file, "bytes", free));
        Rows.insert(c, "V$TABLESPACE", Rows.row("ts#", file, "name", name));
    }

    private static String node(LabDatabaseSpec spec, int instance) {
        return spec.setting("nodes")
                .map(nodes -> List.of(nodes.split(",")).get(instance - 1))
                .orElse(instance == 1 ? spec.host() : spec.host() + "-n" + instance);
    }

    private static String cut(String text, int length) {
        return text.substring(0, Math.min(length, text.length()));
    }

    static Timestamp timestamp(Instant instant) {
        return Timestamp.valueOf(LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
    }
}
