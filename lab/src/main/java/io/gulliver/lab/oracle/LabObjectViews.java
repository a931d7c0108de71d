package io.gulliver.lab.oracle;

import io.gulliver.lab.HostLoad;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Dictionary views that follow from what the database holds, or from a peculiarity of it: files, backups, what replication
 * would say of its tables, security, plans.
 */
final class LabObjectViews implements LabComputed.LabRowSource {

    private static final long GIGABYTE = 1L << 30;

    /** Mark of an XML schema that was registered here, whose name is its address and whose request its owner. */
    static final String XML_SCHEMA = "XML SCHEMA";

    static final String XML_SCHEMA_URL = "http://lilliput.example/order.xsd";

    /** Most records of archived logs that a control file keeps here. */
    private static final int LOG_RECORDS = 6000;

    private final Connection c;
    private final LabDatabaseSpec spec;
    private final LabActivity activity;
    private final List<String> violations;

    LabObjectViews(Connection c, LabDatabaseSpec spec, LabActivity activity, List<String> violations) {
        this.c = c;
        this.spec = spec;
        this.activity = activity;
        this.violations = violations;
    }

    private String owner() {
        return spec.schemas().isEmpty() ? "SYSTEM" : spec.schemas().get(0);
    }

    private Timestamp made() {
        return Rows.query(c, "select created from V$DATABASE_ROW").stream()
                .map(row -> (Timestamp) row.get("CREATED"))
                .findFirst()
                .orElse(LabDatabase.timestamp(activity.now()));
    }

    /** Rows of a query of the store, as they come. */
    private void copied(LabComputed.Sink sink, String sql, Object... binds) {
        Rows.each(c, sql, sink::row, binds);
    }

    @Override
    public boolean rows(String view, LabComputed.Sink sink) {
        return files(view, sink) || objects(view, sink) || replication(view, sink) || security(view, sink);
    }

