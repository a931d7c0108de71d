package io.gulliver.lab.oracle;

import io.gulliver.lab.Kindness;
import io.gulliver.lab.Kindnesses;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes the schemas of an application: tables with rows, and everything around them, the same for the same seed. */
final class LabSchemas {

    /**
     * A column.
     *
     * @param type as DBA_TAB_COLUMNS says it
     * @param expression what a virtual column is made of, or null
     */
    record Column(
            String name,
            String type,
            int length,
            boolean nullable,
            boolean invisible,
            @Nullable String expression) {

        Column(String name, String type, int length, boolean nullable) {
            this(name, type, length, nullable, false, null);
        }

        static Column of(String name, String type, int length) {
            return new Column(name, type, length, true);
        }

        /** The type with its length, as in DDL. */
        String ddl() {
            String ddl =
                    List.of("VARCHAR2", "CHAR", "RAW", "NVARCHAR2").contains(type) ? type + "(" + length + ")" : type;
            if (type.equals(ADDRESS)) {
                ddl = "VARCHAR2(" + length + ")"; // the store beneath has no object types
            }
            return ddl
                    + (expression == null ? "" : " GENERATED ALWAYS AS (" + expression + ")")
                    + (invisible ? " INVISIBLE" : "")
                    + (nullable ? "" : " NOT NULL");
        }
    }

    /** The object type of the feature {@code odd-objects}. */
    static final String ADDRESS = "ADDRESS_T";

    private static final List<Column> KEYED = List.of(
            new Column("ID", "NUMBER", 22, false),
            Column.of("NAME", "VARCHAR2", 100),
            Column.of("AMOUNT", "NUMBER", 22),
            Column.of("CREATED", "DATE", 7));

    private static final Map<String, List<Column>> SPECIAL = new java.util.TreeMap<>(Map.of(
            "CUSTOMERS",
            List.of(
                    new Column("CUSTOMER_ID", "NUMBER", 22, false),
                    Column.of("NAME", "VARCHAR2", 200),
                    Column.of("COUNTRY", "CHAR", 2),
                    Column.of("CREDIT", "NUMBER", 22),
                    Column.of("SINCE", "DATE", 7),
                    Column.of("TOKEN", "RAW", 16)),
            "ORDERS",
            List.of(
                    new Column("ORDER_ID", "NUMBER", 22, false),
                    Column.of("CUSTOMER_ID", "NUMBER", 22),
                    Column.of("PLACED", "TIMESTAMP(6)", 11),
                    Column.of("TOTAL", "NUMBER", 22),
                    Column.of("REMARK", "VARCHAR2", 4000)),
            "DOCUMENTS",
            List.of(
                    new Column("DOCUMENT_ID", "NUMBER", 22, false),
                    Column.of("TITLE", "VARCHAR2", 100),
                    Column.of("BODY", "CLOB", 4000),
                    Column.of("SCAN", "BLOB", 4000)),
            "EVENT_LOG",
            List.of(
                    Column.of("HAPPENED", "TIMESTAMP(6)", 11),
                    Column.of("SEVERITY", "NUMBER", 22),
                    Column.of("MESSAGE", "VARCHAR2", 500)),
            "MEASUREMENTS",
            List.of(
                    new Column("SENSOR", "NUMBER", 22, false),
                    Column.of("READING", "BINARY_DOUBLE", 8),
                    Column.of("MEASURED", "TIMESTAMP(6)", 11)),
            "Mixed Case",
            List.of(new Column("Id", "NUMBER", 22, false), Column.of("Value", "VARCHAR2", 50))));

    /**
     * Of tables t those whose rows cross with them: an overflow's are of its index-organized table, what a domain index made
     * is made anew, a temporary table's end with a session, an external one's lie in files, the recycle bin stays, and so does
     * what waits in the log of a materialized view.
     */
    static final String OWN_ROWS = "coalesce(t.dropped, 'NO') = 'NO' and coalesce(t.secondary, 'N') = 'N' and"
            + " coalesce(t.temporary, 'N') = 'N' and coalesce(t.iot_type, 'IOT') = 'IOT' and"
            + " t.table_name not like 'MLOG$%' and not exists (select 1 from DBA_EXTERNAL_TABLES x where x.owner = t.owner and x.table_name = t.table_name)";

    private final Connection c;
    private final LabDatabaseSpec spec;
    private final Timestamp now;

    private final boolean zoo;
    private final boolean keepers;

