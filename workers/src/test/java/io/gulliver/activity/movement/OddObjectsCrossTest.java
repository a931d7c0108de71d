package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import io.gulliver.activity.StepFailedException;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.lab.Examines;
import io.gulliver.lab.Kindness;
import io.gulliver.lab.oracle.LabDatabaseSpec;
import io.gulliver.testing.TakesTurns;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no plain table crosses and is compared, or is left out by a rule that says why. */
@Tag("store")
@TakesTurns(TakesTurns.Group.CROSSINGS)
class OddObjectsCrossTest {
    @TempDir
    Path root;

    MigrationBench bench;

    @AfterEach
    void close() throws Exception {
        bench.close();
    }

    @Test
    @Examines(value = Kindness.ALL_TABLES_ARE_PLAIN, red = "tables that have no rows of their own")
    void whatIsNoPlainTableIsComparedOrLeftOutWithItsReason() throws Exception {
        bench = new MigrationBench(root, "odd-objects");
        bench.runTo("content");
        assertThat(bench.outputs.get("dictionary")).containsEntry("differences", 0);
        Map<String, Object> content = bench.outputs.get("content");
        assertThat(content.get("excluded"))
                .asInstanceOf(LIST)
                .as("tables that have no rows of their own")
                .contains(
                        "SHOP.BIN$5kPq0aVbT2==$0 (in the recycle bin, which does not cross)",
                        "SHOP.DR$NOTES_IX$I (made by a domain index, which the target builds anew)",
                        "SHOP.MDRT_12A3$ (made by a domain index, which the target builds anew)",
                        "SHOP.MDRT_912A3$ (made by a domain index, which the target builds anew)",
                        "SHOP.ORDER_LINES_NT (storage of a nested table, whose rows belong to another table)",
                        "SHOP.SCRATCH (temporary: its rows end with a session)",
                        "SHOP.SYS_IOT_OVER_4711 (overflow of an index-organized table, compared with that table)",
                        "SHOP.SYS_IOT_OVER_94711 (overflow of an index-organized table, compared with that table)");
        assertThat(content).containsEntry("tables_different", 0).containsEntry("coverage_percent", 100.0);
        assertThat(bench.context.evidence.get("content.json")).contains("SHOP.PRICES", "SHOP.BALANCES");
        assertThat(bench.oracle.content(MigrationBench.TARGET, "CRM"))
                .isEqualTo(bench.oracle.content(MigrationBench.SOURCE, "orders"))
                .containsKeys("SHOP.BALANCES", "SHOP.PRICES", "SHOP.ORDER_LINES_NT")
                .doesNotContainKeys("SHOP.SCRATCH", "SHOP.SYS_IOT_OVER_4711");

        // A column that nobody sees is compared as well.
        bench.oracle.disturb(
                MigrationBench.TARGET, "CRM", "update \"SHOP\".\"BALANCES\" set channel = 'lost' where id = 3");
        assertThat(bench.perform(bench.call("content", 2)).get("different").toString())
                .isEqualTo("[SHOP.BALANCES (same number of rows, other content): ID 1 to 40: {3=other content}]");
    }

