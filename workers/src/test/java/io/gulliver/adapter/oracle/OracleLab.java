package io.gulliver.adapter.oracle;

import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.oracle.LabAccount;
import io.gulliver.lab.oracle.LabDatabaseSpec;
import io.gulliver.lab.oracle.LabOracle;
import io.gulliver.lab.oracle.LabPlatform;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** A small lab of two hosts: lilliput with a 19c source ORDERS, blefuscu for targets. */
final class OracleLab implements AutoCloseable {

    static final String ADMIN = "GULLIVER_ADM";
    static final String PASSWORD = "s3cret-admin";
    static final String MIGRATION_PASSWORD = "s3cret-mover";
    static final String SOURCE_HOST = "lilliput";
    static final String TARGET_HOST = "blefuscu";
    static final String SOURCE_SYSTEM = "orders@lilliput";
    static final String TARGET_SYSTEM = "orders@blefuscu";

    final LabContext context;
    final LabOracle oracle;
    final Path root;
    final Path jar;
    final Path stage;
    final OracleStatements statements = OracleStatements.load();
    final List<StatementLog.Call> calls = new ArrayList<>();

    OracleLab(Path root) throws IOException {
        this.root = root;
        this.jar = driverJar(root.resolve("driver.jar"));
        this.stage = Files.createDirectories(root.resolve("stage"));
        context = LabContext.open(root.resolve("lab"), LabPace.max(), Clock.systemUTC());
        // Programs and drivers are looked at here; nothing makes the roles and profiles that other accounts would need.
        context.kindnesses().putBack(Kindness.ONLY_OWNERS_EXIST);
        oracle = new LabOracle(context);
        oracle.registerHost(SOURCE_HOST, LabPlatform.X86);
        oracle.registerHost(TARGET_HOST, LabPlatform.LINUX_ONE);
        oracle.installHome(SOURCE_HOST, home(SOURCE_HOST), "19.24.0.0.0");
        oracle.installHome(TARGET_HOST, home(TARGET_HOST), "19.24.0.0.0");
    }

    Path home(String host) {
        return root.resolve(host).resolve("u01/19c");
    }

    static LabDatabaseSpec spec(String system, String host, String name, List<String> schemas, List<String> features) {
        return new LabDatabaseSpec(
                system,
                host,
                name,
                name.toLowerCase(java.util.Locale.ROOT),
                "19.24.0.0.0",
                true,
                LabDatabaseSpec.Kind.NON_CDB,
                "AL32UTF8",
                "AL16UTF16",
                8192,
                true,
                44,
                schemas.isEmpty() ? 0 : 2,
                7,
                schemas,
                8,
                40,
                features,
                new TreeMap<>(Map.of("processes", "600")),
                List.of(
                        new LabAccount(ADMIN, PASSWORD, List.of("DBA")),
                        new LabAccount("READER", PASSWORD, List.of("SELECT_CATALOG_ROLE")),
                        new LabAccount("NOBODY", PASSWORD, List.of())));
    }

    void source(String... features) {
        oracle.create(spec(SOURCE_SYSTEM, SOURCE_HOST, "ORDERS", List.of("SHOP", "STOCK"), List.of(features)));
    }

    void target() {
        oracle.create(spec(TARGET_SYSTEM, TARGET_HOST, "ORDERS", List.of(), List.of()));
    }

    OracleSettings settings(String host, String service, String user) {
        return new OracleSettings(
                host + "/" + service,
                "127.0.0.1",
                oracle.port(host),
                service,
                user,
                false,
                "jdbc:gulliver-lab:@//{host}:{port}/{service}",
                jar,
                Duration.ofSeconds(5),
                Duration.ofSeconds(30));
    }

    OracleClient client(String host, String user, String password, boolean readOnly) {
        return JdbcOracleClient.open(
                settings(host, "orders", user), password.toCharArray(), statements, readOnly, calls::add);
    }

    OracleClient admin(String host) {
        return client(host, ADMIN, PASSWORD, false);
    }

    /** What a migration lays before Data Pump runs: user, role, directory; on the target the tablespaces. */
    void prepare(String host, boolean tablespaces) {
        try (OracleClient client = admin(host)) {
            client.execute(
                    "create-migration-user",
                    Map.of("user", "MOVER", "password", MIGRATION_PASSWORD, "tablespace", "USERS"));
            client.execute("grant-session", Map.of("user", "MOVER"));
            for (String role : List.of("DATAPUMP_EXP_FULL_DATABASE", "DATAPUMP_IMP_FULL_DATABASE")) {
                client.execute("grant-role", Map.of("role", role, "user", "MOVER"));
            }
            client.execute("create-directory", Map.of("directory", "MIG_DP", "path", stage.toString()));
            client.execute("grant-directory", Map.of("directory", "MIG_DP", "user", "MOVER"));
            if (tablespaces) {
                client.execute(
                        "create-tablespace",
                        Map.of(
                                "tablespace",
                                "MOVED_DATA",
                                "file",
                                "/u02/moved01.dbf",
                                "megabytes",
                                "100",
                                "next",
                                "10"));
                client.execute(
                        "create-tablespace",
                        Map.of(
                                "tablespace",
                                "APP_INDEX",
                                "file",
                                "/u02/index01.dbf",
                                "megabytes",
                                "100",
                                "next",
                                "10"));
            }
        }
    }

