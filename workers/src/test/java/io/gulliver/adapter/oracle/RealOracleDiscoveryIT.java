package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.oracle.OracleStatement.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.utility.DockerImageName;

/** Every question of discovery on real databases of four releases; skipped, and said so, where there is no Docker. */
@Testcontainers(disabledWithoutDocker = true)
class RealOracleDiscoveryIT {
    private static final String PASSWORD = "Lilliput_1";

    private static final OracleStatements CATALOGUE = OracleStatements.load();
    private static final DiscoveryQuestions QUESTIONS = DiscoveryQuestions.of(CATALOGUE);

    /** Questions that a plain image refuses, each with the codes it may give and why. */
    private static final Map<String, Set<Integer>> REFUSED = Map.of(
            // STATSPACK is not installed there.
            "statspack-baselines", Set.of(942),
            "statspack-coverage", Set.of(942),
            "statspack-statistics", Set.of(942),
            "statspack-host-load", Set.of(942),
            "statspack-time-model", Set.of(942),
            "statspack-events", Set.of(942),
            "statspack-top-sql", Set.of(942),
            // Streams left the database in 23.
            "streams-administrators", Set.of(942),
            // Database Vault's views are for its own roles.
            "vault-status", Set.of(942, 1031));

    @ParameterizedTest
    @CsvSource({
        "gvenzl/oracle-xe:11-slim, XE",
        "gvenzl/oracle-xe:18-slim-faststart, XEPDB1",
        "gvenzl/oracle-xe:21-slim-faststart, XEPDB1",
        "gvenzl/oracle-free:23-slim-faststart, FREEPDB1"
    })
    void everyQuestionIsAnsweredOrRefusedAsDocumented(String image, String service) {
        try (GenericContainer<?> oracle = new GenericContainer<>(DockerImageName.parse(image))) {
            oracle.withEnv("ORACLE_PASSWORD", PASSWORD)
                    .withExposedPorts(1521)
                    .waitingFor(Wait.forLogMessage(".*DATABASE IS READY TO USE!.*", 1))
                    .withStartupTimeout(Duration.ofMinutes(10))
                    .start();
            OracleSettings settings = new OracleSettings(
                    image,
                    oracle.getHost(),
                    oracle.getMappedPort(1521),
                    service,
                    "system",
                    false,
                    OracleSettings.ORACLE_URL,
                    null,
                    Duration.ofSeconds(30),
                    Duration.ofMinutes(10));
            List<String> wrong = new ArrayList<>();
            try (OracleClient client =
                    JdbcOracleClient.open(settings, PASSWORD.toCharArray(), CATALOGUE, true, CallLog.NONE)) {
                for (OracleStatement statement : QUESTIONS.fitting(client.release())) {
                    try {
                        ask(client, statement);
                    } catch (OracleException e) {
                        if (!REFUSED.getOrDefault(statement.id(), Set.of()).contains(e.code())) {
                            wrong.add(statement.id() + ": " + e.getMessage());
                        }
                    }
                }
            }
            assertThat(wrong).as(image).isEmpty();
        }
    }

    private static void ask(OracleClient client, OracleStatement statement) {
        Map<String, Object> binds = new LinkedHashMap<>();
        for (OracleStatement.Field bind : statement.binds()) {
            binds.put(
                    bind.name(),
                    bind.type() == OracleStatement.Type.NUMBER
                            ? 1
                            : bind.name().equals("tablespaces") ? "USERS" : ",SYSTEM,");
        }
        if (statement.kind() == Kind.BLOCK) {
            client.execute(statement.id(), Map.of(), binds);
        } else {
            client.query(statement.id(), binds);
        }
    }
}
