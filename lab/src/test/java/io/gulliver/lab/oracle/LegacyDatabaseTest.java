package io.gulliver.lab.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.lab.LabContext;
import io.gulliver.lab.LabPace;
import io.gulliver.lab.estate.Estate;
import io.gulliver.lab.estate.EstateDatabase;
import io.gulliver.lab.estate.EstateOracle;
import io.gulliver.lab.oracle.driver.LabDriver;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database of 10.2 refuses the driver of today, and answers SQL*Plus on its own host. */
@Tag("store")
class LegacyDatabaseTest {

    private static final String HOST = "lilliput-db-07";

    @TempDir
    static Path root;

    private static LabContext context;
    private static LabOracle oracle;
    private static Path home;
    private static Path other;

    @BeforeAll
    static void start() throws Exception {
        Estate estate = Estate.of(1726);
        EstateDatabase ledger = estate.legacy().get(0);
        EstateDatabase payroll = estate.databases().stream()
                .filter(database -> database.database().equals("PAYROLL"))
                .findFirst()
                .orElseThrow();
        // Two looks at one host shall fall into the same moment.
        context = LabContext.open(
                root.resolve("lab"), LabPace.max(), Clock.fixed(Instant.parse("2026-11-20T10:30:00Z"), ZoneOffset.UTC));
        oracle = new LabOracle(context);
        oracle.registerHost(HOST, LabPlatform.X86);
        oracle.describe(estate.load(HOST));
        oracle.offer(EstateOracle.source(ledger, 1726, "an-admin", "a-reader"));
        oracle.offer(EstateOracle.source(payroll, 1726, "an-admin", "a-reader"));
        home = root.resolve("u01/10.2");
        other = root.resolve("u01/11.2");
        oracle.installHome(HOST, home, ledger.version());
        oracle.installHome(HOST, other, payroll.version());
    }

    @AfterAll
    static void stop() {
        oracle.close();
        context.close();
    }

    private record Ran(int exit, String output, List<String> spool) {}

    private static Ran sqlplus(Path oracleHome, String sid, String script) throws Exception {
        Path directory = Files.createTempDirectory(root, "work");
        Files.writeString(directory.resolve("look.sql"), script);
        Process process = process(oracleHome, sid, directory, "@look.sql").start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ended: " + output).isTrue();
        Path spool = directory.resolve("look.spool");
        return new Ran(process.exitValue(), output, Files.exists(spool) ? Files.readAllLines(spool) : List.of());
    }

    private static ProcessBuilder process(Path oracleHome, String sid, Path directory, String script) {
        ProcessBuilder builder = new ProcessBuilder(
                        oracleHome.resolve("bin/sqlplus").toString(), "-S", "/ as sysdba", script)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().put("ORACLE_HOME", oracleHome.toString());
        builder.environment().put("ORACLE_SID", sid);
        return builder;
    }

