package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.oracle.OracleStatement.Load;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DiscoveryScriptTest {
    private static final DiscoveryQuestions QUESTIONS = DiscoveryQuestions.of(OracleStatements.load());

    private static String script(String release, Load load) {
        return DiscoveryScript.of(QUESTIONS, release).render(load, true, List.of("DATA", "IDX"), null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.2.0.5.0", "11.1.0.7.0", "11.2.0.4.0", "19.0.0.0.0", "23.0.0.0.0"})
    void everyQuestionOfTheReleaseIsOpenedAskedAndClosed(String release) {
        String script = script(release, Load.SAMPLE);
        for (OracleStatement statement : QUESTIONS.fitting(release)) {
            OracleStatement.Discovery discovery = DiscoveryQuestions.discovery(statement);
            if (statement.kind() == OracleStatement.Kind.QUERY
                    && (discovery.load() == null || discovery.load() == Load.SAMPLE)) {
                assertThat(script)
                        .contains("PROMPT gulliver question " + discovery.question() + " " + statement.id() + " ")
                        .contains("PROMPT gulliver end " + discovery.question() + "\n");
            }
        }
        assertThat(Pattern.compile("PROMPT gulliver question ")
                        .matcher(script)
                        .results()
                        .count())
                .isEqualTo(Pattern.compile("PROMPT gulliver end ")
                        .matcher(script)
                        .results()
                        .count());
    }

    @Test
    void nothingStaysThatSqlPlusWouldAskForOrMisread() {
        for (String release : List.of("10.2.0.5.0", "11.2.0.4.0", "19.0.0.0.0")) {
            for (Load load : Load.values()) {
                assertThat(script(release, load).lines())
                        .as("binds, slots, MARKUP CSV, lines beyond SQL*Plus' limit, a hyphen that would join lines")
                        .noneMatch(line -> Pattern.compile("(?<![:\\w]):[a-z]")
                                        .matcher(line)
                                        .find()
                                || line.contains("{{")
                                || line.contains("MARKUP")
                                || line.length() > 2400
                                || line.endsWith("-")
                                || line.isBlank());
            }
        }
    }

    @Test
    void historyIsTouchedOnlyWhereItIsAllowedAndGuardedByTheSwitch() {
        assertThat(script("19.0.0.0.0", Load.SAMPLE))
                .doesNotContain("dba_hist_")
                .doesNotContain("perfstat.");
        assertThat(script("19.0.0.0.0", Load.STATSPACK))
                .doesNotContain("dba_hist_")
                .contains("perfstat.stats$osstat");
        String licensed = script("19.0.0.0.0", Load.AWR);
        assertThat(Pattern.compile("control_management_pack_access' AND value LIKE '%DIAGNOSTIC%'\\)")
                        .matcher(licensed)
                        .results()
                        .count())
                .as("each of the AWR questions")
                .isEqualTo(QUESTIONS.fitting("19.0.0.0.0").stream()
                        .filter(statement ->
                                DiscoveryQuestions.discovery(statement).load() == Load.AWR)
                        .count());
        assertThat(script("10.2.0.5.0", Load.AWR))
                .as("10.2 has no such switch")
                .contains("dba_hist_osstat")
                .doesNotContain("WHERE EXISTS (SELECT 1 FROM v$parameter");
    }

    @Test
    void whatMustStayAwayFromPeakHoursCanBeLeftOut() {
        String script = DiscoveryScript.of(QUESTIONS, "10.2.0.5.0").render(null, false, null, "out.txt");
        assertThat(script)
                .doesNotContain("question segments ", "TRANSPORT_SET_CHECK")
                .contains("SPOOL out.txt\n", "SPOOL OFF\n", "SET TERMOUT OFF\n");
    }

    @Test
    void theProbeIsUnderstoodByEveryRelease() {
        assertThat(DiscoveryScript.probe(QUESTIONS))
                .contains("question instances instances ", "question tablespaces tablespaces-10 ")
                .contains("question statspack-tables ", "question pack-licence ", "question database-clock ");
    }
}