    private boolean files(String view, LabComputed.Sink sink) {
        switch (view) {
            case "DBA_TABLESPACE_USAGE_METRICS":
                // In blocks of the tablespace, of what its files may grow to; whatever rests is not counted.
                copied(
                        sink,
                        "select d.tablespace_name, floor((sum(d.bytes) - coalesce((select sum(f.bytes) from DBA_FREE_SPACE f"
                                + " where f.tablespace_name = d.tablespace_name), 0)) / max(t.block_size)),"
                                + " floor(sum(greatest(d.bytes, d.maxbytes)) / max(t.block_size)), 50 from DBA_DATA_FILES d"
                                + " join DBA_TABLESPACES t on t.tablespace_name = d.tablespace_name"
                                + " where t.status <> 'OFFLINE' group by d.tablespace_name");
                return true;
            case "V$ARCHIVED_LOG":
                archived(sink);
                return true;
            case "V$LOGFILE":
                for (Map<String, Object> log : Rows.query(c, "select \"GROUP#\" g, members m from V$LOG")) {
                    List<String> kept = LabLogs.members(c, ((Number) log.get("G")).intValue());
                    kept.forEach(file -> sink.row(log.get("G"), null, "ONLINE", file, "NO"));
                    if (!kept.isEmpty()) {
                        continue;
                    }
                    for (int member = 1; member <= ((Number) log.get("M")).intValue(); member++) {
                        sink.row(
                                log.get("G"),
                                null,
                                "ONLINE",
                                "/u0" + (member + 2) + "/oradata/" + spec.name() + "/redo" + log.get("G") + "_" + member
                                        + ".log",
                                "NO");
                    }
                }
                return true;
            case "V$STANDBY_LOG":
                if (spec.has("standby")) {
                    for (int group = 11; group <= 14; group++) {
                        sink.row(group, "UNASSIGNED", 1, 0, GIGABYTE, 0, "YES", "UNASSIGNED", 512);
                    }
                }
                return true;
            case "V$DATAGUARD_STATS":
                return true; // rows stand on the standby
            case "V$FLASHBACK_DATABASE_LOG":
                return true; // flashback is off everywhere
            case "V$ASM_DISKGROUP":
            case "V$ASM_DISKGROUP_STAT":
                if (spec.instances() > 1 || spec.has("asm")) {
                    long total = (spec.sizeGb() * 5 / 4 + 200) * 1024;
                    group(sink, 1, "DATA", total, total / 5);
                    group(sink, 2, "FRA", total / 4, total / 10);
                }
                return true;
            case "V$RMAN_CONFIGURATION":
                sink.row(1, "CONTROLFILE AUTOBACKUP", "ON");
                sink.row(2, "RETENTION POLICY", "TO RECOVERY WINDOW OF 14 DAYS");
                if (spec.has("rman-tape")) {
                    sink.row(3, "DEFAULT DEVICE TYPE TO", "'SBT_TAPE'");
                    sink.row(4, "CHANNEL", "DEVICE TYPE 'SBT_TAPE' MAXPIECESIZE 100 G");
                }
                return true;
            case "V$BLOCK_CHANGE_TRACKING":
                boolean tracked = spec.enterprise() && spec.has("tracking");
                sink.row(
                        tracked ? "ENABLED" : "DISABLED",
                        tracked ? "/u02/oradata/" + spec.name() + "/bct.f" : null,
                        tracked ? Math.max(11_599_872L, spec.sizeGb() * 40_000L) : null);
                return true;
            case "V$BACKUP_DATAFILE":
                backups(sink);
                return true;
            case "V$DATAFILE":
                for (Map<String, Object> file : Rows.query(
                        c,
                        "select d.file_id f, d.file_name n, t.\"TS#\" ts, d.bytes b, s.status st, j.request q from DBA_DATA_FILES d"
                                + " join V$TABLESPACE t on t.name = d.tablespace_name"
                                + " join DBA_TABLESPACES s on s.tablespace_name = d.tablespace_name"
                                + " left join LAB$JOBS j on j.owner_name = 'READ ONLY' and j.job_name = d.tablespace_name"
                                + " order by 1")) {
                    long bytes = ((Number) file.get("B")).longValue();
                    boolean lost = spec.has("nologging")
                            && String.valueOf(file.get("N")).contains("app_data");
                    sink.row(
                            file.get("F"),
                            file.get("N"),
                            file.get("TS"),
                            String.valueOf(file.get("N")).contains("system") ? "SYSTEM" : "ONLINE",
                            "READ ONLY".equals(file.get("ST")) ? "READ ONLY" : "READ WRITE",
                            bytes,
                            bytes / spec.blockSize(),
                            spec.blockSize(),
                            bytes,
                            made(),
                            lost ? LabFunctions.scn() - 900_000 : 0,
                            lost
                                    ? Timestamp.valueOf(
                                            LabActivity.time(activity.now()).minusDays(2))
                                    : null,
                            // Changed last when it was made read only; where it can be written, by the last checkpoint.
                            file.get("Q") == null
                                    ? BigDecimal.valueOf(LabFunctions.scn() - 1)
                                    : new BigDecimal(String.valueOf(file.get("Q"))),
                            file.get("Q") == null ? null : new BigDecimal(String.valueOf(file.get("Q"))));
                }
                return true;
            case "V$TEMPFILE":
                copied(
                        sink,
                        "select file_id, file_name, 3, 'ONLINE', 'READ WRITE', bytes, bytes / ?, ? from DBA_TEMP_FILES",
                        spec.blockSize(),
                        spec.blockSize());
                return true;
            default:
                return false;
        }
    }

    static void group(LabComputed.Sink sink, int number, String name, long totalMb, long freeMb) {
        sink.row(
                number,
                name,
                512,
                4096,
                4 << 20,
                "CONNECTED",
                "EXTERN",
                totalMb,
                freeMb,
                0,
                freeMb,
                0,
                "19.0.0.0.0",
                "11.2.0.4.0",
                "N");
    }

