package io.gulliver.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.workflow.PlanStep;
import io.gulliver.contract.workflow.PrepareRequest;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.domain.estate.FactSheet;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stands is judged, and what is blocking is decided, before anybody lands there or loads anything. */
class StandingGatesTest {
    private static final PlaybookLibrary LIBRARY = PlaybookLibrary.shipped();
    private static final String LINE =
            "server lnx01: LNX-HUGE-01 Huge pages hold every SGA (blocker): seen 8192 huge pages of 1024 kB, wanted more";

    private static Playbook playbook(String method) {
        return LIBRARY.findNewest(method).orElseThrow();
    }

    private static Map<String, PlanStep> steps(String method) {
        Map<String, PlanStep> steps = new TreeMap<>();
        LIBRARY.findPlan(playbook(method).hash()).orElseThrow().steps().forEach(step -> steps.put(step.id(), step));
        return steps;
    }

    private static PrepareResult gate(String method, String check, String gate, List<String> blocking) {
        MigrationId id = new MigrationId("atlas/ORDERS/1");
        Map<String, Object> facts = new TreeMap<>(Map.of(
                "server.name", "lnx01",
                "landing.server", "lnx01",
                "landing.database", "ORDERSZ",
                "container.name", "CDB1",
                "container.server", "lnx01"));
        return LIBRARY.findPreparer(playbook(method).hash())
                .orElseThrow()
                .prepare(
                        new PrepareRequest(
                                id,
                                StepKey.of(gate),
                                1,
                                false,
                                Map.of(
                                        check,
                                        Map.of(
                                                "blocking",
                                                blocking,
                                                "told",
                                                "Blocking: " + String.join("; ", blocking),
                                                "not_measured",
                                                List.of("LPAR-WGT-01 of server lnx01")))),
                        new StepPreparer.Circumstances(
                                FactSheet.of(1, facts),
                                Map.of(),
                                new MigrationRef(id, "atlas", "ORDERS", Purpose.REHEARSAL),
                                null),
                        (system, kind, step, proposal, maxLength, pattern) -> proposal);
    }

    @ParameterizedTest
    @CsvSource({
        "dpm-server, check-target, accept-target",
        "target-database, check-settings, accept-settings",
        "data-pump, check-settings, accept-settings"
    })
    void theGateOpensOnlyWhereSomethingIsBlocking(String method, String check, String gate) {
        assertThat(gate(method, check, gate, List.of()).applies()).isFalse();
        PrepareResult open = gate(method, check, gate, List.of(LINE));
        assertThat(open.error()).isNull();
        assertThat(open.applies()).isTrue();
        assertThat(String.valueOf(open.inputs()))
                .contains(LINE)
                .contains("LPAR-WGT-01 of server lnx01")
                .contains("checks-pass");
    }

    @ParameterizedTest
    @CsvSource({
        "dpm-server, check-target, accept-target",
        "zvm-server, check-target, accept-target",
        "target-database, check-settings, accept-settings",
        "data-pump, check-settings, accept-settings"
    })
    void whatIsMendedIsLookedAtAgainAndNothingIsMadeAgain(String method, String check, String gate) {
        Map<String, PlanStep> steps = steps(method);
        List<String> again = steps.get(gate).again();
        assertThat(again).endsWith("look-at-settings", check);
        assertThat(again)
                .allSatisfy(step -> assertThat(steps.get(step).mutating()).isFalse());
        assertThat(steps.values())
                .filteredOn(step -> !List.of(gate, "accept-cluster").contains(step.id()))
                .allSatisfy(step -> assertThat(step.again()).isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"data-pump", "data-pump-link"})
    void aClusterIsLookedAtAgainAndNothingIsMadeOnItBefore(String method) {
        Map<String, PlanStep> steps = steps(method);
        assertThat(steps.get("accept-cluster").again()).containsExactly("look-at-cluster");
        assertThat(steps.get("look-at-cluster").mutating()).isFalse();
        assertThat(before(steps, "restore-point")).contains("look-at-cluster", "accept-cluster");
    }

    /** All steps that a step waits for. */
    private static Set<String> before(Map<String, PlanStep> steps, String id) {
        Set<String> seen = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(id));
        while (!open.isEmpty()) {
            for (String need : steps.get(open.remove()).needs()) {
                if (seen.add(need)) {
                    open.add(need);
                }
            }
        }
        return seen;
    }

    @Test
    void aServerIsHeldForLandingsOnlyOnceItIsReachableHasItsPathsAListenerAndItsChecks() {
        assertThat(before(steps("dpm-server"), "in-use"))
                .contains("reachable", "check-paths", "prepare", "prepare-storage", "listener")
                .contains("look-at-settings", "check-target", "accept-target");
    }

    @Test
    void aContainerIsHeldForLandingsOnlyOnceItsChecksAreDecided() {
        assertThat(before(steps("target-database"), "in-use"))
                .contains("create", "size-files", "look-at-settings", "check-settings", "accept-settings");
    }

    @ParameterizedTest
    @CsvSource({"data-pump, import", "data-pump-link, import"})
    void nothingIsLoadedBeforeTheChecksOfTheDatabaseAreDecided(String method, String load) {
        assertThat(before(steps(method), load))
                .contains("size-files", "check-target", "look-at-settings", "check-settings", "accept-settings");
    }
}
