package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.systems.SourceDigest;
import io.gulliver.adapter.oracle.OracleStatement.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("store")
class OracleCatalogueLabTest {

    @TempDir
    static Path root;

    static OracleLab lab;

    @BeforeAll
    static void start() throws Exception {
        lab = new OracleLab(root);
        lab.source("db-link", "mview", "queue", "scheduler-job", "external-table", "sys-grants", "statspack");
        lab.target();
    }

    @AfterAll
    static void stop() {
        lab.close();
    }

    static Stream<String> queries() {
        return OracleStatements.load().all().values().stream()
                // Over a link is asked where there is one: LinkRunTest.
                .filter(statement ->
                        statement.kind() == Kind.QUERY && statement.slots().isEmpty())
                .filter(statement -> statement.versions().contains("19.24.0.0.0"))
                .map(OracleStatement::id);
    }

    @ParameterizedTest
    @MethodSource("queries")
    void everyQueryIsAnsweredWithTheDeclaredColumns(String id) {
        Map<String, Object> binds = new LinkedHashMap<>();
        for (OracleStatement.Field bind : lab.statements.require(id).binds()) {
            binds.put(
                    bind.name(),
                    bind.type() == OracleStatement.Type.NUMBER
                            ? 1
                            : bind.name().equals("owners") ? ",SHOP," : "db_name");
        }
        try (OracleClient client = lab.client(OracleLab.SOURCE_HOST, "READER", OracleLab.PASSWORD, true)) {
            // The client itself compares names; typed access proves the types.
            List<OracleRow> rows = client.query(id, binds);
            for (OracleRow row : rows) {
                assertThat(row.values())
                        .hasSameSizeAs(lab.statements.require(id).columns());
            }
        }
    }

    @Test
    void whatOfASourceCanBeWrittenIsReadWithItsIndexOrganizedTables() {
        lab.oracle.create(
                OracleLab.spec("zoo@lilliput", OracleLab.SOURCE_HOST, "ZOO", List.of("SHOP"), List.of("odd-objects")));
        try (OracleClient client = JdbcOracleClient.open(
                lab.settings(OracleLab.SOURCE_HOST, "zoo", OracleLab.ADMIN),
                OracleLab.PASSWORD.toCharArray(),
                lab.statements,
                false,
                call -> {})) {
            assertThat(client.query("writable-tables", Map.of("owners", ",SHOP,")))
                    .extracting(row -> row.text("SEGMENT_NAME"))
                    .contains("PRICES", "BALANCES")
                    .noneMatch(name -> name.startsWith("SYS_IOT_OVER_") || name.startsWith("BIN$"));
            TableStatements tables = new TableStatements(lab.statements);
            Map<String, String> before = SourceDigest.of(client, tables, List.of("SHOP"), Set.of());
            assertThat(SourceDigest.changed(before, SourceDigest.of(client, tables, List.of("SHOP"), Set.of())))
                    .isEmpty();
            assertThatThrownBy(() -> client.query(tables.change("SHOP", "SYS_IOT_OVER_4711"), Map.of()))
                    .isInstanceOfSatisfying(
                            OracleException.class, e -> assertThat(e.code()).isEqualTo(25191));
        }
    }

    @Test
    void discoveryTellsTheSourceFromTheTarget() {
        try (OracleClient source = lab.client(OracleLab.SOURCE_HOST, "READER", OracleLab.PASSWORD, true);
                OracleClient target = lab.client(OracleLab.TARGET_HOST, "READER", OracleLab.PASSWORD, true)) {
            assertThat(source.queryOne("endianness", Map.of()).text("ENDIAN_FORMAT"))
                    .isEqualTo("Little");
            assertThat(target.queryOne("endianness", Map.of()).text("PLATFORM_NAME"))
                    .isEqualTo("IBM zSeries Based Linux");
            assertThat(source.query("application-owners"))
                    .extracting(row -> row.text("USERNAME"))
                    .contains("SHOP", "STOCK");
            assertThat(source.query("tables-without-key", Map.of("owners", ",SHOP,")))
                    .extracting(row -> row.text("TABLE_NAME"))
                    .containsExactly("EVENT_LOG");
            assertThat(source.release()).isEqualTo("19.0.0.0.0");
        }
    }

