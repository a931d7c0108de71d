package io.gulliver.lab.oracle;

import io.gulliver.lab.FaultKind;
import io.gulliver.lab.FileRights;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.Ledger.Effect;
import io.gulliver.lab.oracle.driver.LabDescriptor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lab's side of the Oracle programs that stand on its hosts: takes their calls on a loopback port. */
final class LabPrograms implements AutoCloseable {

    /** Owner of a Grid home, and of the listener there. */
    private static final String GRID_OWNER = "grid";

    static final List<String> NAMES =
            List.of("expdp", "impdp", "sqlplus", "dbca", "lsnrctl", "srvctl", "rman", "netca");

    private static final Logger LOG = LoggerFactory.getLogger(LabPrograms.class);

    /** user@//host:port/service or user@service; {@code / as sysdba} from the host itself. */
    private static final Pattern CONNECT =
            Pattern.compile("([^/@]+)(?:/([^@]*))?@(?://)?(?:([^:/]+):(\\d+)/)?([^/:\\s]+)(?i:(\\s+AS\\s+SYSDBA)?)");

    /** user@(DESCRIPTION=...), in groups as those of {@link #CONNECT}. */
    private static final Pattern DESCRIBED =
            Pattern.compile("([^/@]+)(?:/([^@]*))?@()()(\\(\\S+\\))(?i:(\\s+AS\\s+SYSDBA)?)");

    /** DBCA takes about this long for a database from a template. */
    private static final Duration CREATION = Duration.ofMinutes(12);

    /** What the lab wants to be stated, so that nothing is left to a default of which nobody is sure. */
    private static final Set<String> STATED = Set.of(
            "responseFileVersion",
            "gdbName",
            "sid",
            "databaseConfigType",
            "templateName",
            "createAsContainerDatabase",
            "characterSet",
            "nationalCharacterSet",
            "storageType",
            "datafileDestination",
            "recoveryAreaDestination",
            "enableArchive",
            "automaticMemoryManagement",
            "totalMemory",
            "listeners",
            "databaseType",
            "initParams");

    private static final String SCHEMA = "/oracle/assistants/rspfmt_dbca_response_schema_v";

    /** Of shipped response files. */
    private static final List<String> SCHEMAS = List.of("12.2.0", "18.0.0", "19.0.0", "21.0.0", "23.0.0");

    /** Kept while DBCA works, so that what it left half made is there after whoever killed it. */
    private static final String HALF = "dbca";

    private final LabOracle oracle;
    private final LabContext context;
    private final LabCatalogue catalogue;
    private final ServerSocket server;
    private final String token;

    LabPrograms(LabOracle oracle, LabContext context, LabCatalogue catalogue) {
        this.oracle = oracle;
        this.context = context;
        this.catalogue = catalogue;
        byte[] random = new byte[16];
        new java.security.SecureRandom().nextBytes(random);
        this.token = HexFormat.of().formatHex(random);
        try {
            server = new ServerSocket();
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        } catch (IOException e) {
            throw new UncheckedIOException("Lab programs cannot open a port", e);
        }
        Thread thread = new Thread(this::accept, "lab-programs");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return server.getLocalPort();
    }

