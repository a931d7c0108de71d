package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.oracle.StatementTrial.Command;
import io.gulliver.adapter.oracle.StatementTrial.Place;
import io.gulliver.adapter.oracle.real.Met;
import io.gulliver.adapter.oracle.real.OracleImage;
import io.gulliver.adapter.oracle.real.RealDatabase;
import io.gulliver.adapter.oracle.real.RealOracle;
import io.gulliver.domain.proof.PartKind;
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
    void everyStatementIsUnderstoodAtItsRelease(OracleImage image, Met met) {
        try (RealDatabase database = RealDatabase.start(image)) {
            database.meets(met);
            String release = database.release();
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
            tell(met, trial, answers, allowed);
            System.out.println("proof: " + image + " " + release + ": " + answers.size() + " statements, "
                    + answers.values().stream().filter(String::isEmpty).count() + " without a word");
            assertThat(StatementTrial.misunderstood(answers, allowed))
                    .as(image + " " + release)
                    .isEmpty();
        }
    }

    /** Each statement by its own answer. One that this image refused as it may was understood, and did nothing: no proof. */
    static void tell(Met met, StatementTrial trial, Map<String, String> answers, Map<String, Set<Integer>> allowed) {
        Set<String> wrong = StatementTrial.misunderstood(answers, allowed).keySet();
        answers.forEach((statement, said) -> {
            if (said.isEmpty() || wrong.contains(statement)) {
                String how = trial.parsed().containsKey(statement) ? "parsed by DBMS_SQL" : "run by SQL*Plus";
                met.said(PartKind.STATEMENT, statement, said.isEmpty() ? how : how + ": " + said, said.isEmpty());
            }
        });
    }

    private static Map<String, String> tried(RealDatabase database, String name, String output) {
        database.keep("statements-" + name + ".txt", output);
        return StatementTrial.answers(output);
    }
}
