package io.gulliver.activity.movement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.activity.StepFailedException;
import io.gulliver.activity.systems.Databases.Address;
import io.gulliver.adapter.oracle.ConnectDescriptor;
import io.gulliver.adapter.oracle.OracleClient;
import io.gulliver.adapter.oracle.OracleRow;
import io.gulliver.adapter.oracle.OracleRows;
import io.gulliver.adapter.oracle.OracleSettings;
import io.gulliver.adapter.oracle.TableStatements;
import io.gulliver.adapter.oracle.keywords.DataPumpJudge;
import io.gulliver.adapter.oracle.keywords.DbcaJudge;
import io.gulliver.adapter.oracle.keywords.Judgement;
import io.gulliver.adapter.oracle.keywords.NetJudge;
import io.gulliver.adapter.oracle.keywords.RmanJudge;
import io.gulliver.adapter.oracle.script.ScriptTemplate;
import io.gulliver.contract.activity.Operation;
import io.gulliver.contract.activity.StepCall;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What we hand to Oracle's programs, judged by tables that somebody compiled who wrote none of it: rendered by the actions
 * themselves, for every release.
 */
class GeneratedFilesTest {

    private static final Map<String, String> FULL_RELEASES = new TreeMap<>(Map.of(
            "10.2", "10.2.0.5.0",
            "11.2", "11.2.0.4.0",
            "12.1", "12.1.0.2.0",
            "12.2", "12.2.0.1.0",
            "18", "18.14.0.0.0",
            "19", "19.24.0.0.0",
            "21", "21.3.0.0.0",
            "23", "23.6.0.0.0"));

    /** One crossing: release by the tables' name, COMPATIBLE, edition and mode. */
    record Case(String release, String compatible, boolean enterprise, boolean full) {}

    static List<Case> cases() {
        return FULL_RELEASES.keySet().stream()
                .flatMap(release -> Stream.of("10.2.0", "12.2.0", "19.0.0", "20.0.0", release + ".0.0")
                        .flatMap(compatible -> Stream.of(true, false)
                                .flatMap(enterprise -> Stream.of(true, false)
                                        .map(full -> new Case(release, compatible, enterprise, full)))))
                .toList();
    }

    /** A database that says its edition, its COMPATIBLE and its release, and nothing else. */
    record Answers(Case one) implements OracleClient {
        @Override
        public List<OracleRow> query(String statement, Map<String, ?> binds) {
            assertThat(statement).isEqualTo("release-banner");
            return List.of(OracleRows.of(Map.of(
                    "BANNER", "Oracle Database " + (one.enterprise() ? "Enterprise Edition" : "Standard Edition 2"))));
        }

        @Override
        public OracleRow queryOne(String statement, Map<String, ?> binds) {
            assertThat(statement + binds).isEqualTo("parameter{name=compatible}");
            return OracleRows.of(Map.of("NAME", "compatible", "VALUE", one.compatible()));
        }

        @Override
        public String release() {
            return FULL_RELEASES.get(one.release());
        }

        @Override
        public List<OracleRow> query(String statement, Map<String, ?> binds, Duration limit) {
            throw new AssertionError(statement);
        }

        @Override
        public List<OracleRow> query(TableStatements.Generated generated, Map<String, ?> binds) {
            throw new AssertionError(generated);
        }

        @Override
        public void execute(String statement, Map<String, String> slots, Map<String, ?> binds) {
            throw new AssertionError(statement);
        }

        @Override
        public void execute(String statement, Map<String, String> slots, Map<String, ?> binds, Duration limit) {
            throw new AssertionError(statement);
        }

        @Override
        public void close() {}
    }

    static StepCall call(String step, Map<String, Object> inputs) {
        return new StepCall(
                new MigrationId("atlas/orders/1"),
                "atlas",
                "orders",
                Purpose.PRODUCTION,
                1,
                new StepKey(step, null),
                1,
                1,
                Operation.START,
                step,
                "hash",
                inputs,
                Map.of(),
                null,
                0);
    }

    private static String export(Case one) {
        Map<String, Object> inputs = Map.of(
                "release", FULL_RELEASES.get(one.release()),
                "full", one.full(),
                "schemas", List.of("SHOP", "STOCK$1"),
                "scn", "1234567890123",
                "parallel", 4L);
        return new Export(null, null).parameterFile(call("export", inputs), new Answers(one));
    }