    static Map<String, String> exportValues() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("content", "");
        values.put("full", "");
        values.put("schemas", "SHOP,STOCK");
        values.put("directory", "MIG_DP");
        values.put("dumpfile", "mig_%L.dmp");
        values.put("filesize", "64G");
        values.put("logfile", "exp.log");
        values.put("job_name", "MIG_1_EXP");
        values.put("parallel", "2");
        values.put("scn", "100");
        values.put("logtime", "ALL");
        values.put("metrics", "YES");
        values.put("checksum", "");
        values.put("cluster", "N");
        values.put("reuse_dumpfiles", "NO");
        values.put("version", "");
        return values;
    }

    static Map<String, String> importValues() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("content", "");
        values.put("full", "");
        values.put("schemas", "SHOP,STOCK");
        values.put("directory", "MIG_DP");
        values.put("dumpfile", "mig_%L.dmp");
        values.put("network_link", "");
        values.put("scn", "");
        values.put("logfile", "imp.log");
        values.put("job_name", "MIG_1_IMP");
        values.put("parallel", "2");
        values.put("table_exists_action", "SKIP");
        values.put("remap_tablespace", "APP_DATA:MOVED_DATA");
        values.put("transform", "DISABLE_ARCHIVE_LOGGING:Y,LOB_STORAGE:SECUREFILE");
        values.put("cluster", "N");
        values.put("logtime", "ALL");
        values.put("metrics", "YES");
        return values;
    }

    /** A run of a script under a real shell. */
    record Run(int exit, String output) {}

    Process start(String host, String script, String input) throws IOException {
        Path directory = Files.createDirectories(root.resolve(host).resolve("job"));
        Path file = Files.createTempFile(directory, "run", ".sh");
        Files.writeString(file, script, StandardCharsets.UTF_8);
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", file.toString()).directory(directory.toFile());
        builder.redirectErrorStream(true)
                .redirectOutput(directory.resolve(file.getFileName() + ".out").toFile());
        builder.environment().put("ORACLE_SID", "ORDERS");
        // Whoever logs in there speaks another language than we read.
        builder.environment().put("LANG", "de_DE.UTF-8");
        Process process = builder.start();
        try (var in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        return process;
    }

    Run run(String host, String script, String input) throws IOException, InterruptedException {
        Path directory = Files.createDirectories(root.resolve(host).resolve("job"));
        Process process = start(host, script, input);
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the script did not end within 60 s:\n" + script);
        }
        Path output;
        try (var files = Files.list(directory)) {
            output = files.filter(file -> file.toString().endsWith(".out"))
                    .max(java.util.Comparator.comparing(file -> file.toFile().lastModified()))
                    .orElseThrow();
        }
        String text = Files.readString(output);
        Files.delete(output);
        return new Run(process.exitValue(), text);
    }

    String dataPumpScript(String program, String host, String parameters) throws IOException {
        Path file = Files.createDirectories(root.resolve(host).resolve("job")).resolve(program + ".par");
        Files.writeString(file, parameters, StandardCharsets.UTF_8);
        return ScriptTemplate.load(program + ".sh")
                .render(Map.of(
                        "oracle_home",
                        home(host).toString(),
                        "user",
                        "MOVER",
                        "connect",
                        "//127.0.0.1:" + oracle.port(host) + "/orders",
                        "parfile",
                        program + ".par"));
    }

    Run exportAll(String parameters) throws IOException, InterruptedException {
        return run(SOURCE_HOST, dataPumpScript("expdp", SOURCE_HOST, parameters), MIGRATION_PASSWORD + "\n");
    }

    Run importAll(String parameters) throws IOException, InterruptedException {
        return run(TARGET_HOST, dataPumpScript("impdp", TARGET_HOST, parameters), MIGRATION_PASSWORD + "\n");
    }

    /** Fingerprint of every table of an owner, by table name. */
    Map<String, String> fingerprints(String host, String owner) {
        Map<String, String> found = new TreeMap<>();
        TableStatements generator = new TableStatements(statements);
        try (OracleClient client = client(host, ADMIN, PASSWORD, true)) {
            Map<String, List<TableStatements.Column>> tables = new TreeMap<>();
            for (OracleRow row : client.query("table-columns", Map.of("owners", "," + owner + ","))) {
                tables.computeIfAbsent(row.text("TABLE_NAME"), name -> new ArrayList<>())
                        .add(new TableStatements.Column(
                                row.text("COLUMN_NAME"),
                                row.text("DATA_TYPE"),
                                row.number("DATA_LENGTH").intValueExact()));
            }
            tables.forEach((table, columns) -> {
                OracleRow row = client.query(generator.rowHash(owner, table, columns), Map.of())
                        .get(0);
                found.put(table, row.number("ROW_COUNT") + " " + row.number("HASH_1") + " " + row.number("HASH_2"));
            });
        }
        return found;
    }

    /** Packs the lab's driver as the build does, so that it is loaded by path and not found on the class path. */
    static Path driverJar(Path jar) throws IOException {
        String[] classes = {
            "Facade",
            "LabConnection",
            "LabConnection$Product",
            "LabDriver",
            "LabDescriptor",
            "LabDescriptor$Endpoint",
            "LabDescriptor$Node",
            "LabDescriptor$Reader",
            "LabRows",
            "LabRows$Columns",
            "LabStatement",
            "Wire"
        };
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (String name : classes) {
                // By resource, because the lab is a folder in one build and a jar in another.
                add(out, "io/gulliver/lab/oracle/driver/" + name + ".class");
            }
            add(out, "META-INF/services/java.sql.Driver");
        }
        return jar;
    }

    private static void add(JarOutputStream out, String name) throws IOException {
        // Other drivers have a service file of the same name: the driver's own source decides.
        var location = io.gulliver.lab.oracle.driver.LabDriver.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation();
        try (URLClassLoader only = new URLClassLoader(new URL[] {location}, ClassLoader.getPlatformClassLoader());
                var in = Objects.requireNonNull(only.getResourceAsStream(name), name)) {
            out.putNextEntry(new JarEntry(name));
            in.transferTo(out);
        }
    }

    @Override
    public void close() {
        oracle.close();
        context.close();
    }
}