    LabSchemas(Connection c, LabDatabaseSpec spec, Timestamp now, Kindnesses kindnesses) {
        zoo = spec.has("odd-objects") && !kindnesses.has(Kindness.ALL_TABLES_ARE_PLAIN);
        keepers = !kindnesses.has(Kindness.ONLY_TABLES_ARE_TABLES);
        this.c = c;
        this.spec = spec;
        this.now = now;
    }

    void make(String owner, long bytes) {
        Random random = new Random(spec.seed() * 31 + owner.hashCode());
        LabDatabase.addUser(
                c,
                spec.major(),
                owner,
                Long.toHexString(random.nextLong()),
                spec.dataTablespace(),
                List.of("CONNECT", "RESOURCE"),
                now.toLocalDateTime());
        Rows.insert(
                c,
                "DBA_SYS_PRIVS",
                Rows.row("grantee", owner, "privilege", "UNLIMITED TABLESPACE", "admin_option", "NO"));
        createSchema(c, owner);
        List<String> tables = new ArrayList<>(SPECIAL.keySet());
        for (int i = tables.size(); i < spec.tables(); i++) {
            tables.add(String.format("T_%03d", i + 1));
        }
        long left = bytes;
        for (int i = 0; i < tables.size(); i++) {
            // Scanned letters make up most of a database of documents.
            long part = !spec.has("lobs") ? left / 3 : tables.get(i).equals("DOCUMENTS") ? left * 19 / 20 : left / 40;
            long share = i == tables.size() - 1 ? left : part;
            left -= share;
            table(owner, tables.get(i), SPECIAL.getOrDefault(tables.get(i), KEYED), share, random);
        }
        around(owner, random);
        if (zoo) {
            odd(owner, random);
        }
        peculiar(owner);
        sessions(owner, random);
    }