    private static String load(Case one, List<String> files) {
        Map<String, Object> inputs =
                Map.of("full", one.full(), "schemas", List.of("SHOP", "STOCK$1"), "dump_files", files, "parallel", 4L);
        return new Import(null, null).parameterFile(call("import", inputs), new Answers(one));
    }

    private static DataPumpJudge.Database database(Case one) {
        return new DataPumpJudge.Database(one.release(), one.compatible(), one.enterprise());
    }

    private static void nothingIsRefused(Judgement judged, String text) {
        assertThat(judged.refused()).as(text).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aParameterFileOfTheExportHoldsWhatItsReleaseKnows(Case one) {
        String file = export(one);
        Judgement judged = DataPumpJudge.export(file, database(one));
        nothingIsRefused(judged, file);
        assertThat(judged.warned()).as(file).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aParameterFileOfTheImportHoldsWhatItsReleaseKnows(Case one) {
        String file = load(one, List.of("mig_1_exp_1_01.dmp", "mig_1_exp_1_02.dmp"));
        Judgement judged = DataPumpJudge.load(file, database(one));
        nothingIsRefused(judged, file);
        assertThat(judged.warned()).as(file).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aParameterFileOfAnImportOverALinkHoldsWhatItsReleaseKnows(Case one) {
        Map<String, Object> inputs = Map.of(
                "full",
                one.full(),
                "schemas",
                List.of("SHOP", "STOCK$1"),
                "network_link",
                "MIG_SRC",
                "scn",
                "1234567890123",
                "parallel",
                4L);
        String file = new Import(null, null).parameterFile(call("import", inputs), new Answers(one));
        Judgement judged = DataPumpJudge.load(file, database(one));
        nothingIsRefused(judged, file);
        assertThat(judged.warned()).as(file).isEmpty();
        assertThat(file)
                .contains("NETWORK_LINK=MIG_SRC\n", "FLASHBACK_SCN=1234567890123\n")
                .doesNotContain("DUMPFILE");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void parameterFilesOfMetadataAloneHoldWhatTheirReleaseKnows(Case one) {
        Map<String, Object> inputs = new TreeMap<>(Map.of(
                "release", FULL_RELEASES.get(one.release()),
                "full", one.full(),
                "schemas", List.of("SHOP", "STOCK$1"),
                "content", "METADATA_ONLY",
                "parallel", 4L));
        String export = new Export(null, null).parameterFile(call("rehearse-export", inputs), new Answers(one));
        nothingIsRefused(DataPumpJudge.export(export, database(one)), export);
        inputs.putAll(Map.of("dump_files", List.of("mig_1_exp_1_01.dmp"), "network_link", ""));
        String load = new Import(null, null).parameterFile(call("rehearse-import", inputs), new Answers(one));
        nothingIsRefused(DataPumpJudge.load(load, database(one)), load);
        inputs.putAll(Map.of("dump_files", List.of(), "network_link", "MIG_SRC"));
        String linked = new Import(null, null).parameterFile(call("rehearse-import", inputs), new Answers(one));
        nothingIsRefused(DataPumpJudge.load(linked, database(one)), linked);
        assertThat(List.of(export, load, linked))
                .allSatisfy(file -> assertThat(file)
                        .contains("CONTENT=METADATA_ONLY\n", "EXCLUDE=STATISTICS\n")
                        .doesNotContain("FLASHBACK_SCN"));
        inputs.put("content", "DATA_ONLY");
        assertThatThrownBy(
                        () -> new Import(null, null).parameterFile(call("rehearse-import", inputs), new Answers(one)))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("\"DATA_ONLY\"; wanted ALL or METADATA_ONLY");
    }

    @Test
    void theExportSaysClusterReuseTimesMetricsAndChecksumFromTheReleaseThatHasThem() {
        assertThat(export(new Case("10.2", "10.2.0", true, true)))
                .doesNotContain("CLUSTER", "REUSE_DUMPFILES", "LOGTIME", "METRICS", "CHECKSUM")
                .contains("_%U.dmp");
        assertThat(export(new Case("11.2", "11.2.0", true, true)))
                .contains("CLUSTER=N", "REUSE_DUMPFILES=NO")
                .doesNotContain("LOGTIME", "METRICS", "CHECKSUM");
        assertThat(export(new Case("12.1", "12.1.0", true, true)))
                .contains("LOGTIME=ALL", "METRICS=YES", "_%U.dmp")
                .doesNotContain("CHECKSUM");
        assertThat(export(new Case("12.2", "12.2.0", true, true))).contains("_%L.dmp");
        assertThat(export(new Case("21", "19.0.0", true, true)))
                .as("a checksum is of the format of 20.0 and later")
                .doesNotContain("CHECKSUM");
        assertThat(export(new Case("21", "21.0.0", true, true))).contains("CHECKSUM=YES");
    }

    @Test
    void aSetIsReadByATemplateThatFindsItsNumbers() {
        Case nineteen = new Case("19", "19.0.0", true, true);
        assertThat(load(nineteen, List.of("a_01.dmp", "a_99.dmp"))).contains("DUMPFILE=a_%U.dmp");
        assertThat(load(nineteen, List.of("a_99.dmp", "a_100.dmp"))).contains("DUMPFILE=a_%L.dmp");
        assertThatThrownBy(() -> load(new Case("12.1", "12.1.0", true, true), List.of("a_99.dmp", "a_100.dmp")))
                .isInstanceOf(StepFailedException.class)
                .hasMessageContaining("numbers beyond 99");
    }

    // ---- DBCA

    private static Map<String, Object> database(boolean container, int block) {
        Map<String, Object> inputs = new TreeMap<>(Map.of(
                "name", "ORDERS",
                "host", "lnx01",
                "oracle_home", "/u01/app/oracle/product/19c/dbhome_1",
                "character_set", "WE8MSWIN1252",
                "national_character_set", "AL16UTF16",
                "datafile_destination", "/u02/oradata",
                "recovery_area", "/u03/fra",
                "large_pages", "ONLY",
                "listener", "LISTENER"));
        inputs.putAll(Map.of(
                "container", container,
                "block_size", block,
                "sga_mb", 8192L,
                "pga_target_mb", 2048L,
                "recovery_area_mb", 20_480L,
                "processes", 600L));
        return inputs;
    }

    private static String response(String release, boolean container, int block) {
        return CreateDatabase.responseFile(
                call("create-database", database(container, block)), OracleRelease.of(FULL_RELEASES.get(release)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"12.2", "18", "19", "21", "23"})
    void aResponseFileIsOfTheSchemaOfItsHome(String release) {
        for (int block : List.of(2048, 8192, 16_384, 32_768)) {
            String file = response(release, true, block);
            nothingIsRefused(DbcaJudge.responseFile(file, release), file);
            if (!List.of("21", "23").contains(release)) {
                String alone = response(release, false, block);
                nothingIsRefused(DbcaJudge.responseFile(alone, release), alone);
            }
        }
        assertThat(response(release, true, 8192))
                .contains("schema_v" + (release.contains(".") ? release + ".0" : release + ".0.0") + "\n")
                .contains("templateName=General_Purpose.dbc\n")
                .doesNotContain("recoveryAreaSize", "memoryMgmtType");
        assertThat(response(release, true, 16_384)).contains("templateName=New_Database.dbt\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"12.2", "18", "19", "21", "23"})
    void aResponseFileForAsmNamesDiskGroups(String release) {
        Map<String, Object> inputs = database(true, 8192);
        inputs.put("datafile_destination", "+DATA");
        inputs.put("recovery_area", "+FRA");
        String file = CreateDatabase.responseFile(
                call("create-database", inputs), OracleRelease.of(FULL_RELEASES.get(release)));
        nothingIsRefused(DbcaJudge.responseFile(file, release), file);
        assertThat(file).contains("storageType=ASM\ndatafileDestination=+DATA\nrecoveryAreaDestination=+FRA\n");
    }

    /** In no template of Oracle's; DBCA saves it itself, and its validator passed over it. */
    private static final Set<String> NO_TEMPLATE = Set.of("enableArchive");

    @ParameterizedTest
    @ValueSource(strings = {"12.2", "18", "19", "21", "23"})
    void whatAResponseFileStatesStandsInTheFileThatOraclePublishesForItsSchema(String release) {
        String file = response(release, true, 8192);
        assertThat(DbcaJudge.beyondTemplate(file)).as(file).isEqualTo(NO_TEMPLATE);
    }

    @Test
    void aHomeOrBlockSizeThatHasNoResponseFileIsRefusedWithASentence() {
        assertThatThrownBy(() -> response("12.1", true, 8192)).hasMessageContaining("is of release 12.1");
        assertThatThrownBy(() -> response("19", true, 6000)).hasMessageContaining("are to have 6000 bytes");
        for (String release : List.of("21", "23")) {
            assertThatThrownBy(() -> response(release, false, 8192))
                    .isInstanceOf(StepFailedException.class)
                    .hasMessageContaining("from 21 on every database is a container");
        }
    }

    private static List<String> dbcaScripts() {
        Map<String, String> home = Map.of("oracle_home", "/u01/db");
        Map<String, String> sid = new TreeMap<>(home);
        sid.put("sid", "ORDERS");
        Map<String, String> pdb = new TreeMap<>(sid);
        pdb.put("pdb", "CRM");
        Map<String, String> file = new TreeMap<>(home);
        file.put("response_file", "dbca.rsp");
        return List.of(
                ScriptTemplate.load("dbca.sh").render(file),
                ScriptTemplate.load("dbca-delete.sh").render(sid),
                ScriptTemplate.load("dbca-pdb.sh").render(pdb),
                ScriptTemplate.load("dbca-delete-pdb.sh").render(pdb));
    }

    @ParameterizedTest
    @ValueSource(strings = {"12.2", "18", "19", "21", "23"})
    void everyCallOfDbcaHasOptionsThatItsReleaseKnows(String release) {
        for (String script : dbcaScripts()) {
            nothingIsRefused(DbcaJudge.script(script, release), script);
        }
    }

    // ---- RMAN

    private static String rman(String service, String channels, boolean backup, boolean validate) {
        return LevelZero.commands(
                call("level-0", Map.of("sid", "ORDERS", "service", service, "backup", backup, "validate", validate)),
                channels);
    }

    private static List<String> commandFiles(String channels) {
        return List.of(
                rman("ORDERS", channels, true, true),
                rman("ORDERS", channels, true, false),
                rman("ORDERS", channels, false, true),
                rman("CRM", channels, true, true),
                rman("CRM", channels, false, true),
                ScriptTemplate.load("delete-level-0.rman").render(Map.of("tag", "MIG_1F0A2B3C4D5E_L0_1")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"12.1", "12.2", "18", "19", "21", "23"})
    void aCommandFileOfRmanIsWithinItsGrammarAndLeavesNothingConfigured(String release) {
        for (boolean enterprise : List.of(true, false)) {
            for (String file : commandFiles(enterprise ? "4" : "1")) {
                nothingIsRefused(RmanJudge.file(file, release, enterprise), file);
                assertThat(file).doesNotContain("CONFIGURE ");
            }
        }
        assertThat(rman("ORDERS", "2", true, true))
                .contains("ALLOCATE CHANNEL c1 DEVICE TYPE DISK;\nALLOCATE CHANNEL c2 DEVICE TYPE DISK;\n");
    }

    @Test
    void whatRmanRefusedIsSaidByTheSyntaxErrorAndNotByItsLine() {
        assertThat(LevelZero.cause("""
                        RMAN-00571: ===========================================================
                        RMAN-00569: =============== ERROR MESSAGE STACK FOLLOWS ===============
                        RMAN-00571: ===========================================================
                        RMAN-00558: error encountered while parsing input commands
                        RMAN-01009: syntax error: found "identifier": expecting one of: "archivelog"
                        RMAN-01008: the bad identifier was: ARHIVELOG
                        RMAN-01007: at line 1 column 22 file: level-0.rman
                        """))
                .isEqualTo("RMAN-01009: syntax error: found \"identifier\": expecting one of: \"archivelog\"");
    }

    // ---- Oracle Net

    private static final List<String> CLIENTS = List.of("11.2", "12.1", "12.2", "18", "19", "21", "23");

    @Test
    void programsOnTheHostReachARestrictedInstance() {
        for (String host : List.of("lnx01", "db-7.example.com", "[2001:db8::1]")) {
            String names = new Address(host, 1521, "orders.example.com", "target").names();
            for (String client : CLIENTS) {
                nothingIsRefused(NetJudge.names(names, client), names);
            }
            assertThat(names).contains("(UR = A)").contains(Address.ALIAS + " =");
            String node = new Address(host, 1521, "orders.example.com", "target")
                    .at("ORDERS2")
                    .names();
            for (String client : CLIENTS) {
                nothingIsRefused(NetJudge.names(node, client), node);
            }
            assertThat(node).contains("(SERVICE_NAME = orders.example.com)(INSTANCE_NAME = ORDERS2)(UR = A)");
        }
        for (String program : List.of("expdp.sh", "impdp.sh", "sqlplus.sh", "sqlplus-sysdba.sh")) {
            Map<String, String> values = new TreeMap<>();
            ScriptTemplate.load(program).places().keySet().forEach(place -> values.put(place, "x"));
            assertThat(ScriptTemplate.load(program).render(values)).contains("export TNS_ADMIN=\"$PWD\"");
        }
    }

    /** Each form of address that the driver is given. */
    private static List<String> descriptors() {
        List<String> texts = new ArrayList<>();
        for (String host : List.of("db1", "db-7.example.com", "[2001:db8::1]")) {
            for (boolean restricted : List.of(true, false)) {
                ConnectDescriptor.Endpoint one = new ConnectDescriptor.Endpoint(host, 1521);
                ConnectDescriptor.Endpoint other = new ConnectDescriptor.Endpoint("vip-2", 1522);
                for (ConnectDescriptor where : List.of(
                        new ConnectDescriptor(List.of(one), "orders.example.com", null, null, restricted),
                        new ConnectDescriptor(List.of(one), "orders", null, "ORDERS2", restricted),
                        new ConnectDescriptor(List.of(one, other), "orders", null, null, restricted),
                        new ConnectDescriptor(List.of(one), null, "ORDERS", null, restricted))) {
                    texts.add(where.text(Duration.ofSeconds(10)));
                }
            }
        }
        return texts;
    }

    @Test
    void theDriverReachesARestrictedInstanceAndOneOfACluster() {
        for (String descriptor : descriptors()) {
            for (String client : CLIENTS) {
                nothingIsRefused(NetJudge.descriptor(descriptor, client), descriptor);
            }
        }
        assertThat(io.gulliver.domain.landscape.DatabaseAccess.ORACLE).isEqualTo(OracleSettings.ORACLE_URL);
    }

    // ---- language

    private static final Pattern PROGRAM = Pattern.compile("\\$ORACLE_HOME/bin/(\\w+|\\{\\{program)");

    @Test
    void everyProgramWhoseWordsWeReadSpeaksEnglish() throws Exception {
        SortedSet<String> seen = new TreeSet<>();
        try (Stream<Path> scripts = Files.list(Path.of("..", "playbooks", "scripts"))) {
            for (Path script :
                    scripts.filter(file -> file.toString().endsWith(".sh")).toList()) {
                String text = Files.readString(script);
                Matcher program = PROGRAM.matcher(text);
                if (program.find()) {
                    seen.add(program.group(1));
                    assertThat(text)
                            .as(script.toString())
                            .containsPattern("NLS_LANG=AMERICAN_AMERICA\\.AL32UTF8\\n")
                            .containsPattern("export (LANG=C )?LC_ALL=C\\n");
                }
            }
        }
        assertThat(seen).contains("dbca", "expdp", "impdp", "rman", "sqlplus");
    }

    // ---- what nobody looked up

    @Test
    void whatRestsOnPracticeIsListedInTheDocumentation() throws Exception {
        SortedSet<String> warned = new TreeSet<>();
        for (Case one : cases()) {
            warned.addAll(DataPumpJudge.export(export(one), database(one)).warned());
            warned.addAll(DataPumpJudge.load(load(one, List.of("a_01.dmp")), database(one))
                    .warned());
        }
        for (String release : List.of("12.2", "18", "19", "21", "23")) {
            warned.addAll(DbcaJudge.responseFile(response(release, true, 8192), release)
                    .warned());
            warned.addAll(DbcaJudge.responseFile(response(release, true, 16_384), release)
                    .warned());
            dbcaScripts()
                    .forEach(script ->
                            warned.addAll(DbcaJudge.script(script, release).warned()));
            commandFiles("4")
                    .forEach(file ->
                            warned.addAll(RmanJudge.file(file, release, true).warned()));
        }
        for (String client : CLIENTS) {
            warned.addAll(NetJudge.names(new Address("db1", 1521, "orders", "").names(), client)
                    .warned());
        }
        for (String descriptor : descriptors()) {
            warned.addAll(NetJudge.descriptor(descriptor, "19").warned());
        }

        SortedSet<String> listed = new TreeSet<>();
        Matcher row = Pattern.compile("(?m)^\\| practice \\| (.+?) \\| .+ \\|$")
                .matcher(Files.readString(Path.of("..", "docs", "oracle-files.md")));
        while (row.find()) {
            listed.add(row.group(1));
        }
        assertThat(listed).isEqualTo(warned);
    }
}
