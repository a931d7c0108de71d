package io.gulliver.evidence.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.evidence.EvidenceKind;
import io.gulliver.evidence.EvidenceOrigin;
import io.gulliver.evidence.EvidenceProblem;
import io.gulliver.evidence.Reading;
import io.gulliver.evidence.SectionCoverage;
import io.gulliver.evidence.intake.EvidenceReaders;
import io.gulliver.evidence.intake.KindDetector;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpoolQueryResultsTest {
    private static final String SPOOL = """
            Connected.
            gulliver discovery 1 begin 10.2.0.5.0
            gulliver question database-clock database-clock NOW
            =2026-11-21T12:30:00|
            gulliver end database-clock
            gulliver question identity database-identity NAME,LOG_MODE,DATABASE_ROLE,FORCE_LOGGING
            =LEGACY|NOARCHIVELOG|PRIMARY|NO|
            gulliver end identity
            gulliver question instances instances INST_ID,INSTANCE_NAME,HOST_NAME,VERSION
            =1|LEGACY|old1|10.2.0.5.0|
            gulliver end instances
            gulliver question encrypted-columns encrypted-columns OWNER,TABLE_NAME
            gulliver end encrypted-columns
            gulliver discovery 1 end
            """;

    private static final EvidenceOrigin ORIGIN =
            new EvidenceOrigin("legacy.txt", ZoneId.of("Europe/Berlin"), Instant.parse("2026-11-21T20:00:00Z"));

    private static SpoolQueryResults read(String text) throws IOException {
        return SpoolQueryResults.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static Reading facts(String text) throws IOException {
        return SpoolReader.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), ORIGIN);
    }

    private static List<String> messages(SpoolQueryResults spool) {
        return spool.problems().list().stream()
                .map(problem -> problem.line() + " " + problem.section() + ": " + problem.message())
                .toList();
    }

    @Test
    void answersBecomeFactsWithTheirQuestionsAndTheDatabasesTime() throws IOException {
        Reading reading = facts(SPOOL);
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.facts())
                .filteredOn(fact -> fact.name().equals("archivelog"))
                .singleElement()
                .satisfies(fact -> {
                    assertThat(fact.value()).isEqualTo(false);
                    assertThat(fact.source()).isEqualTo("D01 of legacy.txt");
                    assertThat(fact.at()).isEqualTo(Instant.parse("2026-11-21T11:30:00Z"));
                });
        assertThat(reading.facts())
                .filteredOn(fact -> fact.name().equals("source_release"))
                .extracting("value")
                .containsExactly("10.2.0.5.0");
        assertThat(reading.facts())
                .as("an answer without a row is an answer")
                .filteredOn(fact -> fact.name().equals("tde_column"))
                .extracting("value")
                .containsExactly(false);
        assertThat(reading.facts()).extracting("name").doesNotContain("data_gb", "tde_tablespace");
        assertThat(reading.coverage().missing()).contains("data_gb");
        assertThat(reading.coverage().sections())
                .filteredOn(section -> section.name().equals("encrypted-columns"))
                .extracting(SectionCoverage::state)
                .containsExactly(SectionCoverage.State.EMPTY);
    }

    @Test
    void theKindIsKnownByItsLinesAndReadByItsReader() throws IOException {
        byte[] bytes = SPOOL.getBytes(StandardCharsets.UTF_8);
        assertThat(KindDetector.detect(bytes).kind()).isEqualTo(EvidenceKind.DISCOVERY_SPOOL);
        assertThat(EvidenceReaders.take(EvidenceKind.DISCOVERY_SPOOL)).isTrue();
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(SPOOL.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
        }
        assertThat(KindDetector.detect(packed.toByteArray()).kind()).isEqualTo(EvidenceKind.DISCOVERY_SPOOL);
        assertThat(EvidenceReaders.read(
                                EvidenceKind.DISCOVERY_SPOOL, new ByteArrayInputStream(packed.toByteArray()), ORIGIN)
                        .facts())
                .isEqualTo(facts(SPOOL).facts());
    }

    @Test
    void anErrorInTheMiddleCostsItsQuestionAlone() throws IOException {
        SpoolQueryResults spool = read(SPOOL.replace(
                "=LEGACY|NOARCHIVELOG|PRIMARY|NO|\n",
                "  FROM v$database\n       *\nERROR at line 9:\nORA-00942: table or view does not exist\n"));
        assertThat(spool.answers().unanswered()).containsExactly(Map.entry("identity", "ORA-00942"));
        assertThat(spool.answers().has("instances")).isTrue();
        assertThat(messages(spool)).containsExactly("10 identity: ORA-00942: table or view does not exist");
        assertThat(spool.whole()).isTrue();
    }

    @Test
    void rowsBeforeAnErrorDoNotCount() throws IOException {
        SpoolQueryResults spool =
                read(SPOOL.replace("gulliver end instances", "ORA-01555: snapshot too old\ngulliver end instances"));
        assertThat(spool.answers().has("instances")).isFalse();
        assertThat(spool.answers().unanswered()).containsEntry("instances", "ORA-01555");
    }

    @Test
    void wordsOfAnErrorInsideARowAreData() throws IOException {
        SpoolQueryResults spool = read(SPOOL.replace("=LEGACY|", "=ORA-00600: gulliver end identity|"));
        assertThat(spool.problems().list()).isEmpty();
        assertThat(spool.answers().first("identity").text("NAME")).isEqualTo("ORA-00600: gulliver end identity");
    }

    @Test
    void aFileThatEndsInAnAnswerLosesThatAnswerAndSaysWhere() throws IOException {
        String cut = SPOOL.substring(0, SPOOL.indexOf("|10.2.0.5.0|\n"));
        SpoolQueryResults spool = read(cut);
        assertThat(spool.whole()).isFalse();
        assertThat(spool.answers().has("identity")).isTrue();
        assertThat(spool.answers().has("instances")).isFalse();
        assertThat(messages(spool))
                .anySatisfy(message -> assertThat(message).startsWith("10 instances: a row has 2 values and a rest"))
                .anySatisfy(message -> assertThat(message).contains("without 'gulliver discovery 1 end'"));
    }

    @Test
    void aWrappedRowIsDamageAndNamedByItsLine() throws IOException {
        SpoolQueryResults spool = read(SPOOL.replace("=LEGACY|NOARCHIVELOG|", "=LEGACY|NOARCH\nIVELOG|"));
        assertThat(spool.answers().has("identity")).isFalse();
        assertThat(messages(spool).get(0)).startsWith("7 identity: a row has 1 values and a rest, wanted 4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "gulliver", "=|||", "gulliver question\n=1|", "ORA-01034: ORACLE not available\n"})
    void whatIsNoSpoolIsSaidSo(String text) throws IOException {
        SpoolQueryResults spool = read(text);
        assertThat(spool.whole()).isFalse();
        assertThat(spool.answers().all()).isEmpty();
        assertThat(spool.problems().list())
                .extracting(EvidenceProblem::message)
                .anySatisfy(message -> assertThat(message).contains("'gulliver discovery 1 begin' is missing"));
    }

    @Test
    void anotherFormOfTheScriptIsRefusedByName() throws IOException {
        assertThat(messages(read(SPOOL.replace("discovery 1 begin", "discovery 2 begin"))))
                .anySatisfy(message ->
                        assertThat(message).contains("discovery 2 begin").contains("1 alone"));
    }

    /** Any text in any column comes back as it was, whatever it holds. */
    @Test
    void whateverAValueHoldsItComesBack() throws IOException {
        Random random = new Random(20_261_121);
        String[] pieces = {
            "|",
            "\\",
            "\n",
            "\r",
            "\\p",
            "\\n",
            "=",
            "gulliver end q",
            "gulliver question",
            "ORA-00942: x",
            " ",
            "\t",
            "ä",
            "漢",
            "'",
            "\"",
            "a",
            "1.5",
            "-",
            "|||",
            "\\\\"
        };
        for (int file = 0; file < 300; file++) {
            int width = 1 + random.nextInt(6);
            List<Map<String, String>> rows = new ArrayList<>();
            StringBuilder text = new StringBuilder("gulliver discovery 1 begin 11.1\ngulliver question q s ");
            List<String> columns = new ArrayList<>();
            for (int c = 0; c < width; c++) {
                columns.add("C" + c + "#");
            }
            text.append(String.join(",", columns)).append('\n');
            for (int r = random.nextInt(20); r > 0; r--) {
                Map<String, String> row = new LinkedHashMap<>();
                text.append('=');
                for (String column : columns) {
                    StringBuilder value = new StringBuilder();
                    for (int p = random.nextInt(5); p > 0; p--) {
                        value.append(pieces[random.nextInt(pieces.length)]);
                    }
                    if (value.length() > 0) {
                        row.put(column, value.toString());
                    }
                    // as REPLACE does it in the script
                    text.append(value.toString()
                                    .replace("\\", "\\\\")
                                    .replace("|", "\\p")
                                    .replace("\n", "\\n")
                                    .replace("\r", "\\r"))
                            .append('|');
                }
                // SQL*Plus of Windows, and lines padded to their width
                text.append(" ".repeat(random.nextInt(3))).append(random.nextBoolean() ? "\r\n" : "\n");
                rows.add(row);
            }
            text.append("gulliver end q\ngulliver discovery 1 end\n");
            SpoolQueryResults spool = read(text.toString());
            assertThat(spool.problems().list()).as(text.toString()).isEmpty();
            assertThat(spool.answers().of("q"))
                    .as(text.toString())
                    .extracting(row -> new TreeMap<>(row.values()))
                    .isEqualTo(rows.stream().map(TreeMap::new).toList());
        }
    }

    /** Cut anywhere, a file never gives a part of an answer for the whole. */
    @Test
    void cutAnywhereItNeverTellsHalfAnAnswer() throws IOException {
        QueryResults whole = read(SPOOL).answers();
        for (int at = 0; at < SPOOL.length(); at++) {
            QueryResults part = read(SPOOL.substring(0, at)).answers();
            int here = at;
            part.all()
                    .forEach((question, rows) ->
                            assertThat(rows).as(question + ", cut at " + here).isEqualTo(whole.of(question)));
        }
    }
}