    @Test
    void aColumnThatIsMissingOrShownOrOfAnotherKindIsADifference() throws Exception {
        bench = new MigrationBench(root, "odd-objects");
        bench.runTo("statistics");
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "update DBA_TAB_COLUMNS set column_id = 6 where owner = 'SHOP' and column_name = 'CHANNEL'");
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "update DBA_TAB_COLUMNS set virtual_column = 'NO' where owner = 'STOCK' and column_name = 'ROUNDED'");
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "delete from DBA_TAB_COLUMNS where owner = 'STOCK' and table_name = 'ORDERS' and column_name = 'REMARK'");
        assertThatThrownBy(() -> bench.runTo("dictionary"))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("differs in 3 places")
                .hasMessageContaining(
                        "V01 columns SHOP.BALANCES.CHANNEL: source VARCHAR2 null invisible, target VARCHAR2 null")
                .hasMessageContaining(
                        "V01 columns STOCK.BALANCES.ROUNDED: source NUMBER null virtual, target NUMBER null")
                .hasMessageContaining("V01 columns STOCK.ORDERS.REMARK: source VARCHAR2 null, target missing");
    }

    /**
     * Its name holds the number of its table, another in every database; nobody can rename it (ORA-32799). The view names it
     * from 12.1.0.2 on.
     */
    @ParameterizedTest
    @ValueSource(strings = {"12.1.0.1.0", "19.24.0.0.0"})
    void aSequenceBehindAnIdentityColumnIsComparedByItsTableAndColumn(String release) throws Exception {
        bench = new MigrationBench(
                root, MigrationBench.of(MigrationBench.spec("odd-objects"), "ORDERS", release), "SYS");
        bench.runTo("dictionary");
        assertThat(bench.outputs.get("dictionary")).containsEntry("differences", 0);
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "update DBA_SEQUENCES set last_number = 1 where sequence_owner = 'STOCK' and sequence_name like 'ISEQ$$%'");
        assertThatThrownBy(() -> bench.perform(bench.call("dictionary", 2)))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("differs in 1 places")
                .hasMessageContaining("V06 sequence STOCK.BALANCES.ID (identity): source 41, target 1");
    }

    @Test
    @Examines(value = Kindness.ONLY_TABLES_ARE_TABLES, red = "tables that stand for something else")
    void queuesMaterializedViewsAndExternalTablesAreNoPlainTables() throws Exception {
        bench = new MigrationBench(root, "queue", "mview", "external-table");
        bench.runTo("content");
        assertThat(bench.outputs.get("dictionary")).containsEntry("differences", 0);
        Map<String, Object> content = bench.outputs.get("content");
        assertThat(content.get("excluded"))
                .asInstanceOf(LIST)
                .as("tables that stand for something else")
                .contains(
                        "SHOP.MLOG$_ORDERS (log of a materialized view: what it still holds depends on the last refresh)",
                        "SHOP.PRICE_FEED (external: its rows lie in files outside the database)");
        assertThat(content).containsEntry("tables_different", 0).containsEntry("coverage_percent", 100.0);
        assertThat(bench.context.evidence.get("content.json")).contains("SHOP.ORDER_QT", "SHOP.SALES_BY_DAY");
        assertThat(bench.oracle.content(MigrationBench.TARGET, "CRM"))
                .isEqualTo(bench.oracle.content(MigrationBench.SOURCE, "orders"))
                .containsKeys("SHOP.ORDER_QT", "SHOP.SALES_BY_DAY")
                .doesNotContainKeys("SHOP.PRICE_FEED", "SHOP.MLOG$_ORDERS");
        try (OracleClient client = bench.open(MigrationBench.SOURCE, "orders", "orders")) {
            assertThat(client.query("tables-without-key", Map.of("owners", ",SHOP,")))
                    .extracting(row -> row.text("TABLE_NAME"))
                    .as("a log has no key and needs none")
                    .doesNotContain("MLOG$_ORDERS");
            assertThat(client.query("row-count-statements", Map.of("schemas", ",SHOP,")))
                    .extracting(row -> row.text("STATEMENT"))
                    .as("counted by hand")
                    .anyMatch(line -> line.contains("ORDER_QT"))
                    .noneMatch(line -> line.contains("MLOG$") || line.contains("PRICE_FEED"));
        }
    }

    /** 19 makes a job of the scheduler for each of DBMS_JOB, and 18 one that refreshes a materialized view. */
    @Test
    void jobsThatTheTargetMakesByItselfAreNoDifferenceAndThoseThatAreMissingAre() throws Exception {
        LabDatabaseSpec plain = MigrationBench.spec("old-job", "mview", "scheduler-job");
        bench = new MigrationBench(
                root,
                new LabDatabaseSpec(
                        plain.system(),
                        plain.host(),
                        plain.name(),
                        plain.service(),
                        "12.2.0.1.0",
                        plain.enterprise(),
                        plain.kind(),
                        plain.characterSet(),
                        plain.nationalCharacterSet(),
                        plain.blockSize(),
                        plain.archiveLog(),
                        26,
                        plain.sizeGb(),
                        plain.seed(),
                        plain.schemas(),
                        plain.tables(),
                        plain.rows(),
                        plain.features(),
                        plain.parameters(),
                        plain.accounts()),
                "SYS");
        bench.runTo("dictionary");
        assertThat(bench.outputs.get("dictionary")).containsEntry("differences", 0);
        assertThat(bench.context.evidence.get("dictionary.json")).doesNotContain("MV_RF$J", "REFRESH", "refresh of");
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "delete from DBA_SCHEDULER_JOBS where owner = 'STOCK' and job_name = 'NIGHTLY'");
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "delete from DBA_SCHEDULER_JOBS where owner = 'STOCK' and job_name like 'MV_RF%'");
        bench.oracle.disturb(
                MigrationBench.TARGET,
                "CRM",
                "insert into DBA_SCHEDULER_JOBS (owner, job_name, job_type, enabled, state) values ('SHOP', 'HOURLY',"
                        + " 'PLSQL_BLOCK', 'TRUE', 'SCHEDULED')");
        bench.oracle.disturb(MigrationBench.TARGET, "CRM", "delete from DBA_JOBS where schema_user = 'SHOP'");
        assertThatThrownBy(() -> bench.perform(bench.call("dictionary", 2)))
                .hasMessageContaining("V01 job 12 of SHOP: source there, target missing")
                .hasMessageContaining("V01 job STOCK.NIGHTLY: source there, target missing")
                .hasMessageContaining("V01 job refresh of STOCK.SALES_BY_DAY: source there, target missing")
                .as("who has materialized views may have other jobs")
                .hasMessageContaining("V01 job SHOP.HOURLY: source missing, target there");
    }

    /** The database numbers such jobs, and every one otherwise. */
    @Test
    void jobsThatRefreshAreComparedByWhatTheyRefresh() throws Exception {
        bench = new MigrationBench(root, "old-job", "mview");
        bench.runTo("dictionary");
        assertThat(bench.outputs.get("dictionary")).containsEntry("differences", 0);
        assertThat(String.valueOf(bench.outputs.get("source-state").get("jobs")))
                .doesNotContain("MV_RF$J");
        try (OracleClient target = bench.open(MigrationBench.TARGET, "CRM", "target")) {
            assertThat(target.query("refresh-jobs"))
                    .extracting(row -> row.text("OWNER") + " " + row.text("JOB_NAME"))
                    .containsExactly("SHOP MV_RF$J_0_S_9574", "STOCK MV_RF$J_0_S_9574");
        }
    }

    /** Somebody tried the types out at the target before. */
    @Test
    void aTypeWhoseIdentifierIsTakenIsAQuestionToPeople() throws Exception {
        bench = new MigrationBench(root, "odd-objects");
        bench.runTo("rehearse-transfer");
        bench.outputs.put("rehearse-import", Map.of());
        bench.runTo("transfer");
        bench.oracle.copyType(MigrationBench.SOURCE, "orders", MigrationBench.TARGET, "CRM", "SHOP", "ADDRESS_T");
        bench.runTo("import");
        assertThat(bench.outputs.get("import").get("finding").toString())
                .contains("ORA-39083: Object type TYPE:\"SHOP\".\"ADDRESS_T\" failed to create with error:")
                .contains("ORA-02304: invalid object identifier literal")
                .contains("CREATE TYPE \"SHOP\".\"ADDRESS_T\" OID '");
    }

    private void importBesideACopyOfTheType() throws Exception {
        bench = new MigrationBench(root, "odd-objects", "typed-table");
        bench.runTo("rehearse-transfer");
        bench.outputs.put("rehearse-import", Map.of());
        bench.runTo("transfer");
        bench.oracle.copyType(MigrationBench.SOURCE, "orders", MigrationBench.TARGET, "CRM", "SHOP", "ADDRESS_T");
        bench.runTo("import");
    }

    @Test
    @Examines(value = Kindness.TABLES_NEED_NO_TYPES, red = "a table without the type of its column")
    void aTableIsMissingWithTheTypeOfItsColumn() throws Exception {
        importBesideACopyOfTheType();
        assertThat(bench.outputs.get("import").get("finding").toString())
                .as("a table without the type of its column")
                .contains("ORA-02304: invalid object identifier literal")
                .contains("ORA-39117: Type needed to create table is not included in this operation.")
                .contains("CREATE TABLE \"SHOP\".\"SITES\"")
                .doesNotContain("CREATE TABLE \"STOCK\".\"SITES\"")
                .contains("ORA-39112: Dependent object type INDEX:\"SHOP\".\"SITES_PK\" skipped");
    }

    /** The import is taken back, the copy goes, and what came with its types is dropped and made again. */
    @Test
    void aTypeAndItsTableCrossOnceItsIdentifierIsFree() throws Exception {
        importBesideACopyOfTheType();
        bench.oracle.disturb(MigrationBench.TARGET, "CRM", "delete from DBA_TYPES where owner = 'SYSTEM'");
        StepCall again = bench.call("import", 1);
        bench.action(again).undo(MigrationBench.with(again, Operation.UNDO, null, 0), bench.context);
        bench.outputs.remove("import");
        bench.runTo("content");
        assertThat(bench.outputs.get("import")).containsEntry("findings", java.util.List.of());
        assertThat(bench.oracle.content(MigrationBench.TARGET, "CRM"))
                .isEqualTo(bench.oracle.content(MigrationBench.SOURCE, "orders"))
                .containsKeys("SHOP.SITES", "STOCK.SITES");
        assertThat(bench.outputs.get("dictionary")).containsEntry("differences", 0);
        assertThat(bench.outputs.get("content"))
                .containsEntry("tables_different", 0)
                .as("no form turns an object into text")
                .containsEntry("columns_left_out", 2);
        assertThat(bench.context.evidence.get("content.json")).contains("PLACE (ADDRESS_T)");
    }
}
