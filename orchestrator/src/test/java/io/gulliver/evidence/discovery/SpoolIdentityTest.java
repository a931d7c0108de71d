package io.gulliver.evidence.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SpoolIdentityTest {
    private final QueryResults answers = new QueryResults();

    private void answer(String question, Map<String, String> row) {
        answers.add(question, List.of(new AnswerRow(new TreeMap<>(row))));
    }

    private void ledger() {
        answer("identity", Map.of("DBID", "4711", "NAME", "LEDG", "DB_UNIQUE_NAME", "LEDG_A"));
        answer("instances", Map.of("INSTANCE_NAME", "LEDG1"));
        answer("services", Map.of("NAME", "ledger.corp.example", "NETWORK_NAME", "ledger.corp.example"));
    }

    @Test
    void anyNameUnderWhichItIsKnownThereMakesItTheSame() {
        ledger();
        SpoolIdentity identity = SpoolIdentity.of(answers);
        for (String name :
                List.of("ledg", "LEDG_A", "ledg1", "ledger", "LEDGER.CORP.EXAMPLE", "ledger.other.example")) {
            assertThat(identity.contradiction(List.of(name), null)).as(name).isEmpty();
        }
    }

    @Test
    void anotherDatabaseIsNamedWithAllItsNames() {
        ledger();
        assertThat(SpoolIdentity.of(answers).contradiction(List.of("PAYROLL", "pay"), null))
                .hasValueSatisfying(why -> assertThat(why)
                        .contains("database LEDG (DBID 4711)", "LEDG_A", "LEDGER.CORP.EXAMPLE", "PAY or PAYROLL"));
    }

    @Test
    void aCopyOfTheSameNameIsToldByItsNumber() {
        ledger();
        assertThat(SpoolIdentity.of(answers).contradiction(List.of("LEDG"), 4712L))
                .hasValueSatisfying(why -> assertThat(why).contains("DBID 4711", "4712"));
        assertThat(SpoolIdentity.of(answers).contradiction(List.of("RENAMED"), 4711L))
                .as("the number outweighs names")
                .isEmpty();
    }

    @Test
    void whatDoesNotTellItsNameIsNotTaken() {
        answer("services", Map.of("NAME", "SYS$USERS"));
        assertThat(SpoolIdentity.of(answers).contradiction(List.of("LEDG"), null))
                .hasValueSatisfying(why -> assertThat(why).contains("does not tell which database"));
    }
}
