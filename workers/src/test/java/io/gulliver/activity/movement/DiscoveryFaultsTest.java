package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepAction;
import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.discovery.DiscoveryActions;
import io.gulliver.activity.systems.Databases;
import io.gulliver.contract.activity.FailureKind;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.contract.activity.StepResult;
import io.gulliver.domain.landscape.DatabaseAccess;
import io.gulliver.domain.landscape.HostPattern;
import io.gulliver.secret.SecretGrant;
import io.gulliver.secret.SecretRef;
import io.gulliver.secret.SecretRegistry;
import io.gulliver.secret.SecretSource;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A question that goes wrong in whatever way costs its own facts, and the others are asked. */
@Tag("store")
class DiscoveryFaultsTest {
    @TempDir
    Path root;

    private MigrationBench bench;
    private FaultyDriver driver;

    @BeforeEach
    void open() throws Exception {
        bench = new MigrationBench(root);
        driver = FaultyDriver.registered();
    }

    @AfterEach
    void close() throws Exception {
        driver.close();
        bench.close();
    }

    private StepResult look(Map<String, Object> more) {
        SecretSource secrets = new SecretSource(
                List.of(new SecretGrant(SecretRef.parse("env:ADMIN"), Databases.KIND, new HostPattern("*"))),
                new SecretRegistry(),
                Map.of("ADMIN", "admin-secret"));
        Databases databases = new Databases(
                new DatabaseAccess(
                        FaultyDriver.PREFIX + "@//127.0.0.1:{port}/{service}",
                        null,
                        null,
                        new TreeMap<>(Map.of("orders", new DatabaseAccess.Credential("GULLIVER_ADM", "env:ADMIN"))),
                        true),
                secrets);
        StepAction discovery = DiscoveryActions.all(bench.systems, databases, bench::uploaded).stream()
                .filter(action -> action.name().equals("discovery.database"))
                .findFirst()
                .orElseThrow();
        StepCall call = bench.call("discover-database", 1);
        Map<String, Object> inputs = new TreeMap<>(call.inputs());
        inputs.put("samples", 0);
        inputs.putAll(more);
        return discovery.run(MigrationBench.with(call, inputs), bench.context);
    }

    private static List<?> unanswered(StepResult result) {
        return (List<?>) result.outputs().get("unanswered");
    }

    private static Map<?, ?> facts(StepResult result) {
        return (Map<?, ?>) result.outputs().get("facts");
    }

    @ParameterizedTest
    @CsvSource({
        "942, table or view does not exist, grant SELECT_CATALOG_ROLE to the user",
        "904, invalid identifier, the column does not exist in this release",
        "1031, insufficient privileges, grant SELECT_CATALOG_ROLE to the user",
        "1555, snapshot too old, raise UNDO_RETENTION",
        "1219, database not open, ask an open database",
        "1109, database not open, open the database",
        "600, internal error code, open a service request",
        "64999, never seen before, look the code up"
    })
    void aRefusalIsNamedWithItsCodeAndWhatToDo(int code, String words, String advice) {
        driver.fail("dba_queue_tables", 9, new SQLException("ORA-" + code + ": " + words, "72000", code));
        StepResult result = look(Map.of());
        assertThat(unanswered(result))
                .singleElement()
                .asString()
                .startsWith("queues: ORA-")
                .contains(advice);
        assertThat(facts(result).containsKey("queues")).isFalse();
        assertThat(facts(result).containsKey("sequences"))
                .as("a later question")
                .isTrue();
        assertThat(driver.logons).as("the session was good").hasValue(1);
    }

    @Test
    void aLostSessionIsReplacedAndTheQuestionAskedOnceMore() {
        driver.fail("dba_queue_tables", 1, FaultyDriver.lost());
        StepResult result = look(Map.of());
        assertThat(unanswered(result)).isEmpty();
        assertThat(facts(result).containsKey("queues")).isTrue();
        assertThat(driver.logons).hasValue(2);
    }

