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
        "39173, WARN", "39346, ERROR", "39405, FATAL", "39126, FATAL", "00600, FATAL", "39357, WARN", "39115, ERROR",
        "39187, FATAL", "39907, FATAL", "39127, WARN", "39359, ERROR", "39322, ERROR", "39456, WARN", "39095, FATAL",
        "54321, ERROR"
    })
    void weighsByTheErrorCatalogue(String code, Weight weight) {
        assertThat(read("ORA-" + code + ": something", DONE).heaviest()).isEqualTo(weight);
    }

    /** Only a grant to, or of, what Oracle itself maintains is not missed. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ORA-01917: user or role 'OLAPSYS' does not exist | BENIGN",
                "ORA-01917: user or role 'APEX_040200' does not exist | BENIGN",
                "ORA-01919: role 'OWB_USER' does not exist | BENIGN",
                "ORA-01919: Role \"OWB_USER\" does not exist. | BENIGN",
                "ORA-01919: Role 'EM_EXPRESS_ALL' does not exist. | BENIGN",
                "ORA-27476: \"SYS\".\"BATCH\" does not exist | ERROR",
                "ORA-02304: invalid object identifier literal | ERROR",
                "ORA-01917: user or role 'REPORTING' does not exist | ERROR",
                "ORA-01919: role 'CTXAPP' does not exist | ERROR",
                "ORA-01919: role 'SHOP_READ' does not exist | ERROR",
                "ORA-01917: user or role is not there | ERROR",
                "ORA-00942: table or view does not exist | ERROR",
                "ORA-00959: tablespace 'X' does not exist | ERROR",
                "ORA-02380: profile LIMITED does not exist | ERROR",
            })
    void weighsAFailedObjectByItsCause(String cause, Weight weight) {
        assertThat(read("ORA-39083: Object type OBJECT_GRANT failed to create with error:", cause, DONE)
                        .heaviest())
                .isEqualTo(weight);
    }

    @Test
    void aFailedObjectWithoutACauseIsAnError() {
        assertThat(read("ORA-39083: Object type USER failed to create with error:", DONE)
                        .heaviest())
                .isEqualTo(Weight.ERROR);
        assertThat(read(
                                "ORA-39083: Object type ROLE_GRANT failed to create with error:",
                                "ORA-01919: role 'OWB_USER' does not exist",
                                "ORA-00942: table or view does not exist",
                                DONE)
                        .heaviest())
                .as("one cause without harm does not cover another")
                .isEqualTo(Weight.ERROR);
    }

    @Test
    void readsALogOfWorkersWithPartitionsAndDurations() {
        DataPumpLog log = read(
                "02-JAN-26 03:04:05.123: W-1 Startup took 0 seconds",
                "02-JAN-26 03:04:05.123: W-2 Processing object type SCHEMA_EXPORT/TABLE/TABLE_DATA",
                "02-JAN-26 03:04:05.123: W-3 . . exported \"APP\".\"ORDERS\":\"P2025\"               12.32 MB  100 rows in 3"
                        + " seconds using direct_path",
                "02-JAN-26 03:04:05.124: W-1 . . exported \"APP\".\"ORDERS\":\"P2026\".\"SYS_SUBP12\"   1.5 GB  40 rows in"
                        + " 1 seconds using external_table",
                "02-JAN-26 03:04:05.125: W-2 . . exported \"APP\".\"EMPTY\"   0 KB  0 rows in 0 seconds using"
                        + " direct_path",
                "02-JAN-26 03:04:05.125: W-1      Completed 2 SCHEMA_EXPORT/TABLE/TABLE objects in 4 seconds",
                "02-JAN-26 03:04:06.000: Job \"MIG\".\"MIG_1_EXP\" successfully completed at Fri Jan 2 03:04:05 2026"
                        + " elapsed 0 00:01:00");
        assertThat(log.rows())
                .isEqualTo(new java.util.TreeMap<>(java.util.Map.of("APP.ORDERS", 140L, "APP.EMPTY", 0L)));
        assertThat(log.clean()).isTrue();
    }

    @Test
    void readsRowsOfALinkWhereNoSizeIsPrinted() {
        assertThat(read("W-1 . . imported \"APP\".\"ORDERS\"      100 rows in 3 seconds using network link", DONE)
                        .rows())
                .containsEntry("APP.ORDERS", 100L);
    }

    @Test
    void theStatementThatFailedIsPartOfItsErrorAndNoErrorOfItsOwn() {
        DataPumpLog stamped = read(
                "02-JAN-26 03:04:05.123: ORA-39083: Object type OBJECT_GRANT failed to create with error:",
                "ORA-01917: user or role 'OLAPSYS' does not exist",
                "",
                "Failing sql is:",
                "COMMENT ON TABLE A.B IS 'seen:",
                "ORA-00600: internal error code",
                ". . imported \"A\".\"B\"  1 KB 5 rows'",
                "",
                "02-JAN-26 03:04:05.126: ORA-39082: Object type VIEW created with compilation warnings",
                DONE);
        assertThat(stamped.findings())
                .extracting(DataPumpLog.Finding::codes)
                .isEqualTo(List.of(List.of(39083, 1917), List.of(39082)));
        assertThat(stamped.rows()).isEmpty();

        DataPumpLog bare = read(
                "ORA-39083: Object type USER:\"SHOP\" failed to create with error:",
                "ORA-02380: profile LIMITED does not exist",
                "Failing sql is:",
                " CREATE USER \"SHOP\" PROFILE \"LIMITED\"",
                "",
                "Processing object type SCHEMA_EXPORT/TABLE/TABLE",
                ". . imported \"APP\".\"ORDERS\"  12.3 MB 100 rows",
                DONE);
        assertThat(bare.findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.codes()).containsExactly(39083, 2380));
        assertThat(bare.rows()).containsEntry("APP.ORDERS", 100L);
        assertThat(bare.closing()).isEqualTo(Closing.WITH_ERRORS);
    }

    @Test
    void theRootIsWarnedOfAlsoWithoutItsCodeAndAnOldParameterNameIsAnError() {
        assertThat(read(
                                "Warning: Oracle Data Pump operations are not typically needed when connected to the root"
                                        + " or seed of a container database.",
                                DONE)
                        .findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.weight()).isEqualTo(Weight.WARN));
        assertThat(read("Legacy Mode Active due to the following parameters:", DONE)
                        .clean())
                .isFalse();
    }

    /** As public logs of 19 and 23 have it: ORA-31685 and 39117 end with the words that others have in a line of their own. */
    @Test
    void theWordsBeforeAStatementMayEndTheErrorItself() {
        DataPumpLog log = read(
                "ORA-31685: Object type DB_LINK:\"SH\".\"F1\" failed due to insufficient privileges. Failing sql is:",
                "CREATE DATABASE LINK \"F1\"  CONNECT TO \"F1\" IDENTIFIED BY VALUES ':1'  USING '(DESCRIPTION=",
                "(ADDRESS=(PROTOCOL=TCP)(HOST=F1)(PORT=1521)))'",
                "W-1      Completed 1 DB_LINK objects in 0 seconds",
                "ORA-39117: Type needed to create table is not included in this operation. Failing sql is:",
                "CREATE TABLE \"A\".\"T\" (\"ID\" NUMBER)",
                DONE);
        assertThat(log.findings())
                .extracting(DataPumpLog.Finding::text)
                .isEqualTo(List.of(
                        "ORA-31685: Object type DB_LINK:\"SH\".\"F1\" failed due to insufficient privileges.",
                        "ORA-39117: Type needed to create table is not included in this operation."));
        assertThat(log.findings().get(0).statement())
                .startsWith("CREATE DATABASE LINK \"F1\"  CONNECT TO \"F1\" IDENTIFIED BY VALUES '...'")
                .doesNotContain(":1");
        assertThat(log.findings().get(1).statement()).isEqualTo("CREATE TABLE \"A\".\"T\" (\"ID\" NUMBER)");
    }

    /** As public logs of 11.2 to 23 have it: an error of PL/SQL has lines without a code of ORA. */
    @Test
    void linesOfPlSqlBelongToTheErrorAboveThem() {
        List<String> cube = List.of(
                "ORA-06550: line 2, column 1:",
                "PLS-00201: identifier 'DBMS_CUBE_EXP.SCHEMA_INFO_IMP_BEG' must be declared",
                "ORA-06550: line 2, column 1:",
                "PL/SQL: Statement ignored",
                "Failing sql is:",
                "BEGIN ",
                "DBMS_CUBE_EXP.SCHEMA_INFO_IMP_BEG(1, 0);COMMIT; END; ");
        for (String stamp : List.of("", "02-JAN-26 03:04:05.123: ")) {
            DataPumpLog log = DataPumpLog.read(
                    java.util.stream.Stream.of(
                                    List.of(
                                            stamp + "Processing object type SCHEMA_EXPORT/PRE_SCHEMA/PROCACT_SCHEMA",
                                            stamp
                                                    + "ORA-39083: Object type PROCACT_SCHEMA failed to create with error:"),
                                    cube,
                                    List.of(
                                            stamp + "ORA-39083: Object type XMLSCHEMA failed to create with error:",
                                            "ORA-31011: XML parsing failed",
                                            "LPX-00225: end-element tag \"a\" does not match start-element tag \"b\"",
                                            stamp + ">>> Cannot set an SCN larger than the current SCN.",
                                            stamp + ". . imported \"A\".\"T\"  1 KB 5 rows",
                                            stamp + DONE.replace("with 1", "with 2")))
                            .flatMap(List::stream)
                            .toList(),
                    true);
            assertThat(log.findings())
                    .extracting(DataPumpLog.Finding::codes)
                    .isEqualTo(List.of(List.of(39083, 6550, 6550), List.of(39083, 31011)));
            assertThat(log.findings().get(0).text())
                    .contains(
                            "column 1: PLS-00201: identifier 'DBMS_CUBE_EXP.SCHEMA_INFO_IMP_BEG' must be declared ORA-06550")
                    .endsWith("PL/SQL: Statement ignored");
            assertThat(log.findings().get(0).statement()).startsWith("BEGIN DBMS_CUBE_EXP");
            assertThat(log.findings().get(1).text()).endsWith("does not match start-element tag \"b\"");
            assertThat(log.rows()).containsEntry("A.T", 5L);
            assertThat(log.closing()).isEqualTo(Closing.WITH_ERRORS);
        }
    }

    /** What is harmless by its code is so no longer with another cause below it that has none. */
    @Test
    void aCauseWithoutACodeOfOrasIsNoHarmlessOne() {
        assertThat(read(
                                "ORA-39083: Object type ROLE_GRANT failed to create with error:",
                                "ORA-01919: role 'OWB_USER' does not exist",
                                "PLS-00201: identifier 'SHOP.BILLING' must be declared",
                                DONE)
                        .heaviest())
                .isEqualTo(Weight.ERROR);
    }

    /** A log of a real import has hundreds of lines of this kind; what says the same is one question. */
    @Test
    void eachThingThatIsMissingIsOneQuestion() {
        DataPumpLog log = DataPumpLog.read(
                java.util.stream.Stream.concat(
                                java.util.stream.IntStream.range(0, 300)
                                        .boxed()
                                        .flatMap(i -> List.of(
                                                "02-JAN-26 03:04:05.123: ORA-39083: Object type OBJECT_GRANT failed to create"
                                                        + " with error:",
                                                i % 3 == 0
                                                        ? "ORA-01917: user or role 'OLAPSYS' does not exist"
                                                        : "ORA-01917: user or role 'REPORTING' does not exist",
                                                "",
                                                "Failing sql is:",
                                                "GRANT SELECT ON \"A\".\"T" + i + "\" TO \"REPORTING\"",
                                                "")
                                                .stream()),
                                java.util.stream.Stream.of(
                                        "02-JAN-26 03:04:06.123: ORA-39083: Object type PROCOBJ:\"A\".\"NIGHTLY\" failed to create with"
                                                + " error:",
                                        "ORA-27476: \"SYS\".\"BATCH\" does not exist",
                                        "02-JAN-26 03:04:07.000: " + DONE))
                        .toList(),
                true);
        assertThat(log.clean()).isFalse();
        assertThat(log.questions()).extracting(DataPumpLog.Question::times).containsExactly(200, 1);
        assertThat(log.questions().get(0).statements())
                .hasSize(200)
                .startsWith("GRANT SELECT ON \"A\".\"T1\" TO \"REPORTING\"");
    }

    @ParameterizedTest
    @CsvSource({"31693", "39151", "31679", "39405", "39126"})
    void missingRowsAndWhatIsFatalAreNobodysToAccept(String code) {
        assertThat(read(
                                "ORA-39083: Object type VIEW:\"A\".\"V\" failed to create with error:",
                                "ORA-00942: table or view does not exist",
                                "ORA-" + code + ": something",
                                DONE)
                        .questions())
                .isEmpty();
        assertThat(read(
                                "ORA-39083: Object type VIEW:\"A\".\"V\" failed to create with error:",
                                "ORA-00942: table or view does not exist")
                        .questions())
                .as("a log without an end")
                .isEmpty();
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
        assertThat(log.rows()).containsEntry("APP.ORDERS", 105L);
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

    /** A file system that was full for a while takes the end of a log, and not what went before it. */
    @Test
    void aLogWhoseEndCountsErrorsThatItDoesNotHaveIsNotClean() {
        DataPumpLog holed = DataPumpLog.read(
                List.of(
                        ". . exported \"SHOP\".\"ORDERS\"  1.2 MB  40 rows",
                        "ORA-39082: Object type VIEW:\"SHOP\".\"OPEN_ORDERS\" created with compilation warnings",
                        "Job \"MOVER\".\"MIG_1_EXP_1\" completed with 3 error(s) at Sun May 2 02:10:11 2027"),
                true);
        assertThat(holed.ended()).isTrue();
        assertThat(holed.lost()).isEqualTo(2);
        assertThat(holed.clean()).isFalse();
        assertThat(holed.questions()).isEmpty();
    }
}
