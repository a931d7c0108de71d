package io.gulliver.domain.migration;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How much a line of output weighs. */
class LogLevelTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ORA-31684: Object type USER:\"HR\" already exists | NOTE",
                "14-JUN-26 00:32:12.300: W-1 ORA-31684: Object type ROLE:\"X\" already exists | NOTE",
                "ORA-39111: Dependent object type OBJECT_GRANT skipped, base object type exists | NOTE",
                "ORA-39082: Object type PACKAGE BODY:\"HR\".\"P\" created with compilation warnings | WARNING",
                "ORA-39171: Job is experiencing a resumable wait. | WARNING",
                "W-2 ORA-01691: unable to extend lob segment HR.X by 1024 in tablespace HR_LOB | ERROR",
                "RMAN-03009: failure of backup command on ORA_DISK_1 channel | ERROR",
                "RMAN-08120: WARNING: archived log not deleted | WARNING",
                "SP2-0306: Invalid option. | ERROR",
                "[WARNING] [DBT-06208] The password does not conform | WARNING",
                "[FATAL] [DBT-10503] Template file is not specified. | ERROR",
                "Warning: Oracle Data Pump operations are not typically needed | WARNING",
                "W-5 . . imported \"HR\".\"PAY\" 3.904 GB 29811044 rows | PLAIN",
                "Job \"M\".\"J\" completed with 2 error(s) at Sun Jun 14 00:24:31 2026 | PLAIN",
                "the error: none | PLAIN"
            })
    void weighsByTheCodeOrTheWordInFront(String line, LogLevel level) {
        assertThat(LogLevel.of(line)).isEqualTo(level);
    }
}
