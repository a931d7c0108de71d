package io.gulliver.assessment.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.assessment.comparison.ReadinessCriterion.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each criterion on both sides of what decides it. */
class ReadinessRulesTest {
    /** What a side says, to be changed by a test. */
    private static final class Said {
        String release = "19.24.0.0.0";
        final TreeMap<String, String> properties = new TreeMap<>(Map.of(
                "NLS_CHARACTERSET",
                "AL32UTF8",
                "NLS_NCHAR_CHARACTERSET",
                "AL16UTF16",
                "NLS_LENGTH_SEMANTICS",
                "BYTE",
                "DBTIMEZONE",
                "+00:00"));
        int timeZoneFile = 32;
        final TreeMap<String, String> components = new TreeMap<>(Map.of("XDB", "VALID", "APEX", "INVALID"));
        final TreeMap<String, String> parameters =
                new TreeMap<>(Map.of("compatible", "19.0.0", "max_string_size", "STANDARD", "undo_retention", "900"));
        final TreeSet<String> options = new TreeSet<>(Set.of("Partitioning", "Spatial"));
        boolean contained;
        boolean forceLogging;
        final TreeMap<String, Double> room = new TreeMap<>(Map.of("APP", 1300.0, "TEMP", 0.0));
        final TreeMap<String, ReadinessSide.Made> made =
                new TreeMap<>(Map.of("APP", new ReadinessSide.Made(8192, false)));
        double recoveryRoom = 5000;
        final TreeSet<String> roles = new TreeSet<>(Set.of("CLERK"));
        final TreeSet<String> profiles = new TreeSet<>(Set.of("DEFAULT", "APP_LOGIN"));
        final TreeSet<String> objects = new TreeSet<>(Set.of("SYS.DBMS_LOCK"));
        List<String> violations = List.of();

        ReadinessSide side() {
            return new ReadinessSide(
                    release,
                    properties,
                    timeZoneFile,
                    components,
                    parameters,
                    options,
                    contained,
                    forceLogging,
                    room,
                    made,
                    recoveryRoom,
                    roles,
                    profiles,
                    objects,
                    violations);
        }
    }

    private final Said source = new Said();
    private final Said target = new Said();
    private final TreeSet<String> goingOn = new TreeSet<>();
    private final TreeMap<String, String> leftBehind = new TreeMap<>();
    private boolean localTimeStamps = true;
    private Set<String> features = Set.of("Partitioning (user)");
    private Set<String> approved = Set.of();

    private List<ReadinessCriterion> judge() {
        return ReadinessRules.judge(
                source.side(),
                target.side(),
                new ReadinessDemand(
                        new TreeMap<>(Map.of("APP", 1000.0)),
                        new TreeSet<>(Set.of("APP", "TEMP")),
                        new TreeSet<>(Set.of("CLERK")),
                        new TreeSet<>(Set.of("APP_LOGIN")),
                        new TreeMap<>(Map.of("SYS.DBMS_LOCK", "EXECUTE to APP")),
                        goingOn,
                        localTimeStamps,
                        features,
                        Set.of(),
                        leftBehind,
                        approved));
    }