    /** One month, the youngest records first kept: a busy database loses its old ones, as control files do. */
    private void archived(LabComputed.Sink sink) {
        if (!spec.archiveLog()) {
            return;
        }
        int destinations = spec.has("standby") ? 2 : 1;
        int record = 0;
        for (long hour = activity.nowHour() - 1; hour >= activity.nowHour() - 31 * 24; hour--) {
            for (int thread = 1; thread <= activity.instances(); thread++) {
                double bytes = activity.redo(thread, hour) * 3600;
                int logs = (int) Math.max(1, Math.ceil(bytes / GIGABYTE));
                for (int i = 0; i < logs; i++) {
                    if (++record > LOG_RECORDS) {
                        return;
                    }
                    LocalDateTime from =
                            LabActivity.time(java.time.Instant.ofEpochSecond(hour * 3600 + 3600L * i / logs));
                    LocalDateTime to =
                            LabActivity.time(java.time.Instant.ofEpochSecond(hour * 3600 + 3600L * (i + 1) / logs - 1));
                    long sequence = (hour - 480_000) * 10 + i;
                    for (int destination = 1; destination <= destinations; destination++) {
                        sink.row(
                                record,
                                destination == 1
                                        ? "/fra/" + spec.name() + "/archivelog/" + thread + "_" + sequence + ".arc"
                                        : spec.name() + "_SB",
                                destination,
                                thread,
                                sequence,
                                Timestamp.valueOf(from),
                                Timestamp.valueOf(to),
                                hour * 11_000,
                                hour * 11_000 + 10_999,
                                Math.max(8, Math.round(bytes / logs / 512)),
                                512,
                                "YES",
                                destination == 1 ? "NO" : "YES",
                                destination == 1 && hour < activity.nowHour() - 72 ? "YES" : "NO",
                                destination == 1 && hour < activity.nowHour() - 72 ? "D" : "A",
                                Timestamp.valueOf(to),
                                destination == 1 ? "NO" : "YES");
                    }
                }
            }
        }
    }

    /** Incremental backups of the last fortnight: what changed in a day, and what had to be read to find it. */
    private void backups(LabComputed.Sink sink) {
        if (!spec.archiveLog() || spec.has("no-incremental") || spec.schemas().isEmpty()) {
            return;
        }
        boolean tracked = spec.enterprise() && spec.has("tracking");
        double changed =
                spec.setting("daily-change-permille").map(Double::parseDouble).orElse(10.0) / 1000;
        LocalDate today = LabActivity.time(activity.now()).toLocalDate();
        int record = 0;
        for (int day = 14; day >= 1; day--) {
            boolean full = today.minusDays(day).getDayOfWeek() == java.time.DayOfWeek.SUNDAY;
            Timestamp end = Timestamp.valueOf(today.minusDays(day).atTime(3, 10));
            for (Map<String, Object> file : Rows.query(
                    c,
                    "select d.file_id f, d.bytes b, coalesce(s.bytes, 0) u from DBA_DATA_FILES d left join"
                            + " (select tablespace_name, sum(bytes) bytes from DBA_SEGMENTS group by tablespace_name) s"
                            + " on s.tablespace_name = d.tablespace_name")) {
                long blocks = ((Number) file.get("B")).longValue() / spec.blockSize();
                long used = ((Number) file.get("U")).longValue() / spec.blockSize();
                double varied =
                        0.7 + 0.6 * HostLoad.noise(spec.seed(), "change" + file.get("F"), today.toEpochDay() - day);
                long written = full ? used : Math.round(used * changed * varied);
                sink.row(
                        ++record,
                        800_000_000 + record,
                        800_000_000,
                        4000 + record,
                        file.get("F"),
                        7,
                        made(),
                        full ? 0 : 1,
                        LabFunctions.scn() - day * 260_000L,
                        LabFunctions.scn() - (day - 1) * 260_000L,
                        end,
                        blocks,
                        written,
                        spec.blockSize(),
                        full || !tracked ? blocks : Math.min(blocks, written * 4),
                        !full && tracked ? "YES" : "NO",
                        end);
            }
        }
    }

