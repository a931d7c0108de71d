package io.gulliver.service.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gulliver.assessment.check.Checked;
import io.gulliver.domain.check.CheckFinding;
import io.gulliver.domain.check.CheckMoment;
import io.gulliver.domain.check.CheckSubject;
import io.gulliver.domain.check.CheckVerdict;
import io.gulliver.domain.estate.Confidence;
import io.gulliver.domain.estate.Fact;
import io.gulliver.persistence.RefusedException;
import io.gulliver.service.planning.CheckService;
import io.gulliver.testing.Services;
import io.gulliver.testing.SizedLanding;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The design of a server is judged before anything is built, by the sums over all that land there. */
@Tag("store")
class CheckDesignTest {
    private static final String PROGRAM = SizedLanding.PROGRAM;
    private static final CheckSubject SERVER = CheckSubject.server("lnx01");
    private static final LocalDate TODAY = LocalDate.of(2026, 3, 1);

    private SizedLanding landing;

    @BeforeEach
    void open() {
        landing = new SizedLanding()
                .lands("ORDERS,lnx01,ORDERSZ", "BILLS,lnx01,BILLSZ")
                .known("ORDERS", 8192)
                .known("BILLS", 4096)
                .accept("ORDERS")
                .accept("BILLS");
    }

    @AfterEach
    void close() {
        landing.close();
    }

    private Map<String, Object> sized() {
        return landing.shared(
                "server",
                "lnx01",
                Map.of("data_volumes", List.of("data1", "data2"), "redo_volumes", List.of("redo1", "redo2")));
    }

    private Map<String, Object> checked(Map<String, Object> instead) {
        return landing.checked("lnx01", sized(), instead);
    }

    private static List<String> blocking(Map<String, Object> outputs) {
        return ((List<?>) outputs.get("blocking")).stream().map(String::valueOf).toList();
    }

