package io.gulliver.lab.oracle;

import io.gulliver.lab.FaultKind;
import io.gulliver.lab.FullDisk;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabTime;
import io.gulliver.lab.Ledger.Effect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A Data Pump job: it lives in the database, whatever becomes of the client that started it.
 *
 * <p>Works table by table; each takes the time that its bytes by the books take at the lab's rate. Faults by name, asked at
 * the database's system: operation {@code expdp} or {@code impdp}.
 */
final class DataPumpJob {

    /** Bytes a second of one export worker; planning default of the method's formulas. */
    static final double EXPORT_RATE = 90e6;

    /** Bytes a second of one import worker. */
    static final double IMPORT_RATE = 55e6;

    /** What a segment without rows takes. */
    private static final BigDecimal FIRST_EXTENT = BigDecimal.valueOf(1 << 16);

    private static final Logger LOG = LoggerFactory.getLogger(DataPumpJob.class);
    private static final Duration LOOK = Duration.ofMillis(20);
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("dd-MMM-yy HH:mm:ss.SSS", Locale.ENGLISH);
    private static final DateTimeFormatter LONG_STAMP =
            DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss yyyy", Locale.ENGLISH);

    /** Where database links lead. */
    @FunctionalInterface
    interface Links {
        /** Logs on there; refusals are {@link OraError}. */
        LabSession follow(LabDatabase from, String owner, String link);
    }

    private final LabDatabase database;
    private final LabContext context;
    private final Links links;
    private final String owner;
    private final String name;
    private final ParameterFile parameters;
    private final Path directory;
    private final List<Consumer<String>> clients = new CopyOnWriteArrayList<>();
    private final Map<String, String> progress = new TreeMap<>();
    private String state = "DEFINING";
    private boolean stopping;
    private boolean removed;
    private int errors;
    private int exit = 1;
    private @Nullable Thread worker;

    DataPumpJob(
            LabDatabase database,
            LabContext context,
            Links links,
            String owner,
            String name,
            ParameterFile parameters,
            Path directory) {
        this.database = database;
        this.context = context;
        this.links = links;
        this.owner = owner;
        this.name = name;
        this.parameters = parameters;
        this.directory = directory;
    }

    String label() {
        return "\"" + owner + "\".\"" + name + "\"";
    }

    private String operation() {
        return parameters.export() ? "expdp" : "impdp";
    }

    private String system() {
        return database.spec().system();
    }

