package io.gulliver.evidence.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gulliver.domain.estate.Confidence;
import io.gulliver.evidence.LoadSamples;
import io.gulliver.evidence.SnapshotLoad;
import java.io.ByteArrayInputStream;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DiscoveryTest {
    private final QueryResults answers = new QueryResults();

    private static AnswerRow row(String... pairs) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            values.put(pairs[i], pairs[i + 1]);
        }
        return new AnswerRow(values);
    }

    private void add(String question, AnswerRow... rows) {
        answers.add(question, Arrays.asList(rows));
    }

    private Object fact(String name) {
        return Discovery.of(answers).facts().value(name);
    }

    @Test
    void whatNobodyAnsweredIsNoFact() {
        answers.miss("encrypted-tablespaces", "ORA-00942");
        Discovery discovery = Discovery.of(answers);
        assertThat(discovery.facts().list())
                .extracting(DiscoveredFacts.Found::name)
                .as("that it is not known, is")
                .containsExactly("not_learned");
        assertThat(discovery.unanswered()).containsExactly("encrypted-tablespaces: ORA-00942");
        add("encrypted-tablespaces");
        assertThat(fact("tde_tablespace")).isEqualTo(false);
    }

    @Test
    void onlySegmentsOfApplicationsCount() {
        add("owners", row("USERNAME", "APP"), row("USERNAME", "EMPTY"));
        add("object-counts", row("OWNER", "APP", "OBJECTS", "12"));
        add(
                "segments",
                row("OWNER", "APP", "TABLESPACE_NAME", "DATA", "SEGMENT_TYPE", "TABLE", "BYTES", "6000000000"),
                row("OWNER", "APP", "TABLESPACE_NAME", "DATA", "SEGMENT_TYPE", "LOBSEGMENT", "BYTES", "2000000000"),
                row("OWNER", "APP", "TABLESPACE_NAME", "IDX", "SEGMENT_TYPE", "INDEX PARTITION", "BYTES", "1000000000"),
                row("OWNER", "APP", "TABLESPACE_NAME", "IDX", "SEGMENT_TYPE", "LOBINDEX", "BYTES", "500000000"),
                row("OWNER", "SYS", "TABLESPACE_NAME", "SYSTEM", "SEGMENT_TYPE", "TABLE", "BYTES", "9000000000"));
        assertThat(fact("data_gb")).isEqualTo(8.0);
        assertThat(fact("index_gb")).isEqualTo(1.5);
        assertThat(fact("lob_share")).isEqualTo(0.25);
        Discovery discovery = Discovery.of(answers);
        assertThat(discovery.schemas()).containsExactly("APP");
        assertThat(discovery.tablespaceMegabytes())
                .containsOnlyKeys("DATA", "IDX")
                .containsEntry("IDX", 1431.0);
        assertThat(discovery.warnings())
                .anySatisfy(warning -> assertThat(warning).startsWith("LOBs are 25 %"));
    }

    @Test
    void busyCoresAreThoseOfEachHostOnceAndRestartsAreLeftOut() {
        add(
                "instances",
                row("INST_ID", "1", "HOST_NAME", "n1"),
                row("INST_ID", "2", "HOST_NAME", "n2"),
                row("INST_ID", "3", "HOST_NAME", "n2"));
        for (int instance = 1; instance <= 3; instance++) {
            for (int snap = 1; snap <= 4; snap++) {
                // A restart before the third snapshot of the first instance.
                int busy = instance == 1 && snap == 3 ? 0 : snap * 100;
                for (String[] stat : new String[][] {
                    {"BUSY_TIME", "" + busy}, {"IDLE_TIME", "" + snap * 300}, {"NUM_CPU_CORES", "16"}
                }) {
                    add(
                            "awr-host-load",
                            row(
                                    "SNAP_ID",
                                    "" + snap,
                                    "INSTANCE_NUMBER",
                                    "" + instance,
                                    "END_TIME",
                                    "2026-11-21T1" + snap + ":00:00",
                                    "STAT_NAME",
                                    stat[0],
                                    "VALUE",
                                    stat[1]));
                }
            }
        }
        // A quarter of 16 cores on each host; after its restart the first one worked 400 of 700.
        assertThat((Double) fact("cpu.busyCores.max")).isEqualTo(16 * 400 / 700.0 + 4, within(1e-4));
        assertThat((Double) fact("cpu.busyCores.p50"))
                .as("8 and 4 cores at the snapshots before: the interval of the restart has one host")
                .isEqualTo(8.0, within(1e-9));
        assertThat(fact("load_source")).isEqualTo("awr");
    }

    @Test
    void memoryIsInTheGigabytesOfACapture() {
        add("sga-parts", row("NAME", "Maximum SGA Size", "BYTES", "17179869184"));
        add("pga-statistics", row("NAME", "maximum PGA allocated", "VALUE", "2147483648"));
        assertThat(fact("memory.sgaGb.max")).isEqualTo(16.0);
        assertThat(fact("memory.pgaGb.max")).isEqualTo(2.0);
        assertThat(fact("sga_mb")).isEqualTo(16_384L);
    }

    @Test
    void theLoadOfEverySnapshotStaysByInstanceWithItsHostAndTheDatabasesOwnCpu() throws Exception {
        add("instances", row("INST_ID", "2", "HOST_NAME", "n2"));
        for (int snap = 1; snap <= 3; snap++) {
            String end = "2026-11-21T1" + snap + ":00:00";
            for (String[] stat : new String[][] {
                {"BUSY_TIME", "" + snap * 100},
                {"IDLE_TIME", "" + snap * 300},
                {"NUM_CPU_CORES", "16"},
                {"NUM_CPUS", "32"}
            }) {
                add(
                        "awr-host-load",
                        row(
                                "SNAP_ID",
                                "" + snap,
                                "INSTANCE_NUMBER",
                                "2",
                                "END_TIME",
                                end,
                                "STAT_NAME",
                                stat[0],
                                "VALUE",
                                stat[1]));
            }
            for (String[] stat : new String[][] {
                {"DB CPU", "" + snap * 7_200_000_000L}, {"background cpu time", "" + snap * 3_600_000_000L}
            }) {
                add(
                        "awr-time-model",
                        row(
                                "SNAP_ID",
                                "" + snap,
                                "INSTANCE_NUMBER",
                                "2",
                                "END_TIME",
                                end,
                                "STAT_NAME",
                                stat[0],
                                "VALUE",
                                stat[1]));
            }
        }
        LoadSamples load = Discovery.of(answers).load();
        assertThat(load).isNotNull();
        assertThat(load.hostOf()).containsExactly(Map.entry(2L, "n2"));
        assertThat(load.samples()).hasSize(2).allSatisfy(sample -> {
            assertThat(sample.minutes()).isEqualTo(60);
            assertThat(sample.busyPercent()).isEqualTo(25);
            assertThat(sample.ownCpus())
                    .as("two of users and one of background")
                    .isEqualTo(3, within(1e-9));
        });
        LoadSamples again =
                LoadSeriesFile.read(new ByteArrayInputStream(LoadSeriesFile.text(load)), ZoneId.of("America/New_York"));
        assertThat(again.samples().get(0).second() - load.samples().get(0).second())
                .as("five hours behind UTC")
                .isEqualTo(5 * 3600);
        assertThat(again.hostOf()).isEqualTo(load.hostOf());
        // two threads a core: three CPU seconds a second are one and a half cores
        assertThat((Double) fact("load.databaseCores.max")).isEqualTo(1.5, within(1e-9));
        SnapshotLoad byHost = again.byHost(SnapshotLoad.Kind.DISCOVERY, "load.tsv", null);
        assertThat(byHost.ownCores().get("n2").values()).containsOnly(1.5);
    }

    @Test
    void samplesAreAnAssumption() {
        for (int i = 0; i < 2; i++) {
            for (String name : List.of("physical read total IO requests", "physical write total IO requests")) {
                add(
                        "sample-statistics",
                        row(
                                "INST_ID",
                                "1",
                                "NAME",
                                name,
                                "VALUE",
                                "" + i * 600,
                                "TAKEN",
                                "2026-11-21T10:0" + i + ":00"));
            }
        }
        Discovery discovery = Discovery.of(answers);
        assertThat(discovery.facts().value("io.iops.max")).isEqualTo(20.0);
        assertThat(discovery.facts().list())
                .filteredOn(found -> found.name().equals("io.iops.max"))
                .allSatisfy(found -> {
                    assertThat(found.confidence()).isEqualTo(Confidence.ASSUMED);
                    assertThat(found.from()).isEqualTo("D33");
                });
    }

    @ParameterizedTest
    @CsvSource({
        "Oracle Database 11g Enterprise Edition Release 11.2.0.4.0 - 64bit Production, enterprise",
        "Oracle Database 11g Release 11.2.0.4.0 - 64bit Production, standard",
        "Oracle Database 19c EE Extreme Perf Release 19.0.0.0.0 - Production, enterprise",
        "Oracle Database 19c Standard Edition 2 Release 19.0.0.0.0 - Production, standard"
    })
    void theEditionIsReadFromTheBanner(String banner, String edition) {
        add("banner", row("BANNER", banner));
        assertThat(fact("source_edition")).isEqualTo(edition);
    }

    @ParameterizedTest
    @CsvSource({"YES, true", "NO, false", "STANDBY NOLOGGING FOR DATA AVAILABILITY, false"})
    void aStandbysModeIsNoForceLogging(String mode, boolean forced) {
        add("identity", row("FORCE_LOGGING", mode, "DATABASE_ROLE", "PRIMARY"));
        assertThat(fact("force_logging")).isEqualTo(forced);
    }

    @ParameterizedTest
    @CsvSource({
        "DEFAULT DEVICE TYPE, TO 'SBT_TAPE', true",
        "DEVICE TYPE, DISK BACKUP TYPE TO COMPRESSED BACKUPSET PARALLELISM 4, true",
        "DEVICE TYPE, DISK PARALLELISM 1 BACKUP TYPE TO COPY, true",
        "MAXSETSIZE, TO 10 G, true",
        "CHANNEL, DEVICE TYPE DISK MAXPIECESIZE 4 G, true",
        "RETENTION POLICY, TO RECOVERY WINDOW OF 7 DAYS, false",
        "CONTROLFILE AUTOBACKUP, ON, false"
    })
    void settingsOfRmanThatTheScriptsCannotTakeAreSeen(String name, String value, boolean seen) {
        add("rman-configuration", row("NAME", name, "VALUE", value));
        assertThat(fact("rman_settings")).isEqualTo(seen);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "+00000 01:00:00.0, 60",
                "0 0:30:0.0, 30",
                "+00008 00:00:00.000000, 11520",
                "INTERVAL '8 00:00:00.0' DAY TO SECOND, 11520",
                "soon, -1"
            })
    void intervalsAreReadAsBothClientsWriteThem(String text, double minutes) {
        assertThat(Times.minutes(text)).isEqualTo(minutes);
    }

    @Test
    void accountsOfTenTwoHaveTheOldVerifierAlone() {
        add("owners", row("USERNAME", "APP"));
        add("users", row("USERNAME", "APP", "ACCOUNT_STATUS", "OPEN"));
        assertThat(fact("old_verifiers")).isNull();
        add("instances", row("INST_ID", "1", "VERSION", "10.2.0.5.0"));
        assertThat(fact("old_verifiers")).isEqualTo(true);
    }

    @Test
    void beforeElevenTwoAHintIsAnAssumption() {
        add("instances", row("INST_ID", "1", "VERSION", "10.2.0.5.0"));
        add("goldengate-support", row("OWNER", "A", "OBJECT_NAME", "T", "SUPPORT_MODE", "NONE"));
        assertThat(Discovery.of(answers).facts().list())
                .filteredOn(found -> found.name().equals("gg_none_tables"))
                .extracting(DiscoveredFacts.Found::confidence)
                .containsExactly(Confidence.ASSUMED);
    }

    @Test
    void aLongListIsShownInPartAndCountedWhole() {
        for (int i = 0; i < 500; i++) {
            add("directories", row("DIRECTORY_NAME", "D" + i, "DIRECTORY_PATH", "/x"));
        }
        assertThat(fact("directories"))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .hasSize(101)
                .last()
                .isEqualTo("… and 400 more");
    }

    @Test
    void whatOracleItselfPutsIntoEveryDatabaseSaysNothingOfApplications() {
        add("owners", row("USERNAME", "APP"));
        add("database-links", row("OWNER", "SYS", "DB_LINK", "SYS_HUB", "HOST", "SEEDDATA"));
        add("external-tables", row("OWNER", "SYS", "TABLE_NAME", "OPATCH_XML_INV"));
        add("materialized-views", row("OWNER", "SYS", "MVIEW_NAME", "X"));
        assertThat(fact("database_links")).isEqualTo(false);
        assertThat(fact("links_to")).isEqualTo(List.of());
        assertThat(fact("external_files")).isEqualTo(false);
        assertThat(fact("materialized_views")).isEqualTo(false);
        assertThat(Discovery.of(answers).warnings()).isEmpty();
        add("database-links", row("OWNER", "PUBLIC", "DB_LINK", "ERP", "HOST", "erp"));
        add("external-tables", row("OWNER", "APP", "TABLE_NAME", "FEED"));
        assertThat(fact("links_to")).isEqualTo(List.of("PUBLIC.ERP to erp"));
        assertThat(fact("external_files")).isEqualTo(true);
    }

    @Test
    void withoutOwnersNobodyKnowsWhoseTheyAre() {
        add("database-links", row("OWNER", "SYS", "DB_LINK", "SYS_HUB"));
        assertThat(fact("database_links")).isNull();
    }

    @Test
    void aDecryptedTablespaceKeepsItsRowAndIsNotEncrypted() {
        add("encrypted-tablespaces", row("NAME", "DATA", "ENCRYPTEDTS", "NO"));
        assertThat(fact("tde_tablespace")).isEqualTo(false);
        add("encrypted-tablespaces", row("NAME", "PAY", "ENCRYPTEDTS", "YES"));
        assertThat(fact("tde_tablespace")).isEqualTo(true);
    }

    @Test
    void aDiskGroupThatIsOnlyMountedInAsmHoldsNothingOfThisDatabase() {
        add("asm-diskgroups", row("NAME", "OTHER", "STATE", "MOUNTED", "USABLE_FILE_MB", "1000"));
        assertThat(fact("asm")).isEqualTo(false);
        add("asm-diskgroups", row("NAME", "DATA", "STATE", "CONNECTED", "USABLE_FILE_MB", "2000"));
        assertThat(fact("asm")).isEqualTo(true);
        assertThat((Double) fact("asm_free_gb")).isCloseTo(2.097, within(0.001));
    }

    @Test
    void aDatabaseThatArchivesNothingDoesNotMakeNoRedo() {
        add("redo-per-hour");
        assertThat(fact("redo_mb_s")).isNull();
        add(
                "awr-metrics",
                row(
                        "METRIC_NAME", "Redo Generated Per Sec",
                        "SNAP_ID", "1",
                        "AVERAGE", "5000000",
                        "BEGIN_TIME", "2026-11-20T10:00:00",
                        "END_TIME", "2026-11-20T11:00:00"));
        assertThat(fact("redo_mb_s")).isEqualTo(5.0);
        assertThat(fact("redo_peak_gb_hour")).isEqualTo(18.0);
        assertThat(Discovery.of(answers).facts().list())
                .filteredOn(found -> found.name().equals("redo_mb_s"))
                .allSatisfy(found -> assertThat(found.confidence()).isEqualTo(Confidence.ASSUMED));
    }

    @Test
    void theRootIsToldByItsNameEvenWhereItsUserSeesNoPluggableDatabase() {
        add("container", row("CDB", "YES", "CON_ID", "0", "CON_NAME", "CDB$ROOT"));
        add("pluggable-databases");
        assertThat(Discovery.of(answers).blockers()).singleElement().asString().contains("root of a container");
        assertThat(fact("pluggable_name")).isNull();
    }

    @Test
    void aPluggableDatabaseTellsItsName() {
        add("container", row("CDB", "YES", "CON_ID", "0", "CON_NAME", "SALES"));
        assertThat(fact("pluggable_name")).isEqualTo("SALES");
        assertThat(Discovery.of(answers).blockers()).isEmpty();
    }

    @Test
    void aClusterOfWhichOneInstanceIsUpIsACluster() {
        add("instances", row("INST_ID", "1", "HOST_NAME", "a", "PARALLEL", "YES", "VERSION", "19.0.0.0.0"));
        assertThat(fact("source_topology")).isEqualTo("rac");
        assertThat(fact("source_instances")).isEqualTo(1);
    }

    @Test
    void memoryThatNoTargetStatesIsThatOfOneInstance() {
        String bytes = Long.toString(8L << 30);
        add(
                "sga-parts",
                row("INST_ID", "1", "NAME", "Maximum SGA Size", "BYTES", bytes),
                row("INST_ID", "2", "NAME", "Maximum SGA Size", "BYTES", bytes));
        assertThat(fact("sga_mb")).isEqualTo(8192L);
        assertThat((Double) fact("memory.sgaGb.max")).as("of both").isEqualTo(16.0);
    }

    @Test
    void historyOfAnotherDatabaseThatWasLoadedIntoThisOneDoesNotCount() {
        add("identity", row("DBID", "7"));
        add(
                "awr-coverage",
                row("DBID", "3", "SNAPSHOTS", "900", "FIRST_INTERVAL", "2020-01-01T00:00:00"),
                row("DBID", "7", "SNAPSHOTS", "40", "FIRST_INTERVAL", "2026-11-01T00:00:00"));
        add(
                "awr-settings",
                row("DBID", "3", "RETENTION", "+00090 00:00:00.0"),
                row("DBID", "7", "RETENTION", "+00008 00:00:00.0"));
        assertThat(fact("evidence.snapshots")).isEqualTo(40L);
        assertThat(fact("evidence.from")).isEqualTo("2026-11-01T00:00:00");
        assertThat(fact("awr_retention_days")).isEqualTo(8.0);
    }

    @Test
    void grantsOnObjectsOfSysToRolesOfApplicationsCountToo() {
        add("object-grants", row("GRANTEE", "APP", "OWNER", "HR"));
        assertThat(fact("sys_grants")).isEqualTo(false);
        add("role-object-grants", row("GRANTEE", "APP_ROLE", "OWNER", "SYS", "TABLE_NAME", "V_$SESSION"));
        assertThat(fact("sys_grants")).isEqualTo(true);
    }
}
