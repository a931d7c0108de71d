package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.lab.FaultKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("store")
class DataPumpLabTest {

    private static final String EXPORT = ScriptTemplate.load("expdp.par").render(OracleLab.exportValues());
    private static final String IMPORT = ScriptTemplate.load("impdp.par").render(OracleLab.importValues());

    @TempDir
    Path root;

    OracleLab lab;

    @BeforeEach
    void start() throws Exception {
        lab = new OracleLab(root);
        lab.source();
        lab.target();
        lab.prepare(OracleLab.SOURCE_HOST, false);
        lab.prepare(OracleLab.TARGET_HOST, true);
    }

    @AfterEach
    void stop() {
        lab.close();
    }

    private DataPumpLog log(String file) throws Exception {
        return DataPumpLog.read(Files.readAllLines(lab.stage.resolve(file)), true);
    }

    @Test
    void rowsExportedAndImportedByRealProcessesAreTheSame() throws Exception {
        OracleLab.Run export = lab.exportAll(EXPORT);
        assertThat(export.exit()).as(export.output()).isZero();
        assertThat(lab.stage.resolve("mig_01.dmp")).isNotEmptyFile();
        assertThat(log("exp.log").closing()).isEqualTo(DataPumpLog.Closing.SUCCESS);
        assertThat(log("exp.log").rows()).hasSize(16).containsEntry("SHOP.ORDERS", 40L);

        OracleLab.Run load = lab.importAll(IMPORT);
        assertThat(load.exit()).as(load.output()).isZero();
        assertThat(log("imp.log").clean()).isTrue();
        for (String owner : List.of("SHOP", "STOCK")) {
            assertThat(lab.fingerprints(OracleLab.TARGET_HOST, owner))
                    .isEqualTo(lab.fingerprints(OracleLab.SOURCE_HOST, owner));
        }
        try (OracleClient target = lab.client(OracleLab.TARGET_HOST, "READER", OracleLab.PASSWORD, true)) {
            assertThat(target.query("tables", Map.of("owners", ",SHOP,")))
                    .allSatisfy(row -> assertThat(row.text("TABLESPACE_NAME")).isEqualTo("MOVED_DATA"))
                    .allSatisfy(row -> assertThat(row.findTime("LAST_ANALYZED")).isNull());
            assertThat(target.query("sequences", Map.of("owners", ",SHOP,"))).hasSize(2);
            assertThat(target.query("datapump-jobs")).isEmpty();
        }
        assertThat(lab.context.ledger().entries(OracleLab.SOURCE_SYSTEM, "expdp"))
                .hasSize(1);
        assertThat(export.output()).doesNotContain(OracleLab.MIGRATION_PASSWORD);
    }

    @Test
    void aJobOutlivesItsClientAndIsStoppedAndStartedByAttaching() throws Exception {
        lab.context.faults().arm(OracleLab.SOURCE_SYSTEM, "expdp", FaultKind.NEVER_ENDS, 1);
        Process client = lab.start(
                OracleLab.SOURCE_HOST,
                lab.dataPumpScript("expdp", OracleLab.SOURCE_HOST, EXPORT),
                OracleLab.MIGRATION_PASSWORD + "\n");
        try (OracleClient source = lab.admin(OracleLab.SOURCE_HOST)) {
            await().atMost(Duration.ofSeconds(30)).until(() -> state(source).equals("EXECUTING"));
            client.descendants().forEach(ProcessHandle::destroyForcibly);
            client.destroyForcibly().waitFor();
            assertThat(state(source)).isEqualTo("EXECUTING");

            assertThat(attach("STATUS\nSTOP_JOB=IMMEDIATE\n").output()).contains("State: EXECUTING");
            assertThat(state(source)).isEqualTo("NOT RUNNING");
            OracleLab.Run second = lab.exportAll(EXPORT);
            assertThat(second.exit()).isEqualTo(1);
            assertThat(second.output()).contains("ORA-31641");

            lab.context.faults().clear();
            OracleLab.Run again = attach("CONTINUE_CLIENT\n");
            assertThat(again.exit()).as(again.output()).isZero();
            assertThat(source.query("datapump-jobs")).isEmpty();
        }
        assertThat(lab.context.ledger().entries(OracleLab.SOURCE_SYSTEM, "expdp"))
                .hasSize(1);
        assertThat(log("exp.log").rows()).hasSize(16);
        assertThat(lab.importAll(IMPORT).exit()).isZero();
        assertThat(lab.fingerprints(OracleLab.TARGET_HOST, "SHOP"))
                .isEqualTo(lab.fingerprints(OracleLab.SOURCE_HOST, "SHOP"));
    }

