package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.oracle.StatementTrial.Command;
import io.gulliver.adapter.oracle.StatementTrial.Place;
import io.gulliver.adapter.oracle.real.OracleImage;
import io.gulliver.adapter.oracle.real.RealDatabase;
import io.gulliver.adapter.oracle.real.RealOracle;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every statement of the catalogue on a real database of each release: queries and blocks parsed, commands run. By SQL*Plus,
 * because the driver does not speak with 11.2.0.2.
 */
@RealOracle
@Timeout(value = 1, unit = TimeUnit.HOURS)
class RealStatementsIT {
    private static final String PLAIN = "SET HEADING OFF PAGESIZE 0 FEEDBACK OFF LINESIZE 500 TRIMSPOOL ON\n";

    static List<OracleImage> images() {
        return OracleImage.taken("RealStatementsIT", 11);
    }

    @ParameterizedTest
    @MethodSource("images")
    void everyStatementIsUnderstoodAtItsRelease(OracleImage image) {
        try (RealDatabase database = RealDatabase.start(image)) {
            String release =
                    database.inside(PLAIN + "SELECT version FROM v$instance;").strip();
            String files = database.inside(PLAIN
                            + "SELECT SUBSTR(name, 1, INSTR(name, '/', -1) - 1) FROM v$datafile WHERE ROWNUM = 1;")
                    .strip();
            StatementTrial trial = new StatementTrial(OracleStatements.load(), release);
            Map<String, String> answers =
                    new TreeMap<>(tried(database, "parsed", database.inside(trial.parseScript())));
            assertThat(answers.keySet()).isEqualTo(trial.parsed().keySet());
            answers.putAll(tried(database, "run", database.inside(trial.runScript(Place.APPLICATION, files))));
            answers.putAll(tried(database, "instance", database.atRoot(trial.runScript(Place.INSTANCE, files))));
            Map<String, Set<Integer>> allowed = new TreeMap<>(RealOracleDiscoveryIT.REFUSED);
            for (Command command : StatementTrial.commands(files)) {
                allowed.put(command.statement(), command.allowed());
            }
            System.out.println("proof: " + image + " " + release + ": " + answers.size() + " statements, "
                    + answers.values().stream().filter(String::isEmpty).count() + " without a word");
            assertThat(StatementTrial.misunderstood(answers, allowed))
                    .as(image + " " + release)
                    .isEmpty();
        }
    }

    private static Map<String, String> tried(RealDatabase database, String name, String output) {
        database.keep("statements-" + name + ".txt", output);
        return StatementTrial.answers(output);
    }
}