    @Test
    void anEqualSpecMakesEqualRowsAndAnotherSeedDoesNot() throws Exception {
        Map<String, String> shop = lab.fingerprints(OracleLab.SOURCE_HOST, "SHOP");
        assertThat(shop)
                .containsKeys("CUSTOMERS", "DOCUMENTS", "Mixed Case", "T_007")
                .hasSize(12);
        assertThat(shop.get("ORDERS")).startsWith("40 ");
        assertThat(lab.fingerprints(OracleLab.SOURCE_HOST, "STOCK")).isNotEqualTo(shop);
        try (OracleLab twin = new OracleLab(java.nio.file.Files.createDirectories(root.resolve("twin")))) {
            twin.source("db-link", "mview", "queue", "scheduler-job", "external-table", "sys-grants", "statspack");
            assertThat(twin.fingerprints(OracleLab.SOURCE_HOST, "SHOP")).isEqualTo(shop);
        }
    }

    @Test
    void narrowsAKeyRangeToSingleRows() {
        TableStatements generator = new TableStatements(lab.statements);
        var columns = List.of(
                new TableStatements.Column("ID", "NUMBER", 22), new TableStatements.Column("NAME", "VARCHAR2", 100));
        try (OracleClient client = lab.client(OracleLab.SOURCE_HOST, "READER", OracleLab.PASSWORD, true)) {
            OracleRow range = client.query(generator.keyRange("SHOP", "T_007", "ID"), Map.of())
                    .get(0);
            assertThat(range.number("HIGH_KEY")).isEqualByComparingTo("40");
            OracleRow whole = client.query(
                            generator.chunkHash("SHOP", "T_007", columns, "ID"), Map.of("low", 1, "below", 41))
                    .get(0);
            OracleRow half = client.query(
                            generator.chunkHash("SHOP", "T_007", columns, "ID"), Map.of("low", 1, "below", 21))
                    .get(0);
            assertThat(half.number("ROW_COUNT")).isEqualByComparingTo("20");
            assertThat(half.number("HASH_1")).isLessThan(whole.number("HASH_1"));
            assertThat(client.query(
                            generator.differingRows("SHOP", "T_007", columns, "ID"), Map.of("low", 3, "below", 5)))
                    .extracting(row -> row.number("ROW_KEY").intValue())
                    .containsExactly(3, 4);
            assertThat(client.query(generator.rowCount("SHOP", "T_007"), Map.of())
                            .get(0)
                            .number("ROW_COUNT"))
                    .isEqualByComparingTo("40");
        }
    }

    @Test
    void failuresCarryCodeKindAndAdviceAndNoSecret() {
        assertThatThrownBy(() -> lab.client(OracleLab.SOURCE_HOST, "READER", "wr0ng-word", true))
                .isInstanceOfSatisfying(OracleException.class, e -> {
                    assertThat(e.oraCode()).isEqualTo("ORA-01017");
                    assertThat(e.kind()).isEqualTo(OracleFailure.EXTERNAL);
                    assertThat(e).hasMessageContaining("lilliput/orders").hasMessageNotContaining("wr0ng-word");
                });
        OracleSettings unknown = lab.settings(OracleLab.SOURCE_HOST, "nowhere", "READER");
        assertThatThrownBy(() -> JdbcOracleClient.open(
                        unknown, OracleLab.PASSWORD.toCharArray(), lab.statements, true, StatementLog.NONE))
                .isInstanceOfSatisfying(
                        OracleException.class, e -> assertThat(e.code()).isEqualTo(12514));
        try (OracleClient client = lab.client(OracleLab.SOURCE_HOST, "NOBODY", OracleLab.PASSWORD, true)) {
            assertThatThrownBy(() -> client.query("tablespaces"))
                    .isInstanceOfSatisfying(
                            OracleException.class, e -> assertThat(e.code()).isEqualTo(942));
        }
        try (OracleClient client = lab.client(OracleLab.SOURCE_HOST, "READER", OracleLab.PASSWORD, false)) {
            assertThatThrownBy(() -> client.execute("restrict-sessions", Map.of()))
                    .isInstanceOfSatisfying(
                            OracleException.class, e -> assertThat(e.code()).isEqualTo(1031));
        }
        assertThat(lab.calls)
                .extracting(StatementLog.Call::outcome)
                .noneMatch(text -> text.contains(OracleLab.PASSWORD));
    }

