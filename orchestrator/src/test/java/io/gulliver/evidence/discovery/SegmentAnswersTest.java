package io.gulliver.evidence.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SegmentAnswersTest {
    private static final List<String> SPREAD = List.of(
            "application-in-system",
            "largest-segments",
            "lob-segments",
            "spanning-objects",
            "sys-in-user-tablespaces",
            "table-sizes");

    private final QueryResults answers = new QueryResults();

    private void segment(
            String owner, String tablespace, String type, String name, int segments, long bytes, long largest) {
        Map<String, String> row = new TreeMap<>(Map.of(
                "OWNER",
                owner,
                "TABLESPACE_NAME",
                tablespace,
                "SEGMENT_TYPE",
                type,
                "SEGMENTS",
                "" + segments,
                "BYTES",
                "" + bytes,
                "LARGEST",
                "" + largest));
        if (name != null) {
            row.put("SEGMENT_NAME", name);
        }
        answers.add("segments", List.of(new AnswerRow(row)));
    }

    private void owners(String... names) {
        for (String name : names) {
            answers.add("owners", List.of(new AnswerRow(Map.of("USERNAME", name))));
        }
    }

    private List<String> spread(String question, String... columns) {
        return SegmentAnswers.spread(answers).of(question).stream()
                .map(row -> row.words(columns))
                .toList();
    }

    @Test
    void oneReadingAnswersWhatSevenQuestionsAsked() {
        owners("APP", "WEB");
        segment("APP", "DATA", "TABLE", "ORDERS", 1, 5_000, 5_000);
        segment("APP", "IDX", "INDEX", "ORDERS", 1, 900, 900);
        segment("APP", "DATA", "TABLE PARTITION", "SALES", 3, 9_000, 4_000);
        segment("APP", "OLD", "TABLE PARTITION", "SALES", 2, 2_000, 1_500);
        segment("APP", "DATA", "INDEX PARTITION", "SALES_IX", 3, 300, 100);
        segment("APP", "SYSTEM", "INDEX PARTITION", "SALES_IX", 1, 100, 100);
        segment("APP", "DATA", "LOBSEGMENT", null, 4, 800, 300);
        segment("APP", "DATA", "LOBSEGMENT", "SYS_LOB1", 1, 7_000, 7_000);
        segment("WEB", "DATA", "LOBSEGMENT", null, 1, 10, 10);
        segment("WEB", "SYSAUX", "INDEX", null, 1, 10, 10);
        segment("SYS", "SYSTEM", "TABLE", null, 900, 8_000, 6_000);
        segment("SYS", "DATA", "TABLE", "AUD$", 1, 50, 50);
        segment("SYS", "UNDO1", "TYPE2 UNDO", null, 10, 70, 30);
        segment("MDSYS", "SYSAUX", "TABLE", "SDO", 1, 60, 60);

        assertThat(spread("largest-segments", "OWNER", "SEGMENT_NAME", "SEGMENT_TYPE", "BYTES"))
                .as("by the largest single segment of each")
                .startsWith("APP SYS_LOB1 LOBSEGMENT 7000", "APP ORDERS TABLE 5000", "APP SALES TABLE PARTITION 4000");
        assertThat(spread("table-sizes", "OWNER", "SEGMENT_NAME", "BYTES"))
                .containsExactly("APP ORDERS 5000", "APP SALES 11000");
        assertThat(spread("lob-segments", "OWNER", "SEGMENTS", "BYTES", "LARGEST"))
                .containsExactly("APP 5 7800 7000", "WEB 1 10 10");
        assertThat(spread("application-in-system", "OWNER", "TABLESPACE_NAME"))
                .containsExactly("APP SYSTEM", "WEB SYSAUX");
        assertThat(spread("sys-in-user-tablespaces", "SEGMENT_NAME", "TABLESPACE_NAME"))
                .containsExactly("AUD$ DATA");
        assertThat(spread("spanning-objects", "OWNER", "SEGMENT_NAME", "TABLESPACES", "ADMINISTRATIVE"))
                .as("a table and an index of one name are two objects")
                .containsExactly("APP SALES 2 0", "APP SALES_IX 2 1");
    }

    @Test
    void whatWasCollectedBySevenQuestionsStaysAsItIs() {
        owners("APP");
        segment("APP", "SYSTEM", "TABLE", null, 2, 5_000, 3_000);
        answers.add("table-sizes", List.of(new AnswerRow(Map.of("OWNER", "APP", "SEGMENT_NAME", "T", "BYTES", "7"))));
        answers.miss("application-in-system", "ORA-01013");
        QueryResults spread = SegmentAnswers.spread(answers);
        assertThat(spread.of("table-sizes")).hasSize(1);
        assertThat(spread.has("application-in-system")).isFalse();
        assertThat(spread.unanswered()).containsEntry("application-in-system", "ORA-01013");
    }

    @Test
    void whatWasNotReadOrCannotBeToldApartGivesNoAnswer() {
        answers.miss("segments", "left out in the peak hours");
        owners("APP");
        assertThat(SegmentAnswers.spread(answers).all()).doesNotContainKeys(SPREAD.toArray(String[]::new));

        QueryResults ownerless = new QueryResults();
        ownerless.add("segments", List.of());
        assertThat(SegmentAnswers.spread(ownerless).all())
                .containsKeys("largest-segments", "sys-in-user-tablespaces")
                .doesNotContainKeys("table-sizes", "lob-segments", "application-in-system", "spanning-objects");
    }
}