    private ReadinessCriterion of(String what) {
        return judge().stream()
                .filter(one -> one.what().equals(what))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void twoThatAreAlikeBlockNothingAndEveryPointIsTold() {
        assertThat(judge())
                .allMatch(one -> one.verdict() == Verdict.ALIKE && one.todo().isEmpty());
        assertThat(judge().stream().map(ReadinessCriterion::criterion).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(
                        "block size",
                        "character set",
                        "component",
                        "length semantics",
                        "option",
                        "parameter",
                        "profile",
                        "release",
                        "right on",
                        "role",
                        "space",
                        "tablespace",
                        "time zone",
                        "time zone file");
    }

    @Test
    void aJobThatNoFenceStopsIsSaidDaysBefore() {
        goingOn.add("12 of SHOP");
        assertThat(of("12 of SHOP").verdict()).isEqualTo(Verdict.BLOCKS);
        assertThat(of("12 of SHOP").words())
                .startsWith("job of DBMS_JOB 12 of SHOP: source runs behind the fence, target nobody was told")
                .contains("approve \"12 of SHOP\"");
        approved = Set.of("12 of SHOP");
        assertThat(of("12 of SHOP").verdict()).isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void concurrentStatisticsBlockWhateverIsApproved() {
        for (String off : List.of("OFF", "FALSE", "AUTOMATIC")) {
            target.properties.put("CONCURRENT", off);
            assertThat(of("CONCURRENT").verdict()).as(off).isEqualTo(Verdict.ALIKE);
        }
        approved = Set.of("CONCURRENT");
        for (String on : List.of("ALL", "MANUAL", "TRUE")) {
            target.properties.put("CONCURRENT", on);
            assertThat(of("CONCURRENT").verdict()).as(on).isEqualTo(Verdict.BLOCKS);
        }
    }

    private ReadinessCriterion criterion(String kind) {
        return judge().stream()
                .filter(one -> one.criterion().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void blocksOfAnotherSizeAreForSomebodyToApprove() {
        source.made.put("APP", new ReadinessSide.Made(16384, false));
        assertThat(criterion("block size").verdict()).isEqualTo(Verdict.BLOCKS);
        assertThat(criterion("block size").words())
                .startsWith("block size APP: source 16384 B, target 8192 B (DP07, ORA-29339).")
                .contains("DB_16K_CACHE_SIZE");
        approved = Set.of("APP");
        assertThat(criterion("block size").verdict()).isEqualTo(Verdict.ALLOWED);
    }

    /** An approval of the tablespace is none of its rows in the clear. */
    @Test
    void whatIsEncryptedLandsInTheClearForAReasonAlone() {
        source.made.put("APP", new ReadinessSide.Made(8192, true));
        target.properties.put("KEYSTORE", "CLOSED");
        approved = Set.of("APP");
        assertThat(criterion("tablespace encryption").verdict()).isEqualTo(Verdict.BLOCKS);
        assertThat(criterion("tablespace encryption").words())
                .startsWith("tablespace encryption APP: source encrypted, target not encrypted (D13, D54).")
                .contains("The keystore of the target is CLOSED", "*tablespace encryption APP: reason*");
        leftBehind.put("tablespace encryption APP", "the disks are encrypted");
        assertThat(criterion("tablespace encryption").verdict()).isEqualTo(Verdict.ALLOWED);
        assertThat(criterion("tablespace encryption").rule()).isEqualTo("left behind: the disks are encrypted");
        leftBehind.clear();
        target.made.put("APP", new ReadinessSide.Made(8192, true));
        assertThat(criterion("tablespace encryption").verdict()).isEqualTo(Verdict.ALIKE);
    }

    @Test
    void aRightOnWhatTheTargetNoLongerHasBlocksUntilSomebodyApproves() {
        target.objects.clear();
        assertThat(of("SYS.DBMS_LOCK").verdict()).isEqualTo(Verdict.BLOCKS);
        assertThat(of("SYS.DBMS_LOCK").words())
                .startsWith(
                        "right on SYS.DBMS_LOCK: source EXECUTE to APP, target missing (DP10, ORA-00942, ORA-04042).")
                .contains("approve SYS.DBMS_LOCK");
        approved = Set.of("SYS.DBMS_LOCK");
        assertThat(of("SYS.DBMS_LOCK").verdict()).isEqualTo(Verdict.ALLOWED);
    }

    @ParameterizedTest
    @CsvSource({
        "19.24.0.0.0, 19.24.0.0.0, ALIKE",
        "19.24.0.0.0, 19.25.0.0.0, BETTER",
        "19.24.0.0.0, 19.3.0.0.0, BLOCKS",
        "12.2.0.1, 19.3.0.0.0, BETTER",
        "19.24, 19.24.0.0.0, ALIKE",
        "21.3.0.0.0, 19.24.0.0.0, BLOCKS"
    })
    void aReleaseIsNotLowerThanTheSources(String here, String there, Verdict verdict) {
        source.release = here;
        target.release = there;
        assertThat(of("release").verdict()).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"32, 32, ALIKE", "32, 43, BETTER", "32, 31, BLOCKS"})
    void aTimeZoneFileIsNotLowerWhateverIsApproved(int here, int there, Verdict verdict) {
        source.timeZoneFile = here;
        target.timeZoneFile = there;
        approved = Set.of("version", "time zone file");
        assertThat(of("version").verdict()).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({
        "compatible, 19.0.0, 19.0.0, ALIKE",
        "compatible, 12.2.0, 19.0.0, BETTER",
        "compatible, 19.0.0, 12.2.0, BLOCKS",
        "max_string_size, STANDARD, EXTENDED, BETTER",
        "max_string_size, EXTENDED, STANDARD, BLOCKS",
        "max_string_size, EXTENDED, EXTENDED, ALIKE",
        "undo_retention, 900, 1, BLOCKS",
        "undo_retention, 900, , BLOCKS",
        "sga_target, 1, 2, ALLOWED",
        "_fix, 1, , ALLOWED",
        "log_archive_dest_2, SERVICE=x, , ALLOWED",
        "job_queue_processes, 40, 0, ALLOWED",
        "job_queue_processes, 40, 10, BLOCKS"
    })
    void parametersAreEqualOrHaveAReason(String name, String here, String there, Verdict verdict) {
        source.parameters.put(name, here);
        if (there == null) {
            target.parameters.remove(name);
        } else {
            target.parameters.put(name, there);
        }
        assertThat(of(name).verdict()).isEqualTo(verdict);
        if (verdict == Verdict.BLOCKS) {
            approved = Set.of(name);
            assertThat(of(name).verdict()).isEqualTo(Verdict.ALLOWED);
            assertThat(of(name).rule()).isEqualTo("approved change");
        }
    }

    @Test
    void whatAContainerDecidesIsNotThePluggableDatabases() {
        source.parameters.put("processes", "1500");
        assertThat(of("processes").verdict()).isEqualTo(Verdict.BLOCKS);
        target.contained = true;
        assertThat(of("processes").verdict()).isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void dbtimezoneMattersWhereAColumnIsKeptInIt() {
        target.properties.put("DBTIMEZONE", "+02:00");
        assertThat(of("DBTIMEZONE").verdict()).isEqualTo(Verdict.BLOCKS);
        assertThat(of("DBTIMEZONE").words())
                .isEqualTo(
                        "time zone DBTIMEZONE: source +00:00, target +02:00 (C04, R18). Now, while the target holds no such"
                                + " column: ALTER DATABASE SET TIME_ZONE = '+00:00' and restart it; later that is refused with ORA-30079.");
        localTimeStamps = false;
        assertThat(of("DBTIMEZONE").verdict()).isEqualTo(Verdict.ALLOWED);
    }

    @ParameterizedTest
    @CsvSource({"NLS_CHARACTERSET", "NLS_NCHAR_CHARACTERSET", "NLS_LENGTH_SEMANTICS"})
    void aSetDiffersWithAnApprovalAlone(String set) {
        target.properties.put(set, "OTHER");
        assertThat(of(set).verdict()).isEqualTo(Verdict.BLOCKS);
        approved = Set.of(set);
        assertThat(of(set).verdict()).isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void aComponentThatWorkedIsThereAndWorks() {
        assertThat(judge())
                .as("one that was broken before is nobody's")
                .noneMatch(one -> one.what().equals("APEX"));
        target.components.put("XDB", "INVALID");
        assertThat(of("XDB").verdict()).isEqualTo(Verdict.BLOCKS);
        target.components.remove("XDB");
        assertThat(of("XDB").target()).isEqualTo("missing");
    }

    @Test
    void anOptionThatIsUsedIsThere() {
        target.options.clear();
        assertThat(of("Partitioning").verdict()).isEqualTo(Verdict.BLOCKS);
        assertThat(of("Partitioning").source()).isEqualTo("TRUE, used by Partitioning (user)");
        assertThat(of("Spatial").verdict()).as("never seen in use").isEqualTo(Verdict.ALLOWED);
        source.options.addAll(Set.of("Real Application Clusters", "Oracle Label Security"));
        features = Set.of("Real Application Clusters (RAC)", "Label Security");
        assertThat(of("Real Application Clusters").verdict()).isEqualTo(Verdict.ALLOWED);
        assertThat(of("Oracle Label Security").verdict()).isEqualTo(Verdict.BLOCKS);
    }

    @ParameterizedTest
    @CsvSource({"1300, ALIKE", "1299, BLOCKS"})
    void eachTablespaceHasRoomForThirteenTenths(double room, Verdict verdict) {
        target.room.put("APP", room);
        assertThat(judge().stream()
                        .filter(one ->
                                one.criterion().equals("space") && one.what().equals("APP"))
                        .map(ReadinessCriterion::verdict))
                .containsExactly(verdict);
    }

    @ParameterizedTest
    @CsvSource({"false, 1, ALIKE", "false, 0, BLOCKS", "true, 1001, ALIKE", "true, 1000, BLOCKS"})
    void aRecoveryAreaTakesTheRedoOfALoadThatIsLogged(boolean forced, double room, Verdict verdict) {
        target.forceLogging = forced;
        target.recoveryRoom = room;
        assertThat(of("recovery area").verdict()).isEqualTo(verdict);
    }

    @Test
    void withoutARecoveryAreaNothingIsSaidOfOne() {
        target.recoveryRoom = -1;
        assertThat(judge()).noneMatch(one -> one.what().equals("recovery area"));
    }

    @Test
    void namesThatAnImportNeedsAreThere() {
        Map<String, Consumer<Said>> losses = Map.of(
                "ORA-00959", said -> said.room.remove("TEMP"),
                "ORA-02380", said -> said.profiles.remove("APP_LOGIN"),
                "ORA-01919", said -> said.roles.remove("CLERK"));
        losses.values().forEach(loss -> loss.accept(target));
        List<ReadinessCriterion> open =
                judge().stream().filter(ReadinessCriterion::blocks).toList();
        assertThat(open).hasSize(3).allMatch(one -> one.target().equals("missing"));
        losses.keySet()
                .forEach(code -> assertThat(open).anyMatch(one -> one.rule().contains(code)));
        approved = Set.of("TEMP", "APP_LOGIN", "CLERK");
        assertThat(judge()).noneMatch(ReadinessCriterion::blocks);
    }

    @Test
    void aViolationOfThePlugInBlocksWhateverIsApproved() {
        target.violations = List.of("CRM, SQL Patch: RU differs");
        approved = Set.of("CRM, SQL Patch: RU differs");
        assertThat(of("CRM, SQL Patch: RU differs").words()).contains("ORA-65144", "CLOSE IMMEDIATE");
    }

    /** The same rule, when a target is just made and little is known of it, and before the outage. */
    @Test
    void setsAreJudgedByOneRuleWheneverTheyAreLookedAt() {
        target.properties.put("NLS_CHARACTERSET", "WE8ISO8859P1");
        target.timeZoneFile = 31;
        for (Set<String> names : List.of(Set.<String>of(), Set.of("NLS_CHARACTERSET", "version"))) {
            approved = names;
            assertThat(ReadinessRules.judgeSets(source.properties, 32, target.properties, 31, names))
                    .hasSize(3)
                    .allMatch(judge()::contains);
            assertThat(ReadinessRules.judgeSets(source.properties, 32, target.properties, 31, names).stream()
                            .filter(ReadinessCriterion::blocks))
                    .hasSize(names.isEmpty() ? 2 : 1);
        }
    }
}