    @Test
    void readOnlyClientsRefuseWhatMutatesBeforeItIsSent() {
        int before = lab.context.ledger().entries().size();
        try (OracleClient client = lab.client(OracleLab.SOURCE_HOST, OracleLab.ADMIN, OracleLab.PASSWORD, true)) {
            assertThatThrownBy(() -> client.execute("restrict-sessions", Map.of()))
                    .isInstanceOfSatisfying(OracleException.class, e -> {
                        assertThat(e.code()).isZero();
                        assertThat(e.kind()).isEqualTo(OracleFailure.REQUEST);
                    });
        }
        assertThat(lab.context.ledger().entries()).hasSize(before);
    }

    @Test
    void theLabRefusesEverythingThatTheCatalogueDoesNotHold() throws Exception {
        var settings = lab.settings(OracleLab.SOURCE_HOST, "orders", OracleLab.ADMIN);
        var properties = new java.util.Properties();
        properties.setProperty("user", OracleLab.ADMIN);
        properties.setProperty("password", OracleLab.PASSWORD);
        try (var connection = new io.gulliver.lab.oracle.driver.LabDriver().connect(settings.url(), properties)) {
            for (String text : List.of(
                    "SELECT 1 FROM dual",
                    "DROP TABLE \"SHOP\".\"ORDERS\"",
                    "SELECT COUNT(*) AS row_count FROM \"SHOP\".\"ORDERS\" WHERE 1 = 1",
                    "DROP DIRECTORY \"X\"; DROP USER \"SHOP\" CASCADE")) {
                try (var statement = connection.prepareStatement(text)) {
                    assertThatThrownBy(statement::execute)
                            .as(text)
                            .isInstanceOfSatisfying(
                                    java.sql.SQLException.class,
                                    e -> assertThat(e.getErrorCode()).isEqualTo(900));
                }
            }
        }
    }

    @Test
    void aStoppedListenerIsTransient() throws Exception {
        String home = lab.home(OracleLab.TARGET_HOST).toString();
        assertThat(lab.run(OracleLab.TARGET_HOST, "'" + home + "/bin/lsnrctl' stop", "")
                        .exit())
                .isZero();
        try {
            assertThatThrownBy(() -> lab.admin(OracleLab.TARGET_HOST))
                    .isInstanceOfSatisfying(OracleException.class, e -> {
                        assertThat(e.code()).isEqualTo(12541);
                        assertThat(e.kind()).isEqualTo(OracleFailure.TRANSIENT);
                    });
        } finally {
            assertThat(lab.run(OracleLab.TARGET_HOST, "'" + home + "/bin/lsnrctl' start", "")
                            .exit())
                    .isZero();
        }
        lab.admin(OracleLab.TARGET_HOST).close();
    }

    @Test
    void refusesAddressesThatCouldCarryDriverProperties() {
        assertThatThrownBy(() -> new OracleSettings(
                        "x",
                        "db/evil?a=b",
                        1521,
                        "s",
                        "u",
                        false,
                        OracleSettings.ORACLE_URL,
                        null,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1)))
                .hasMessageContaining("correct them in the inventory");
    }
}
