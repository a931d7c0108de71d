package io.gulliver.assessment.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContentReportTest {
    private static TableVerdict verdict(String table, TableState state, long rows, boolean hashed, String words) {
        return new TableVerdict(table, state, rows, hashed, hashed ? rows * 1000 : 0, List.of(), words, List.of());
    }

    private static final List<TableVerdict> VERDICTS = List.of(
            verdict("S.EQUAL", TableState.EQUAL, 600, true, "same content"),
            verdict("S.KEYLESS", TableState.EQUAL_WITHOUT_KEY, 100, true, "same content"),
            verdict("S.HIDDEN", TableState.FILTERED, 100, true, "rows filtered by policy P on the source"),
            verdict("S.VAST", TableState.NOT_COMPARED, 150, false, "too large: 2000 GB"),
            new TableVerdict(
                    "S.OTHER",
                    TableState.DIFFERENT,
                    50,
                    true,
                    50_000,
                    List.of("X (ANYDATA)"),
                    "same number of rows, other content",
                    List.of(new KeyRange("ID", "1", "10", 10, 10, Map.of("7", "other content")))),
            TableVerdict.lacking("S.GONE", "missing"),
            TableVerdict.excluded("S.TEMP", "temporary: its rows end with a session"));

    @Test
    void everyTableIsInOneFigureAndWhatWasNotSeenWholeIsNoCoverage() {
        Map<String, Object> figures = new ContentReport(VERDICTS, "SHA-256", new TreeMap<>()).figures();
        assertThat(figures)
                .containsEntry("tables", 6)
                .containsEntry("tables_equal", 2)
                .containsEntry("tables_different", 2)
                .containsEntry("tables_counted_only", 2)
                .containsEntry("tables_filtered", 1)
                .containsEntry("counted_without_reason", 2)
                .containsEntry("tables_excluded", 1)
                .containsEntry("excluded", List.of("S.TEMP (temporary: its rows end with a session)"))
                .containsEntry("columns_left_out", 1)
                .containsEntry("rows", 1000L)
                .containsEntry("coverage_percent", 75.0)
                .containsEntry("compared_gb", 0.00085)
                .containsEntry("different_tables", List.of("S.OTHER", "S.GONE"))
                .containsEntry(
                        "different",
                        List.of(
                                "S.OTHER (same number of rows, other content): ID 1 to 10: {7=other content}",
                                "S.GONE (missing)"));
    }

    @Test
    void aTableThatWasNotSeenWholeIsApprovedByNameAndReason() {
        Map<String, Object> figures = new ContentReport(
                        VERDICTS,
                        "SHA-256",
                        ContentReport.approvals(List.of("S.VAST: log of last year", "S.HIDDEN:", "S.HIDDEN:   ")))
                .figures();
        assertThat(figures)
                .as("no reason, no approval")
                .containsEntry("counted_without_reason", 1)
                .containsEntry(
                        "counted_only",
                        List.of(
                                "S.HIDDEN (rows filtered by policy P on the source; nobody approved)",
                                "S.VAST (too large: 2000 GB; approved: log of last year)"));
    }

    @Test
    void nothingToCompareIsWhollyCovered() {
        assertThat(new ContentReport(List.of(), "SHA-256", new TreeMap<>()).words("CRM@lnx"))
                .isEqualTo(
                        "0 tables of CRM@lnx compared, 100.0 % of 0 rows by content (SHA-256): 0 equal, 0 different, 0"
                                + " counted only, 0 of them filtered by policy; 0 left out by rule");
    }

    @Test
    void oneSentenceCountsWhatWasComparedFilteredAndLeftOut() {
        assertThat(new ContentReport(VERDICTS, "SHA-256", new TreeMap<>()).words("CRM@lnx"))
                .startsWith(
                        "6 tables of CRM@lnx compared, 75.0 % of 1000 rows by content (SHA-256): 2 equal, 2 different, 2"
                                + " counted only, 1 of them filtered by policy; 1 left out by rule; different: [S.OTHER (")
                .contains("; counted only: [S.HIDDEN (rows filtered by policy P on the source; nobody approved)");
    }

    @ParameterizedTest
    @CsvSource({
        "ORDERS,,,,,,,",
        "ORDERS,IOT,,,,,,",
        "SYS_IOT_OVER_1234,IOT_OVERFLOW,,,,,,overflow",
        "SYS_IOT_OVER_1234,,,,,,,overflow",
        "SYS_IOT_MAP_1234,IOT_MAPPING,,,,,,mapping",
        "DR$TEXT$I,,,,,,,domain index",
        "MDRT_1A2B$,,,,,,,domain index",
        "WHATEVER,,,,,y,,domain index",
        "BIN$abc==$0,,,,,,,recycle bin",
        "ORDERS,,,,,,y,recycle bin",
        "MLOG$_ORDERS,,,,,,,materialized view",
        "RUPD$_ORDERS,,,,,,,materialized view",
        "AQ$_EVENTS_H,,,,,,,queue",
        "ORDERS,,y,,,,,nested",
        "ORDERS,,,y,,,,temporary",
        "ORDERS,,,,y,,,external",
    })
    void aTableWithoutRowsOfItsOwnIsLeftOutWithTheRule(
            String name,
            String iotType,
            String nested,
            String temporary,
            String external,
            String secondary,
            String dropped,
            String because) {
        TableKind kind = new TableKind(
                name, iotType, nested != null, temporary != null, external != null, secondary != null, dropped != null);
        if (because == null) {
            assertThat(kind.excludedBecause()).isEmpty();
        } else {
            assertThat(kind.excludedBecause().orElseThrow()).contains(because);
        }
    }
}
