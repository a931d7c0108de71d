package io.gulliver.adapter.oracle.keywords;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.oracle.DataPumpLog;
import io.gulliver.adapter.oracle.DataPumpLog.Weight;
import io.gulliver.adapter.oracle.keywords.KeywordTable.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Our reading of a log is never lighter than the tables' word on a code, nor heavier than a warning where they warn. */
class DataPumpWeightsTest {

    /** Weighed by what the tables say of names, in DataPumpLogTest. */
    private static final Set<String> BY_NAME = Set.of(
            "by the nested code",
            "error unless the grantee is Oracle-maintained",
            "error unless the role is Oracle-maintained");

    static List<String[]> codes() {
        List<String[]> codes = new ArrayList<>();
        for (String table : List.of("expdp", "impdp")) {
            for (Entry entry : KeywordTable.load(table).entries("errors")) {
                for (String code : entry.texts("code")) {
                    codes.add(new String[] {code, entry.find("nested_in"), entry.text("weight"), entry.find("lost")});
                }
            }
        }
        return codes;
    }

    @ParameterizedTest
    @MethodSource("codes")
    void weighsAsTheTablesDo(String code, String above, String weight, String lost) {
        List<String> lines = new ArrayList<>();
        if (above != null) {
            lines.add(above + ": something failed");
        }
        lines.add(code + ": words");
        lines.add("Job \"M\".\"J\" completed with 1 error(s) at Fri Jan 2 03:04:05 2026 elapsed 0 00:01:00");
        DataPumpLog log = DataPumpLog.read(lines, true);
        Weight ours = log.heaviest();
        switch (weight) {
            case "benign", "benign if the base was made beforehand" ->
                assertThat(ours).isEqualTo(Weight.BENIGN);
            case "warning" -> assertThat(ours).isEqualTo(Weight.WARN);
            case "wait" -> assertThat(ours).isEqualTo(Weight.WAIT);
            case "fatal" -> assertThat(ours).isEqualTo(Weight.FATAL);
            case "error", "config", "conflict", "connect" -> assertThat(ours).isGreaterThanOrEqualTo(Weight.ERROR);
            default -> assertThat(BY_NAME).contains(weight);
        }
        if (lost != null && lost.startsWith("rows")) {
            assertThat(log.clean()).as("rows are lost: " + lost).isFalse();
        }
    }
}
