package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.lab.Examines;
import io.gulliver.lab.FaultKind;
import io.gulliver.lab.Kindness;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("store")
class DbcaLabTest {

    private static final String PASSWORDS = "sys-word\nsystem-word\npdb-word\n";

    @TempDir
    Path root;

    OracleLab lab;

    @BeforeEach
    void start() throws Exception {
        lab = new OracleLab(root);
    }

    @AfterEach
    void stop() {
        lab.close();
    }

    private static String response() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("schema", "19.0.0");
        values.put("template", "General_Purpose.dbc");
        values.put("global_name", "CDB1");
        values.put("sid", "CDB1");
        values.put("container", "true");
        values.put("pdbs", "1");
        values.put("pdb_name", "orders");
        values.put("character_set", "AL32UTF8");
        values.put("national_character_set", "AL16UTF16");
        values.put("storage_type", "FS");
        values.put("datafile_destination", "/u02/oradata");
        values.put("recovery_area", "/u03/fra");
        values.put("recovery_area_bytes", Long.toString(10240L << 20));
        values.put("archive_log", "true");
        values.put("memory_megabytes", "6144");
        values.put("sga_bytes", Long.toString(4096L << 20));
        values.put("pga_bytes", Long.toString(2048L << 20));
        values.put("large_pages", "TRUE");
        values.put("listener", "LISTENER");
        values.put("block_size", "8192");
        values.put("processes", "600");
        return ScriptTemplate.load("dbca.rsp").render(values);
    }

    private OracleLab.Run dbca(String response) throws Exception {
        Path job = Files.createDirectories(root.resolve(OracleLab.TARGET_HOST).resolve("job"));
        Files.writeString(job.resolve("dbca.rsp"), response);
        String script = ScriptTemplate.load("dbca.sh")
                .render(Map.of("oracle_home", lab.home(OracleLab.TARGET_HOST).toString(), "response_file", "dbca.rsp"));
        return lab.run(OracleLab.TARGET_HOST, script, PASSWORDS);
    }

    private OracleClient pdb() {
        return lab.client(OracleLab.TARGET_HOST, "SYSTEM", "system-word", false);
    }

    @Test
    void createsAContainerAndItsDatabaseOnceAndKeepsThemOverARestart() throws Exception {
        OracleLab.Run created = dbca(response());
        assertThat(created.exit()).as(created.output()).isZero();
        assertThat(created.output())
                .as("in English, though the login speaks another language")
                .contains("8% complete", "100% complete")
                .doesNotContain("word");
        assertThat(dbca(response()).output()).contains("already exists");
        assertThat(lab.context.ledger().entries("CDB1@blefuscu", "dbca")).hasSize(1);
        try (OracleClient target = pdb()) {
            assertThat(target.queryOne("container-state", Map.of()).text("CDB")).isEqualTo("YES");
            assertThat(target.queryOne("endianness", Map.of()).text("ENDIAN_FORMAT"))
                    .isEqualTo("Big");
            target.execute("create-restore-point", Map.of("name", "MIG_T0"));
        }
        int port = lab.oracle.port(OracleLab.TARGET_HOST);
        lab.close();
        lab = new OracleLab(root);
        assertThat(lab.oracle.port(OracleLab.TARGET_HOST)).isEqualTo(port);
        try (OracleClient target = pdb()) {
            assertThat(target.query("restore-points"))
                    .extracting(row -> row.text("NAME"))
                    .containsExactly("MIG_T0");
        }
    }

    @Test
    void everyLineDroppedOrMisspeltMakesTheRunFail() throws Exception {
        List<String> passed = new ArrayList<>();
        for (String line : response().split("\n")) {
            for (String mutant : List.of("", "x" + line + "\n")) {
                if (dbca(response().replace(line + "\n", mutant)).exit() == 0) {
                    passed.add(line + " -> " + mutant);
                }
            }
        }
        assertThat(passed).isEmpty();
    }

    @Test
    @Examines(value = Kindness.DBCA_TAKES_ANY_KEY, red = "a key of no schema")
    void itsResponseFileIsJudgedByTheSchemaOfItsHeader() throws Exception {
        assertThat(dbca(response() + "memoryMgmtType=CUSTOM_SGA\n").output())
                .as("a key of no schema")
                .contains("[WARNING] [DBT-00108]", "memoryMgmtType");
        assertThat(dbca(response() + "managementPolicy=AUTOMATIC\n").output())
                .as("a key of 21")
                .contains("[DBT-00108]");
        assertThat(dbca(response().replace("v19.0.0", "v21.0.0")).output())
                .as("a schema that this home does not have")
                .contains("[DBT-00108]");
        assertThat(dbca(response().replace("db_block_size=8192", "db_block_size=16384"))
                        .exit())
                .as("the seed has blocks of 8 KB")
                .isEqualTo(255);
        OracleLab.Run made = dbca(response()
                .replace("db_block_size=8192", "db_block_size=16384")
                .replace("General_Purpose.dbc", "New_Database.dbt"));
        assertThat(made.exit()).as(made.output()).isZero();
    }

    @Test
    void aStoppedJobIsFoundAndFinishedByTheNextLab() throws Exception {
        lab.source("sys-grants");
        lab.prepare(OracleLab.SOURCE_HOST, false);
        lab.context.faults().arm(OracleLab.SOURCE_SYSTEM, "expdp", FaultKind.NEVER_ENDS, 1);
        String parameters = ScriptTemplate.load("expdp.par").render(OracleLab.exportValues());
        Process client = lab.start(
                OracleLab.SOURCE_HOST,
                lab.dataPumpScript("expdp", OracleLab.SOURCE_HOST, parameters),
                OracleLab.MIGRATION_PASSWORD + "\n");
        try (OracleClient source = lab.admin(OracleLab.SOURCE_HOST)) {
            org.awaitility.Awaitility.await()
                    .atMost(java.time.Duration.ofSeconds(30))
                    .until(() -> source.query("datapump-jobs").stream()
                            .anyMatch(job -> job.text("STATE").equals("EXECUTING")));
            source.execute("stop-datapump-job", Map.of(), Map.of("job", "MIG_1_EXP", "owner", "MOVER"));
        }
        assertThat(client.waitFor(60, TimeUnit.SECONDS))
                .as("the client ends when its job was stopped")
                .isTrue();
        lab.close();
        lab = new OracleLab(root);
        try (OracleClient source = lab.admin(OracleLab.SOURCE_HOST)) {
            assertThat(source.query("datapump-jobs"))
                    .singleElement()
                    .satisfies(job -> assertThat(job.text("STATE")).isEqualTo("NOT RUNNING"));
            source.execute("start-datapump-job", Map.of(), Map.of("job", "MIG_1_EXP", "owner", "MOVER"));
            org.awaitility.Awaitility.await()
                    .atMost(java.time.Duration.ofSeconds(30))
                    .until(() -> source.query("datapump-jobs").isEmpty());
        }
        assertThat(lab.context.ledger().entries(OracleLab.SOURCE_SYSTEM, "expdp"))
                .hasSize(1);
        assertThat(lab.context.ledger().entries(OracleLab.SOURCE_SYSTEM, "expdp-done"))
                .hasSize(1);

        lab.target();
        lab.prepare(OracleLab.TARGET_HOST, true);
        OracleLab.Run load = lab.importAll(ScriptTemplate.load("impdp.par").render(OracleLab.importValues()));
        assertThat(load.exit()).as(load.output()).isEqualTo(5);
        assertThat(lab.fingerprints(OracleLab.TARGET_HOST, "SHOP"))
                .isEqualTo(lab.fingerprints(OracleLab.SOURCE_HOST, "SHOP"));
        DataPumpLog log = DataPumpLog.read(Files.readAllLines(lab.stage.resolve("imp.log")), true);
        assertThat(log.heaviest()).isEqualTo(DataPumpLog.Weight.WARN);
        try (OracleClient target = lab.admin(OracleLab.TARGET_HOST)) {
            assertThat(target.query("invalid-objects")).hasSize(2);
            target.execute("recompile-invalid", Map.of("threads", "0"));
            assertThat(target.query("invalid-objects"))
                    .as("rights on SYS objects do not travel")
                    .hasSize(2);
            target.execute("gather-schema-statistics", Map.of("owner", "SHOP", "degree", "2"));
            assertThat(target.query("statistics-states", Map.of("owners", ",SHOP,")))
                    .allSatisfy(row -> assertThat(row.number("NUM_ROWS")).isEqualByComparingTo("40"));
            target.execute("drop-user", Map.of("user", "STOCK"));
            assertThat(target.query("tables", Map.of("owners", ",STOCK,"))).isEmpty();
        }
        assertThat(lab.oracle.services(OracleLab.SOURCE_HOST)).containsExactly("orders");
    }
}