    /** Registers the job; from here on it can be seen and attached to. */
    void define() {
        String key = owner + "." + name;
        try (Connection c = database.connect()) {
            if (Rows.number(
                                    c,
                                    "select count(*) from DBA_DATAPUMP_JOBS where owner_name = ? and job_name = ?",
                                    owner,
                                    name)
                            > 0
                    || database.jobs().putIfAbsent(key, this) != null) {
                throw new ParameterFile.Refused(
                        "ORA-31626: job does not exist",
                        "ORA-31633: unable to create master table \"" + owner + "." + name + "\"",
                        "ORA-00955: name is already used by an existing object");
            }
            List<String> readOnly = context.kindnesses().has(Kindness.CONTROL_TABLE_ANYWHERE)
                    ? List.of()
                    : Rows.texts(
                            c,
                            "select t.tablespace_name from DBA_USERS u join DBA_TABLESPACES t on t.tablespace_name ="
                                    + " u.default_tablespace where u.username = ? and t.status = 'READ ONLY'",
                            owner);
            if (!readOnly.isEmpty()) {
                database.jobs().remove(key, this);
                throw new ParameterFile.Refused(
                        "ORA-31626: job does not exist",
                        "ORA-31633: unable to create master table \"" + owner + "." + name + "\"",
                        "ORA-01647: tablespace '" + readOnly.get(0) + "' is read only, cannot allocate space in it");
            }
            Rows.insert(
                    c,
                    "DBA_DATAPUMP_JOBS",
                    Rows.row(
                            "owner_name",
                            owner,
                            "job_name",
                            name,
                            "operation",
                            parameters.export() ? "EXPORT" : "IMPORT",
                            "job_mode",
                            parameters.yes("FULL") ? "FULL" : "SCHEMA",
                            "state",
                            state,
                            "degree",
                            new BigDecimal(parameters.require("PARALLEL")),
                            "attached_sessions",
                            0));
            Rows.insert(
                    c,
                    "LAB$JOBS",
                    Rows.row(
                            "owner_name",
                            owner,
                            "job_name",
                            name,
                            "request",
                            JsonMapper.shared()
                                    .writeValueAsString(Map.of(
                                            "export",
                                            parameters.export(),
                                            "directory",
                                            directory.toString(),
                                            "parameters",
                                            parameters.values())),
                            "progress",
                            "{}"));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        context.ledger()
                .record(
                        system(),
                        operation(),
                        name,
                        owner,
                        Effect.CREATED,
                        Map.of("parameters", parameters.values().toString()));
    }

    /** Finds again the jobs that a lab before this one left behind: stopped, with their control tables. */
    static void restore(LabDatabase database, LabContext context, Links links) {
        try (Connection c = database.connect()) {
            Rows.run(c, "update DBA_DATAPUMP_JOBS set state = 'NOT RUNNING', attached_sessions = 0");
            for (Map<String, @Nullable Object> row : Rows.query(
                    c,
                    "select j.owner_name, j.job_name, l.request, l.progress from DBA_DATAPUMP_JOBS j join LAB$JOBS l"
                            + " on l.owner_name = j.owner_name and l.job_name = j.job_name")) {
                JsonNode request = JsonMapper.shared().readTree(String.valueOf(row.get("REQUEST")));
                TreeMap<String, List<String>> values = new TreeMap<>();
                request.get("parameters").properties().forEach(entry -> {
                    List<String> items = new ArrayList<>();
                    entry.getValue().forEach(item -> items.add(item.asString()));
                    values.put(entry.getKey(), items);
                });
                DataPumpJob job = new DataPumpJob(
                        database,
                        context,
                        links,
                        String.valueOf(row.get("OWNER_NAME")),
                        String.valueOf(row.get("JOB_NAME")),
                        new ParameterFile(request.get("export").asBoolean(), values),
                        Path.of(request.get("directory").asString()));
                JsonMapper.shared()
                        .readTree(String.valueOf(row.get("PROGRESS")))
                        .properties()
                        .forEach(entry -> job.progress.put(
                                entry.getKey(), entry.getValue().asString()));
                job.state = "NOT RUNNING";
                database.jobs().put(job.owner + "." + job.name, job);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    synchronized String state() {
        return state;
    }

    synchronized int exit() {
        return exit;
    }

    synchronized int errors() {
        return errors;
    }

    synchronized boolean running() {
        return worker != null && worker.isAlive();
    }

    /** Starts, or starts again after a stop; a job that was stopped while it was still being defined is gone. */
    synchronized void start() {
        if (running()) {
            return;
        }
        if (removed) {
            throw new ParameterFile.Refused("ORA-31626: job does not exist");
        }
        stopping = false;
        state("EXECUTING");
        context.ledger().record(system(), operation() + "-start", name, owner, Effect.STARTED, Map.of());
        Thread thread = new Thread(this::work, "lab-" + operation() + "-" + name);
        thread.setDaemon(true);
        worker = thread;
        thread.start();
    }

    /**
     * Stops at the next table; the control table stays. Of a job in the state DEFINING nothing stays: it is removed from the
     * database, as when its client detaches (Oracle Database Utilities, "Job States").
     */
    void stop() {
        Thread running;
        synchronized (this) {
            if (state.equals("DEFINING") && !removed) {
                removed = true;
                forget();
            }
            stopping = true;
            running = worker;
            notifyAll();
        }
        join(running);
        context.ledger().record(system(), operation() + "-stop", name, owner, Effect.STOPPED, Map.of());
    }

    /** Stops for good: no control table, and of an export no dump files. */
    void kill() {
        stop();
        if (parameters.export()) {
            for (Path file : files()) {
                try {
                    Files.deleteIfExists(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
        forget();
        context.ledger().record(system(), operation() + "-kill", name, owner, Effect.DELETED, Map.of());
    }

    /** The lab closes: the worker ends, everything on disk stays as it is. */
    void abandon() {
        Thread running;
        synchronized (this) {
            stopping = true;
            running = worker;
            notifyAll();
        }
        join(running);
    }

    private static void join(@Nullable Thread thread) {
        if (thread != null && thread != Thread.currentThread()) {
            try {
                thread.join(30_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A client listens; answers what undoes it. */
    Runnable attach(Consumer<String> client) {
        clients.add(client);
        attached();
        return () -> {
            clients.remove(client);
            attached();
        };
    }

    private void attached() {
        update("attached_sessions = " + clients.size());
    }

    private void state(String now) {
        state = now;
        update("state = '" + now + "'");
    }

    private void update(String change) {
        try (Connection c = database.connect()) {
            Rows.run(
                    c,
                    "update DBA_DATAPUMP_JOBS set " + change + " where owner_name = ? and job_name = ?",
                    owner,
                    name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void forget() {
        database.jobs().remove(owner + "." + name);
        try (Connection c = database.connect()) {
            Rows.run(c, "delete from DBA_DATAPUMP_JOBS where owner_name = ? and job_name = ?", owner, name);
            Rows.run(c, "delete from LAB$JOBS where owner_name = ? and job_name = ?", owner, name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Those that the parameter names, each by its name or by a template. */
    private List<Path> files() {
        int workers = Integer.parseInt(parameters.require("PARALLEL"));
        parameters.require("DUMPFILE");
        return parameters.list("DUMPFILE").stream()
                .flatMap(template -> DumpSet.files(directory, template, workers).stream())
                .toList();
    }

    private void say(String line) {
        say(line, true);
    }

    /** With LOGTIME the first line of an entry has a time stamp, and no other. */
    private void say(String line, boolean first) {
        LocalDateTime now = LocalDateTime.ofInstant(context.clock().instant(), ZoneOffset.UTC);
        String logtime = parameters.find("LOGTIME");
        String text = logtime == null || logtime.equalsIgnoreCase("NONE") || line.isEmpty() || !first
                ? line
                : STAMP.format(now).toUpperCase(Locale.ROOT) + ": " + line;
        Path log = directory.resolve(parameters.require("LOGFILE"));
        try {
            // A file system that is full takes the name of a file, and nothing into it.
            Files.writeString(
                    log,
                    FullDisk.holds(log) ? "" : text + "\n",
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("Data Pump log cannot be written", e);
        }
        clients.forEach(client -> client.accept(text));
    }

    private String duration() {
        return parameters.yes("METRICS") ? " in 1 seconds using direct_path" : "";
    }

    /** What a worker says; with METRICS it says which one it is. */
    private void told(String line) {
        int workers = Integer.parseInt(parameters.require("PARALLEL"));
        told++;
        say(parameters.yes("METRICS") ? "W-" + (told % workers + 1) + " " + line : line);
    }

    private int told;

    /** From 19 on an empty line stands before the statement that failed, and after each error. */
    private void error(String... lines) {
        synchronized (this) {
            errors++;
        }
        boolean spaced = full() && database.spec().major() >= 19;
        say(lines[0]);
        for (int i = 1; i < lines.length; i++) {
            if (spaced && lines[i].equals("Failing sql is:")) {
                say("", false);
            }
            say(lines[i], false);
        }
        if (spaced) {
            say("", false);
        }
    }

    private boolean full() {
        return !context.kindnesses().has(Kindness.ONE_CLEAN_LOG);
    }

    /** What stands above everything, without time stamps. */
    private void banner() {
        if (!full()) {
            return;
        }
        String release = database.spec().major() + ".0.0.0.0";
        boolean edition = database.spec().enterprise();
        say(";;; ", false);
        say((parameters.export() ? "Export" : "Import") + ": Release " + release + " - Production on " + now(), false);
        if (database.spec().major() >= 18) {
            say("Version " + database.spec().version(), false);
        }
        say("", false);
        say("Copyright (c) 1982, 2025, Oracle and/or its affiliates.  All rights reserved.", false);
        say(";;; ", false);
        say(
                "Connected to: Oracle Database " + database.spec().major() + "c "
                        + (edition ? "Enterprise Edition" : "Standard Edition 2") + " Release " + release
                        + " - Production",
                false);
        told("Startup took 0 seconds");
    }

    /** One kind of object, with what went wrong in between. */
    private void section(String kind, long objects, Runnable work) {
        if (!full() || objects == 0) {
            work.run();
            return;
        }
        told("Processing object type SCHEMA_EXPORT/" + kind);
        work.run();
        if (parameters.yes("METRICS")) {
            String words = objects + " "
                    + kind.substring(kind.lastIndexOf('/') + 1).replace("TYPE_SPEC", "TYPE") + " objects in 0 seconds";
            told("     Completed " + words);
            told("     Completed by worker 1 " + words);
        }
    }

    /** The line of a table, or the lines of its partitions. */
    private void moved(Connection c, String verb, String schema, String table, long bytes, int rows) {
        boolean partitioned = full()
                && Rows.number(
                                c,
                                "select count(*) from DBA_TABLES where owner = ? and table_name = ? and partitioned ="
                                        + " 'YES'",
                                schema,
                                table)
                        > 0;
        int parts = partitioned ? 3 : 1;
        for (int part = 0; part < parts; part++) {
            int share = rows / parts + (part < rows % parts ? 1 : 0);
            told(". . " + verb + " \"" + schema + "\".\"" + table + "\""
                    + (partitioned ? ":\"P" + (2024 + part) + "\"" + (part == 2 ? ".\"SYS_SUBP4711\"" : "") : "")
                    + String.format("  %20s %7d rows", size(bytes / parts), share) + duration());
        }
    }

    private void work() {
        try {
            boolean done = parameters.export() ? export() : load();
            synchronized (this) {
                if (!done) {
                    state("NOT RUNNING");
                    say("Job " + label() + " stopped by user request at " + now());
                    exit = 0;
                    return;
                }
                exit = errors == 0 ? 0 : 5;
                say("Job " + label()
                        + (errors == 0 ? " successfully completed at " : " completed with " + errors + " error(s) at ")
                        + now() + " elapsed 0 00:00:01");
                context.ledger()
                        .record(system(), operation() + "-done", name, owner, Effect.CHANGED, Map.of("errors", errors));
                forget();
                state = "COMPLETED";
            }
        } catch (ParameterFile.Refused e) {
            synchronized (this) {
                e.lines().forEach(this::say);
                say("Job " + label() + " stopped due to fatal error at " + now());
                exit = 1;
                forget();
                state = "COMPLETED";
            }
        } catch (SQLException | IOException | RuntimeException e) {
            LOG.error("lab {} job {}", operation(), label(), e);
            synchronized (this) {
                say("ORA-39126: Worker unexpected fatal error in KUPW$WORKER.MAIN [" + e + "]");
                say("Job " + label() + " stopped due to fatal error at " + now());
                exit = 1;
                forget();
                state = "COMPLETED";
            }
        } finally {
            clients.forEach(client -> client.accept(END));
        }
    }

    /** Told to clients when the worker has ended. */
    static final String END = "\u0000end";

    private String now() {
        return LONG_STAMP.format(LocalDateTime.ofInstant(context.clock().instant(), ZoneOffset.UTC));
    }

    private List<String> owners(Connection c) {
        if (parameters.yes("FULL")) {
            return Rows.texts(
                    c,
                    "select distinct owner from DBA_TABLES where owner in (select username from DBA_USERS where"
                            + " oracle_maintained = 'N') order by owner");
        }
        List<String> owners = new ArrayList<>();
        for (String schema : parameters.list("SCHEMAS")) {
            String asked = schema.toUpperCase(Locale.ROOT);
            if (Rows.number(c, "select count(*) from DBA_USERS where username = ?", asked) == 0) {
                error("ORA-39165: Schema " + asked + " was not found.");
            } else {
                owners.add(asked);
            }
        }
        if (owners.isEmpty()) {
            throw new ParameterFile.Refused("ORA-31655: no data or metadata objects selected for job");
        }
        return owners;
    }

    private boolean export() throws SQLException, IOException {
        try (Connection c = database.connect()) {
            List<Path> files = files();
            List<String> owners = owners(c);
            if (progress.isEmpty()) {
                banner();
                say("Starting " + label() + ":  " + owner + "/******** parfile ");
                if (full()) {
                    told("Processing object type SCHEMA_EXPORT/TABLE/TABLE_DATA");
                }
                String id = UUID.randomUUID().toString();
                for (Path file : files) {
                    refuseFull(file);
                    DumpSet.append(file, List.of(Map.of("header", header(database, id, files.size()))));
                }
                done("", "header");
            }
            Map<String, Long> tables = new LinkedHashMap<>();
            (parameters.metadataOnly() ? List.<String>of() : owners)
                    .forEach(schema -> LabDatabase.tableBytes(c, schema)
                            .forEach((table, bytes) -> tables.put(schema + "\u0000" + table, bytes)));
            long total = tables.values().stream().mapToLong(Long::longValue).sum();
            long moved = 0;
            int index = 0;
            for (Map.Entry<String, Long> entry : tables.entrySet()) {
                String[] table = entry.getKey().split("\u0000");
                Path file = files.get(index++ % files.size());
                moved += entry.getValue();
                if (progress.containsKey(entry.getKey())) {
                    continue;
                }
                if (!take(entry.getValue(), EXPORT_RATE)) {
                    return false;
                }
                if (context.faults().take(system(), operation(), FaultKind.JOB_FAILS)) {
                    error(
                            "ORA-31693: Table data object \"" + table[0] + "\".\"" + table[1]
                                    + "\" failed to load/unload and is being skipped due to error:",
                            "ORA-02354: error in exporting/importing data",
                            "ORA-01555: snapshot too old: rollback segment number 12 with name \"_SYSSMU12$\" too small");
                    done(entry.getKey(), "failed");
                    continue;
                }
                List<Object> lines = new ArrayList<>();
                lines.add(Map.of("table", List.of(table[0], table[1]), "bytes", entry.getValue()));
                if (policies() && LabPolicies.hides(c, owner, table[0], table[1])) {
                    error("ORA-39181: Only partial table data may be exported due to fine grain access control on "
                            + Rows.quote(table[0], table[1]));
                }
                for (Map<String, @Nullable Object> row : Rows.query(c, rows(c, owner, table[0], table[1]))) {
                    lines.add(Map.of("row", DumpSet.written(row)));
                }
                if (FullDisk.holds(file)) {
                    List<String> words = new ArrayList<>(List.of("ORA-31693: Table data object \"" + table[0] + "\".\""
                            + table[1] + "\" failed to load/unload and is being skipped due to error:"));
                    words.addAll(noRoom(file));
                    error(words.toArray(String[]::new));
                    done(entry.getKey(), "failed");
                    continue;
                }
                DumpSet.append(file, lines);
                moved(c, "exported", table[0], table[1], entry.getValue(), lines.size() - 1);
                done(entry.getKey(), "done");
                longops(c, moved, total);
            }
            List<Object> metadata = metadata(c, owners);
            actions(owners.size(), List.of());
            if (database.spec().has(XML_SCHEMA) && !context.kindnesses().has(Kindness.COMPONENTS_ADD_NOTHING)) {
                section("XMLSCHEMA/XMLSCHEMA", 1, () -> {});
            }
            for (DumpSet.Part part : DumpSet.PARTS) {
                long objects = metadata.stream()
                        .filter(line -> part.view().equals(((Map<?, ?>) line).get("view")))
                        .count();
                if (KINDS.containsKey(part.view())) {
                    section(KINDS.get(part.view()), objects, () -> {});
                }
            }
            metadata.add(Map.of("complete", true));
            refuseFull(files.get(0));
            DumpSet.append(files.get(0), metadata);
            say("Master table " + label() + " successfully loaded/unloaded");
            if (full()) {
                say("*".repeat(78));
            }
            say("Dump file set for " + owner + "." + name + " is:");
            files.forEach(file -> say("  " + file));
            return true;
        }
    }

    private boolean policies() {
        return !context.kindnesses().has(Kindness.POLICIES_HIDE_NOTHING);
    }

    /** The query of a table's rows: columns that nobody sees are among them, those that are not kept are not. */
    private String rows(Connection c, String user, String schema, String table) {
        return "select " + LabSchemas.stored(c, schema, table) + " from "
                + (policies() ? LabPolicies.seen(c, user, schema, table) : Rows.quote(schema, table));
    }

    /** Without its headers and its master table a set is none: the job ends. */
    private static void refuseFull(Path file) {
        if (FullDisk.holds(file)) {
            throw new ParameterFile.Refused(noRoom(file).toArray(String[]::new));
        }
    }

    /** What a server says of a write that the file system refuses for want of room (Database Error Messages 12.2). */
    private static List<String> noRoom(Path file) {
        return List.of(
                "ORA-19502: write error on file \"" + file + "\", block number 1281 (block size=4096)",
                "ORA-27072: File I/O error",
                "Linux-x86_64 Error: 28: No space left on device");
    }

    /** What an import asks of the set before it reads the rest. */
    private Map<String, Object> header(LabDatabase from, String id, int files) {
        return Map.of(
                "job",
                id,
                "files",
                files,
                "version",
                from.spec().version(),
                "timeZone",
                from.spec().timeZoneVersion(),
                "characterSet",
                from.spec().characterSet(),
                "scn",
                parameters.metadataOnly() ? "none" : parameters.require("FLASHBACK_SCN"),
                "features",
                from.spec().features());
    }

    /** What of the dictionary travels with these owners. */
    private List<Object> metadata(Connection c, List<String> owners) throws SQLException {
        List<Object> metadata = new ArrayList<>();
        for (String schema : owners) {
            for (DumpSet.Part part : DumpSet.PARTS) {
                for (Map<String, @Nullable Object> row : Rows.query(c, travels(part), schema)) {
                    metadata.add(Map.of("view", part.view(), "owner", schema, "row", DumpSet.written(row)));
                }
            }
            metadata.add(Map.of(
                    "view",
                    "LAB$SECRETS",
                    "owner",
                    schema,
                    "row",
                    DumpSet.written(Rows.query(c, "select * from LAB$SECRETS where username = ?", schema)
                            .get(0))));
        }
        return metadata;
    }

    /** Reads over the link what a dump set would hold; a table with LONG columns comes without its rows. */
    private void readLinked(List<JsonNode> headers, Map<String, List<JsonNode>> rows, List<JsonNode> metadata)
            throws SQLException {
        JsonMapper json = JsonMapper.shared();
        LabSession session;
        try {
            session = links.follow(database, owner, parameters.require("NETWORK_LINK"));
        } catch (OraError e) {
            throw new ParameterFile.Refused(
                    "ORA-39126: Worker unexpected fatal error in KUPW$WORKER.FETCH_XML_OBJECTS",
                    String.valueOf(e.getMessage()));
        }
        LabDatabase there = session.database();
        try (Connection c = there.connect()) {
            List<String> owners = owners(c);
            headers.add(json.valueToTree(header(there, name, 0)));
            metadata(c, owners).forEach(line -> metadata.add(json.valueToTree(line)));
            for (String schema : parameters.metadataOnly() ? List.<String>of() : owners) {
                for (String table : LabDatabase.tableBytes(c, schema).keySet()) {
                    List<JsonNode> read = new ArrayList<>();
                    if (longs(c, schema, table)) {
                        if (progress.isEmpty()) {
                            error("ORA-31679: Table data object " + Rows.quote(schema, table)
                                    + " has long columns, and longs can not be loaded/unloaded using a network link");
                        }
                        continue;
                    }
                    // Of rows that are hidden from the link's user the job says nothing.
                    for (Map<String, @Nullable Object> row : Rows.query(c, rows(c, session.user(), schema, table))) {
                        read.add(json.valueToTree(DumpSet.written(row)));
                    }
                    rows.put(schema + "\u0000" + table, read);
                }
            }
        } finally {
            session.close();
        }
    }

    private static boolean longs(Connection c, String schema, String table) {
        return Rows.number(
                        c,
                        "select count(*) from DBA_TAB_COLUMNS where owner = ? and table_name = ? and data_type in ('LONG',"
                                + " 'LONG RAW')",
                        schema,
                        table)
                > 0;
    }

    /** Of rights those that the owner granted; what others passed on stays behind. */
    private String travels(DumpSet.Part part) {
        boolean withPublic =
                part.view().equals("DBA_SYNONYMS") && context.kindnesses().has(Kindness.PUBLIC_SYNONYMS_TRAVEL);
        // What lies in the recycle bin stays behind.
        String named = switch (part.view()) {
            case "DBA_TABLES", "DBA_TAB_COLUMNS", "DBA_CONSTRAINTS", "DBA_CONS_COLUMNS", "DBA_INDEXES", "DBA_LOBS" ->
                "table_name";
            case "DBA_SEGMENTS" -> "segment_name";
            case "DBA_OBJECTS" -> "object_name";
            default -> null;
        };
        return "select * from " + part.view() + " where " + (withPublic ? "table_owner" : part.owner()) + " = ?"
                + (named == null ? "" : " and " + named + " not like 'BIN$%'")
                + (part.view().equals("DBA_TAB_PRIVS") ? " and grantor = owner" : "")
                // The target makes those of a job of DBMS_JOB by itself.
                + (part.view().equals("DBA_SCHEDULER_JOBS") ? " and job_name not like 'DBMS_JOB$%'" : "")
                + (part.view().equals("DBA_OBJECTS") ? " and object_name not like 'DBMS_JOB$%'" : "")
                + (part.view().equals("DBA_TS_QUOTAS") ? " and dropped = 'NO'" : "");
    }

    private boolean load() throws SQLException, IOException {
        Map<String, List<JsonNode>> rows = new LinkedHashMap<>();
        List<JsonNode> metadata = new ArrayList<>();
        List<JsonNode> headers = new ArrayList<>();
        if (parameters.find("NETWORK_LINK") == null) {
            readSet(headers, rows, metadata);
        } else {
            readLinked(headers, rows, metadata);
        }
        if (parameters.metadataOnly()) {
            rows.clear();
        }
        if (headers.get(0).get("timeZone").asInt() > database.spec().timeZoneVersion()) {
            throw new ParameterFile.Refused(
                    "ORA-39405: Oracle Data Pump does not support importing from a source database"
                            + " with TSTZ version "
                            + headers.get(0).get("timeZone").asInt() + " into a target database with TSTZ"
                            + " version " + database.spec().timeZoneVersion() + ".");
        }
        try (Connection c = database.connect()) {
            if (progress.isEmpty()) {
                banner();
                if (parameters.find("NETWORK_LINK") == null) {
                    say("Master table " + label() + " successfully loaded/unloaded");
                }
                if (full() && database.spec().major() >= 19) {
                    told("Source time zone is +01:00 and target time zone is +00:00.");
                }
                say("Starting " + label() + ":  " + owner + "/******** parfile ");
                // In one transaction: a thousand rows are not forced to the disk one by one.
                c.setAutoCommit(false);
                try {
                    dictionary(c, metadata, headers.get(0));
                } finally {
                    c.setAutoCommit(true);
                }
                done("", "metadata");
            }
            long total = metadata.stream()
                    .filter(line -> is(line, "DBA_SEGMENTS"))
                    .mapToLong(DataPumpJob::bytes)
                    .sum();
            long moved = 0;
            for (Map.Entry<String, List<JsonNode>> entry : rows.entrySet()) {
                String[] table = entry.getKey().split("\u0000");
                if (!selected(table[0])) {
                    continue;
                }
                long bytes = metadata.stream()
                        .filter(line -> is(line, "DBA_SEGMENTS")
                                && line.get("owner").asString().equals(table[0])
                                && table[1].equals(DumpSet.read(line.get("row").get("SEGMENT_NAME"))))
                        .mapToLong(DataPumpJob::bytes)
                        .sum();
                moved += bytes;
                if (progress.containsKey(entry.getKey())) {
                    continue;
                }
                if (!space(c, metadata, table) || !archived(bytes) || !take(bytes, IMPORT_RATE)) {
                    return false;
                }
                table(c, table, entry.getValue(), bytes);
                done(entry.getKey(), "done");
                longops(c, moved, total);
            }
            if (!space(c, metadata, null)) {
                return false;
            }
            if (Rows.number(c, "select count(*) from DBA_OBJECTS where status = 'INVALID'") > 0) {
                for (String object : Rows.texts(
                        c,
                        "select '\"' || owner || '\".\"' || object_name || '\"' from DBA_OBJECTS where status = 'INVALID'"
                                + " and object_type = 'PACKAGE BODY' order by owner, object_name")) {
                    error("ORA-39082: Object type PACKAGE BODY:" + object + " created with compilation warnings");
                }
            }
            return true;
        }
    }

    private void readSet(List<JsonNode> headers, Map<String, List<JsonNode>> rows, List<JsonNode> metadata)
            throws IOException {
        boolean[] complete = new boolean[1];
        readAll(files(), headers, rows, metadata, complete);
        if (!complete[0] || headers.get(0).get("files").asInt() > headers.size()) {
            throw new ParameterFile.Refused(
                    "ORA-39001: invalid argument value",
                    "ORA-39000: bad dump file specification",
                    complete[0]
                            ? "ORA-39059: dump file set is incomplete"
                            : "ORA-39246: cannot locate master table within provided dump files");
        }
    }

    private static void readAll(
            List<Path> files,
            List<JsonNode> headers,
            Map<String, List<JsonNode>> rows,
            List<JsonNode> metadata,
            boolean[] complete)
            throws IOException {
        for (Path file : files) {
            if (!Files.exists(file)) {
                if (!headers.isEmpty()) {
                    break; // fewer files than workers: the header says how many there must be
                }
                throw new ParameterFile.Refused(
                        "ORA-39001: invalid argument value",
                        "ORA-39000: bad dump file specification",
                        "ORA-31640: unable to open dump file \"" + file + "\" for read",
                        "ORA-27037: unable to obtain file status");
            }
            String[] current = new String[1];
            DumpSet.read(file, line -> {
                if (line.has("header")) {
                    headers.add(line.get("header"));
                } else if (line.has("table")) {
                    current[0] = line.get("table").get(0).asString() + "\u0000"
                            + line.get("table").get(1).asString();
                    rows.put(current[0], new ArrayList<>());
                } else if (line.has("view")) {
                    metadata.add(line);
                } else if (line.has("complete")) {
                    complete[0] = true;
                } else {
                    rows.getOrDefault(String.valueOf(current[0]), new ArrayList<>())
                            .add(line.get("row"));
                }
            });
        }
    }

    private static boolean is(JsonNode line, String view) {
        return line.get("view").asString().equals(view);
    }

    private static long bytes(JsonNode line) {
        Object bytes = DumpSet.read(line.get("row").get("BYTES"));
        return bytes instanceof BigDecimal number ? number.longValue() : 0;
    }

    private boolean selected(String schema) {
        return parameters.yes("FULL")
                || parameters.list("SCHEMAS").stream().anyMatch(asked -> asked.equalsIgnoreCase(schema));
    }

    /** Everything but rows: users with what they may, then tables, then what hangs on them, then rights on objects. */
    private void dictionary(Connection c, List<JsonNode> metadata, JsonNode header) {
        TreeSet<String> there = new TreeSet<>(Rows.texts(c, "select username from DBA_USERS"));
        TreeSet<String> absent = new TreeSet<>();
        users(c, metadata, there, absent);
        if (!full()) {
            told("Processing object type DATABASE_EXPORT/SCHEMA/TABLE/TABLE");
        }
        List<String> schemas = metadata.stream()
                .filter(line -> is(line, "DBA_USERS"))
                .map(line -> line.get("owner").asString())
                .filter(schema -> selected(schema) && !absent.contains(schema))
                .distinct()
                .toList();
        actions(schemas.size(), has(header, OLAP) && !database.spec().has(OLAP) ? schemas : List.of());
        objects(c, metadata, header, absent);
        section(KINDS.get("DBA_TAB_PRIVS"), count(metadata, "DBA_TAB_PRIVS"), () -> {
            for (JsonNode line : metadata) {
                if (is(line, "DBA_TAB_PRIVS") && selected(line.get("owner").asString())) {
                    right(c, row(line), absent);
                }
            }
        });
        if (full()) {
            told("Processing object type SCHEMA_EXPORT/TABLE/TABLE_DATA");
        }
    }

    /** What the packages of components do for each schema; those of a component that this database lacks fail. */
    private void actions(int schemas, List<String> failing) {
        if (context.kindnesses().has(Kindness.COMPONENTS_ADD_NOTHING)) {
            return;
        }
        String logical = database.spec().major() >= 23 ? "/LOGREP" : "";
        section("PRE_SCHEMA/PROCACT_SCHEMA" + logical, schemas, () -> {
            for (int i = 0; i < failing.size(); i++) {
                error(
                        "ORA-39083: Object type PROCACT_SCHEMA failed to create with error:",
                        "ORA-06550: line 2, column 1:",
                        "PLS-00201: identifier 'DBMS_CUBE_EXP.SCHEMA_INFO_IMP_BEG' must be declared",
                        "ORA-06550: line 2, column 1:",
                        "PL/SQL: Statement ignored",
                        "Failing sql is:",
                        "BEGIN ",
                        "DBMS_CUBE_EXP.SCHEMA_INFO_IMP_BEG(1, 0, '12.02.00.00.00');COMMIT; END; ");
            }
        });
        if (!parameters.export()) {
            told(
                    ">>> Cannot set an SCN larger than the current SCN. If a Streams Capture configuration was imported then"
                            + " the Apply that processes the captured messages needs to be dropped and recreated. See My Oracle"
                            + " Support article number 1380295.1.");
        }
    }

    /** An XML schema is registered anew, unless its address is. */
    private void xmlSchema(Connection c) {
        if (Rows.number(
                        c,
                        "select count(*) from LAB$JOBS where owner_name = ? and job_name = ?",
                        LabObjectViews.XML_SCHEMA,
                        LabObjectViews.XML_SCHEMA_URL)
                > 0) {
            error(
                    "ORA-39083: Object type XMLSCHEMA failed to create with error:",
                    "ORA-31085: schema \"" + LabObjectViews.XML_SCHEMA_URL + "\" already registered");
            return;
        }
        Rows.insert(
                c,
                "LAB$JOBS",
                Rows.row(
                        "owner_name",
                        LabObjectViews.XML_SCHEMA,
                        "job_name",
                        LabObjectViews.XML_SCHEMA_URL,
                        "request",
                        parameters.list("SCHEMAS").get(0).toUpperCase(Locale.ROOT)));
    }

    private static final String OLAP = "olap";
    private static final String XML_SCHEMA = "xml-schema";

    /** How a log calls what a view of the dictionary holds. */
    private static final Map<String, String> KINDS = Map.ofEntries(
            Map.entry("DBA_USERS", "USER"),
            Map.entry("DBA_SYS_PRIVS", "SYSTEM_GRANT"),
            Map.entry("DBA_ROLE_PRIVS", "ROLE_GRANT"),
            Map.entry("DBA_TS_QUOTAS", "TABLESPACE_QUOTA"),
            Map.entry("DBA_DB_LINKS", "DB_LINK"),
            Map.entry("DBA_TYPES", "TYPE/TYPE_SPEC"),
            Map.entry("DBA_POLICIES", "TABLE/RLS_POLICY/RLS_POLICY"),
            Map.entry("REDACTION_POLICIES", "TABLE/RADM_POLICY"),
            Map.entry("DBA_AUDIT_POLICIES", "TABLE/FGA_POLICY"),
            Map.entry("DBA_SEQUENCES", "SEQUENCE/SEQUENCE"),
            Map.entry("DBA_TABLES", "TABLE/TABLE"),
            Map.entry("DBA_TAB_PRIVS", "TABLE/GRANT/OWNER_GRANT/OBJECT_GRANT"),
            Map.entry("DBA_INDEXES", "TABLE/INDEX/INDEX"),
            Map.entry("DBA_CONSTRAINTS", "TABLE/CONSTRAINT/CONSTRAINT"),
            Map.entry("DBA_TRIGGERS", "TABLE/TRIGGER"),
            Map.entry("DBA_SYNONYMS", "SYNONYM/SYNONYM"),
            Map.entry("DBA_MVIEWS", "MATERIALIZED_VIEW"),
            Map.entry("DBA_SCHEDULER_JOBS", "POST_SCHEMA/PROCOBJ/SCHEDULER"));

    private long count(List<JsonNode> metadata, String view) {
        return metadata.stream()
                .filter(line -> is(line, view) && selected(line.get("owner").asString()))
                .count();
    }

    private static Map<String, @Nullable Object> row(JsonNode line) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        line.get("row").properties().forEach(entry -> row.put(entry.getKey(), DumpSet.read(entry.getValue())));
        return row;
    }

    private String remapped(@Nullable Object tablespace) {
        String wanted = String.valueOf(tablespace);
        return parameters.remaps("REMAP_TABLESPACE").getOrDefault(wanted, wanted);
    }

    /** Users first, all of them, so that each may be granted what the others have. */
    private void users(Connection c, List<JsonNode> metadata, TreeSet<String> there, TreeSet<String> absent) {
        TreeSet<String> announced = new TreeSet<>();
        section("USER", count(metadata, "DBA_USERS"), () -> made(c, metadata, there, absent, announced));
        for (String view : DumpSet.OF_USERS) {
            if (!view.equals("DBA_USERS")) {
                section(
                        KINDS.getOrDefault(view, "PASSWORD_HISTORY"),
                        KINDS.containsKey(view) ? count(metadata, view) : 0,
                        () -> granted(c, metadata, view, absent, announced));
            }
        }
    }

    private void made(
            Connection c,
            List<JsonNode> metadata,
            TreeSet<String> there,
            TreeSet<String> absent,
            TreeSet<String> announced) {
        for (JsonNode line : metadata) {
            String schema = line.get("owner").asString();
            if (!is(line, "DBA_USERS") || !selected(schema)) {
                continue;
            }
            if (there.contains(schema)) {
                announced.add(schema);
                error("ORA-31684: Object type USER:\"" + schema + "\" already exists");
                continue;
            }
            Map<String, @Nullable Object> row = row(line);
            row.put("DEFAULT_TABLESPACE", remapped(row.get("DEFAULT_TABLESPACE")));
            if (!context.kindnesses().has(Kindness.STATES_OF_ACCOUNTS_CROSS)) {
                row.put("ACCOUNT_STATUS", created(String.valueOf(row.get("ACCOUNT_STATUS"))));
            }
            String lack = fills() ? null : lack(c, row);
            if (lack != null) {
                absent.add(schema);
                error(
                        "ORA-39083: Object type USER:\"" + schema + "\" failed to create with error:",
                        lack,
                        "Failing sql is:",
                        " CREATE USER \"" + schema + "\" IDENTIFIED BY VALUES 'S:0' DEFAULT TABLESPACE \""
                                + row.get("DEFAULT_TABLESPACE") + "\" TEMPORARY TABLESPACE \""
                                + row.get("TEMPORARY_TABLESPACE") + "\" PROFILE \"" + row.get("PROFILE") + "\"");
                continue;
            }
            Rows.insert(c, "DBA_USERS", row);
        }
    }

    /** CREATE USER has ACCOUNT LOCK and PASSWORD EXPIRE alone: what failed logons and a time of grace made stays behind. */
    private static String created(String status) {
        boolean expired = status.startsWith("EXPIRED") && !status.startsWith("EXPIRED(GRACE)");
        boolean locked = status.endsWith("LOCKED");
        return locked ? expired ? "EXPIRED & LOCKED" : "LOCKED" : expired ? "EXPIRED" : "OPEN";
    }

    private void granted(
            Connection c, List<JsonNode> metadata, String view, TreeSet<String> absent, TreeSet<String> announced) {
        for (JsonNode line : metadata) {
            String schema = line.get("owner").asString();
            if (!is(line, view) || !selected(schema) || announced.contains(schema)) {
                continue;
            }
            Map<String, @Nullable Object> row = row(line);
            switch (view) {
                case "DBA_ROLE_PRIVS":
                    String role = String.valueOf(row.get("GRANTED_ROLE"));
                    boolean known = Rows.number(c, "select count(*) from DBA_ROLES where role = ?", role) > 0;
                    if (failed("ROLE_GRANT", "GRANT \"" + role + "\" TO \"" + schema + "\"", absent, schema)) {
                        continue;
                    }
                    if (!known && !fills()) {
                        error(
                                "ORA-39083: Object type ROLE_GRANT failed to create with error:",
                                "ORA-01919: role '" + role + "' does not exist",
                                "Failing sql is:",
                                " GRANT \"" + role + "\" TO \"" + schema + "\"");
                        continue;
                    }
                    break;
                case "DBA_SYS_PRIVS":
                    if (failed(
                            "SYSTEM_GRANT",
                            "GRANT " + row.get("PRIVILEGE") + " TO \"" + schema + "\"",
                            absent,
                            schema)) {
                        continue;
                    }
                    break;
                case "DBA_TS_QUOTAS":
                    row.put("TABLESPACE_NAME", remapped(row.get("TABLESPACE_NAME")));
                    if (absent.contains(schema)) {
                        continue;
                    }
                    if (!fills() && missing(c, String.valueOf(row.get("TABLESPACE_NAME")))) {
                        error(
                                "ORA-39083: Object type TABLESPACE_QUOTA:\"" + schema + "\".\""
                                        + row.get("TABLESPACE_NAME") + "\" failed to create with error:",
                                "ORA-00959: tablespace '" + row.get("TABLESPACE_NAME") + "' does not exist");
                        continue;
                    }
                    break;
                default:
                    if (absent.contains(schema)) {
                        continue;
                    }
            }
            Rows.insert(c, view, row);
        }
    }

    private boolean fills() {
        return context.kindnesses().has(Kindness.IMPORT_NEVER_LACKS);
    }

    /** Whether the user is absent; it is said then. */
    private boolean failed(String type, String sql, TreeSet<String> absent, String user) {
        if (absent.contains(user)) {
            error(
                    "ORA-39083: Object type " + type + " failed to create with error:",
                    "ORA-01917: user or role '" + user + "' does not exist",
                    "Failing sql is:",
                    " " + sql);
            return true;
        }
        return false;
    }

    private static boolean missing(Connection c, String tablespace) {
        return Rows.number(c, "select count(*) from DBA_TABLESPACES where tablespace_name = ?", tablespace) == 0;
    }

    /** What CREATE USER would say, or null. */
    private static @Nullable String lack(Connection c, Map<String, @Nullable Object> user) {
        String profile = String.valueOf(user.get("PROFILE"));
        if (Rows.number(c, "select count(*) from DBA_PROFILES where profile = ?", profile) == 0) {
            return "ORA-02380: profile " + profile + " does not exist";
        }
        for (String column : List.of("DEFAULT_TABLESPACE", "TEMPORARY_TABLESPACE")) {
            if (missing(c, String.valueOf(user.get(column)))) {
                return "ORA-00959: tablespace '" + user.get(column) + "' does not exist";
            }
        }
        return null;
    }

    private void objects(Connection c, List<JsonNode> metadata, JsonNode header, TreeSet<String> absent) {
        TreeSet<String> existing = new TreeSet<>(Rows.texts(c, "select owner || '.' || table_name from DBA_TABLES"));
        TreeSet<String> failed = new TreeSet<>();
        TreeSet<String> typeless = new TreeSet<>();
        TreeSet<String> begun = new TreeSet<>();
        Timestamp now = LabDatabase.timestamp(context.clock().instant());
        for (JsonNode line : metadata) {
            String schema = line.get("owner").asString();
            String view = line.get("view").asString();
            if (!selected(schema) || DumpSet.OF_USERS.contains(view) || view.equals("DBA_TAB_PRIVS")) {
                continue;
            }
            if (full() && KINDS.containsKey(view) && begun.add(view)) {
                // An XML schema needs its types, and its tables need it.
                if (view.equals("DBA_TABLES")
                        && has(header, XML_SCHEMA)
                        && !context.kindnesses().has(Kindness.COMPONENTS_ADD_NOTHING)) {
                    section("XMLSCHEMA/XMLSCHEMA", 1, () -> xmlSchema(c));
                }
                told("Processing object type SCHEMA_EXPORT/" + KINDS.get(view));
            }
            Map<String, @Nullable Object> row = row(line);
            if (row.get("TABLESPACE_NAME") != null) {
                row.put("TABLESPACE_NAME", remapped(row.get("TABLESPACE_NAME")));
            }
            if (view.equals("DBA_SEGMENTS") && parameters.metadataOnly()) {
                row.put("BYTES", FIRST_EXTENT);
            }
            String named = String.valueOf(row.get("TABLE_NAME"));
            for (String column : List.of(
                    "TABLE_NAME",
                    "SEGMENT_NAME",
                    "OBJECT_NAME",
                    "CONSTRAINT_NAME",
                    "INDEX_NAME",
                    "SEQUENCE_NAME",
                    "JOB_NAME")) {
                row.computeIfPresent(column, (key, name) -> renamed(String.valueOf(name)));
            }
            String table = schema + "." + row.get("TABLE_NAME");
            if (absent.contains(schema)) {
                if (view.equals("DBA_TABLES")) {
                    failed.add(table);
                    error(
                            "ORA-39083: Object type TABLE:\"" + schema + "\".\"" + row.get("TABLE_NAME")
                                    + "\" failed to create with error:",
                            "ORA-01918: user '" + schema + "' does not exist",
                            "Failing sql is:",
                            "CREATE TABLE \"" + schema + "\".\"" + row.get("TABLE_NAME") + "\"");
                }
                continue;
            }
            switch (view) {
                case "DBA_TABLES":
                    if (existing.contains(table)) {
                        continue;
                    }
                    // A temporary table has no tablespace of its own.
                    if (row.get("TABLESPACE_NAME") != null && missing(c, String.valueOf(row.get("TABLESPACE_NAME")))) {
                        failed.add(table);
                        error(
                                "ORA-39083: Object type TABLE:\"" + schema + "\".\"" + row.get("TABLE_NAME")
                                        + "\" failed to create with error:",
                                "ORA-00959: tablespace '" + row.get("TABLESPACE_NAME") + "' does not exist",
                                "Failing sql is:",
                                "CREATE TABLE \"" + schema + "\".\"" + row.get("TABLE_NAME") + "\" TABLESPACE \""
                                        + row.get("TABLESPACE_NAME") + "\"");
                        continue;
                    }
                    if (typeless(c, schema, named, metadata)) {
                        failed.add(table);
                        typeless.add(table);
                        error(
                                "ORA-39117: Type needed to create table is not included in this operation."
                                        + " Failing sql is:",
                                "CREATE TABLE \"" + schema + "\".\"" + named + "\" (\"ID\" NUMBER)");
                        continue;
                    }
                    row.put("NUM_ROWS", null);
                    row.put("LAST_ANALYZED", null);
                    create(c, schema, named, metadata);
                    break;
                default:
                    if (view.equals("DBA_INDEXES") && typeless.contains(table)) {
                        error("ORA-39112: Dependent object type INDEX:\"" + schema + "\".\"" + row.get("INDEX_NAME")
                                + "\" skipped, base object type TABLE:\"" + schema + "\".\"" + named
                                + "\" creation failed");
                    }
                    if (existing.contains(table) || failed.contains(table)) {
                        continue;
                    }
                    if (view.startsWith("DBA_AUDIT_POLIC") && failed.contains(schema + "." + row.get("OBJECT_NAME"))) {
                        if (view.equals("DBA_AUDIT_POLICIES")) {
                            error("ORA-39112: Dependent object type FGA_POLICY:\"" + schema + "\".\""
                                    + row.get("POLICY_NAME") + "\" skipped, base object type TABLE:\"" + schema
                                    + "\".\"" + row.get("OBJECT_NAME") + "\" creation failed");
                        }
                        continue;
                    }
                    if (view.equals("DBA_SCHEDULER_JOBS") && full() && classless(c, schema, row)) {
                        failed.add(schema + "." + row.get("JOB_NAME") + ".JOB");
                        continue;
                    }
                    if (view.equals("DBA_TYPES") && identified(c, schema, row)) {
                        failed.add(schema + "." + row.get("TYPE_NAME") + ".TYPE");
                        failed.add(schema + "." + row.get("TYPE_NAME") + ".TYPE BODY");
                        continue;
                    }
                    if (view.equals("DBA_OBJECTS")
                            && failed.contains(schema + "." + row.get("OBJECT_NAME") + "." + row.get("OBJECT_TYPE"))) {
                        continue;
                    }
                    if (view.equals("DBA_OBJECTS")) {
                        row.put("LAST_DDL_TIME", now);
                        if ("PACKAGE BODY".equals(row.get("OBJECT_TYPE")) && needsSysGrant(header)) {
                            row.put("STATUS", "INVALID");
                            Rows.run(
                                    c,
                                    "delete from LAB$JOBS where owner_name = 'NEEDS SYS GRANT' and job_name = ?",
                                    schema);
                            Rows.insert(c, "LAB$JOBS", Rows.row("owner_name", "NEEDS SYS GRANT", "job_name", schema));
                        }
                    }
            }
            int major = database.spec().major();
            String what = String.valueOf(row.get("WHAT"));
            if (view.equals("DBA_JOBS") && major >= 18 && what.startsWith("dbms_refresh")) {
                LabSchemas.job(c, schema, "MV_RF$J_0_S_9" + row.get("JOB"), what, now);
                continue;
            }
            Rows.insert(c, view, row);
            if (view.equals("DBA_JOBS") && major >= 19) {
                LabSchemas.job(c, schema, "DBMS_JOB$_" + row.get("JOB"), what, now);
            }
        }
    }

    /** What the system named, it names anew: overflows, constraints, identity sequences, jobs that refresh, and what a domain index makes. */
    private static String renamed(String name) {
        java.util.regex.Matcher given = GIVEN.matcher(name);
        return given.matches() ? given.group(1) + "9" + given.group(2) : name;
    }

    private static final java.util.regex.Pattern GIVEN =
            java.util.regex.Pattern.compile("(SYS_IOT_OVER_|SYS_C|MDRT_|ISEQ\\$\\$_|MV_RF\\$J_0_S_)([0-9A-F]+\\$?)");

    /** Whether a type of the same identifier is there, as it is when somebody made a copy of it; it is said then. */
    private boolean identified(Connection c, String schema, Map<String, @Nullable Object> type) {
        if (Rows.number(c, "select count(*) from DBA_TYPES where type_oid = ?", type.get("TYPE_OID")) == 0) {
            return false;
        }
        error(
                "ORA-39083: Object type TYPE:\"" + schema + "\".\"" + type.get("TYPE_NAME")
                        + "\" failed to create with error:",
                "ORA-02304: invalid object identifier literal",
                "Failing sql is:",
                "CREATE TYPE \"" + schema + "\".\"" + type.get("TYPE_NAME") + "\" OID '" + type.get("TYPE_OID")
                        + "' AS OBJECT (");
        return true;
    }

    /** Whether a table has a column of an object type that is not there. */
    private boolean typeless(Connection c, String schema, String table, List<JsonNode> metadata) {
        return !context.kindnesses().has(Kindness.TABLES_NEED_NO_TYPES)
                && metadata.stream()
                        .filter(line -> is(line, "DBA_TAB_COLUMNS")
                                && line.get("owner").asString().equals(schema))
                        .map(DataPumpJob::row)
                        .filter(column ->
                                table.equals(column.get("TABLE_NAME")) && column.get("DATA_TYPE_OWNER") != null)
                        .anyMatch(column -> Rows.number(
                                        c,
                                        "select count(*) from DBA_TYPES where owner = ? and type_name = ?",
                                        String.valueOf(column.get("DATA_TYPE_OWNER")),
                                        String.valueOf(column.get("DATA_TYPE")))
                                == 0);
    }

    /** Whether the class of a job is missing, which belongs to SYS and in which no export by schema has; it is said then. */
    private boolean classless(Connection c, String schema, Map<String, @Nullable Object> job) {
        Object jobClass = job.get("JOB_CLASS");
        if (jobClass == null
                || Rows.number(
                                c,
                                "select count(*) from DBA_SCHEDULER_JOB_CLASSES where job_class_name = ?",
                                String.valueOf(jobClass))
                        > 0) {
            return false;
        }
        error(
                "ORA-39083: Object type PROCOBJ:\"" + schema + "\".\"" + job.get("JOB_NAME")
                        + "\" failed to create with error:",
                "ORA-27476: \"SYS\".\"" + jobClass + "\" does not exist",
                "Failing sql is:",
                "BEGIN ",
                "dbms_scheduler.create_job('\"" + job.get("JOB_NAME") + "\"',",
                "job_class=>'\"" + jobClass + "\"', enabled=>FALSE, auto_drop=>TRUE);",
                "COMMIT; ",
                "END; ");
        return true;
    }

    /** A right that the owner granted; one to somebody who is not there is lost. */
    private void right(Connection c, Map<String, @Nullable Object> right, TreeSet<String> absent) {
        String owner = String.valueOf(right.get("OWNER"));
        String grantee = String.valueOf(right.get("GRANTEE"));
        if (absent.contains(owner)) {
            return;
        }
        if (!fills() && !LabCommands.grantable(c, grantee)) {
            error(
                    "ORA-39083: Object type OBJECT_GRANT failed to create with error:",
                    "ORA-01917: user or role '" + grantee + "' does not exist",
                    "Failing sql is:",
                    "GRANT " + right.get("PRIVILEGE") + " ON \"" + owner + "\".\"" + right.get("TABLE_NAME")
                            + "\" TO \"" + grantee + "\"");
            return;
        }
        LabPeople.right(
                c,
                owner,
                String.valueOf(right.get("TABLE_NAME")),
                String.valueOf(right.get("PRIVILEGE")),
                grantee,
                owner,
                String.valueOf(right.get("GRANTABLE")));
    }

    private static boolean needsSysGrant(JsonNode header) {
        return has(header, "sys-grants");
    }

    private static boolean has(JsonNode header, String wanted) {
        for (JsonNode feature : header.get("features")) {
            if (feature.asString().equals(wanted)) {
                return true;
            }
        }
        return false;
    }

    private static void create(Connection c, String schema, String table, List<JsonNode> metadata) {
        LabSchemas.createSchema(c, schema);
        List<LabSchemas.Column> columns = new ArrayList<>();
        List<String> key = new ArrayList<>();
        for (JsonNode line : metadata) {
            JsonNode row = line.get("row");
            boolean ours = line.get("owner").asString().equals(schema)
                    && row.has("TABLE_NAME")
                    && table.equals(DumpSet.read(row.get("TABLE_NAME")));
            if (ours && is(line, "DBA_TAB_COLUMNS")) {
                columns.add(new LabSchemas.Column(
                        String.valueOf(DumpSet.read(row.get("COLUMN_NAME"))),
                        String.valueOf(DumpSet.read(row.get("DATA_TYPE"))),
                        new BigDecimal(String.valueOf(DumpSet.read(row.get("DATA_LENGTH")))).intValue(),
                        "Y".equals(DumpSet.read(row.get("NULLABLE"))),
                        DumpSet.read(row.get("COLUMN_ID")) == null,
                        (String) DumpSet.read(row.get("DATA_DEFAULT"))));
            } else if (ours && is(line, "DBA_CONS_COLUMNS")) {
                key.add(String.valueOf(DumpSet.read(row.get("COLUMN_NAME"))));
            }
        }
        LabSchemas.createTable(c, schema, renamed(table), columns, key);
    }

    private void table(Connection c, String[] table, List<JsonNode> rows, long bytes) throws SQLException {
        String target = Rows.quote(table[0], table[1]);
        if (Rows.number(c, "select count(*) from DBA_TABLES where owner = ? and table_name = ?", table[0], table[1])
                == 0) {
            return; // its creation failed and was reported
        }
        if (Rows.number(c, "select count(*) from " + target) > 0) {
            switch (parameters.require("TABLE_EXISTS_ACTION").toUpperCase(Locale.ROOT)) {
                case "SKIP":
                    error("ORA-39151: Table " + target
                            + " exists. All dependent metadata and data will be skipped due to"
                            + " table_exists_action of skip");
                    return;
                case "APPEND":
                    error("ORA-39152: Table " + target + " exists. Data will be appended to existing table but all"
                            + " dependent metadata will be skipped due to table_exists_action of append");
                    break;
                default:
                    Rows.run(c, "truncate table " + target);
            }
        }
        if (context.faults().take(system(), operation(), FaultKind.JOB_FAILS)) {
            error(
                    "ORA-31693: Table data object " + target
                            + " failed to load/unload and is being skipped due to error:",
                    "ORA-02354: error in exporting/importing data",
                    "ORA-01653: unable to extend table " + table[0] + "." + table[1]
                            + " by 8192 in tablespace APP_DATA");
            return;
        }
        boolean corrupt = !rows.isEmpty() && context.faults().take(system(), operation(), FaultKind.CORRUPT_ROWS);
        c.setAutoCommit(false);
        try {
            for (int i = 0; i < rows.size(); i++) {
                Map<String, @Nullable Object> row = new LinkedHashMap<>();
                rows.get(i).properties().forEach(entry -> row.put(entry.getKey(), DumpSet.read(entry.getValue())));
                if (corrupt && i == rows.size() / 2) {
                    corrupt(row);
                }
                String columns = String.join("\", \"", row.keySet());
                Rows.run(
                        c,
                        "insert into " + target + " (\"" + columns + "\") values (?" + ", ?".repeat(row.size() - 1)
                                + ")",
                        row.values().toArray());
            }
            c.commit();
        } catch (IllegalStateException e) {
            c.rollback();
            error(
                    "ORA-31693: Table data object " + target
                            + " failed to load/unload and is being skipped due to error:",
                    "ORA-02354: error in exporting/importing data",
                    "ORA-00001: unique constraint violated");
            return;
        } finally {
            c.setAutoCommit(true);
        }
        moved(c, "imported", table[0], table[1], bytes, rows.size());
    }

    /** Changes the last value that is not part of the key, as a bad cable would: nobody is told. */
    private static void corrupt(Map<String, @Nullable Object> row) {
        List<String> columns = new ArrayList<>(row.keySet());
        for (int i = columns.size() - 1; i > 0; i--) {
            Object value = row.get(columns.get(i));
            if (value instanceof String text && !text.isEmpty()) {
                row.put(columns.get(i), text.substring(0, text.length() - 1) + (text.endsWith("#") ? "+" : "#"));
                return;
            }
            if (value instanceof BigDecimal number) {
                row.put(columns.get(i), number.add(BigDecimal.ONE));
                return;
            }
        }
        row.put(columns.get(columns.size() - 1), null);
    }

    private void done(String key, String how) {
        progress.put(key, how);
        try (Connection c = database.connect()) {
            Rows.run(
                    c,
                    "update LAB$JOBS set progress = ? where owner_name = ? and job_name = ?",
                    JsonMapper.shared().writeValueAsString(progress),
                    owner,
                    name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void longops(Connection c, long moved, long total) {
        Rows.run(c, "delete from V$SESSION_LONGOPS where opname = ?", name);
        Rows.insert(
                c,
                "V$SESSION_LONGOPS",
                Rows.row(
                        "opname",
                        name,
                        "sofar",
                        moved >> 20,
                        "totalwork",
                        total >> 20,
                        "units",
                        "MB",
                        "time_remaining",
                        Math.round((total - moved) / (parameters.export() ? EXPORT_RATE : IMPORT_RATE)),
                        "last_update_time",
                        LabDatabase.timestamp(context.clock().instant())));
    }

    private static String size(long bytes) {
        return String.format(Locale.ROOT, "%.1f MB", bytes / 1048576.0);
    }

    /**
     * Waits in resumable state while there is no room for the segments of a table (null: for the indexes, which are built
     * last), or the lab is told that the disk is full; answers false when stopped meanwhile.
     */
    private boolean space(Connection c, List<JsonNode> metadata, String @Nullable [] table) {
        boolean waited = false;
        for (String lack = lack(c, metadata, table); lack != null; lack = lack(c, metadata, table)) {
            if (!waited) {
                waited = true;
                say("ORA-39171: Job is experiencing a resumable wait.");
                say("Resumable error: " + lack);
                Rows.insert(
                        c,
                        "DBA_RESUMABLE",
                        Rows.row(
                                "name",
                                owner + "." + name,
                                "status",
                                "SUSPENDED",
                                "error_number",
                                Integer.parseInt(lack.substring(4, 9)),
                                "error_msg",
                                lack,
                                "suspend_time",
                                now()));
            }
            if (!look()) {
                return false;
            }
        }
        if (waited) {
            Rows.run(c, "delete from DBA_RESUMABLE where name = ?", owner + "." + name);
        }
        return true;
    }

    /** Stands, without a word in its log, while the archiver finds no room; answers false when stopped meanwhile. */
    private boolean archived(long bytes) {
        if (context.kindnesses().has(Kindness.RECOVERY_AREA_NEVER_FILLS)) {
            return true;
        }
        boolean logged = parameters.list("TRANSFORM").stream()
                .noneMatch(one -> one.equalsIgnoreCase("DISABLE_ARCHIVE_LOGGING:Y"));
        try {
            while (!LabRecoveryArea.load(database, bytes, logged)) {
                database.archiverStuck(true);
                if (!look()) {
                    return false;
                }
            }
            return true;
        } finally {
            database.archiverStuck(false);
        }
    }

    /** What is said to whoever finds no room for the next table, or for the indexes; null when there is room. */
    private @Nullable String lack(Connection c, List<JsonNode> metadata, String @Nullable [] table) {
        if (armed(FaultKind.POOL_FULL)) {
            return "ORA-01653: unable to extend table by 8192 in tablespace APP_DATA";
        }
        if (context.kindnesses().has(Kindness.TABLESPACES_NEVER_FILL)) {
            return null;
        }
        // Segments are in the dictionary from the first on; what is not loaded yet takes no room.
        TreeSet<String> empty = new TreeSet<>();
        TreeSet<String> asked = new TreeSet<>();
        for (JsonNode line : metadata) {
            if (!is(line, "DBA_SEGMENTS")) {
                continue;
            }
            String schema = line.get("owner").asString();
            String segment = String.valueOf(DumpSet.read(line.get("row").get("SEGMENT_NAME")));
            String of = segment.replaceFirst("^SYS_LOB\\$", "");
            boolean index = String.valueOf(DumpSet.read(line.get("row").get("SEGMENT_TYPE")))
                    .startsWith("INDEX");
            boolean now = table == null ? index : schema.equals(table[0]) && of.equals(table[1]);
            if (now) {
                asked.add(remapped(DumpSet.read(line.get("row").get("TABLESPACE_NAME"))));
            } else if (table != null && (index || !progress.containsKey(schema + "\u0000" + of))) {
                empty.add(schema + "\u0000" + segment);
            }
        }
        for (String tablespace : asked) {
            if (!LabSpace.hold(c, tablespace, empty)) {
                return table == null
                        ? "ORA-01652: unable to extend temp segment by 8192 in tablespace " + tablespace
                        : "ORA-01653: unable to extend table " + table[0] + "." + table[1] + " by 8192 in tablespace "
                                + tablespace;
            }
        }
        return null;
    }

    private boolean armed(FaultKind kind) {
        return context.faults().armed().stream()
                .anyMatch(fault -> fault.kind() == kind
                        && fault.system().equals(system())
                        && (fault.operation().equals(operation())
                                || fault.operation().equals("*")));
    }

    /** Takes as long as the bytes take; hangs while told to; answers false when the job is stopped meanwhile. */
    private boolean take(long bytes, double rate) {
        int workers = Integer.parseInt(parameters.require("PARALLEL"));
        double slow = armed(FaultKind.SLOW_TO_SETTLE) ? 0.1 : 1;
        Duration left = context.time().transfer(bytes, rate * workers * slow);
        while (armed(FaultKind.NEVER_ENDS)) {
            if (!look()) {
                return false;
            }
        }
        return pause(left);
    }

    /** Until somebody has done something: by the wall clock. */
    private synchronized boolean look() {
        try {
            if (!stopping) {
                wait(LOOK.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        return !stopping;
    }

    private synchronized boolean pause(Duration duration) {
        try (LabTime.Wait until = context.time().begin(duration)) {
            while (!until.done() && !stopping) {
                wait(until.millis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        return !stopping;
    }
}