    /**
     * What applications have beside plain tables: tables that belong to another or have no rows of their own, columns that
     * nobody sees or nobody keeps, names that the system gave, types, and what lies in the recycle bin.
     */
    private void odd(String owner, Random random) {
        List<Column> columns = new ArrayList<>(KEYED);
        if (spec.major() > 10) {
            columns.add(new Column("ROUNDED", "NUMBER", 22, true, false, "ROUND(AMOUNT)"));
        }
        if (spec.major() > 11) {
            columns.add(new Column("CHANNEL", "VARCHAR2", 20, true, true, null));
        }
        table(owner, "BALANCES", columns, 1 << 20, random);
        if (spec.major() > 11) {
            // Named by the number that the table has in this database.
            int number = 90_000 + Math.floorMod(owner.hashCode(), 1000);
            Rows.run(
                    c,
                    "update DBA_OBJECTS set object_id = ? where owner = ? and object_name = 'BALANCES' and object_type ="
                            + " 'TABLE'",
                    number,
                    owner);
            String sequence = "ISEQ$$_" + number;
            sequence(owner, sequence, spec.rows() + 1);
            Rows.insert(
                    c,
                    "DBA_TAB_IDENTITY_COLS",
                    Rows.row(
                            "owner",
                            owner,
                            "table_name",
                            "BALANCES",
                            "column_name",
                            "ID",
                            "sequence_name",
                            sequence,
                            "identity_options",
                            "START WITH: 1, INCREMENT BY: 1, CACHE_SIZE: 20"));
        }
        for (String[] one : new String[][] {
            {"PRICES", "iot_type = 'IOT'", "kept"},
            {"SYS_IOT_OVER_4711", "iot_type = 'IOT_OVERFLOW', iot_name = 'PRICES'", ""},
            {"SCRATCH", "temporary = 'Y', tablespace_name = null", ""},
            {"ORDER_LINES_NT", "nested = 'YES'", "kept"},
            {"DR$NOTES_IX$I", "secondary = 'Y'", ""},
            {"MDRT_12A3$", "secondary = 'Y'", ""},
            {"BIN$5kPq0aVbT2==$0", "dropped = 'YES'", ""}
        }) {
            // What belongs to another table or index has no key of its own.
            boolean own = !one[1].startsWith("iot_type = 'IOT_O") && !one[1].startsWith("secondary");
            table(owner, one[0], own ? KEYED : KEYED.subList(1, KEYED.size()), 1 << 20, random);
            Rows.run(
                    c,
                    "update DBA_TABLES set " + one[1]
                            + (one[2].isEmpty() ? ", last_analyzed = null, num_rows = null" : "")
                            + " where owner = ? and table_name = ?",
                    owner,
                    one[0]);
        }
        Rows.run(c, "delete from " + Rows.quote(owner, "SCRATCH"));
        Rows.run(
                c,
                "update DBA_OBJECTS set secondary = 'Y' where owner = ? and (object_name like 'DR$NOTES_IX$%' or object_name"
                        + " like 'MDRT\\_%' escape '\\')",
                owner);
        // The recycle bin renames what hangs on a table as well.
        for (String[] named : new String[][] {
            {"DBA_CONSTRAINTS", "constraint_name"},
            {"DBA_CONS_COLUMNS", "constraint_name"},
            {"DBA_INDEXES", "index_name"}
        }) {
            Rows.run(
                    c,
                    "update " + named[0] + " set " + named[1]
                            + " = 'BIN$5kPq0aVcT2==$0' where owner = ? and table_name like" + " 'BIN$%'",
                    owner);
        }
        Rows.run(
                c,
                "update DBA_OBJECTS set object_name = 'BIN$5kPq0aVcT2==$0' where owner = ? and object_name like 'BIN$%_PK'",
                owner);
        Rows.run(
                c,
                "update DBA_SEGMENTS set segment_name = 'BIN$5kPq0aVcT2==$0' where owner = ? and segment_name like 'BIN$%_PK'",
                owner);
        Rows.insert(
                c,
                "DBA_RECYCLEBIN",
                Rows.row(
                        "owner",
                        owner,
                        "object_name",
                        "BIN$5kPq0aVbT2==$0",
                        "original_name",
                        "NOTES_OLD",
                        "space",
                        (1 << 20) / spec.blockSize(),
                        "ts_name",
                        spec.dataTablespace()));
        domainIndex(owner, "NOTES_IX", "DOCUMENTS", "CTXSYS", "CONTEXT");
        domainIndex(owner, "SITES_SX", "CUSTOMERS", "MDSYS", "SPATIAL_INDEX");
        // Names that the system gives: of a check, and of the key by which a nested table hangs on its parent.
        for (String[] given :
                new String[][] {{"SYS_C0071234", "C", "CUSTOMERS"}, {"SYS_C0071235", "U", "ORDER_LINES_NT"}}) {
            constraint(owner, given[0], given[1], given[2], null);
        }
        Rows.run(
                c,
                "update DBA_CONSTRAINTS set generated = 'GENERATED NAME' where owner = ? and constraint_name like 'SYS\\_C%'"
                        + " escape '\\'",
                owner);
        object(owner, ADDRESS, "TYPE");
        object(owner, ADDRESS, "TYPE BODY");
        if (spec.has("typed-table")) {
            table(
                    owner,
                    "SITES",
                    List.of(new Column("ID", "NUMBER", 22, false), Column.of("PLACE", ADDRESS, 200)),
                    1 << 20,
                    random);
            Rows.run(
                    c,
                    "update DBA_TAB_COLUMNS set data_type_owner = owner where owner = ? and data_type = ?",
                    owner,
                    ADDRESS);
        }
        Rows.insert(
                c,
                "DBA_TYPES",
                Rows.row(
                        "owner",
                        owner,
                        "type_name",
                        ADDRESS,
                        "type_oid",
                        String.format("%016X%016X", random.nextLong(), random.nextLong()),
                        "typecode",
                        "OBJECT",
                        "attributes",
                        4,
                        "methods",
                        1));
    }

    private void domainIndex(String owner, String name, String table, String maker, String kind) {
        index(owner, name, table, "NONUNIQUE", 1 << 16);
        Rows.run(c, "delete from DBA_SEGMENTS where owner = ? and segment_name = ?", owner, name);
        Rows.run(
                c,
                "update DBA_INDEXES set index_type = 'DOMAIN', tablespace_name = null, ityp_owner = ?, ityp_name = ?,"
                        + " domidx_status = 'VALID' where owner = ? and index_name = ?",
                maker,
                kind,
                owner,
                name);
    }

    /** Takes a table away with all that the dictionary says of it. */
    static void dropTable(Connection c, String owner, String table) {
        for (String view : List.of(
                "DBA_TABLES", "DBA_TAB_COLUMNS", "DBA_LOBS", "DBA_CONSTRAINTS", "DBA_CONS_COLUMNS", "DBA_INDEXES")) {
            Rows.run(c, "delete from " + view + " where owner = ? and table_name = ?", owner, table);
        }
        Rows.run(c, "delete from DBA_OBJECTS where owner = ? and object_name = ?", owner, table);
        Rows.run(c, "delete from DBA_SEGMENTS where owner = ? and segment_name = ?", owner, table);
        Rows.run(c, "drop table if exists " + Rows.quote(owner, table));
    }