    private boolean objects(String view, LabComputed.Sink sink) {
        switch (view) {
            case "DBA_XML_TABLES":
            case "DBA_XML_INDEXES":
            case "DBA_TAB_PARTITIONS":
            case "DBA_TAB_SUBPARTITIONS":
            case "DBA_PART_TABLES":
            case "DBA_IND_PARTITIONS":
            case "DBA_IND_SUBPARTITIONS":
            case "DBA_LOB_PARTITIONS":
            case "DBA_REGISTERED_MVIEWS":
            case "DBA_TYPE_VERSIONS":
            case "DBA_EDITIONING_VIEWS":
                return true; // the lab's schemas have none
            case "DBA_EXTENTS":
                LabRowids.extents(c, sink);
                return true;
            case "DBA_XML_TAB_COLS":
                copied(
                        sink,
                        "select owner, table_name, column_name, null, null, null, 'BINARY', 'NO', 'NO' from"
                                + " DBA_TAB_COLUMNS where data_type = 'XMLTYPE'");
                return true;
            case "DBA_XML_SCHEMAS":
                if (spec.has("xml-schema")) {
                    sink.row(owner(), XML_SCHEMA_URL, "YES", "XDORDER_1");
                }
                Rows.each(
                        c,
                        "select request, job_name from LAB$JOBS where owner_name = '" + XML_SCHEMA + "'",
                        row -> sink.row(row[0], row[1], "YES", "XDORDER_1"));
                return true;
            case "TRANSPORT_SET_VIOLATIONS":
                violations.forEach(sink::row);
                return true;
            case "DBA_TAB_COLS":
                copied(
                        sink,
                        "select owner, table_name, column_name, data_type, data_type_owner, data_length,"
                                + " data_precision, data_scale, nullable, column_id, case"
                                + " when column_id is null then 'YES' else 'NO' end, virtual_column, char_length, char_used,"
                                + " 'YES' from DBA_TAB_COLUMNS");
                return true;
            case "DBA_IND_COLUMNS":
                copied(
                        sink,
                        "select owner, constraint_name, owner, table_name, column_name, position, 22, 'ASC' from"
                                + " DBA_CONS_COLUMNS");
                return true;
            case "DBA_MVIEW_LOGS":
                if (spec.has("mview")) {
                    sink.row(owner(), "ORDERS", "MLOG$_ORDERS", null, "NO", "YES", "NO", "NO", "NO", "NO");
                }
                return true;
            case "DBA_REFRESH":
                if (spec.has("mview")) {
                    sink.row(owner(), "NIGHTLY_REFRESH", 1, "N", "N", "N", 41, null, "TRUNC(SYSDATE) + 1", "N");
                }
                return true;
            case "DBA_REFRESH_CHILDREN":
                if (spec.has("mview")) {
                    sink.row(owner(), "SALES_BY_DAY", "SNAPSHOT", owner(), "NIGHTLY_REFRESH", 1, 41);
                }
                return true;
            case "DBA_EXTERNAL_LOCATIONS":
                copied(
                        sink,
                        "select owner, table_name, 'price_feed.csv', 'SYS', default_directory_name from"
                                + " DBA_EXTERNAL_TABLES");
                return true;
            case "DBA_LIBRARIES":
                if (spec.has("library")) {
                    sink.row(
                            owner(),
                            "ROUNDING_LIB",
                            "/opt/" + owner().toLowerCase(java.util.Locale.ROOT) + "/lib/librounding.so",
                            "Y",
                            "VALID");
                }
                return true;
            case "DBA_REGISTRY_HISTORY":
                if (spec.major() < 12) {
                    sink.row(made(), "APPLY", "SERVER", spec.version(), 8, "PSU " + spec.version() + ".8", "PSU");
                } else {
                    sink.row(made(), "BOOTSTRAP", "DATAPATCH", spec.version(), null, "RDBMS_" + spec.version(), null);
                }
                return true;
            case "DBA_TAB_MODIFICATIONS":
                copied(
                        sink,
                        "select owner, table_name, null, null, num_rows, num_rows / 4, 0, last_analyzed, 'NO', 0 from"
                                + " DBA_TABLES where table_name in ('ORDERS', 'EVENT_LOG')");
                return true;
            case "DBA_PDBS":
                copied(sink, "select con_id, name, con_id * 1000003, con_id, null, 'NORMAL', 1, con_id from V$PDBS");
                return true;
            default:
                return false;
        }
    }

