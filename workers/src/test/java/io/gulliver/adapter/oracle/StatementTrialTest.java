package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.adapter.oracle.OracleStatement.Kind;
import io.gulliver.adapter.oracle.StatementTrial.Command;
import io.gulliver.adapter.oracle.StatementTrial.Place;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The trial of the catalogue on real databases, as far as it can be judged without one. */
class StatementTrialTest {
    private static final OracleStatements CATALOGUE = OracleStatements.load();
    private static final String FILES = "/opt/oracle/oradata";

    /** SQL*Plus of 11.2 takes no longer line (SP2-0027). */
    private static final int LONGEST_LINE = 2499;

    @ParameterizedTest
    @ValueSource(strings = {"11.2.0.2.0", "18.0.0.0.0", "21.0.0.0.0", "23.0.0.0.0"})
    void everyStatementOfTheReleaseIsTriedOnce(String release) {
        StatementTrial trial = new StatementTrial(CATALOGUE, release);
        Set<String> tried = new TreeSet<>(trial.parsed().keySet());
        Set<String> run = StatementTrial.commands(FILES).stream()
                .map(Command::statement)
                .filter(id -> CATALOGUE.require(id).versions().contains(release))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(tried).doesNotContainAnyElementsOf(run);
        tried.addAll(run);
        Set<String> due = CATALOGUE.all().values().stream()
                .filter(one -> one.versions().contains(release))
                // Of each pair of fingerprints one fits the release: the other is tried at another one.
                .filter(one -> one.kind() != Kind.GENERATED || trial.parsed().containsKey(one.id()))
                .map(OracleStatement::id)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(tried).isEqualTo(due);
    }

    @Test
    void bothFingerprintsAreTriedAtSomeRelease() {
        Set<String> tried = new TreeSet<>();
        for (String release : List.of("11.2.0.2.0", "18.0.0.0.0")) {
            tried.addAll(new StatementTrial(CATALOGUE, release).parsed().keySet());
        }
        assertThat(tried)
                .containsAll(CATALOGUE.all().values().stream()
                        .filter(one -> one.kind() == Kind.GENERATED)
                        .map(OracleStatement::id)
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"11.2.0.2.0", "18.0.0.0.0", "21.0.0.0.0", "23.0.0.0.0"})
    void itsScriptsAreWhatSqlPlusTakes(String release) {
        StatementTrial trial = new StatementTrial(CATALOGUE, release);
        for (String script : List.of(
                trial.parseScript(),
                trial.runScript(Place.APPLICATION, FILES),
                trial.runScript(Place.INSTANCE, FILES))) {
            assertThat(script.lines())
                    .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(LONGEST_LINE));
            assertThat(script).doesNotContain("{{").endsWith("PROMPT gulliver statement end\n");
        }
        assertThat(trial.runScript(Place.INSTANCE, FILES)).contains("ALTER SYSTEM DISABLE RESTRICTED SESSION;");
    }

    @Test
    void everyCommandGetsTheSlotsThatItHas() {
        for (Command command : StatementTrial.commands(FILES)) {
            assertThat(command.slots().keySet())
                    .as(command.statement())
                    .isEqualTo(CATALOGUE.require(command.statement()).slots().stream()
                            .map(OracleStatement.Field::name)
                            .collect(Collectors.toSet()));
        }
    }

    private static final String OUTPUT = """
            gulliver statement users
            gulliver statement statspack-coverage
            DECLARE
            *
            ERROR at line 1:
            ORA-00942: table or view does not exist
            ORA-06512: at "SYS.DBMS_SQL", line 1163
            ORA-06512: at line 4

            gulliver statement options
            SP2-0734: unknown command beginning "BROKEN" - rest of line ignored.
            gulliver statement end
            """;

    @Test
    void whatTheDatabaseSaidIsReadByItsFirstError() {
        Map<String, String> answers = StatementTrial.answers(OUTPUT);
        assertThat(answers)
                .containsEntry("users", "")
                .containsEntry("statspack-coverage", "ORA-00942: table or view does not exist")
                .hasSize(3);
        assertThat(StatementTrial.misunderstood(answers, Map.of("statspack-coverage", Set.of(942))))
                .containsOnlyKeys("options");
        assertThat(StatementTrial.misunderstood(answers, Map.of("options", Set.of(734))))
                .as("a word that SQL*Plus itself does not know is no answer of a database")
                .containsOnlyKeys("statspack-coverage", "options");
    }

    @Test
    void aScriptThatBrokeOffProvesNothing() {
        assertThatThrownBy(() -> StatementTrial.answers("gulliver statement users\nORA-03113: end-of-file\n"))
                .hasMessageContaining("ended at users");
        assertThatThrownBy(() -> StatementTrial.answers("ERROR:\nORA-01034: ORACLE not available\n"))
                .hasMessageContaining("ORA-01034");
    }
}
