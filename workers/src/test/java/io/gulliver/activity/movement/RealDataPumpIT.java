package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.adapter.oracle.DataPumpLog;
import io.gulliver.adapter.oracle.OracleStatements;
import io.gulliver.adapter.oracle.real.Met;
import io.gulliver.adapter.oracle.real.OracleImage;
import io.gulliver.adapter.oracle.real.RealDatabase;
import io.gulliver.adapter.oracle.real.RealDatabase.Run;
import io.gulliver.adapter.oracle.real.RealOracle;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.domain.proof.PartKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A nasty schema by the real expdp and impdp of each release, with the parameter files and scripts that the product writes: out
 * of a database, dropped there, and back. Both logs are kept as they were printed.
 */
@RealOracle
@Timeout(value = 1, unit = TimeUnit.HOURS)
class RealDataPumpIT {
    private static final String STAGING = "/tmp/mig";
    private static final String PLAIN = "SET HEADING OFF PAGESIZE 0 FEEDBACK OFF LINESIZE 500 TRIMSPOOL ON\n";
    private static final List<String> SCHEMAS = List.of("NASTY", "NASTY_OTHER");

    private static String resource(String name) throws IOException {
        try (InputStream in = RealDataPumpIT.class.getResourceAsStream("/real-oracle/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static List<OracleImage> images() {
        return OracleImage.taken("RealDataPumpIT", 11);
    }

    @ParameterizedTest
    @MethodSource("images")
    void aNastySchemaCrossesWithAllThatSchemaModeCarries(OracleImage image, Met met) throws IOException {
        try (RealDatabase database = RealDatabase.start(image)) {
            use(database.meets(met), image.release());
            String files =
                    one(database, "SELECT SUBSTR(name, 1, INSTR(name, '/', -1) - 1) FROM v$datafile WHERE ROWNUM = 1;");
            make(database, files);
            List<String> before = inventory(database, "before");
            assertThat(before)
                    .as("the schema is as nasty as its scripts say")
                    .contains(
                            "rows NASTY ORDERS 3000",
                            "rows NASTY Order Items 2000",
                            "trigger NASTY CUSTOMERS_SLEEPS DISABLED");
            prepareJob(database);

            GeneratedFilesTest.Case release = new GeneratedFilesTest.Case(
                    image.release(),
                    one(database, "SELECT value FROM v$parameter WHERE name = 'compatible';"),
                    false,
                    false);
            Map<String, Object> inputs = new TreeMap<>(Map.of(
                    "release",
                    one(database, "SELECT version FROM v$instance;"),
                    "full",
                    false,
                    "schemas",
                    SCHEMAS,
                    "scn",
                    one(database, "SELECT TO_CHAR(current_scn) FROM v$database;"),
                    "parallel",
                    1L));
            Export export = new Export(null, null);
            StepCall exporting = GeneratedFilesTest.call("export", inputs);
            List<String> exported =
                    run(database, "expdp", export.parameterFile(exporting, new GeneratedFilesTest.Answers(release)));
            DataPumpLog exportLog = judged(exported);
            assertThat(exportLog.rows()).containsEntry("NASTY.ORDERS", 3000L).containsEntry("NASTY.Order Items", 2000L);

            database.prepared(
                    "BEGIN\n  DBMS_AQADM.DROP_QUEUE_TABLE(queue_table => 'NASTY.EVENT_TABLE', force => TRUE);\n"
                            + "END;\n/\nDROP USER NASTY CASCADE;\nDROP USER NASTY_OTHER CASCADE;\n");

            inputs.put(
                    "dump_files", export.outputs(exporting, exportLog, exported).get("dump_files"));
            StepCall importing = GeneratedFilesTest.call("import", inputs);
            List<String> imported = run(
                    database,
                    "impdp",
                    new Import(null, null).parameterFile(importing, new GeneratedFilesTest.Answers(release)));
            DataPumpLog importLog = judged(imported);
            assertThat(importLog.rows()).isEqualTo(exportLog.rows());
            assertThat(inventory(database, "after")).containsExactlyElementsOf(before);
            System.out.println("proof: " + image + ": a schema of " + before.size() + " lines out and back, logs of "
                    + exported.size() + " and " + imported.size() + " lines");
        }
    }

    /** What of the product takes part. */
    static void use(Met met, String release) {
        for (String program : List.of("expdp", "impdp")) {
            met.used(PartKind.SCRIPT, program + ".sh", "run on the host of the database");
            met.used(PartKind.GENERATED_FILE, program + ".par " + release, "read by " + program + ", schema mode");
        }
        met.used(PartKind.GENERATED_FILE, "tnsnames.ora " + release, "read by expdp and impdp");
        met.used(PartKind.PARSED_FORMAT, "data-pump-log", "of an export and an import");
        for (String statement : List.of(
                "create-migration-user", "grant-session", "grant-role", "create-directory", "grant-directory")) {
            met.used(PartKind.STATEMENT, statement, "run by SQL*Plus for the job's user");
        }
    }

    private static void make(RealDatabase database, String files) throws IOException {
        database.prepared(resource("nasty-1-before.sql").replace("{{files}}", files));
        String made = database.through(
                "NASTY",
                "(SERVICE_NAME=" + database.image().service() + ")",
                "WHENEVER SQLERROR EXIT FAILURE\nSET DEFINE OFF\n" + resource("nasty-2-own.sql"));
        assertThat(made).doesNotContain("ORA-", "SP2-");
        database.prepared(resource("nasty-3-after.sql"));
        if (database.image().from(18)) {
            database.prepared(resource("nasty-4-from-18.sql"));
        }
    }

    /** The owner of the jobs and its directory, by the statements of the product where they hold no secret. */
    private static void prepareJob(RealDatabase database) {
        OracleStatements statements = OracleStatements.load();
        database.shell("mkdir -p " + STAGING);
        String created = statements
                .require("create-migration-user")
                .text()
                .replace("{{user}}", "\"MOVER\"")
                .replace("{{password}}", "\"" + RealDatabase.PASSWORD + "\"")
                .replace("{{tablespace}}", "\"NASTY_DATA\"");
        database.prepared(String.join(
                ";\n",
                created,
                statements.require("grant-session").filled(Map.of("user", "MOVER")),
                statements.require("grant-role").filled(Map.of("role", "DATAPUMP_EXP_FULL_DATABASE", "user", "MOVER")),
                statements.require("grant-role").filled(Map.of("role", "DATAPUMP_IMP_FULL_DATABASE", "user", "MOVER")),
                statements.require("create-directory").filled(Map.of("directory", "MIG_DP", "path", STAGING)),
                statements.require("grant-directory").filled(Map.of("directory", "MIG_DP", "user", "MOVER")),
                // Rows behind a policy are exported by nobody else.
                "GRANT EXEMPT ACCESS POLICY TO MOVER",
                ""));
    }

    private static String one(RealDatabase database, String query) {
        String answer = database.inside(PLAIN + query).strip();
        assertThat(answer).as(query).isNotEmpty().doesNotContain("ORA-", "\n");
        return answer;
    }

    private static List<String> inventory(RealDatabase database, String when) throws IOException {
        // What came in an order of its own is valid when it is used; here nobody uses it.
        database.prepared("BEGIN\n  UTL_RECOMP.RECOMP_SERIAL('NASTY');\nEND;\n/\n");
        String listed = database.inside(resource("inventory.sql"));
        database.keep("inventory-" + when + ".txt", listed);
        assertThat(listed).doesNotContain("ORA-", "SP2-");
        return listed.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    }

    private static final Pattern LOG_FILE = Pattern.compile("(?m)^LOGFILE=(.*)$");

    /** Runs a program as the product runs it on a host; the lines of its log. */
    private static List<String> run(RealDatabase database, String program, String parameters) {
        String home = database.home();
        database.copy(parameters, STAGING + "/" + program + ".par");
        database.copy(database.names(), STAGING + "/tnsnames.ora");
        database.copy(
                ScriptTemplate.load(program + ".sh")
                        .render(Map.of(
                                "oracle_home",
                                home,
                                "user",
                                "MOVER",
                                "connect",
                                Address.ALIAS,
                                "parfile",
                                program + ".par")),
                STAGING + "/" + program + ".sh");
        Run run = database.shell(
                "cd " + STAGING + " && printf '%s\\n' \"$1\" | sh ./" + program + ".sh", RealDatabase.PASSWORD);
        database.keep(program + ".par", parameters);
        database.keep(program + "-printed.txt", run.output());
        Matcher log = LOG_FILE.matcher(parameters);
        assertThat(log.find()).isTrue();
        String text = database.read(STAGING + "/" + log.group(1));
        database.keep(program + ".log", text);
        assertThat(DataPumpLog.Exit.of(run.exit()))
                .as(text)
                .isIn(DataPumpLog.Exit.SUCCESS, DataPumpLog.Exit.DONE_WITH_ERRORS);
        return text.lines().toList();
    }

    private static DataPumpLog judged(List<String> lines) {
        DataPumpLog log = DataPumpLog.read(lines, false);
        assertThat(log.closing()).as(String.join("\n", lines)).isNotEqualTo(DataPumpLog.Closing.MISSING);
        assertThat(log.findings().stream().filter(one -> one.weight().compareTo(DataPumpLog.Weight.ERROR) >= 0))
                .as(String.join("\n", lines))
                .isEmpty();
        return log;
    }
}