    private boolean replication(String view, LabComputed.Sink sink) {
        switch (view) {
            case "DBA_GOLDENGATE_SUPPORT_MODE":
                for (Map<String, Object> table : Rows.query(c, "select owner, table_name n from DBA_TABLES")) {
                    String name = String.valueOf(table.get("N"));
                    sink.row(
                            table.get("OWNER"),
                            name,
                            name.equals("EVENT_LOG") && spec.has("not-replicated")
                                    ? "NONE"
                                    : name.equals("DOCUMENTS") && spec.has("fetched") ? "ID KEY" : "FULL");
                }
                if (spec.has("queue")) {
                    sink.row(owner(), "ORDER_QT", "PLSQL");
                }
                if (spec.has("mview")) {
                    sink.row(owner(), "SALES_BY_DAY", "INTERNAL");
                    sink.row(owner(), "MLOG$_ORDERS", "INTERNAL");
                }
                return true;
            case "DBA_GOLDENGATE_NOT_UNIQUE":
            case "DBA_LOGSTDBY_NOT_UNIQUE":
                copied(
                        sink,
                        "select t.owner, t.table_name, case when exists (select 1 from DBA_TAB_COLUMNS x where"
                                + " x.owner = t.owner and x.table_name = t.table_name and x.data_type in"
                                + " ('LONG', 'LONG RAW', 'CLOB', 'NCLOB', 'BLOB')) then 'Y' else 'N' end from DBA_TABLES t"
                                + " where t.table_name not like 'MLOG$%' and not exists (select 1 from DBA_EXTERNAL_TABLES e"
                                + " where e.owner = t.owner and e.table_name = t.table_name)"
                                + " and not exists (select 1 from DBA_CONSTRAINTS k where k.owner = t.owner and"
                                + " k.table_name = t.table_name and k.constraint_type in ('P', 'U'))");
                return true;
            case "DBA_LOGSTDBY_UNSUPPORTED":
                if (spec.has("not-replicated")) {
                    copied(
                            sink,
                            "select owner, table_name, column_name, null, data_type from DBA_TAB_COLUMNS where"
                                    + " table_name = 'EVENT_LOG'");
                }
                return true;
            case "DBA_STREAMS_UNSUPPORTED":
                if (spec.has("not-replicated")) {
                    sink.row(owner(), "EVENT_LOG", "unsupported column exists", "NO");
                }
                return true;
            case "DBA_LOG_GROUPS":
                if (spec.has("captured")) {
                    sink.row(owner(), "GGS_ORDERS", "ORDERS", "USER LOG GROUP", "ALWAYS", "USER NAME");
                }
                return true;
            case "DBA_LOG_GROUP_COLUMNS":
                if (spec.has("captured")) {
                    sink.row(owner(), "GGS_ORDERS", "ORDERS", "ORDER_ID", 1, "LOG");
                }
                return true;
            case "DBA_CAPTURE":
                if (spec.has("captured")) {
                    sink.row(
                            "OGG$CAP_HUB",
                            "OGG$Q_HUB",
                            "OGGADMIN",
                            null,
                            null,
                            "OGGADMIN",
                            LabFunctions.scn() - 4_000_000,
                            "ENABLED",
                            LabFunctions.scn() - 100,
                            LabFunctions.scn() - 200,
                            "LOCAL",
                            "HUB",
                            "ATTACHED",
                            "GoldenGate Capture");
                }
                return true;
            case "DBA_APPLY":
            case "DBA_STREAMS_ADMINISTRATOR":
                return true; // nobody applies into these databases
            default:
                return false;
        }
    }