    /** A table that stands for what has a view of its own: a queue, a materialized view, its log, or files outside. */
    private void keeper(String owner, String name, List<Column> columns, String peculiarity) {
        if (keepers) {
            table(owner, name, columns, 1 << 20, new Random(spec.seed()));
            Rows.run(c, "update DBA_TABLES set " + peculiarity + " where owner = ? and table_name = ?", owner, name);
        }
    }

    /** What the dictionary says of some databases and not of others; no row of theirs is different for it. */
    private void peculiar(String owner) {
        if (spec.has("old-verifiers")) {
            Rows.run(c, "update DBA_USERS set password_versions = '10G ' where username = ?", owner);
        }
        if (spec.has("editions")) {
            Rows.run(c, "update DBA_USERS set editions_enabled = 'Y' where username = ?", owner);
        }
        if (spec.has("private-policy")) {
            LabAudit.fineGrained(
                    c, spec.version(), owner, "CUSTOMERS", "CREDIT_READ", null, null, null, true, List.of("SEL"));
            object(owner, "BRANCH_OF_USER", "FUNCTION");
            Rows.insert(
                    c,
                    "DBA_POLICIES",
                    Rows.row(
                            "object_owner",
                            owner,
                            "object_name",
                            "CUSTOMERS",
                            "policy_name",
                            "BRANCH_ONLY",
                            "pf_owner",
                            owner,
                            "function",
                            "BRANCH_OF_USER"));
        }
        if (spec.has("redaction")) {
            Rows.insert(
                    c,
                    "REDACTION_POLICIES",
                    Rows.row(
                            "object_owner",
                            owner,
                            "object_name",
                            "CUSTOMERS",
                            "policy_name",
                            "HIDE_CREDIT",
                            "expression",
                            "1=1"));
            Rows.insert(
                    c,
                    "REDACTION_COLUMNS",
                    Rows.row(
                            "object_owner",
                            owner,
                            "object_name",
                            "CUSTOMERS",
                            "column_name",
                            "CREDIT",
                            "function_type",
                            "FULL REDACTION"));
        }
        if (spec.has("hcc")) {
            Rows.run(
                    c,
                    "update DBA_TABLES set compression = 'ENABLED', compress_for = 'QUERY HIGH' where owner = ? and"
                            + " table_name = 'MEASUREMENTS'",
                    owner);
        }
        if (spec.has("old-role")) {
            if (Rows.number(c, "select count(*) from DBA_ROLES where role = 'OWB$CLIENT'") == 0) {
                Rows.insert(c, "DBA_ROLES", Rows.row("role", "OWB$CLIENT"));
            }
            LabPeople.member(c, owner, "OWB$CLIENT", "NO", "YES");
        }
        if (spec.has("partitions")) {
            Rows.run(
                    c, "update DBA_TABLES set partitioned = 'YES' where owner = ? and table_name = 'EVENT_LOG'", owner);
        }
        if (spec.has("job-class")) {
            if (Rows.number(c, "select count(*) from DBA_SCHEDULER_JOB_CLASSES where job_class_name = 'NIGHT'") == 0) {
                Rows.insert(
                        c,
                        "DBA_SCHEDULER_JOB_CLASSES",
                        Rows.row("job_class_name", "NIGHT", "logging_level", "FULL", "log_history", 90));
            }
            Rows.run(c, "update DBA_SCHEDULER_JOBS set job_class = 'NIGHT' where owner = ?", owner);
        }
        if (spec.has("nologging")) {
            Rows.run(c, "update DBA_TABLES set logging = 'NO' where owner = ? and table_name = 'EVENT_LOG'", owner);
        }
        if (spec.has("encrypted-columns")) {
            Rows.insert(
                    c,
                    "DBA_ENCRYPTED_COLUMNS",
                    Rows.row(
                            "owner",
                            owner,
                            "table_name",
                            "CUSTOMERS",
                            "column_name",
                            "TOKEN",
                            "encryption_alg",
                            "AES 192 bits key"));
        }
        if (spec.has("sys-segment")) {
            Rows.insert(
                    c,
                    "DBA_SEGMENTS",
                    Rows.row(
                            "owner",
                            "SYS",
                            "segment_name",
                            "AUD$",
                            "segment_type",
                            "TABLE",
                            "tablespace_name",
                            spec.dataTablespace(),
                            "bytes",
                            3L << 30));
        }
        if (spec.has("statspack")) {
            for (String table : List.of(
                    "STATS$SNAPSHOT",
                    "STATS$DATABASE_INSTANCE",
                    "STATS$SYSSTAT",
                    "STATS$OSSTAT",
                    "STATS$OSSTATNAME",
                    "STATS$SYS_TIME_MODEL",
                    "STATS$TIME_MODEL_STATNAME",
                    "STATS$SYSTEM_EVENT",
                    "STATS$SQL_SUMMARY")) {
                Rows.insert(
                        c,
                        "DBA_TABLES",
                        Rows.row(
                                "owner",
                                "PERFSTAT",
                                "table_name",
                                table,
                                "tablespace_name",
                                "SYSAUX",
                                "nested",
                                "NO",
                                "temporary",
                                "N",
                                "partitioned",
                                "NO",
                                "num_rows",
                                800));
                constraint("PERFSTAT", table + "_PK", "P", table, null);
            }
        }
    }

