package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.gulliver.adapter.oracle.OracleStatement.Kind;
import io.gulliver.adapter.oracle.real.Met;
import io.gulliver.adapter.oracle.real.RealOracle;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.oracle.OracleContainer;

/** The catalogue by the driver against a real Oracle database. */
@RealOracle
@Testcontainers
class RealOracleIT {

    private static final String PASSWORD = "Lilliput_1";

    @Container
    private static final OracleContainer ORACLE =
            new OracleContainer("gvenzl/oracle-free:23-slim-faststart").withPassword(PASSWORD);

    private static final OracleStatements CATALOGUE = OracleStatements.load();

    private static OracleClient open(boolean readOnly, Met met) {
        OracleSettings settings = new OracleSettings(
                "real",
                ORACLE.getHost(),
                ORACLE.getOraclePort(),
                "freepdb1",
                "system",
                false,
                OracleSettings.ORACLE_URL,
                null,
                Duration.ofSeconds(30),
                Duration.ofSeconds(60));
        OracleClient client =
                JdbcOracleClient.open(settings, PASSWORD.toCharArray(), CATALOGUE, readOnly, met.log("by the driver"));
        met.at(client.release(), ORACLE.getDockerImageName());
        return client;
    }

    static Stream<String> queries() {
        return CATALOGUE.all().values().stream()
                .filter(statement -> statement.kind() == Kind.QUERY)
                .filter(statement -> statement.versions().contains("23.0.0.0.0"))
                // Those of discovery, some of which a plain image refuses, have a test of their own on four releases.
                .filter(statement -> statement.discovery() == null)
                .map(OracleStatement::id);
    }

    @ParameterizedTest
    @MethodSource("queries")
    void everyQueryIsUnderstoodAndHasTheDeclaredColumns(String id, Met met) {
        Map<String, Object> binds = new LinkedHashMap<>();
        for (OracleStatement.Field bind : CATALOGUE.require(id).binds()) {
            binds.put(bind.name(), bind.type() == OracleStatement.Type.NUMBER ? 1 : ",SYSTEM,");
        }
        try (OracleClient client = open(true, met)) {
            assertThatCode(() -> client.query(id, binds)).doesNotThrowAnyException();
        }
    }

    @Test
    void commandsBuildAndRemoveWhatAMigrationNeeds(Met met) {
        try (OracleClient client = open(false, met)) {
            client.execute(
                    "create-migration-user", Map.of("user", "MOVER", "password", PASSWORD, "tablespace", "USERS"));
            client.execute("grant-session", Map.of("user", "MOVER"));
            client.execute("grant-role", Map.of("role", "DATAPUMP_EXP_FULL_DATABASE", "user", "MOVER"));
            client.execute("create-directory", Map.of("directory", "MIG_DP", "path", "/tmp"));
            client.execute("grant-directory", Map.of("directory", "MIG_DP", "user", "MOVER"));
            assertThat(client.query("directories"))
                    .extracting(row -> row.text("DIRECTORY_NAME"))
                    .contains("MIG_DP");
            client.execute("drop-directory", Map.of("directory", "MIG_DP"));
            client.execute("drop-user", Map.of("user", "MOVER"));
        }
    }

    @Test
    void theRowFingerprintIsComputed(Met met) {
        try (OracleClient client = open(true, met)) {
            // HELP belongs to SYSTEM in every database: a key of text and number, and one text column.
            var generated = new TableStatements(CATALOGUE)
                    .rowHash(
                            "SYSTEM",
                            "HELP",
                            List.of(
                                    new TableStatements.Column("TOPIC", "VARCHAR2", 50),
                                    new TableStatements.Column("SEQ", "NUMBER", 22),
                                    new TableStatements.Column("INFO", "VARCHAR2", 80)));
            OracleRow row = client.query(generated, Map.of()).get(0);
            assertThat(row.number("ROW_COUNT").signum()).isNotNegative();
        }
    }
}