    private CheckFinding found(String database, CheckSubject subject, String check) {
        return landing.checks().of(PROGRAM, database).stream()
                .filter(one -> one.run().subject().equals(subject))
                .flatMap(one -> one.run().findings().stream())
                .filter(finding -> finding.check().equals(check))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aDesignAsItWasSizedBlocksNothing() {
        assertThat(blocking(checked(Map.of()))).isEmpty();
        assertThat(found("ORDERS", SERVER, "LNX-HUGE-01").verdict()).isEqualTo(CheckVerdict.PASS);
        assertThat(found("ORDERS", SERVER, "LNX-MEM-03").verdict()).isEqualTo(CheckVerdict.PASS);
        assertThat(found("ORDERS", SERVER, "STG-FCP-01").verdict()).isEqualTo(CheckVerdict.PASS);
        assertThat(found("ORDERS", SERVER, "ORA-REDO-01").verdict()).isEqualTo(CheckVerdict.PASS);
        assertThat(found("ORDERS", CheckSubject.database("ORDERS"), "ORA-LP-01").verdict())
                .isEqualTo(CheckVerdict.PASS);
    }

    @Test
    void fewerHugePagesThanTheSgasBlock() {
        List<String> blocking = blocking(checked(Map.of("huge_pages", 8192L)));
        assertThat(blocking).hasSize(1);
        assertThat(blocking.get(0))
                .isEqualTo(
                        "server lnx01: LNX-HUGE-01 Huge pages hold every SGA (blocker): seen 8192 huge pages of 1024 kB,"
                                + " wanted pages for 12288 MB of SGAs");
    }

    @Test
    void onePathAndSharedRedoVolumesBlock() {
        assertThat(blocking(checked(Map.of("paths", 1, "redo_volumes", List.of("data1")))))
                .anySatisfy(line -> assertThat(line).contains("STG-FCP-01"))
                .anySatisfy(line -> assertThat(line).contains("ORA-REDO-01"));
    }

    @Test
    void compressedRedoVolumesBlock() {
        assertThat(blocking(checked(Map.of("redo_provisioning", "compressed"))))
                .singleElement()
                .asString()
                .contains("ORA-REDO-03");
    }

    @Test
    void lessMemoryAndProcessorsThanSizedBlock() {
        Map<String, Object> sized = new TreeMap<>(sized());
        double memory = ((Number) sized.get("memory_gib")).doubleValue();
        assertThat(blocking(landing.checked("lnx01", sized, Map.of("memory_gib", memory * 0.8, "ifls", 1L))))
                .anySatisfy(line -> assertThat(line).contains("LNX-MEM-02").contains("(blocker)"))
                .anySatisfy(line -> assertThat(line).contains("DPM-PART-01"));
    }

    @Test
    void whatNobodyGaveIsNotMeasuredAndNeverPassed() {
        Map<String, Object> outputs = checked(Map.of());
        assertThat(outputs.get("not_measured").toString()).contains("LPAR-WGT-01 of server lnx01");
        assertThat(found("ORDERS", SERVER, "LPAR-WGT-01").verdict()).isEqualTo(CheckVerdict.NOT_MEASURED);
        assertThat(found("ORDERS", SERVER, "LPAR-WGT-01").note()).contains("hypervisor.entitled_ifls");
    }

    @Test
    void whatIsGivenIsJudged() {
        Map<String, Object> given = Map.of("hypervisor.entitled_ifls", 1.5, "hypervisor.peak_ifls", 2.0);
        assertThat(blocking(checked(Map.of("given", given))))
                .singleElement()
                .asString()
                .contains(
                        "LPAR-WGT-01 The weight covers the planned peak (high): seen entitled to 1.5 IFLs, wanted at least 2");
    }

    @Test
    void nothingThatIsGivenStandsOverWhatIsBuilt() {
        assertThat(blocking(checked(Map.of("huge_pages", 8192L, "given", Map.of("pages.total", 99999L)))))
                .anySatisfy(line -> assertThat(line).contains("seen 8192 huge pages"));
    }

    @Test
    void aServerWithSomebodyUnsizedHasNoSumToPassBy() {
        landing.lands("STOCK,lnx01,STOCKZ");
        checked(Map.of());
        assertThat(found("ORDERS", SERVER, "LNX-HUGE-01").verdict()).isEqualTo(CheckVerdict.NOT_MEASURED);
        assertThat(found("ORDERS", SERVER, "LNX-MEM-02").verdict()).isEqualTo(CheckVerdict.NOT_MEASURED);
    }

    @Test
    void aWaiverCountsInTheNextLookUntilItsLastDay() {
        checked(Map.of("huge_pages", 8192L));
        CheckService checks = landing.checks();
        checks.waive(PROGRAM, "LNX-HUGE-01", SERVER, "BILLS shrinks before it lands", TODAY.plusDays(3), "Pat");
        assertThat(blocking(checked(Map.of("huge_pages", 8192L)))).isEmpty();
        CheckFinding waived = found("ORDERS", SERVER, "LNX-HUGE-01");
        assertThat(waived.verdict()).isEqualTo(CheckVerdict.WAIVED);
        assertThat(waived.note()).contains("2026-03-04").contains("Pat").contains("BILLS shrinks");
        CheckService later = Services.checks(landing.stores(), program -> Instant.parse("2026-03-05T00:00:00Z"));
        assertThat(later.of(PROGRAM, "ORDERS"))
                .flatExtracting(Checked::blocking)
                .extracting(CheckFinding::check)
                .containsExactly("LNX-HUGE-01");
    }

    @Test
    void aWithdrawnWaiverCountsNoMore() {
        checked(Map.of("huge_pages", 8192L));
        CheckService checks = landing.checks();
        checks.waive(PROGRAM, "LNX-HUGE-01", SERVER, "BILLS shrinks before it lands", TODAY.plusDays(3), "Pat");
        checks.withdraw(PROGRAM, "LNX-HUGE-01", SERVER, "it does not shrink after all", "Dana");
        assertThat(found("ORDERS", SERVER, "LNX-HUGE-01").verdict()).isEqualTo(CheckVerdict.FAIL);
        assertThatThrownBy(() -> checks.withdraw(PROGRAM, "LNX-HUGE-01", SERVER, "again", "Dana"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("no waiver to withdraw");
    }

    @Test
    void refusesAWaiverOfWhatDidNotFailOrIsNoCheckOfIt() {
        checked(Map.of());
        CheckService checks = landing.checks();
        LocalDate until = TODAY.plusDays(3);
        String reason = "a reason that is long enough";
        assertThatThrownBy(() -> checks.waive(PROGRAM, "LNX-HUGE-01", SERVER, reason, until, "Pat"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("has not failed");
        assertThatThrownBy(() -> checks.waive(PROGRAM, "NO-SUCH-01", SERVER, reason, until, "Pat"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("There is no check 'NO-SUCH-01' of a server");
        assertThatThrownBy(() ->
                        checks.waive(PROGRAM, "LNX-HUGE-01", CheckSubject.database("ORDERS"), reason, until, "Pat"))
                .isInstanceOf(RefusedException.class);
        assertThatThrownBy(() -> checks.waive(PROGRAM, "LNX-HUGE-01", SERVER, "no", until, "Pat"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("needs a reason");
        assertThatThrownBy(() -> checks.waive(PROGRAM, "LNX-HUGE-01", SERVER, reason, TODAY.plusDays(400), "Pat"))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("at most 180 days");
    }

    @Test
    void aSmallerSgaThanTheSourceHasBlocksUnlessAPersonDecidedOnIt() {
        landing.stores()
                .facts()
                .put(
                        PROGRAM,
                        "ORDERS",
                        List.of(new Fact(
                                "sga_mb",
                                9000.0,
                                "MB",
                                "discovery",
                                Instant.parse("2026-03-01T10:00:00Z"),
                                Confidence.MEASURED)),
                        "Mia");
        assertThat(blocking(checked(Map.of())))
                .singleElement()
                .asString()
                .contains("database ORDERS: ORA-SGA-03")
                .contains("seen 8192 MB")
                .contains("9000 MB of the source");
        landing.sga("ORDERS", 8192).accept("ORDERS");
        assertThat(blocking(checked(Map.of()))).isEmpty();
    }

    @Test
    void everyLookIsKeptAndTheNewestIsShown() {
        checked(Map.of("huge_pages", 8192L));
        checked(Map.of());
        assertThat(landing.checks().history(PROGRAM, SERVER)).hasSize(2);
        assertThat(found("ORDERS", SERVER, "LNX-HUGE-01").verdict()).isEqualTo(CheckVerdict.PASS);
        assertThat(landing.checks().of(PROGRAM, "ORDERS"))
                .extracting(
                        one -> one.run().subject() + " " + one.run().moment().word())
                .containsExactlyInAnyOrder("server lnx01 design", "database ORDERS design");
        assertThat(landing.stores().audit().list(PROGRAM, null, null, 500).rows())
                .anySatisfy(row -> assertThat(row.event().action()).isEqualTo("checks.run"));
    }

    @Test
    void factsOfATargetAreTakenByTheirTypes() {
        Checked checked = landing.checks()
                .judge(
                        PROGRAM,
                        SERVER,
                        CheckMoment.TARGET,
                        Map.of("linux.swappiness", "60", "network.somaxconn", "4096"),
                        true,
                        "Mia",
                        null);
        assertThat(checked.run().findings())
                .filteredOn(finding -> finding.check().equals("LNX-SWAP-01"))
                .singleElement()
                .satisfies(finding -> assertThat(finding.seen()).isEqualTo("vm.swappiness = 60"));
        assertThat(checked.count(CheckVerdict.PASS)).isEqualTo(1);
        assertThat(found("ORDERS", SERVER, "NET-SYN-02").verdict()).isEqualTo(CheckVerdict.PASS);
    }

    @Test
    void whatStandsIsJudgedByWhatAStepBrought() {
        Map<String, Object> outputs = landing.standing(Map.of(
                        "kind", "server",
                        "name", "lnx01",
                        "facts", Map.of("pages.size_kb", "2048", "linux.swappiness", "60", "linux.aio_nr", "many")))
                .outputs();
        assertThat(blocking(outputs)).singleElement().asString().contains("LNX-HUGE-04");
        assertThat(outputs.get("failed").toString()).contains("LNX-SWAP-01");
        assertThat(outputs.get("not_measured").toString()).contains("LNX-AIO-01 of server lnx01");
        assertThat(landing.checks().history(PROGRAM, SERVER))
                .singleElement()
                .satisfies(one -> assertThat(one.run().moment()).isEqualTo(CheckMoment.TARGET));
    }

    private Map<String, Object> standing(String kind, String name, Map<String, Object> facts) {
        return landing.standing(Map.of("kind", kind, "name", name, "facts", facts))
                .outputs();
    }

    @Test
    void whatStandsIsHeldAgainstWhatAllThatLandThereWereSizedWith() {
        Map<String, Object> seen = Map.of(
                "pages.total",
                8192L,
                "pages.size_kb",
                1024L,
                "memory.gib",
                8.0,
                "hypervisor.vcpus",
                1L,
                "memory.sga_mb",
                1L);
        assertThat(blocking(standing("server", "lnx01", seen)))
                .anySatisfy(line -> assertThat(line)
                        .isEqualTo(
                                "server lnx01: LNX-HUGE-01 Huge pages hold every SGA (blocker): seen 8192 huge pages of"
                                        + " 1024 kB, wanted pages for 12288 MB of SGAs"))
                .anySatisfy(line -> assertThat(line).contains("LNX-MEM-02").contains("(blocker)"))
                .anySatisfy(line -> assertThat(line).contains("DPM-PART-01"));
        assertThat(found("ORDERS", SERVER, "LNX-HUGE-01").remedy()).isNotBlank();
        landing.lands("STOCK,lnx01,STOCKZ");
        standing("server", "lnx01", seen);
        assertThat(found("ORDERS", SERVER, "LNX-MEM-02").verdict())
                .as("a sum without somebody is none")
                .isEqualTo(CheckVerdict.NOT_MEASURED);
    }

    @Test
    void whatTheRunKnowsStandsOverWhatWasSeen() {
        Map<String, Object> seen = Map.of(
                "pages.total",
                12288L,
                "pages.size_kb",
                1024L,
                "pages.at_boot",
                0L,
                "memory.gib",
                64.0,
                "pages.wanted",
                1L);
        landing.standing(
                Map.of("kind", "server", "name", "lnx01", "facts", seen, "further", Map.of("pages.wanted", 20_000L)));
        assertThat(found("ORDERS", SERVER, "LNX-HUGE-05").seen()).contains("12288 of 20000 pages");
    }

    @Test
    void aWaiverOfTheServerHoldsForWhatStandsToo() {
        Map<String, Object> seen = Map.of("pages.total", 8192L, "pages.size_kb", 1024L);
        assertThat(blocking(standing("server", "lnx01", seen))).hasSize(1);
        landing.checks()
                .waive(PROGRAM, "LNX-HUGE-01", SERVER, "BILLS shrinks before it lands", TODAY.plusDays(3), "Pat");
        assertThat(blocking(standing("server", "lnx01", seen))).isEmpty();
        landing.checks().withdraw(PROGRAM, "LNX-HUGE-01", SERVER, "it does not shrink after all", "Dana");
        assertThat(blocking(standing("server", "lnx01", seen))).hasSize(1);
    }

    @Test
    void aDatabaseIsHeldAgainstItsSourceAndItsServersHugePages() {
        landing.stores()
                .facts()
                .put(
                        PROGRAM,
                        "ORDERS",
                        List.of(new Fact(
                                "sga_mb",
                                9000.0,
                                "MB",
                                "discovery",
                                Instant.parse("2026-03-01T10:00:00Z"),
                                Confidence.MEASURED)),
                        "Mia");
        Map<String, Object> seen = Map.of(
                "oracle.sga_target_mb", 8192L,
                "oracle.sga_max_mb", 8192L,
                "oracle.use_large_pages", "ONLY",
                "pages.used_mb", 4096L,
                "oracle.source_sga_mb", 1L);
        assertThat(blocking(standing("database", "ORDERS", seen)))
                .hasSize(2)
                .anySatisfy(line -> assertThat(line).contains("ORA-SGA-03").contains("9000 MB"))
                .anySatisfy(line -> assertThat(line)
                        .contains("ORA-LP-02 The whole SGA lies in huge pages (blocker): seen an SGA of 8192 MB,"
                                + " use_large_pages = ONLY in force, 4096 MB of huge pages of its server in use"));
    }

    @Test
    void aContainerIsJudgedByWhatItRunsWithAndShownOfAllThatLandInIt() {
        CheckSubject container = CheckSubject.database("CDB1");
        landing.lands("STOCK,lnx01,CDB1/STOCKP");
        assertThat(blocking(standing("database", "CDB1", Map.of("oracle.use_large_pages", "TRUE"))))
                .singleElement()
                .asString()
                .startsWith("database CDB1: ORA-LP-01");
        assertThat(found("STOCK", container, "ORA-LP-01").verdict()).isEqualTo(CheckVerdict.FAIL);
        assertThat(landing.checks().subjects(PROGRAM, "ORDERS")).doesNotContain(container);
        landing.checks().waive(PROGRAM, "ORA-LP-01", container, "restart on Sunday", TODAY.plusDays(3), "Pat");
        assertThat(blocking(standing("database", "CDB1", Map.of("oracle.use_large_pages", "TRUE"))))
                .isEmpty();
    }

    @Test
    void refusesToCheckWhatIsNeitherServerNorDatabase() {
        assertThatThrownBy(() -> landing.standing(Map.of("kind", "rack", "name", "lnx01", "facts", Map.of())))
                .isInstanceOf(ControlAction.Refused.class)
                .hasMessageContaining("kind is 'rack'");
    }
}