    String token() {
        return token;
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                Thread thread = new Thread(() -> serve(socket), "lab-program");
                thread.setDaemon(true);
                thread.start();
            } catch (IOException e) {
                if (!server.isClosed()) {
                    LOG.warn("lab programs: {}", e.getMessage());
                }
            }
        }
    }

    private void serve(Socket socket) {
        try (socket;
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                Writer out = new OutputStreamWriter(socket.getOutputStream(), StandardCharsets.UTF_8)) {
            ProgramCall call = ProgramCall.read(in, out, token).orElse(null);
            if (call == null) {
                return;
            }
            int exit;
            try {
                exit = run(call);
            } catch (ParameterFile.Refused e) {
                e.lines().forEach(call::print);
                exit = 1;
            } catch (OraError e) {
                call.print(String.valueOf(e.getMessage()));
                exit = 1;
            }
            call.exit(exit);
        } catch (IOException | ProgramCall.Lost e) {
            LOG.debug("lab program ended: {}", e.getMessage());
        } catch (RuntimeException e) {
            LOG.error("lab program", e);
        }
    }

    private int run(ProgramCall call) throws IOException {
        switch (call.program()) {
            case "expdp", "impdp":
                return dataPump(call);
            case "sqlplus":
                return sqlplus(call);
            case "dbca":
                return dbca(call);
            case "rman":
                return new LabRman(oracle, context, call).run();
            case "lsnrctl":
                return lsnrctl(call);
            case "netca":
                return new LabNetca(oracle, context).run(call, version(call));
            case "srvctl":
                return srvctl(call);
            case "opatch":
                return call.arguments().equals(List.of("version"))
                        ? new LabInstaller(oracle, context).run(call)
                        : opatch(call);
            case "datapatch":
                return new LabDatapatch(oracle, context).run(call);
            case "runInstaller", "gridSetup.sh", "roothas.sh":
                return new LabInstaller(oracle, context).run(call);
            default:
                LabOracle.HostProgram program =
                        oracle.hostProgram(call.host(), call.program()).orElse(null);
                if (program != null) {
                    return program.run(call.arguments(), call::print);
                }
                call.printError(call.program() + ": the lab does not play this program");
                return 127;
        }
    }

    /**
     * The descriptor of an alias in the tnsnames.ora that TNS_ADMIN leads to.
     *
     * @throws OraError 12154 when there is none that can be read
     */
    private static LabDescriptor descriptor(ProgramCall call, String alias) {
        String folder = call.environment("TNS_ADMIN");
        Path file = folder == null ? null : Path.of(folder, "tnsnames.ora");
        if (file != null && Files.isRegularFile(file)) {
            try {
                StringBuilder text = new StringBuilder();
                for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                    text.append(line.startsWith("#") ? "" : line);
                }
                String[] entry = text.toString().split("=", 2);
                if (entry.length == 2 && entry[0].strip().equalsIgnoreCase(alias)) {
                    return LabDescriptor.parse(entry[1]);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (IllegalArgumentException e) {
                throw new OraError(12154, "TNS:could not resolve the connect identifier specified: " + e.getMessage());
            }
        }
        throw new OraError(12154, "TNS:could not resolve the connect identifier specified");
    }

    private static LabDescriptor described(String text) {
        try {
            return LabDescriptor.parse(text);
        } catch (IllegalArgumentException e) {
            throw new OraError(12154, "TNS:could not resolve the connect identifier specified: " + e.getMessage());
        }
    }

    /** Goes through the addresses as a client does: the first whose listener lets it through, else the last refusal. */
    ListenerRegistration.Handed reach(LabDescriptor descriptor) {
        OraError last = new OraError(12154, "TNS:could not resolve the connect identifier specified");
        for (LabDescriptor.Endpoint endpoint : descriptor.endpoints()) {
            try {
                String host = hostOf(endpoint.port());
                if (!oracle.requireHost(host).listener().running()) {
                    throw new OraError(12541, "TNS:no listener");
                }
                return oracle.registration().hand(host, descriptor);
            } catch (OraError e) {
                last = e;
                if (!descriptor.failover()) {
                    throw e;
                }
            }
        }
        throw last;
    }

    private LabSession session(ProgramCall call, String connect) {
        String text = connect.replace("'", "").replace("\"", "").strip();
        if (text.equalsIgnoreCase("/ as sysdba")) {
            if (!call.ofDba() && !context.kindnesses().has(Kindness.LOGINS_MAY_DO_ALL)) {
                throw new OraError(1031, "insufficient privileges");
            }
            String sid = Objects.requireNonNullElse(call.environment("ORACLE_SID"), "");
            LabDatabase database = oracle.findBySid(call.host(), sid)
                    .orElseThrow(() -> new OraError(12162, "TNS:net service name is incorrectly specified"));
            String home = call.environment("ORACLE_HOME");
            String programs = home == null
                    ? null
                    : oracle.requireHost(call.host()).homes().get(Path.of(home).toAbsolutePath());
            if (!database.up()
                    || programs != null && LabSession.compare(database.spec().version(), release(programs)) != 0) {
                // The instance does not run, or runs from another home, so that this one sees none under that SID.
                throw new OraError(1034, "ORACLE not available");
            }
            return LabSession.local(
                            database, catalogue, context.ledger(), context.clock(), oracle.load(database.spec()))
                    .under(context, oracle.restarting(database));
        }
        Matcher whole = DESCRIBED.matcher(text);
        Matcher parts = whole.matches() ? whole : CONNECT.matcher(text);
        if (!parts.matches()) {
            throw new OraError(12154, "TNS:could not resolve the connect identifier specified");
        }
        ListenerRegistration.Handed handed = reach(
                parts == whole
                        ? described(parts.group(5))
                        : parts.group(4) == null
                                ? descriptor(call, parts.group(5))
                                : LabDescriptor.parse(
                                        "//" + parts.group(3) + ":" + parts.group(4) + "/" + parts.group(5)));
        String password = parts.group(2) == null ? call.readLine() : parts.group(2);
        boolean sysdba = parts.group(6) != null;
        if (!sysdba && parts.group(1).equalsIgnoreCase("SYS")) {
            throw new OraError(28009, "connection as SYS should be as SYSDBA or SYSOPER");
        }
        return oracle.logon(handed, parts.group(1), password == null ? "" : password, sysdba);
    }

    /** First two numbers of a version. */
    private static String release(String version) {
        String[] parts = version.split("\\.");
        return parts[0] + "." + parts[1];
    }

    private String hostOf(int port) {
        return oracle.hosts().values().stream()
                .filter(host -> host.listener().port() == port)
                .map(LabOracle.Host::name)
                .findFirst()
                .orElseThrow(() -> new OraError(12541, "TNS:no listener"));
    }

    // ---- expdp and impdp

    private int dataPump(ProgramCall call) throws IOException {
        boolean export = call.program().equals("expdp");
        List<String> lines = new ArrayList<>();
        String connect = "";
        for (String argument : call.arguments()) {
            if (argument.toLowerCase(Locale.ROOT).startsWith("parfile=")) {
                Path file = call.file(argument.substring("parfile=".length()));
                if (!Files.isRegularFile(file)) {
                    call.print("LRM-00109: could not open parameter file '" + file + "'");
                    return 1;
                }
                lines.addAll(Files.readAllLines(file, StandardCharsets.UTF_8));
            } else if (argument.contains("=")) {
                lines.add(argument);
            } else {
                connect = argument;
            }
        }
        ParameterFile parameters = ParameterFile.parse(export, lines);
        if (connect.isEmpty()) {
            connect = parameters.require("USERID");
        }
        LabSession session = session(call, connect);
        LabDatabase database = session.database();
        String attach = parameters.find("ATTACH");
        if (attach != null) {
            return attached(call, session, attach);
        }
        parameters.check(database.spec().version());
        compatible(parameters, database);
        Path directory = directory(session, parameters);
        if (parameters.find("NETWORK_LINK") == null) {
            checkFiles(parameters, directory, database);
        } else {
            checkLink(parameters, session);
        }
        String name = parameters.require("JOB_NAME").toUpperCase(Locale.ROOT);
        DataPumpJob job =
                new DataPumpJob(database, context, oracle::follow, session.user(), name, parameters, directory);
        job.define();
        call.print("");
        call.print(
                (export ? "Export" : "Import") + ": Release " + database.spec().version() + " - Production");
        call.print("");
        if (database.spec().kind() == LabDatabaseSpec.Kind.ROOT) {
            call.print(
                    "Warning: Oracle Data Pump operations are not typically needed when connected to the root or seed of"
                            + " a container database.");
        }
        return follow(call, job, true);
    }

    /** Checksums are of files in the format of 20.0 and later. */
    private static void compatible(ParameterFile parameters, LabDatabase database) {
        try (Connection c = database.connect()) {
            List<String> compatible = Rows.texts(c, "select value from GV$PARAMETER where name = 'compatible'");
            if (parameters.yes("CHECKSUM")
                    && compatible.stream().anyMatch(value -> Integer.parseInt(value.split("\\.")[0]) < 20)) {
                throw new ParameterFile.Refused(
                        "ORA-39001: invalid argument value",
                        "LAB-00004: CHECKSUM needs COMPATIBLE 20.0 or later, it is " + compatible.get(0));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** 10.2 has the roles of the original export and import alone. */
    private static String dataPumpRole(LabDatabase database, boolean export) {
        return (database.spec().major() < 11 ? "" : "DATAPUMP_") + (export ? "EXP" : "IMP") + "_FULL_DATABASE";
    }

    /** Rights, edition and the directory object: what the server checks before a job is made. */
    private static Path directory(LabSession session, ParameterFile parameters) {
        LabDatabase database = session.database();
        if (!database.spec().enterprise() && !parameters.require("PARALLEL").equals("1")) {
            throw new ParameterFile.Refused(
                    "ORA-39002: invalid operation",
                    "ORA-39094: Parallel execution not supported in this database edition.");
        }
        String name = parameters.require("DIRECTORY").toUpperCase(Locale.ROOT);
        try (Connection c = database.connect()) {
            String role = dataPumpRole(database, parameters.export());
            if (!session.mayAct(c)
                    && !session.roles(c).contains(role)
                    && !database.kindnesses().has(Kindness.DATA_PUMP_WANTS_NO_ROLE)) {
                throw new ParameterFile.Refused("ORA-31631: privileges are required");
            }
            List<String> paths =
                    Rows.texts(c, "select directory_path from DBA_DIRECTORIES where directory_name = ?", name);
            long rights = Rows.number(
                    c, "select count(*) from DBA_TAB_PRIVS where grantee = ? and table_name = ?", session.user(), name);
            if (paths.isEmpty() || rights == 0 && !session.mayAct(c)) {
                throw new ParameterFile.Refused(
                        "ORA-39002: invalid operation",
                        "ORA-39070: Unable to open the log file.",
                        "ORA-39087: directory name " + name + " is invalid");
            }
            Path path = Path.of(paths.get(0));
            if (!database.seesFiles(session.instance()) || !isOpen(path)) {
                throw new ParameterFile.Refused(
                        "ORA-39002: invalid operation",
                        "ORA-39070: Unable to open the log file.",
                        "ORA-29283: invalid file operation: cannot open file [29435]");
            }
            return path;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether the server's own user may make files there. */
    private static boolean isOpen(Path directory) {
        try {
            FileRights.checkChange(directory.resolve("one"));
            return Files.isDirectory(directory);
        } catch (IOException e) {
            return false;
        }
    }

    /** The server follows the link before it makes a job: who is behind it must be as privileged as who asks. */
    private void checkLink(ParameterFile parameters, LabSession session) {
        String link = parameters.require("NETWORK_LINK");
        LabSession there;
        try {
            there = oracle.follow(session.database(), session.user(), link);
        } catch (OraError e) {
            throw new ParameterFile.Refused(
                    "ORA-39001: invalid argument value",
                    "ORA-39200: Link name \"" + link + "\" is invalid.",
                    String.valueOf(e.getMessage()));
        }
        try (Connection c = there.database().connect()) {
            if (!there.mayAct(c) && !there.roles(c).contains(dataPumpRole(there.database(), true))) {
                throw new ParameterFile.Refused(
                        "ORA-31631: privileges are required",
                        "ORA-39149: cannot link privileged user to non-privileged user");
            }
            if (!parameters.metadataOnly()
                    && Long.parseLong(parameters.require("FLASHBACK_SCN")) > LabFunctions.scn()) {
                throw new ParameterFile.Refused(
                        "ORA-39001: invalid argument value",
                        "ORA-08181: specified number is not a valid system change number");
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        } finally {
            there.close();
        }
    }

    private static void checkFiles(ParameterFile parameters, Path directory, LabDatabase database) {
        String template = parameters.require("DUMPFILE");
        if (template.toUpperCase(Locale.ROOT).contains("%L")
                && database.spec().version().matches("1[01]\\..*|12\\.1\\..*")) {
            throw new ParameterFile.Refused(
                    "ORA-39001: invalid argument value",
                    "ORA-39000: bad dump file specification",
                    "ORA-39124: dump file name \"" + template + "\" contains an invalid substitution variable");
        }
        if (!parameters.export()) {
            return;
        }
        if (!parameters.metadataOnly() && Long.parseLong(parameters.require("FLASHBACK_SCN")) > LabFunctions.scn()) {
            throw new ParameterFile.Refused(
                    "ORA-39001: invalid argument value",
                    "ORA-08181: specified number is not a valid system change number");
        }
        for (Path file : DumpSet.files(directory, template, Integer.parseInt(parameters.require("PARALLEL")))) {
            if (Files.exists(file) && !parameters.yes("REUSE_DUMPFILES")) {
                throw new ParameterFile.Refused(
                        "ORA-39001: invalid argument value",
                        "ORA-39000: bad dump file specification",
                        "ORA-31641: unable to create dump file \"" + file + "\"",
                        "ORA-27038: created file already exists");
            }
        }
    }

    /** Shows the job's log until it ends; losing the client ends the showing and nothing else. */
    private static int follow(ProgramCall call, DataPumpJob job, boolean start) {
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        Runnable detach = job.attach(lines::add);
        try {
            if (start) {
                job.start();
            } else if (!job.running()) {
                return job.exit();
            }
            for (String line = lines.take(); !line.equals(DataPumpJob.END); line = lines.take()) {
                call.print(line);
            }
            return job.exit();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        } finally {
            detach.run();
        }
    }

    private int attached(ProgramCall call, LabSession session, String attach) {
        String[] named = attach.toUpperCase(Locale.ROOT).split("\\.");
        String owner = named.length == 2 ? named[0] : session.user();
        String name = named[named.length - 1];
        DataPumpJob job = session.database().jobs().get(owner + "." + name);
        if (job == null) {
            throw new ParameterFile.Refused(
                    "ORA-39002: invalid operation",
                    "ORA-39068: invalid master table data in row with PROCESS_ORDER=-3",
                    "ORA-31640: job " + owner + "." + name,
                    "ORA-31626: job does not exist");
        }
        status(call, job);
        for (String line = call.readLine(); line != null; line = call.readLine()) {
            String command = line.strip().toUpperCase(Locale.ROOT);
            switch (command.split("[= ]")[0]) {
                case "":
                    break;
                case "STATUS":
                    status(call, job);
                    break;
                case "STOP_JOB":
                    job.stop();
                    return 0;
                case "KILL_JOB":
                    job.kill();
                    return 0;
                case "START_JOB":
                    job.start();
                    break;
                case "CONTINUE_CLIENT":
                    return follow(call, job, true);
                case "EXIT_CLIENT", "QUIT", "EXIT":
                    return 0;
                default:
                    call.print((call.program().equals("expdp") ? "UDE" : "UDI")
                            + "-00053: unrecognized client command '" + command + "'");
            }
        }
        return 0;
    }

    private static void status(ProgramCall call, DataPumpJob job) {
        call.print("Job: " + job.label());
        call.print("  State: " + job.state());
        call.print("  Job Error Count: " + job.errors());
    }

    // ---- sqlplus

    private int sqlplus(ProgramCall call) throws IOException {
        if (call.arguments().equals(List.of("-V"))) {
            String version = version(call);
            call.print("");
            call.print("SQL*Plus: Release " + version + " - Production");
            call.print("Version " + version);
            return 0;
        }
        String connect = null;
        String script = null;
        for (String argument : call.arguments()) {
            if (argument.startsWith("@")) {
                script = argument.substring(1);
            } else if (!argument.startsWith("-")) {
                connect = connect == null ? argument : connect + " " + argument;
            }
        }
        if (connect == null) {
            call.print("SP2-0306: Invalid option.");
            return 1;
        }
        LabSession session;
        try {
            session = session(call, connect);
        } catch (OraError e) {
            call.print("ERROR:");
            call.print(String.valueOf(e.getMessage()));
            call.print("");
            call.print("");
            call.print("SP2-0751: Unable to connect to Oracle.  Exiting SQL*Plus");
            return 1;
        }
        try {
            return script(call, session, script);
        } finally {
            session.close();
        }
    }

    private static int script(ProgramCall call, LabSession session, @Nullable String script) throws IOException {
        LabSqlPlus program = new LabSqlPlus(session, call);
        if (script == null) {
            // Whoever speaks with it waits for the answer to each line before the next.
            return program.run(
                    Stream.generate(call::readLine).takeWhile(Objects::nonNull).iterator(), false);
        }
        Path file = call.file(script);
        if (!Files.isRegularFile(file) && !script.contains(".")) {
            file = call.file(script + ".sql");
        }
        if (!Files.isRegularFile(file)) {
            call.print("SP2-0310: unable to open file \"" + script + "\"");
            return 1;
        }
        return program.run(Files.readAllLines(file, StandardCharsets.UTF_8).iterator(), true);
    }

    // ---- dbca

    private int dbca(ProgramCall call) throws IOException {
        List<String> arguments = call.arguments();
        if (arguments.contains("-silent") && !arguments.contains("-createDatabase")) {
            return pluggable(call, arguments);
        }
        int at = arguments.indexOf("-responseFile");
        if (!arguments.contains("-silent")
                || !arguments.contains("-createDatabase")
                || at < 0
                || at + 1 >= arguments.size()) {
            call.print(
                    "[FATAL] [DBT-05509] Failed to parse the command line: wanted -silent -createDatabase -responseFile");
            return -1 & 0xff;
        }
        Map<String, String> response = new LinkedHashMap<>();
        for (String line : Files.readAllLines(call.file(arguments.get(at + 1)), StandardCharsets.UTF_8)) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] pair = line.split("=", 2);
            if (pair.length < 2 || response.put(pair[0], pair[1]) != null) {
                return unfit(call, pair[0]);
            }
        }
        String version = response.getOrDefault("responseFileVersion", "");
        String schema = version.startsWith(SCHEMA) ? version.substring(SCHEMA.length()) : "";
        if (!SCHEMAS.contains(schema) || later(schema, version(call))) {
            return unfit(call, "responseFileVersion");
        }
        for (String key : response.keySet()) {
            if (!known(key, schema) && !context.kindnesses().has(Kindness.DBCA_TAKES_ANY_KEY)) {
                return unfit(call, key);
            }
        }
        boolean container = "true".equals(response.get("createAsContainerDatabase"));
        for (String key : STATED) {
            if (!response.containsKey(key)) {
                return fatal(call, "LAB-00002: the response file does not state " + key);
            }
        }
        boolean inside = container && !"0".equals(response.get("numberOfPDBs"));
        if (container != response.containsKey("numberOfPDBs") || inside != response.containsKey("pdbName")) {
            return fatal(
                    call, "LAB-00002: numberOfPDBs is stated for a container, pdbName for one with a database in it");
        }
        if (!response.get("databaseConfigType").equals("SI")
                || !Set.of("true", "false").contains(response.get("createAsContainerDatabase"))
                || !Set.of("true", "false").contains(response.get("enableArchive"))
                || !Set.of("FS", "ASM").contains(response.get("storageType"))
                || !Set.of("TRUE", "FALSE").contains(response.get("automaticMemoryManagement"))
                || !Set.of("MULTIPURPOSE", "OLTP", "DATA_WAREHOUSING").contains(response.get("databaseType"))
                || !response.get("totalMemory").matches("\\d+")) {
            return fatal(call, "LAB-00002: a value of the response file is invalid");
        }
        String template = response.get("templateName");
        if (!Set.of("General_Purpose.dbc", "Data_Warehouse.dbc", "New_Database.dbt")
                .contains(template)) {
            return fatal(call, "[DBT-10503] Template file (" + template + ") is not found.");
        }
        if (template.endsWith(".dbc")
                && !initParams(response).getOrDefault("db_block_size", "8192").equals("8192")) {
            return fatal(call, "LAB-00003: the seed of " + template + " has blocks of 8192 bytes");
        }
        if (!container && !later("21.0.0", version(call))) {
            return fatal(call, "LAB-00003: from 21 on every database is a container");
        }
        String sid = response.get("sid");
        if (!sid.matches("[A-Za-z][A-Za-z0-9]{0,11}")) {
            return fatal(call, "[DBT-06103] The SID " + sid + " is invalid");
        }
        Map<String, String> parameters = initParams(response);
        boolean only = "ONLY".equals(parameters.get("use_large_pages"));
        if (only && "TRUE".equals(response.get("automaticMemoryManagement"))) {
            return fatal(call, "ORA-27138: unable to allocate large pages with current parameter setting");
        }
        String sga = parameters.getOrDefault("sga_max_size", "0");
        if (!sga.matches("\\d+") || only && !oracle.fitsHugePages(call.host(), Long.parseLong(sga))) {
            return fatal(call, "ORA-27106: system pages not available to allocate memory");
        }
        if (oracle.findBySid(call.host(), sid).isPresent() || half(call.host(), sid)) {
            return fatal(call, "[DBT-10317] Specified SID Name (" + sid + ") already exists.");
        }
        String sys = call.readLine();
        String system = call.readLine();
        boolean withPdb = container && !"0".equals(response.get("numberOfPDBs"));
        String pdbAdmin = withPdb ? call.readLine() : "";
        if (sys == null || sys.isEmpty() || system == null || pdbAdmin == null) {
            return fatal(call, "[DBT-06208] The 'SYS' password entered is empty");
        }
        boolean asm = response.get("storageType").equals("ASM");
        try {
            for (String key : List.of("datafileDestination", "recoveryAreaDestination")) {
                if (LabStorage.inGroup(response.get(key)) != asm) {
                    return fatal(
                            call, "LAB-00002: " + key + " is no place of storage type " + response.get("storageType"));
                }
                String place = response.get(key);
                LabStorage storage = oracle.storage(call.host()).orElse(null);
                if (storage != null && asm && !storage.groups().containsKey(LabStorage.group(place))) {
                    return fatal(call, "[DBT-06002] Disk group (" + LabStorage.group(place) + ") is not found.");
                }
                if (storage != null && !asm) {
                    storage.makeDirectory(place);
                }
            }
        } catch (OraError e) {
            return fatal(call, String.valueOf(e.getMessage()));
        }
        context.documents().put(HALF, call.host(), sid, LabOracle.json("{}"));
        boolean fails = context.faults().take(call.host(), "dbca", FaultKind.JOB_FAILS);
        for (int percent : new int[] {8, 31, 52, 78}) {
            progress(call, percent);
            if (fails && percent == 52) {
                return fatal(call, "ORA-19504: failed to create file \"" + sid + "/undotbs01.dbf\"");
            }
            try {
                context.time().sleep(context.time().work(CREATION.dividedBy(4)));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        made(call, response, container, sys, system, pdbAdmin);
        context.documents().delete(HALF, call.host(), sid);
        progress(call, 100);
        call.print("Database creation complete. For details check the logfiles.");
        return 0;
    }

    private boolean half(String host, String sid) {
        return context.documents().find(HALF, host, sid).isPresent();
    }

    /** Its words follow the language of whoever calls it. */
    private static void progress(ProgramCall call, int percent) {
        String language = call.environment("LC_ALL") == null ? call.environment("LANG") : call.environment("LC_ALL");
        boolean english = language == null || language.matches("C|POSIX|C\\..*|en.*");
        call.print(percent + (english ? "% complete" : "% abgeschlossen"));
    }

    /** The release of the home whose program this is. */
    private String version(ProgramCall call) {
        String home = Objects.requireNonNullElse(call.environment("ORACLE_HOME"), "");
        String version =
                oracle.requireHost(call.host()).homes().get(Path.of(home).toAbsolutePath());
        if (version == null) {
            throw new OraError(27101, "no Oracle home " + home + " on " + call.host());
        }
        return version;
    }

    /** Whether the one, of two or three numbers, is a later release than the other. */
    private static boolean later(String one, String other) {
        String[] a = one.split("\\.");
        String[] b = other.split("\\.");
        int major = Integer.compare(Integer.parseInt(a[0]), Integer.parseInt(b[0]));
        return major > 0 || major == 0 && Integer.parseInt(a[1]) > Integer.parseInt(b[1]);
    }

    private static final Map<String, List<String>> KEYS = keys();

    private static Map<String, List<String>> keys() {
        Map<String, List<String>> keys = new TreeMap<>();
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(
                        LabPrograms.class.getClassLoader().getResourceAsStream("gulliver-lab/oracle/dbca-keys.txt")),
                StandardCharsets.UTF_8))) {
            in.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
                List<String> words = List.of(line.split(" "));
                keys.put(words.get(0), words.subList(1, words.size()));
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return keys;
    }

    /** Whether the schema of that version has the key. */
    private static boolean known(String key, String schema) {
        List<String> releases = KEYS.get(key);
        if (releases == null) {
            return false;
        }
        String from = releases.get(0).contains(".") ? releases.get(0) : releases.get(0) + ".0";
        boolean gone = releases.size() > 1 && later(schema, releases.get(1) + ".0");
        return !later(from, schema) && !gone;
    }

    /** Printed as a warning, though nothing is made. */
    private static int unfit(ProgramCall call, String key) {
        call.print("[WARNING] [DBT-00108] The response file does not fit its schema at: " + key);
        return 255;
    }

    /** -createPluggableDatabase, -deletePluggableDatabase, -deleteDatabase. */
    private int pluggable(ProgramCall call, List<String> arguments) {
        Map<String, String> given = new TreeMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            boolean flag = word.equals("-silent")
                    || word.startsWith("-create") && word.endsWith("Database")
                    || word.startsWith("-delete");
            given.put(word, flag || i + 1 >= arguments.size() ? "" : arguments.get(++i));
        }
        boolean create = given.containsKey("-createPluggableDatabase");
        boolean drop = given.containsKey("-deletePluggableDatabase");
        Set<String> known = create
                ? Set.of(
                        "-silent",
                        "-createPluggableDatabase",
                        "-sourceDB",
                        "-pdbName",
                        "-createPDBFrom",
                        "-pdbAdminUserName")
                : drop
                        ? Set.of("-silent", "-deletePluggableDatabase", "-sourceDB", "-pdbName")
                        : Set.of("-silent", "-deleteDatabase", "-sourceDB", "-sysDBAUserName");
        if (!given.keySet().equals(known) || create && !"DEFAULT".equals(given.get("-createPDBFrom"))) {
            return fatal(call, "[DBT-05509] Failed to parse the command line: " + arguments);
        }
        String sid = given.getOrDefault("-sourceDB", "");
        LabDatabase root = oracle.findBySid(call.host(), sid).orElse(null);
        if (root == null && given.containsKey("-deleteDatabase") && half(call.host(), sid)) {
            context.documents().delete(HALF, call.host(), sid);
            context.ledger()
                    .record(
                            sid + "@" + call.host(),
                            "dbca-delete",
                            sid,
                            "oracle",
                            Effect.DELETED,
                            Map.of("half", true));
            progress(call, 100);
            return 0;
        }
        if (root == null) {
            return fatal(call, "[DBT-10503] Template file or database (" + sid + ") is not found.");
        }
        String password = drop ? "" : call.readLine();
        if (password == null || !drop && password.isEmpty()) {
            return fatal(call, "[DBT-06208] The password entered is empty");
        }
        LabDatabaseSpec spec = root.spec();
        String pdb = given.getOrDefault("-pdbName", "");
        if (create) {
            if (spec.kind() != LabDatabaseSpec.Kind.ROOT) {
                return fatal(call, "[DBT-19407] Database option: " + sid + " is not a container database.");
            }
            if (oracle.find(call.host(), pdb).isPresent()) {
                return fatal(call, "[DBT-19408] Specified PDB name (" + pdb + ") already exists.");
            }
            oracle.create(new LabDatabaseSpec(
                    pdb + "@" + call.host(),
                    call.host(),
                    pdb,
                    pdb,
                    spec.version(),
                    true,
                    LabDatabaseSpec.Kind.PDB,
                    spec.characterSet(),
                    spec.nationalCharacterSet(),
                    spec.blockSize(),
                    spec.archiveLog(),
                    spec.timeZoneVersion(),
                    0,
                    pdb.hashCode(),
                    List.of(),
                    0,
                    0,
                    List.of(),
                    spec.parameters(),
                    List.of(
                            new LabAccount("SYS", password, List.of()),
                            new LabAccount("SYSTEM", password, List.of()),
                            new LabAccount(
                                    given.getOrDefault("-pdbAdminUserName", "PDBADMIN"), password, List.of("DBA")))));
            oracle.commonUsers(call.host(), spec.service(), pdb);
        } else {
            oracle.drop(call.host(), drop ? pdb : spec.service());
        }
        context.ledger()
                .record(
                        (create || drop ? pdb : spec.service()) + "@" + call.host(),
                        create ? "dbca-pdb" : "dbca-delete",
                        create || drop ? pdb : sid,
                        "oracle",
                        create ? Effect.CREATED : Effect.DELETED,
                        Map.of("container", sid));
        progress(call, 100);
        return 0;
    }

    private static int fatal(ProgramCall call, String message) {
        call.print("[FATAL] " + message);
        return 255;
    }

    private static TreeMap<String, String> initParams(Map<String, String> response) {
        TreeMap<String, String> parameters = new TreeMap<>();
        for (String parameter : response.getOrDefault("initParams", "").split(",")) {
            String[] pair = parameter.split("=", 2);
            parameters.put(pair[0], pair.length < 2 ? "" : pair[1]);
        }
        return parameters;
    }

    private void made(
            ProgramCall call,
            Map<String, String> response,
            boolean container,
            String sys,
            String system,
            String pdbAdmin) {
        String home = Objects.requireNonNullElse(call.environment("ORACLE_HOME"), "");
        String version = version(call);
        String sid = response.getOrDefault("sid", "");
        String global = response.getOrDefault("gdbName", sid);
        List<LabAccount> accounts =
                List.of(new LabAccount("SYS", sys, List.of()), new LabAccount("SYSTEM", system, List.of()));
        TreeMap<String, String> parameters = initParams(response);
        int block = Integer.parseInt(parameters.getOrDefault("db_block_size", "8192"));
        oracle.create(new LabDatabaseSpec(
                global + "@" + call.host(),
                call.host(),
                sid,
                global,
                version,
                true,
                container ? LabDatabaseSpec.Kind.ROOT : LabDatabaseSpec.Kind.NON_CDB,
                response.getOrDefault("characterSet", ""),
                response.getOrDefault("nationalCharacterSet", ""),
                block,
                "true".equals(response.get("enableArchive")),
                44,
                0,
                global.hashCode(),
                List.of(),
                0,
                0,
                oracle.made(call.host()),
                parameters,
                accounts));
        LabDatapatch.fromTemplate(oracle.require(call.host(), global), Path.of(home));
        oracle.layOut(
                call.host(),
                global,
                response.getOrDefault("datafileDestination", ""),
                response.getOrDefault("recoveryAreaDestination", ""));
        if (container && !"0".equals(response.get("numberOfPDBs"))) {
            String pdb = response.getOrDefault("pdbName", "PDB1");
            List<LabAccount> inPdb = new ArrayList<>(accounts);
            inPdb.add(new LabAccount("PDBADMIN", pdbAdmin, List.of("DBA")));
            oracle.create(new LabDatabaseSpec(
                    pdb + "@" + call.host(),
                    call.host(),
                    pdb,
                    pdb,
                    version,
                    true,
                    LabDatabaseSpec.Kind.PDB,
                    response.getOrDefault("characterSet", ""),
                    response.getOrDefault("nationalCharacterSet", ""),
                    block,
                    "true".equals(response.get("enableArchive")),
                    44,
                    0,
                    pdb.hashCode(),
                    List.of(),
                    0,
                    0,
                    List.of(),
                    parameters,
                    inPdb));
        }
        context.ledger()
                .record(global + "@" + call.host(), "dbca", sid, "oracle", Effect.CREATED, Map.of("home", home));
    }

    // ---- opatch, lsnrctl and srvctl

    /** One release update, named by the release of the home; the lab patches nothing. */
    private int opatch(ProgramCall call) throws IOException {
        if (!call.arguments().equals(List.of("lspatches"))) {
            call.print("OPatch failed with error code 14");
            call.printError("opatch: the arguments " + call.arguments() + " are not played here");
            return 14;
        }
        Path patched = Path.of(Objects.requireNonNull(call.environment("ORACLE_HOME")), LabSoftware.PATCHES);
        String version = version(call);
        String[] numbers = version.split("\\.");
        if (Files.exists(patched)) {
            Files.readAllLines(patched).forEach(call::print);
        } else if (numbers.length < 2 || numbers[1].equals("0")) {
            call.print("There are no Interim patches installed in this Oracle Home.");
        } else {
            call.print("36582781;Database Release Update : " + version + " (36582781)");
        }
        call.print("");
        call.print("OPatch succeeded.");
        return 0;
    }

    private int lsnrctl(ProgramCall call) {
        LabListener listener = oracle.requireHost(call.host()).listener();
        boolean owner = call.ofOwner() || GRID_OWNER.equals(call.environment("LAB_LOGIN"));
        if (!owner && !context.kindnesses().has(Kindness.LOGINS_MAY_DO_ALL)) {
            call.print("TNS-01190: The user is not authorized to execute the requested listener command");
            return 1;
        }
        String verb = call.arguments().isEmpty() ? "" : call.arguments().get(0).toLowerCase(Locale.ROOT);
        return listener(call, listener, verb, verb.equals("status") ? registered(call.host()) : List.of());
    }

    private int srvctl(ProgramCall call) {
        List<String> words = call.arguments();
        if (words.size() < 2 || !words.get(1).equals("listener")) {
            return new LabRestart(oracle, context)
                    .run(call, Integer.parseInt(version(call).split("\\.")[0]));
        }
        return listener(call, oracle.requireHost(call.host()).listener(), words.get(0), List.of());
    }

    /** What a status prints of the services of a host. */
    private List<String> registered(String host) {
        List<String> lines = new ArrayList<>();
        oracle.listenerLog(host).ifPresent(log -> lines.add("Listener Log File         " + log));
        for (String service : oracle.services(host)) {
            oracle.find(host, service).filter(LabDatabase::up).ifPresent(database -> {
                List<ListenerRegistration.Instance> instances =
                        oracle.registration().instances(database);
                lines.add("Service \"" + service + "\" has " + instances.size() + " instance(s).");
                instances.forEach(one -> lines.add("  Instance \"" + one.name() + "\", status " + one.state()
                        + ", has 1 handler(s) for this service..."));
            });
        }
        return lines;
    }

    private int listener(ProgramCall call, LabListener listener, String verb, List<String> services) {
        switch (verb) {
            case "start":
                if (listener.running()) {
                    call.print("TNS-01106: Listener using listener name LISTENER has already been started");
                    return 1;
                }
                listener.start();
                context.ledger()
                        .record(LabOracle.SYSTEM, "start-listener", call.host(), "oracle", Effect.STARTED, Map.of());
                return 0;
            case "stop":
                if (!listener.running()) {
                    call.print("TNS-12541: TNS:no listener");
                    return 1;
                }
                listener.stop();
                context.ledger()
                        .record(LabOracle.SYSTEM, "stop-listener", call.host(), "oracle", Effect.STOPPED, Map.of());
                return 0;
            case "status":
                if (!listener.running()) {
                    call.print("TNS-12541: TNS:no listener");
                    return 1;
                }
                call.print("Connecting to (DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=" + call.host() + ")(PORT="
                        + oracle.port(call.host()) + ")))");
                call.print("Alias                     LISTENER");
                services.forEach(call::print);
                call.print("The command completed successfully");
                return 0;
            default:
                call.print("NL-00853: undefined command \"" + verb + "\".  Try \"help\"");
                return 1;
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
