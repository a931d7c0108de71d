package io.gulliver.adapter.oracle.keywords;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.oracle.keywords.DataPumpJudge.Database;
import io.gulliver.adapter.oracle.keywords.KeywordTable.Entry;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The judge itself: it passes what Oracle's own pages and logs show, and refuses one planted mistake of each kind. */
class OracleJudgeTest {

    private static final String EXPORT = """
            # as in a 19c hands-on lab
            SCHEMAS=HR
            DIRECTORY=DP
            DUMPFILE=hr_%L.dmp
            FILESIZE=5G
            LOGFILE=hr.log
            JOB_NAME=HR_EXP
            PARALLEL=2
            EXCLUDE=STATISTICS
            LOGTIME=ALL
            METRICS=YES
            """;

    private static final Database NINETEEN = new Database("19", "19.0.0", true);

    @Test
    void anExampleOfOraclesOwnPasses() {
        assertThat(DataPumpJudge.export(EXPORT, NINETEEN)).isEqualTo(new Judgement(List.of(), List.of()));
    }

    /** Line to put in, in place of which (empty: beside all), release, and what the refusal says. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "COMPRESS_IT=YES | - | 19 | COMPRESS_IT is unknown",
                "CHECKSUM=NO | - | 19 | CHECKSUM is unknown to release 19",
                "CHECKSUM=YES | - | 21 | CHECKSUM=YES requires COMPATIBLE",
                "- | - | 11.2 | LOGTIME is unknown to release 11.2",
                "- | - | 12.1 | template %L is unknown to release 12.1",
                "LOGTIME=SOME | LOGTIME=ALL | 19 | LOGTIME=SOME is none of",
                "COMPRESSION=ALL | - | 10.2 | COMPRESSION=ALL is none of",
                "PARALLEL=none | PARALLEL=2 | 19 | PARALLEL=none is not \"integer >= 1\"",
                "TABLESPACES=A | - | 19 | nobody has turned into a pattern",
                "FULL=Y | - | 19 | only one of [FULL, SCHEMAS]",
                "INCLUDE=TABLE | - | 19 | only one of [INCLUDE, EXCLUDE]",
                "CONSISTENT=Y | - | 19 | CONSISTENT may not stand in a parameter file (legacy-names)",
                "PARFILE=x.par | - | 19 | PARFILE may not stand in a parameter file (not-in-parfile)",
                "USERID=scott | - | 19 | USERID stands on the command line",
                "DUMPFILE=hr_%Z.dmp | DUMPFILE=hr_%L.dmp | 19 | template %Z is unknown",
                "PARALLEL=2 | - | 19 | PARALLEL stands twice",
                "no equals sign | - | 19 | is not NAME=VALUE",
            })
    void aPlantedMistakeInAnExportIsRefused(String line, String instead, String release, String why) {
        String file = instead == null
                ? EXPORT + (line == null ? "" : line + "\n")
                : EXPORT.replace(instead + "\n", line + "\n");
        Judgement judged = DataPumpJudge.export(file, new Database(release, "12.2.0", true));
        assertThat(judged.refused()).anySatisfy(one -> assertThat(one).contains(why));
    }

    @Test
    void aRuleOfPracticeWarnsAndOneThatIsDocumentedRefuses() {
        Database standard = new Database("19", "19.0.0", false);
        Judgement judged = DataPumpJudge.export(EXPORT, standard);
        assertThat(judged.refused()).containsExactly("PARALLEL=2 is for Enterprise Edition only");
        assertThat(judged.warned())
                .containsExactly("rule of practice broken: PARALLEL above 1 without Enterprise Edition");
        assertThat(DataPumpJudge.export(EXPORT.replace("_%L", ""), NINETEEN).warned())
                .containsExactly("rule of practice broken: 2 workers write hr.dmp");
        assertThat(DataPumpJudge.export(EXPORT + "ATTACH=JOB\n", NINETEEN).refused())
                .anySatisfy(one -> assertThat(one).startsWith("ATTACH stands beside"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "FLASHBACK_SCN=7 | 19 | FLASHBACK_SCN requires all of [NETWORK_LINK]",
                "VERSION=LATEST | 19 | VERSION requires one of [NETWORK_LINK, SQLFILE]",
                "ENCRYPTION_PASSWORD=x\\nNETWORK_LINK=l | 19 | ENCRYPTION_PASSWORD stands beside NETWORK_LINK",
                "TRANSFORM=DISABLE_ARCHIVE_LOGGING:Y | 11.2 | DISABLE_ARCHIVE_LOGGING is unknown to release 11.2",
                "TRANSFORM=LOB_STORAGE:FAST | 19 | has no value of",
                "REUSE_DUMPFILES=NO | 19 | REUSE_DUMPFILES is unknown",
            })
    void aPlantedMistakeInAnImportIsRefused(String line, String release, String why) {
        assertThat(DataPumpJudge.load(
                                "FULL=Y\nDIRECTORY=DP\nDUMPFILE=hr_%U.dmp\n" + line.replace("\\n", "\n") + "\n",
                                new Database(release, "19.0.0", true))
                        .refused())
                .anySatisfy(one -> assertThat(one).contains(why));
    }

    private static final String RESPONSE = """
            responseFileVersion=/oracle/assistants/rspfmt_dbca_response_schema_v19.0.0
            gdbName=ORCL.example.com
            sid=ORCL
            databaseConfigType=SI
            templateName=General_Purpose.dbc
            createAsContainerDatabase=false
            characterSet=AL32UTF8
            storageType=FS
            datafileDestination=/u02/oradata
            initParams=processes=300
            """;

    @Test
    void aResponseFileByOraclesTemplatePasses() {
        assertThat(DbcaJudge.responseFile(RESPONSE, "19.3")).isEqualTo(new Judgement(List.of(), List.of()));
        assertThat(DbcaJudge.responseFile(RESPONSE, "21.3").refused())
                .as("an older header is read by a newer home")
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "memoryMgmtKind=AUTO | - | memoryMgmtKind is unknown to schema 19.0.0 (DBT-00108)",
                "useAutomaticMemoryManagement=TRUE | - | useAutomaticMemoryManagement is refused by schema",
                "gdbname=ORCL | - | gdbname is unknown",
                "managementPolicy=AUTOMATIC | - | managementPolicy is unknown to schema 19.0.0",
                "serviceUserPassword=x | - | serviceUserPassword is unknown to schema 19.0.0",
                "[CREATEDATABASE] | - | a flat file has no sections",
                "storageType=NFS | storageType=FS | storageType=NFS is none of",
                "storageType=ASM | storageType=FS | datafileDestination=/u02/oradata is no disk group",
                "datafileDestination=+DATA | datafileDestination=/u02/oradata | datafileDestination=+DATA is no absolute path",
                "sid=\"ORCL\" | sid=ORCL | which is read with its quotes and blanks",
                "gdbName=MUCHTOOLONG | gdbName=ORCL.example.com | db_name has 1 to 8 characters",
                "omsHost=x | - | nobody has turned into a pattern",
                "templateName=Mine.dbc | templateName=General_Purpose.dbc | Template Mine.dbc is unknown",
                "- | templateName=General_Purpose.dbc | templateName is missing",
                "initParams=db_block_size=16384 | initParams=processes=300 | has blocks of 8192 only, wanted 16384",
                "initParams=memory_target=1000000000 | initParams=processes=300 | is not for a Linux on Z target",
                "initParams=processes=many | initParams=processes=300 | processes=many is not",
                "initParams=no_such=1 | initParams=processes=300 | no_such is unknown",
                "runCVUChecks=TRUE | - | dbsnmpPassword is required",
                "pdbName=P | - | pdbName in a database that is no container",
            })
    void aPlantedMistakeInAResponseFileIsRefused(String line, String instead, String why) {
        String file = instead == null
                ? RESPONSE + line + "\n"
                : RESPONSE.replace(instead + "\n", line == null ? "" : line + "\n");
        assertThat(DbcaJudge.responseFile(file, "19").refused())
                .anySatisfy(one -> assertThat(one).contains(why));
    }

    @Test
    void aHeaderThatNoReleaseHasIsRefusedAndANewerOneWarnedOf() {
        assertThat(DbcaJudge.responseFile(RESPONSE.replace("v19.0.0", "v20.0.0"), "21")
                        .refused())
                .containsExactly("There is no schema v20.0.0, only [12.2.0, 18.0.0, 19.0.0, 21.0.0, 23.0.0]");
        assertThat(DbcaJudge.responseFile(RESPONSE.replace("v19.0.0", "v21.0.0"), "19")
                        .warned())
                .contains("rule of practice broken: schema v21.0.0 in home 19");
        assertThat(DbcaJudge.responseFile(RESPONSE.replace("v19.0.0", "v21.0.0"), "21")
                        .refused())
                .as("no database of 21 without a container")
                .singleElement()
                .asString()
                .contains("every database is a container");
    }

    @Test
    void aCommandLineOfDbcaIsReadWordByWord() {
        String line = "exec \"$ORACLE_HOME/bin/dbca\" -silent -createDatabase -responseFile 'dbca.rsp'\n";
        assertThat(DbcaJudge.script(line, "19")).isEqualTo(new Judgement(List.of(), List.of()));
        assertThat(DbcaJudge.script(line.replace("-silent", "-quiet"), "19").refused())
                .containsExactly("Option -quiet is unknown to release 19");
        assertThat(DbcaJudge.script(line.replace("-responseFile", "-sysPassword"), "19")
                        .refused())
                .singleElement()
                .asString()
                .contains("whose values nobody has read");
    }

    private static String rman(String command) {
        return "CONNECT TARGET /\nRUN {\nALLOCATE CHANNEL c1 DEVICE TYPE DISK;\n" + command + ";\n}\nEXIT;\n";
    }

    @Test
    void aBackupAsItWasSeenInALogPasses() {
        Judgement judged = RmanJudge.file(
                rman("BACKUP FOR TRANSPORT ALLOW INCONSISTENT INCREMENTAL LEVEL 0 FORMAT '/dir/l0_%U' TABLESPACE TTS"),
                "12.1",
                true);
        assertThat(judged.refused()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "BACKUP ALLOW INCONSISTENT DATABASE | RMAN-06591",
                "BACKUP FOR TRANSPORT DATABASE | never crosses",
                "BACKUP FOR TRANSPORT TABLESPACE A | is unknown to release 11.2",
                "BACKUP QUICKLY DATABASE | is no clause",
                "BACKUP INCREMENTAL LEVEL 0 | says not once what",
                "FROBNICATE | is no command",
                "ALLOCATE CHANNEL c2 DEVICE TYPE DISK | only with Enterprise Edition",
            })
    void aPlantedMistakeInACommandFileIsRefused(String command, String why) {
        assertThat(RmanJudge.file(rman(command), "11.2", false).refused())
                .anySatisfy(one -> assertThat(one).contains(why));
    }

    @Test
    void whatStaysInTheControlFileIsWarnedOf() {
        Judgement judged = RmanJudge.file(
                "CONNECT TARGET /\nCONFIGURE DEVICE TYPE DISK PARALLELISM 2 BACKUP TYPE TO BACKUPSET;\nEXIT;\n",
                "19",
                true);
        assertThat(judged.warned()).anySatisfy(one -> assertThat(one).contains("stays in the control file"));
        assertThat(RmanJudge.file("ALLOCATE CHANNEL c1 DEVICE TYPE DISK;\n", "19", true)
                        .refused())
                .contains("ALLOCATE CHANNEL outside of RUN", "The file does not connect first");
    }

    private static final String DESCRIPTOR =
            "(DESCRIPTION=(ADDRESS=(PROTOCOL=TCP)(HOST=db1)(PORT=1521))(CONNECT_DATA=(SERVICE_NAME=orders)(UR=A)))";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "(UR=A) | (UR=B) | UR=B is none of [A]",
                "(UR=A) | (GLOBAL_NAME=x) | GLOBAL_NAME takes",
                "(UR=A) | (SID=1x) | SID=1x is not",
                "(UR=A) | (URGENT=A) | URGENT is unknown",
                "(PORT=1521) | (PORT=1521)(UR=A) | UR does not belong into ADDRESS",
                "(PROTOCOL=TCP) | (PROTOCOL=UDP) | PROTOCOL=UDP is none of",
                "(UR=A))) | (UR=A)) | parenthesis",
                "(HOST=db1) | (HOST=[::1]) | HOST=[::1] is not",
                "(PORT=1521) | (PORT=1521)(PORT=1522) | PORT stands twice",
            })
    void aPlantedMistakeInADescriptorIsRefused(String text, String instead, String why) {
        assertThat(NetJudge.descriptor(DESCRIPTOR, "19").refused()).isEmpty();
        Judgement judged = NetJudge.descriptor(DESCRIPTOR.replace(text, instead), "19");
        assertThat(judged.refused()).anySatisfy(one -> assertThat(one).contains(why));
    }

    @Test
    void aSidBesideAServiceIsWarnedOfAndEasyConnectKnowsNoWordsOfConnectData() {
        assertThat(NetJudge.easyConnect("//db1:1521/orders", "11.2")).isEqualTo(new Judgement(List.of(), List.of()));
        assertThat(NetJudge.easyConnect("//db1:1521/orders:dedicated/i1", "19").refused())
                .isEmpty();
        assertThat(NetJudge.easyConnect("//db1:1521/orders?UR=A", "19").refused())
                .hasSize(1);
        assertThat(NetJudge.easyConnect("//db1:1521/orders:fast", "19").refused())
                .hasSize(1);
    }

    @Test
    void everyReadingIsOfWordsThatTheTablesStillHave() {
        words("expdp", "parameters", "name", DataPumpJudge.EXPORT);
        words("impdp", "parameters", "name", DataPumpJudge.IMPORT);
        Map<String, ReadValues.Reading> notes = new TreeMap<>(DbcaJudge.PARAMETERS.readings());
        for (Entry entry : KeywordTable.load("init-parameters").entries("parameters")) {
            entry.texts("name").forEach(name -> {
                ReadValues.Reading reading = notes.remove(name);
                if (reading != null) {
                    assertThat(reading.words()).as(name).isEqualTo(entry.text("note"));
                }
            });
        }
        assertThat(notes).isEmpty();
    }

    private static void words(String table, String list, String key, ReadValues readings) {
        TreeSet<String> left = new TreeSet<>(readings.readings().keySet());
        for (Entry entry : KeywordTable.load(table).entries(list)) {
            ReadValues.Reading reading = readings.readings().get(entry.text(key));
            if (reading != null) {
                assertThat(reading.words()).as(table + " " + entry.text(key)).isEqualTo(entry.text("values"));
                assertThat(reading.why()).isNotBlank();
                left.remove(entry.text(key));
            }
        }
        assertThat(left).as(table + " has lost").isEmpty();
    }

    @Test
    void everyEntryOfTheTablesHasALabelAndItsSourcesAreNamed() {
        for (String table : List.of("expdp", "impdp")) {
            for (String list : List.of("parameters", "rules", "errors", "modes")) {
                for (Entry entry : KeywordTable.load(table).entries(list)) {
                    assertThat(entry.find("confidence"))
                            .as(table + " " + entry.node())
                            .isIn("documented", "seen-in-public-file", "practice");
                    assertThat(entry.texts("source"))
                            .as(table + " " + entry.node())
                            .isNotEmpty();
                }
            }
        }
    }
}