    static void createSchema(Connection c, String owner) {
        Rows.run(c, "CREATE SCHEMA IF NOT EXISTS \"" + owner + "\"");
    }

    /** Makes the table itself, without a word in the dictionary. */
    static void createTable(Connection c, String owner, String table, List<Column> columns, List<String> key) {
        List<String> parts = new ArrayList<>();
        columns.forEach(column -> parts.add('"' + column.name() + "\" " + column.ddl()));
        if (!key.isEmpty()) {
            parts.add("PRIMARY KEY (\"" + String.join("\", \"", key) + "\")");
        }
        Rows.run(c, "CREATE TABLE " + Rows.quote(owner, table) + " (" + String.join(", ", parts) + ")");
    }

    private void table(String owner, String table, List<Column> columns, long bytes, Random random) {
        boolean keyed = !columns.get(0).nullable();
        createTable(c, owner, table, columns, keyed ? List.of(columns.get(0).name()) : List.of());
        dictionary(owner, table, columns, keyed, bytes);
        List<Column> stored =
                columns.stream().filter(column -> column.expression() == null).toList();
        String names = stored.stream().map(Column::name).collect(Collectors.joining("\", \""));
        String places = "?" + ", ?".repeat(stored.size() - 1);
        for (int i = 1; i <= spec.rows(); i++) {
            @Nullable Object[] row = new Object[stored.size()];
            for (int j = 0; j < row.length; j++) {
                row[j] = value(stored.get(j), i, random);
            }
            Rows.run(
                    c, "insert into " + Rows.quote(owner, table) + " (\"" + names + "\") values (" + places + ")", row);
        }
    }

    /** Columns of a table whose values are kept, those that nobody sees too, each in quotes. */
    static String stored(Connection c, String owner, String table) {
        return Rows.texts(
                        c,
                        "select column_name from DBA_TAB_COLUMNS where owner = ? and table_name = ? and virtual_column ="
                                + " 'NO' order by column_id nulls last",
                        owner,
                        table)
                .stream()
                .map(column -> '"' + column + '"')
                .collect(Collectors.joining(", "));
    }

    private static @Nullable Object value(Column column, int i, Random random) {
        if (!column.nullable()) {
            return BigDecimal.valueOf(i);
        }
        if (random.nextInt(12) == 0) {
            return null;
        }
        switch (column.type()) {
            case "NUMBER":
                return BigDecimal.valueOf(random.nextInt(10_000_000), 2);
            case "CHAR":
                return List.of("DE", "FR", "IT", "GB").get(random.nextInt(4));
            case "VARCHAR2", ADDRESS:
                return words(random, Math.min(column.length(), 60));
            case "RAW":
                return ByteBuffer.allocate(8).putLong(random.nextLong()).array();
            case "BINARY_DOUBLE":
                return random.nextGaussian() * 1e6;
            case "CLOB":
                return words(random, 5000);
            case "BLOB":
                return words(random, 3000).getBytes(StandardCharsets.UTF_16LE);
            default:
                long seconds = 1_500_000_000L + random.nextInt(200_000_000);
                Timestamp time =
                        Timestamp.valueOf(java.time.LocalDateTime.ofEpochSecond(seconds, 0, java.time.ZoneOffset.UTC));
                if (column.type().startsWith("TIMESTAMP")) {
                    time.setNanos(random.nextInt(1_000_000) * 1000);
                }
                return time;
        }
    }