    private static String state(OracleClient source) {
        List<OracleRow> jobs = source.query("datapump-jobs");
        return jobs.isEmpty() ? "" : jobs.get(0).text("STATE");
    }

    private OracleLab.Run attach(String commands) throws Exception {
        String script = ScriptTemplate.load("datapump-attach.sh")
                .render(Map.of(
                        "oracle_home",
                        lab.home(OracleLab.SOURCE_HOST).toString(),
                        "program",
                        "expdp",
                        "user",
                        "MOVER",
                        "connect",
                        "//127.0.0.1:" + lab.oracle.port(OracleLab.SOURCE_HOST) + "/orders",
                        "job",
                        "MIG_1_EXP"));
        return lab.run(OracleLab.SOURCE_HOST, script, OracleLab.MIGRATION_PASSWORD + "\n" + commands);
    }

    @Test
    void aRowCorruptedOnTheWayIsFoundByItsFingerprintAlone() throws Exception {
        assertThat(lab.exportAll(EXPORT).exit()).isZero();
        lab.context.faults().arm(OracleLab.TARGET_SYSTEM, "impdp", FaultKind.CORRUPT_ROWS, 1);
        assertThat(lab.importAll(IMPORT).exit()).isZero();
        assertThat(log("imp.log").clean()).isTrue();
        var source = lab.fingerprints(OracleLab.SOURCE_HOST, "SHOP");
        var target = lab.fingerprints(OracleLab.TARGET_HOST, "SHOP");
        assertThat(source.keySet().stream().filter(table -> !source.get(table).equals(target.get(table))))
                .hasSize(1);
    }