    @Test
    void theDriverIsRefusedBeforeItSendsAPassword() {
        Properties properties = new Properties();
        properties.put("user", EstateOracle.READER);
        properties.put("password", "a-wrong-password");
        assertThatThrownBy(() -> new LabDriver()
                        .connect("jdbc:gulliver-lab:@//127.0.0.1:" + oracle.port(HOST) + "/ledger", properties))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(3134))
                .hasMessage("ORA-03134: Connections to this server version are no longer supported.");
        properties.put("password", "a-reader");
        assertThat(openTo("payroll", properties)).isTrue();
    }

    private static boolean openTo(String service, Properties properties) {
        try (java.sql.Connection connection = new LabDriver()
                .connect("jdbc:gulliver-lab:@//127.0.0.1:" + oracle.port(HOST) + "/" + service, properties)) {
            return connection != null;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aScriptSpoolsItsAnswersLineByLine() throws Exception {
        Ran ran = sqlplus(home, "LEDGER", """
                WHENEVER SQLERROR CONTINUE
                WHENEVER OSERROR EXIT 9
                SET PAGESIZE 0 LINESIZE 32767 FEEDBACK OFF HEADING OFF TRIMSPOOL ON TERMOUT OFF VERIFY OFF
                SET LONG 4000
                ALTER SESSION SET NLS_DATE_FORMAT = 'YYYY-MM-DD HH24:MI:SS';
                SPOOL look.spool
                PROMPT #begin release
                SELECT 'R|' || banner FROM v$version
                WHERE banner LIKE 'Oracle%';
                PROMPT #begin pluggable
                SELECT 'R|' || name
                FROM v$pdbs;
                PROMPT #begin tablespaces
                SELECT 'R|' || tablespace_name || '|' || block_size || '|' || NVL(status, '-')
                FROM dba_tablespaces WHERE contents = 'PERMANENT' ORDER BY tablespace_name;
                SELECT 'R|' || encrypted FROM dba_tablespaces;
                PROMPT #end
                SPOOL OFF
                EXIT SUCCESS
                """);
        assertThat(ran.exit()).isZero();
        assertThat(ran.output()).isBlank();
        assertThat(ran.spool())
                .containsSubsequence(
                        "#begin release",
                        "R|Oracle Database 10g Enterprise Edition Release 10.2.0.5.0 - 64bi",
                        "#begin pluggable",
                        "FROM v$pdbs",
                        "     *",
                        "ERROR at line 2:",
                        "ORA-00942: table or view does not exist",
                        "#begin tablespaces",
                        "R|APP_DATA|8192|ONLINE",
                        "R|USERS|8192|ONLINE",
                        "SELECT 'R|' || encrypted FROM dba_tablespaces",
                        "               *",
                        "ERROR at line 1:",
                        "ORA-00904: \"ENCRYPTED\": invalid identifier",
                        "#end");
    }

    @Test
    void anErrorEndsAScriptThatWantsItToAndColumnsHaveHeadings() throws Exception {
        Ran ran = sqlplus(home, "LEDGER", """
                WHENEVER SQLERROR EXIT SQL.SQLCODE
                SELECT name, log_mode FROM v$database;
                SELECT nothing FROM v$database;
                PROMPT not reached
                EXIT
                """);
        assertThat(ran.exit()).isEqualTo(904 % 256);
        assertThat(ran.output().lines().toList())
                .containsSubsequence("NAME   LOG_MODE", "------ ----------", "LEDGER ARCHIVELOG")
                .doesNotContain("not reached");
    }

    @Test
    void variablesAreDeclaredAndALineThatIsTooLongIsIgnored() throws Exception {
        Ran ran = sqlplus(home, "LEDGER", """
                SET PAGESIZE 0 FEEDBACK OFF SQLBLANKLINES ON
                SELECT name FROM v$database WHERE name = :wanted
                /
                VARIABLE wanted VARCHAR2(4000)
                VARIABLE toolong VARCHAR2(4001)
                BEGIN
                  :wanted := 'LED'
                    || CHR(71) || 'ER';
                END;
                /
                SELECT name || '''it;s''' FROM v$database

                WHERE name = :wanted
                /
                PROMPT %s
                EXIT
                """.formatted("x".repeat(2500)));
        assertThat(ran.output().lines().filter(line -> !line.isBlank()).toList())
                .containsExactly(
                        "SP2-0552: Bind variable \"WANTED\" not declared.",
                        "Usage: VAR[IABLE] [ <variable> [ NUMBER | CHAR | CHAR (n [CHAR|BYTE]) | VARCHAR2 (n [CHAR|BYTE]) ] ]",
                        "LEDGER'it;s'",
                        "SP2-0027: Input is too long (> 2499 characters) - line ignored");
    }

    @Test
    void anotherHomeDoesNotSeeTheInstance() throws Exception {
        assertThat(sqlplus(other, "LEDGER", "EXIT\n").output()).contains("ORA-01034: ORACLE not available");
        assertThat(sqlplus(other, "PAYROLL", "SELECT name FROM v$database;\nEXIT\n")
                        .output())
                .contains("PAYROLL");
    }

    @Test
    void databasesOfOneHostSeeOneHostAndNotMoreThanItDoes() throws Exception {
        Ran ledger = sqlplus(home, "LEDGER", hostScript());
        Ran payroll = sqlplus(other, "PAYROLL", hostScript());
        double busy = value(ledger, "BUSY_TIME");
        assertThat(value(payroll, "BUSY_TIME")).isEqualTo(busy);
        assertThat(value(payroll, "NUM_CPU_CORES")).isEqualTo(value(ledger, "NUM_CPU_CORES"));
        double own = value(ledger, "CPU") + value(payroll, "CPU");
        assertThat(own).isPositive().isLessThan(busy);
    }

    private static String hostScript() {
        return """
                SET PAGESIZE 0 FEEDBACK OFF
                SELECT stat_name || '=' || value FROM v$osstat WHERE stat_name IN ('BUSY_TIME', 'NUM_CPU_CORES');
                SELECT 'CPU=' || value FROM v$sysstat WHERE name = 'CPU used by this session';
                EXIT
                """;
    }

    private static double value(Ran ran, String name) {
        return ran.output()
                .lines()
                .filter(line -> line.startsWith(name + "="))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is missing in " + ran.output()));
    }
}