    private static String words(Random random, int length) {
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append(Integer.toString(random.nextInt(1_000_000), 36)).append(random.nextInt(9) == 0 ? "ä " : " ");
        }
        return text.substring(0, length - 1) + ".";
    }

    private void dictionary(String owner, String table, List<Column> columns, boolean keyed, long bytes) {
        object(owner, table, "TABLE");
        Rows.insert(
                c,
                "DBA_TABLES",
                Rows.row(
                        "owner",
                        owner,
                        "table_name",
                        table,
                        "tablespace_name",
                        spec.dataTablespace(),
                        "iot_type",
                        null,
                        "cluster_name",
                        null,
                        "nested",
                        "NO",
                        "temporary",
                        "N",
                        "partitioned",
                        "NO",
                        "num_rows",
                        spec.rows(),
                        "last_analyzed",
                        now));
        boolean lobs = spec.has("lobs")
                && columns.stream().anyMatch(column -> column.type().endsWith("LOB"));
        segment(owner, table, "TABLE", spec.dataTablespace(), lobs ? bytes / 10 : bytes * 3 / 4);
        if (lobs) {
            segment(owner, "SYS_LOB$" + table, "LOBSEGMENT", spec.dataTablespace(), bytes * 13 / 20);
        }
        int seen = 0;
        for (Column column : columns) {
            Rows.insert(
                    c,
                    "DBA_TAB_COLUMNS",
                    Rows.row(
                            "owner",
                            owner,
                            "table_name",
                            table,
                            "column_name",
                            column.name(),
                            "data_type",
                            column.type(),
                            "data_length",
                            column.length(),
                            "data_precision",
                            null,
                            "data_scale",
                            null,
                            "nullable",
                            column.nullable() ? "Y" : "N",
                            // What nobody sees has no place.
                            "column_id",
                            column.invisible() ? null : ++seen,
                            "virtual_column",
                            column.expression() == null ? "NO" : "YES",
                            "data_default",
                            column.expression()));
            if (column.type().endsWith("LOB")) {
                Rows.insert(
                        c,
                        "DBA_LOBS",
                        Rows.row(
                                "owner",
                                owner,
                                "table_name",
                                table,
                                "column_name",
                                column.name(),
                                "securefile",
                                spec.major() >= 12 ? "YES" : "NO",
                                "encrypt",
                                "NO",
                                "compression",
                                "NO",
                                "deduplication",
                                "NO",
                                "cache",
                                "NO",
                                "logging",
                                "YES"));
            }
        }
        if (keyed) {
            String key = (table + "_PK").replace(' ', '_').toUpperCase(java.util.Locale.ROOT);
            constraint(owner, key, "P", table, null);
            Rows.insert(
                    c,
                    "DBA_CONS_COLUMNS",
                    Rows.row(
                            "owner",
                            owner,
                            "constraint_name",
                            key,
                            "table_name",
                            table,
                            "column_name",
                            columns.get(0).name(),
                            "position",
                            1));
            index(owner, key, table, "UNIQUE", bytes / 4);
        }
    }

    private void constraint(String owner, String name, String type, String table, @Nullable String refers) {
        Rows.insert(
                c,
                "DBA_CONSTRAINTS",
                Rows.row(
                        "owner",
                        owner,
                        "constraint_name",
                        name,
                        "constraint_type",
                        type,
                        "table_name",
                        table,
                        "r_constraint_name",
                        refers,
                        "status",
                        "ENABLED",
                        "validated",
                        "VALIDATED",
                        "generated",
                        "USER NAME"));
    }

    private void index(String owner, String name, String table, String uniqueness, long bytes) {
        object(owner, name, "INDEX");
        Rows.insert(
                c,
                "DBA_INDEXES",
                Rows.row(
                        "owner",
                        owner,
                        "index_name",
                        name,
                        "index_type",
                        "NORMAL",
                        "table_name",
                        table,
                        "uniqueness",
                        uniqueness,
                        "status",
                        "VALID",
                        "visibility",
                        "VISIBLE",
                        "degree",
                        "1",
                        "tablespace_name",
                        spec.indexTablespace()));
        segment(owner, name, "INDEX", spec.indexTablespace(), bytes);
    }

    private void segment(String owner, String name, String type, String tablespace, long bytes) {
        Rows.insert(
                c,
                "DBA_SEGMENTS",
                Rows.row(
                        "owner",
                        owner,
                        "segment_name",
                        name,
                        "segment_type",
                        type,
                        "tablespace_name",
                        tablespace,
                        "bytes",
                        Math.max(65_536, bytes)));
    }

    private void object(String owner, String name, String type) {
        Rows.insert(
                c,
                "DBA_OBJECTS",
                Rows.row(
                        "owner",
                        owner,
                        "object_name",
                        name,
                        "object_type",
                        type,
                        "status",
                        "VALID",
                        "created",
                        now,
                        "last_ddl_time",
                        now));
    }

    /** A job of the scheduler that a release makes by itself: of a job of DBMS_JOB, or to refresh a materialized view. */
    static void job(Connection c, String owner, String name, @Nullable String action, Timestamp now) {
        Rows.insert(
                c,
                "DBA_SCHEDULER_JOBS",
                Rows.row(
                        "owner",
                        owner,
                        "job_name",
                        name,
                        "job_type",
                        "PLSQL_BLOCK",
                        "job_action",
                        action,
                        "enabled",
                        "TRUE",
                        "state",
                        "SCHEDULED",
                        "next_run_date",
                        now));
        Rows.insert(
                c,
                "DBA_OBJECTS",
                Rows.row(
                        "owner",
                        owner,
                        "object_name",
                        name,
                        "object_type",
                        "JOB",
                        "status",
                        "VALID",
                        "created",
                        now,
                        "last_ddl_time",
                        now));
    }

    private void sequence(String owner, String name, int next) {
        object(owner, name, "SEQUENCE");
        Rows.insert(
                c,
                "DBA_SEQUENCES",
                Rows.row(
                        "sequence_owner",
                        owner,
                        "sequence_name",
                        name,
                        "last_number",
                        next,
                        "increment_by",
                        1,
                        "cache_size",
                        20,
                        "cycle_flag",
                        "N",
                        "order_flag",
                        "N"));
    }

    private void around(String owner, Random random) {
        index(owner, "ORDERS_CUSTOMER_IX", "ORDERS", "NONUNIQUE", 1 << 20);
        constraint(owner, "ORDERS_CUSTOMER_FK", "R", "ORDERS", "CUSTOMERS_PK");
        constraint(owner, "ORDERS_TOTAL_CK", "C", "ORDERS", null);
        for (String sequence : List.of("CUSTOMER_SEQ", "ORDER_SEQ")) {
            sequence(owner, sequence, spec.rows() + 1 + random.nextInt(1000));
        }
        object(owner, "OPEN_ORDERS", "VIEW");
        object(owner, "BILLING", "PACKAGE");
        object(owner, "BILLING", "PACKAGE BODY");
        object(owner, "ORDERS_BI", "TRIGGER");
        Rows.insert(
                c,
                "DBA_TRIGGERS",
                Rows.row("owner", owner, "trigger_name", "ORDERS_BI", "table_name", "ORDERS", "status", "ENABLED"));
        LabPeople.publicSynonym(c, owner + "_ORDERS", owner, "ORDERS", null, now);
        if (spec.has("sys-grants")) {
            for (String[] right :
                    new String[][] {{"DBMS_CRYPTO", "EXECUTE"}, {"DBMS_LOCK", "EXECUTE"}, {"V_$SESSION", "SELECT"}}) {
                Rows.insert(
                        c,
                        "DBA_TAB_PRIVS",
                        Rows.row(
                                "grantee",
                                owner,
                                "owner",
                                "SYS",
                                "table_name",
                                right[0],
                                "privilege",
                                right[1],
                                "grantable",
                                "NO"));
            }
        }
        if (spec.has("db-link")) {
            object(owner, "ERP", "DATABASE LINK");
            Rows.insert(
                    c,
                    "DBA_DB_LINKS",
                    Rows.row("owner", owner, "db_link", "ERP", "username", "ERP_READ", "host", "erp", "created", now));
        }
        spec.setting("link").ifPresent(to -> {
            String[] parts = to.split("@");
            String link = parts[0].toUpperCase(java.util.Locale.ROOT);
            object(owner, link, "DATABASE LINK");
            Rows.insert(
                    c,
                    "DBA_DB_LINKS",
                    Rows.row(
                            "owner",
                            owner,
                            "db_link",
                            link,
                            "username",
                            link + "_READ",
                            "host",
                            "(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=" + parts[1]
                                    + ")(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=" + parts[0] + ")))",
                            "created",
                            now));
        });
        if (spec.has("external-table")) {
            keeper(
                    owner,
                    "PRICE_FEED",
                    KEYED.subList(1, KEYED.size()),
                    "tablespace_name = null, num_rows = null, last_analyzed = null");
            if (keepers) {
                Rows.run(c, "delete from DBA_SEGMENTS where owner = ? and segment_name = 'PRICE_FEED'", owner);
            }
            Rows.insert(
                    c,
                    "DBA_EXTERNAL_TABLES",
                    Rows.row(
                            "owner",
                            owner,
                            "table_name",
                            "PRICE_FEED",
                            "type_name",
                            "ORACLE_LOADER",
                            "default_directory_name",
                            "DATA_PUMP_DIR"));
        }
        if (spec.has("mview")) {
            keeper(owner, "SALES_BY_DAY", KEYED, "partitioned = 'NO'");
            keeper(owner, "MLOG$_ORDERS", KEYED.subList(1, KEYED.size()), "partitioned = 'NO'");
            object(owner, "SALES_BY_DAY", "MATERIALIZED VIEW");
            Rows.insert(
                    c,
                    "DBA_MVIEWS",
                    Rows.row(
                            "owner",
                            owner,
                            "mview_name",
                            "SALES_BY_DAY",
                            "container_name",
                            "SALES_BY_DAY",
                            "refresh_mode",
                            "DEMAND",
                            "refresh_method",
                            "COMPLETE",
                            "last_refresh_date",
                            now,
                            "master_link",
                            null));
        }
        if (spec.has("old-job")) {
            Rows.insert(
                    c, "DBA_JOBS", Rows.row("job", 12, "schema_user", owner, "broken", "N", "what", "billing.run;"));
            String refresh = "dbms_refresh.refresh('\"" + owner + "\".\"SALES_BY_DAY\"');";
            if (spec.has("mview") && spec.major() >= 18) {
                job(c, owner, "MV_RF$J_0_S_574", refresh, now);
            } else if (spec.has("mview")) {
                Rows.insert(c, "DBA_JOBS", Rows.row("job", 13, "schema_user", owner, "broken", "N", "what", refresh));
            }
            if (spec.major() >= 19) {
                job(c, owner, "DBMS_JOB$_12", "billing.run;", now);
            }
        }
        if (spec.has("queue")) {
            keeper(owner, "ORDER_QT", KEYED, "partitioned = 'NO'");
            Rows.insert(
                    c,
                    "DBA_QUEUE_TABLES",
                    Rows.row(
                            "owner",
                            owner,
                            "queue_table",
                            "ORDER_QT",
                            "type",
                            "OBJECT",
                            "recipients",
                            "SINGLE",
                            "compatible",
                            "10.0.0"));
        }
        if (spec.has("scheduler-job") || spec.has("executable-job")) {
            object(owner, "NIGHTLY", "JOB");
            Rows.insert(
                    c,
                    "DBA_SCHEDULER_JOBS",
                    Rows.row(
                            "owner",
                            owner,
                            "job_name",
                            "NIGHTLY",
                            "job_type",
                            spec.has("executable-job") ? "EXECUTABLE" : "STORED_PROCEDURE",
                            "enabled",
                            "TRUE",
                            "state",
                            "SCHEDULED",
                            "schedule_type",
                            "CALENDAR",
                            "repeat_interval",
                            "FREQ=DAILY;BYHOUR=2",
                            "next_run_date",
                            now));
        }
    }

    /** The application at work: sessions, one with an open transaction. */
    private void sessions(String owner, Random random) {
        for (int i = 0; i < 3; i++) {
            int sid = 100 + random.nextInt(9000);
            String address = String.format("%016X", random.nextLong());
            Rows.insert(
                    c,
                    "GV$SESSION",
                    Rows.row(
                            "inst_id",
                            1,
                            "sid",
                            sid,
                            "serial#",
                            1 + random.nextInt(60_000),
                            "saddr",
                            address,
                            "username",
                            owner,
                            "type",
                            "USER",
                            "service_name",
                            spec.service(),
                            "machine",
                            "app-" + (i + 1),
                            "program",
                            "JDBC Thin Client"));
            if (i == 0) {
                Rows.insert(
                        c,
                        "GV$TRANSACTION",
                        Rows.row(
                                "inst_id",
                                1,
                                "ses_addr",
                                address,
                                "start_date",
                                now,
                                "start_scn",
                                LabFunctions.scn(),
                                "used_ublk",
                                12));
            }
        }
    }
}