    @Test
    void anOldSnapshotLeavesATableOutAndSaysSo() throws Exception {
        lab.context.faults().arm(OracleLab.SOURCE_SYSTEM, "expdp", FaultKind.JOB_FAILS, 1);
        assertThat(lab.exportAll(EXPORT).exit()).isEqualTo(5);
        DataPumpLog log = log("exp.log");
        assertThat(log.closing()).isEqualTo(DataPumpLog.Closing.WITH_ERRORS);
        assertThat(log.findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.codes()).containsExactly(31693, 2354, 1555));
        assertThat(log.rows()).hasSize(15);
    }

    @Test
    void aFullTablespaceSuspendsTheImportUntilThereIsSpace() throws Exception {
        assertThat(lab.exportAll(EXPORT).exit()).isZero();
        lab.context.faults().arm(OracleLab.TARGET_SYSTEM, "impdp", FaultKind.POOL_FULL, 1);
        Process client = lab.start(
                OracleLab.TARGET_HOST,
                lab.dataPumpScript("impdp", OracleLab.TARGET_HOST, IMPORT),
                OracleLab.MIGRATION_PASSWORD + "\n");
        try (OracleClient target = lab.admin(OracleLab.TARGET_HOST)) {
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> target.query("resumable-waits").size() == 1);
            lab.context.faults().clear();
            assertThat(client.waitFor(30, java.util.concurrent.TimeUnit.SECONDS))
                    .isTrue();
            assertThat(client.exitValue()).isZero();
            assertThat(target.query("resumable-waits")).isEmpty();
        }
        assertThat(log("imp.log").heaviest()).isEqualTo(DataPumpLog.Weight.WAIT);
        assertThat(log("imp.log").clean()).isTrue();
    }

    @Test
    void aSecondImportSkipsTablesAndSaysThatRowsMayBeMissing() throws Exception {
        assertThat(lab.exportAll(EXPORT).exit()).isZero();
        assertThat(lab.importAll(IMPORT).exit()).isZero();
        assertThat(lab.importAll(IMPORT.replace("imp.log", "imp2.log")).exit()).isEqualTo(5);
        assertThat(log("imp2.log").findings())
                .extracting(finding -> finding.codes().get(0))
                .contains(31684, 39151);
        assertThat(lab.fingerprints(OracleLab.TARGET_HOST, "STOCK"))
                .isEqualTo(lab.fingerprints(OracleLab.SOURCE_HOST, "STOCK"));
    }

    @Test
    void everyParameterDroppedOrMisspeltMakesTheRunFail() throws Exception {
        List<String> passed = new ArrayList<>();
        for (String mutant : mutants(EXPORT)) {
            if (lab.exportAll(mutant).exit() == 0) {
                passed.add(mutant);
            }
        }
        assertThat(passed).isEmpty();
        assertThat(lab.exportAll(EXPORT).exit())
                .as("no mutant left a dump file behind")
                .isZero();
        for (String mutant : mutants(IMPORT)) {
            if (lab.importAll(mutant).exit() == 0) {
                passed.add(mutant);
            }
        }
        assertThat(passed).isEmpty();
    }

    private static List<String> mutants(String parameters) {
        List<String> mutants = new ArrayList<>();
        for (String line : parameters.split("\n")) {
            if (!line.startsWith("#")) {
                mutants.add(parameters.replace(line + "\n", ""));
                mutants.add(parameters.replace(line + "\n", line.replaceFirst("^(..)(.)", "$1X$2") + "\n"));
            }
        }
        return mutants;
    }

    @Test
    void scriptsMakeTheSourceQuietAndOpenItAgain() throws Exception {
        String home = lab.home(OracleLab.SOURCE_HOST).toString();
        Path job = Files.createDirectories(root.resolve(OracleLab.SOURCE_HOST).resolve("job"));
        Files.writeString(
                job.resolve("quiesce.sql"), ScriptTemplate.load("quiesce.sql").render(Map.of()));
        Files.writeString(
                job.resolve("open.sql"), ScriptTemplate.load("open.sql").render(Map.of("processes", "40")));
        try (OracleClient source = lab.admin(OracleLab.SOURCE_HOST)) {
            assertThat(sqlplus(home, "quiesce.sql").exit()).isZero();
            assertThat(source.query("instances").get(0).text("LOGINS")).isEqualTo("RESTRICTED");
            assertThat(source.queryOne("parameter", Map.of("name", "job_queue_processes"))
                            .text("VALUE"))
                    .isEqualTo("0");
            assertThat(lab.run(
                                    OracleLab.SOURCE_HOST,
                                    sqlplusScript(
                                            home,
                                            "//127.0.0.1:" + lab.oracle.port(OracleLab.SOURCE_HOST) + "/orders",
                                            "open.sql"),
                                    OracleLab.PASSWORD + "\n")
                            .output())
                    .as("easy connect has no UR=A")
                    .contains("ORA-12526");
            assertThatThrownBy(() -> lab.client(OracleLab.SOURCE_HOST, "READER", OracleLab.PASSWORD, true))
                    .isInstanceOfSatisfying(
                            OracleException.class, e -> assertThat(e.code()).isEqualTo(1035));
            lab.client(OracleLab.SOURCE_HOST, "MOVER", OracleLab.MIGRATION_PASSWORD, true)
                    .close();
            assertThat(source.queryOne("transaction-count", Map.of()).number("TRANSACTIONS"))
                    .isPositive();
            for (OracleRow session : source.query("application-sessions", Map.of("owners", ",SHOP,STOCK,"))) {
                source.execute(
                        "kill-session",
                        Map.of("session", session.number("SID") + "," + session.number("SERIAL#") + ",@1"));
            }
            assertThat(source.queryOne("transaction-count", Map.of()).number("TRANSACTIONS"))
                    .isZero();
            assertThat(sqlplus(home, "open.sql").exit()).isZero();
            assertThat(source.query("instances").get(0).text("LOGINS")).isEqualTo("ALLOWED");
        }
        Files.writeString(
                job.resolve("bad.sql"), "WHENEVER SQLERROR EXIT SQL.SQLCODE\nALTER SYSTEM ENABLE RESTRICTED;\nEXIT\n");
        assertThat(sqlplus(home, "bad.sql").exit()).as("900 mod 256").isEqualTo(132);
    }

    private OracleLab.Run sqlplus(String home, String script) throws Exception {
        Files.writeString(
                root.resolve(OracleLab.SOURCE_HOST).resolve("job").resolve("tnsnames.ora"),
                new Address("127.0.0.1", lab.oracle.port(OracleLab.SOURCE_HOST), "orders", "admin").names());
        return lab.run(OracleLab.SOURCE_HOST, sqlplusScript(home, Address.ALIAS, script), OracleLab.PASSWORD + "\n");
    }

    private static String sqlplusScript(String home, String connect, String script) {
        return ScriptTemplate.load("sqlplus.sh")
                .render(Map.of("oracle_home", home, "user", OracleLab.ADMIN, "connect", connect, "script", script));
    }
}
