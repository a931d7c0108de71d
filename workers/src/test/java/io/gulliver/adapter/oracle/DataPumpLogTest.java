package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.oracle.DataPumpLog.Closing;
import io.gulliver.adapter.oracle.DataPumpLog.Weight;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DataPumpLogTest {

    private static final String DONE =
            "Job \"MIG\".\"MIG_1_IMP\" completed with 1 error(s) at Fri Jan 2 03:04:05 2026 elapsed 0 00:01:00";

    private static DataPumpLog read(String... lines) {
        return DataPumpLog.read(List.of(lines), true);
    }

    @ParameterizedTest
    @CsvSource({
        "31684, BENIGN", "39111, BENIGN", "39082, WARN", "39151, ERROR", "39152, WARN", "39112, ERROR", "39171, WAIT",
        "39173, WARN", "39346, ERROR", "39405, FATAL", "39126, FATAL", "00600, FATAL", "39357, FATAL", "39115, ERROR",
        "39187, FATAL", "39907, FATAL", "39127, WARN", "39359, ERROR", "54321, ERROR"
    })
    void weighsByTheErrorCatalogue(String code, Weight weight) {
        assertThat(read("ORA-" + code + ": something", DONE).heaviest()).isEqualTo(weight);
    }

    @Test
    void weighsAFailedObjectByItsCause() {
        assertThat(read("ORA-39083: Object type USER failed to create with error:", "ORA-01917: user 'OLAP' gone", DONE)
                        .heaviest())
                .isEqualTo(Weight.BENIGN);
        assertThat(read("ORA-39083: Object type TABLE failed to create with error:", "ORA-00959: tablespace 'X'", DONE)
                        .heaviest())
                .isEqualTo(Weight.ERROR);
    }

    @Test
    void keepsTheCauseWithItsError() {
        DataPumpLog log = read(
                "02-JAN-26 03:04:05.123: ORA-31693: Table data object \"A\".\"B\" failed to load/unload",
                "02-JAN-26 03:04:05.124: ORA-02354: error in exporting/importing data",
                "02-JAN-26 03:04:05.125: ORA-01555: snapshot too old",
                "02-JAN-26 03:04:05.126: ORA-39082: Object type VIEW created with compilation warnings",
                DONE);
        assertThat(log.findings())
                .extracting(DataPumpLog.Finding::codes)
                .isEqualTo(List.of(List.of(31693, 2354, 1555), List.of(39082)));
        assertThat(log.clean()).isFalse();
    }

    @Test
    void readsRowsAndAnEndWithoutErrors() {
        DataPumpLog log = read(
                ". . imported \"APP\".\"ORDERS\"  12.3 MB 100 rows in 1 seconds using direct_path",
                ". . imported \"APP\".\"ORDERS\":\"P2\"  1 KB 5 rows",
                "Job \"MIG\".\"MIG_1_IMP\" successfully completed at Fri Jan 2 03:04:05 2026 elapsed 0 00:01:00");
        assertThat(log.closing()).isEqualTo(Closing.SUCCESS);
        assertThat(log.rows()).containsEntry("APP.ORDERS", 100L);
        assertThat(log.clean()).isTrue();
    }

    @Test
    void aLogWithoutClosingLineIsNotClean() {
        assertThat(read("Starting \"MIG\".\"MIG_1_IMP\":").clean()).isFalse();
        assertThat(read("Starting \"MIG\".\"MIG_1_IMP\":").closing()).isEqualTo(Closing.MISSING);
    }

    @Test
    void aKilledClientSaysNothingAboutTheJob() {
        assertThat(DataPumpLog.Exit.of(137)).isEqualTo(DataPumpLog.Exit.CLIENT_GONE);
        assertThat(DataPumpLog.Exit.of(1)).isEqualTo(DataPumpLog.Exit.FAILED_OR_LOST);
        assertThat(DataPumpLog.Exit.of(5)).isEqualTo(DataPumpLog.Exit.DONE_WITH_ERRORS);
    }
}
