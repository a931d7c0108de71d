package io.gulliver.adapter.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DbcaLogTest {

    @Test
    void aFileThatDoesNotFitItsSchemaIsTheCauseThoughItIsPrintedAsAWarning() {
        DbcaLog log = DbcaLog.read("""
                [WARNING] [DBT-06208] The 'SYS' password entered does not conform to the Oracle recommended standards.
                [WARNING] [DBT-00108] Unable to parse response file: memoryMgmtType
                ORA-00942: of a check that goes on
                """);
        assertThat(log.cause()).hasValueSatisfying(line -> assertThat(line).startsWith("[WARNING] [DBT-00108]"));
        assertThat(log.failed()).isTrue();
        assertThat(log.begun()).isFalse();
    }

    @Test
    void aWarningThatGoesOnIsNoCause() {
        DbcaLog log = DbcaLog.read("[WARNING] [DBT-06208] password\n[WARNING] [DBT-09102] prerequisite\n"
                + "Prepare for db operation\n8% complete\n31% complete\n100% complete\n");
        assertThat(log.failed()).isFalse();
        assertThat(log.cause()).isEmpty();
        assertThat(log.percent()).isEqualTo(100);
        assertThat(log.begun()).isTrue();
    }

    @Test
    void whatIsMarkedFatalAndWhatOracleSaysAreCausesInThisOrder() {
        assertThat(DbcaLog.read("ORA-01031: rights\n[FATAL] [DBT-05509] no such option\n")
                        .cause())
                .hasValue("[FATAL] [DBT-05509] no such option");
        assertThat(DbcaLog.read("8% complete\nORA-19504: no room\n").cause()).hasValue("ORA-19504: no room");
    }
}