    @Test
    void aQuestionThatEndsEverySessionCostsItsFactsAlone() {
        driver.fail("dba_queue_tables", 9, FaultyDriver.lost());
        StepResult result = look(Map.of());
        assertThat(unanswered(result)).singleElement().asString().startsWith("queues: ORA-03113; ");
        assertThat(facts(result).containsKey("sequences")).isTrue();
        assertThat(driver.logons).as("one for each try, and the first").hasValue(3);
    }

    @Test
    void aQuestionThatRunsIntoItsLimitIsNamedAndAskedOnNoMore() {
        driver.fail("dba_queue_tables", 9, new SQLTimeoutException("ORA-01013: cancelled", "72000", 1013));
        assertThat(unanswered(look(Map.of())))
                .singleElement()
                .asString()
                .startsWith("queues: ran into its time limit of 60 s");
    }

    @Test
    void whatTheTransportCheckFoundIsNeverReadFromAnotherSession() {
        // The session ends between the check and the reading of its findings: a new session has none, which is no
        // answer.
        driver.fail("transport_set_violations", 1, FaultyDriver.lost());
        StepResult result = look(Map.of());
        assertThat(unanswered(result)).isEmpty();
        assertThat(bench.context.calls.stream()
                        .filter(call -> "check-transport-set".equals(call.object()))
                        .count())
                .as("the check is run again in the new session")
                .isEqualTo(2);
        driver.fail("TRANSPORT_SET_CHECK", 9, new SQLException("ORA-06550: PLS-00201", "72000", 6550));
        StepResult refused = look(Map.of());
        assertThat(unanswered(refused))
                .singleElement()
                .asString()
                .startsWith("transport-violations: ORA-06550; grant EXECUTE_CATALOG_ROLE");
        assertThat(facts(refused).containsKey("tts_violations")).isFalse();
    }

    @Test
    void aDatabaseThatDoesNotComeBackFailsTheStepAsSomethingToTryAgain() {
        driver.fail("dba_queue_tables", 9, FaultyDriver.lost())
                .thenRefuse(new SQLRecoverableException("ORA-12541: no listener", "08001", 12541));
        assertThatThrownBy(() -> look(Map.of()))
                .isInstanceOfSatisfying(
                        StepFailedException.class,
                        e -> assertThat(e.failure().kind()).isEqualTo(FailureKind.TRANSIENT))
                .hasMessageContaining("ORA-12541");
    }

    @Test
    void historyThatMayNotBeReadIsReplacedBySamples() throws Exception {
        driver.fail("stats$snapshot", 99, new SQLException("ORA-00942: no", "72000", 942));
        bench.oracle.disturb(
                MigrationBench.SOURCE,
                "orders",
                "insert into DBA_TABLES (owner, table_name, temporary, nested, partitioned) select 'PERFSTAT', x, 'N',"
                        + " 'NO', 'NO' from (values ('STATS$SNAPSHOT'), ('STATS$SYSSTAT'), ('STATS$OSSTAT'),"
                        + " ('STATS$OSSTATNAME')) t(x)");
        StepResult result = look(Map.of("samples", 2, "sample_seconds", 0));
        assertThat(facts(result).get("load_source")).isEqualTo("samples");
        assertThat(unanswered(result))
                .singleElement()
                .asString()
                .startsWith("statspack-coverage: ORA-00942; grant SELECT_CATALOG_ROLE, SELECT ON PERFSTAT tables");
    }

    @Test
    void aMountedStandbyTellsWhatItsViewsTellAndTheRestIsNamed() {
        driver.fail("dba_", 9999, new SQLException("ORA-01219: database not open", "72000", 1219));
        driver.fail("nls_database_parameters", 9, new SQLException("ORA-01219: not open", "72000", 1219));
        StepResult result = look(Map.of());
        assertThat(facts(result).containsKey("database_name")).isTrue();
        assertThat(facts(result).containsKey("redo_groups")).isTrue();
        assertThat(facts(result).containsKey("data_gb")).isFalse();
        assertThat(unanswered(result)).hasSizeGreaterThan(50);
    }
}