    private boolean security(String view, LabComputed.Sink sink) {
        switch (view) {
            case "DBA_NETWORK_ACLS":
            case "DBA_HOST_ACLS":
                if (spec.has("network-acl")) {
                    sink.row("smtp.lilliput.example", 25, 25, "/sys/acls/mail.xml", "0B1C", "SYS");
                }
                return true;
            case "DBA_NETWORK_ACL_PRIVILEGES":
                if (spec.has("network-acl")) {
                    sink.row("/sys/acls/mail.xml", "0B1C", owner(), "connect", "true", "false", null, null);
                }
                return true;
            case "DBA_HOST_ACES":
                if (spec.has("network-acl")) {
                    sink.row(
                            "smtp.lilliput.example",
                            25,
                            25,
                            1,
                            null,
                            null,
                            "GRANT",
                            "NO",
                            owner(),
                            "DATABASE",
                            "CONNECT");
                }
                // What a person gave since; see LabOracle.sysdba.
                Rows.each(c, "select job_name, request from LAB$JOBS where owner_name = 'NETWORK RIGHT'", row -> {
                    String[] right = String.valueOf(row[1]).split(" ");
                    sink.row(
                            right[2],
                            right[3].equals("-") ? null : Integer.valueOf(right[3]),
                            right[4].equals("-") ? null : Integer.valueOf(right[4]),
                            2,
                            null,
                            null,
                            "GRANT",
                            "NO",
                            right[0],
                            "DATABASE",
                            right[1]);
                });
                return true;
            case "DBA_WALLET_ACES":
            case "DBA_WALLET_ACLS":
            case "DBA_SA_POLICIES":
            case "DBA_SQL_PATCHES":
                return true; // nobody made any
            case "DBA_DEPENDENCIES":
                if (spec.has("network-acl")) {
                    for (String by : new String[] {"PUBLIC", "SYS"}) {
                        String type = by.equals("SYS") ? "PACKAGE" : "SYNONYM";
                        sink.row(owner(), "BILLING", "PACKAGE BODY", by, "UTL_SMTP", type, null, "HARD");
                    }
                }
                return true;
            case "DBA_SCHEDULER_CREDENTIALS":
                Rows.each(
                        c,
                        "select owner, credential_name, username, windows_domain, comments from DBA_CREDENTIALS",
                        row -> sink.row(row[0], row[1], row[2], null, row[3], row[4]));
                return true;
            case "PROXY_USERS":
                Rows.each(
                        c,
                        "select distinct proxy, client, authentication, authorization_constraint from DBA_PROXIES",
                        row -> sink.row(row[0], row[1], row[2], row[3]));
                return true;
            case "DBA_DV_STATUS":
                sink.row("DV_APP_PROTECTION", "NOT CONFIGURED");
                sink.row("DV_CONFIGURE_STATUS", "FALSE");
                sink.row("DV_ENABLE_STATUS", "FALSE");
                return true;
            case "V$SQLSTATS":
                for (LabActivity.Sql sql : activity.statements()) {
                    long micros = Math.round(sql.share() * 1e12);
                    long executions = Math.round(micros / 1e6 / sql.secondsEach());
                    sink.row(sql.id(), sql.plan(), executions, micros, micros / 2, executions * 40, sql.text());
                }
                return true;
            case "V$SQL_PLAN":
                // Two children of a statement share a plan.
                for (LabActivity.Sql sql : activity.statements()) {
                    for (int child = 0; child < 2; child++) {
                        sink.row(sql.id(), sql.plan(), child, 0, null, "SELECT STATEMENT", null, null, null, 12, null);
                        sink.row(
                                sql.id(),
                                sql.plan(),
                                child,
                                1,
                                0,
                                "TABLE ACCESS",
                                "BY INDEX ROWID",
                                owner(),
                                "ORDERS",
                                12,
                                40);
                    }
                }
                return true;
            case "DBA_SQL_PLAN_BASELINES":
                // Those that somebody unpacked here.
                Rows.each(
                        c,
                        "select job_name, request from LAB$JOBS where owner_name = 'PLAN BASELINE'",
                        row -> baseline(sink, 1, row[0], null, row[1], "SYS", "STORED-OUTLINE"));
                if (spec.has("plan-baselines")) {
                    for (LabActivity.Sql sql : activity.statements().subList(0, 3)) {
                        long signature = sql.plan() * 4_000_001L;
                        baseline(
                                sink,
                                signature,
                                "SQL_" + Long.toHexString(signature),
                                sql.text(),
                                "SQL_PLAN_" + sql.id(),
                                "SYSTEM",
                                "AUTO-CAPTURE",
                                12,
                                sql.module(),
                                100,
                                4000,
                                3000);
                    }
                }
                return true;
            case "DBA_SQL_PROFILES":
                if (spec.has("plan-baselines")) {
                    sink.row(
                            "SYS_SQLPROF_0001",
                            "DEFAULT",
                            activity.statements().get(5).plan(),
                            activity.statements().get(5).text(),
                            made(),
                            made(),
                            null,
                            "MANUAL",
                            "ENABLED",
                            "NO",
                            4711);
                }
                return true;
            case "DBA_EDITIONS":
                sink.row("ORA$BASE", null, "YES");
                if (spec.has("editions")) {
                    sink.row("RELEASE_2", "ORA$BASE", "YES");
                }
                return true;
            default:
                return false;
        }
    }

    /** A plan that is held fast. @param runs how often it ran, and how; nothing of one that was unpacked here */
    private void baseline(
            LabComputed.Sink sink,
            long signature,
            @Nullable Object handle,
            @Nullable Object text,
            @Nullable Object plan,
            String creator,
            String origin,
            Object... runs) {
        List<@Nullable Object> row = new ArrayList<>();
        Collections.addAll(row, signature, handle, text, plan, creator, origin, owner(), null, spec.version());
        Collections.addAll(row, made(), made(), null, "YES", "YES", "NO", "YES", "YES");
        Collections.addAll(row, runs);
        sink.row(row.toArray());
    }
}
