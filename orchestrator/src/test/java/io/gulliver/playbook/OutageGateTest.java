package io.gulliver.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.contract.workflow.PrepareRequest;
import io.gulliver.contract.workflow.PrepareResult;
import io.gulliver.domain.estate.FactSheet;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.Purpose;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.task.GateCriterion;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Before the outage begins somebody decides on it: longer than the window is a criterion that is not met, which each who
 * approves waives with a reason, and an outage that nobody knows is none that fits.
 */
class OutageGateTest {
    private static final PlaybookLibrary LIBRARY = PlaybookLibrary.shipped();
    private static final StepPreparer PREPARER =
            new StepPreparer(LIBRARY.find("data-pump", 2).orElseThrow(), LIBRARY.actions());

    private static GateCriterion criterion(String gate, @Nullable Double outage, @Nullable Double window) {
        List<GateCriterion> found = criteria(gate, outage, window, Map.of()).stream()
                .filter(one -> one.id().startsWith("outage-"))
                .toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    private static List<GateCriterion> criteria(
            String gate, @Nullable Double outage, @Nullable Double window, Map<String, Map<String, Object>> outputs) {
        SortedMap<String, Object> facts = new TreeMap<>();
        if (outage != null) {
            facts.put("plan.outage_minutes", outage);
        }
        if (window != null) {
            facts.put("plan.window_minutes", window);
        }
        MigrationId id = new MigrationId("1c0c5b4e-2f0e-4a6e-8a5c-3b1d2e4f5a6b");
        PrepareResult result = PREPARER.prepare(
                new PrepareRequest(id, StepKey.of(gate), 1, false, outputs),
                new StepPreparer.Circumstances(
                        FactSheet.of(1, facts),
                        Map.of(),
                        new MigrationRef(id, "atlas", "ORDERS", Purpose.PRODUCTION),
                        Instant.EPOCH),
                (system, kind, step, proposal, max, pattern) -> proposal);
        assertThat(result.error()).isNull();
        return GateCriterion.of(result.inputs());
    }

    private static String verdict(String gate, @Nullable Double outage, @Nullable Double window) {
        return criterion(gate, outage, window).verdict();
    }

    @Test
    void anOutageThatIsLongerThanItsWindowNeedsADecisionBeforeGo() {
        assertThat(verdict("go-1", 240.0, 240.0)).isEqualTo(GateCriterion.MET);
        assertThat(verdict("go-1", 240.5, 240.0)).isEqualTo(GateCriterion.NOT_MET);
        assertThat(verdict("go-1", 240.5, null)).as("no window is agreed").isEqualTo(GateCriterion.MET);
        assertThat(verdict("go-1", null, 240.0)).as("nobody knows it").isNotEqualTo(GateCriterion.MET);
        assertThat(criterion("go-1", 240.5, 240.0).why()).contains("240.5", "240");
    }

    @Test
    void aRehearsalThatLeavesLittleOfTheWindowIsDecidedFourteenDaysBefore() {
        assertThat(verdict("rehearsed", 168.0, 240.0)).isEqualTo(GateCriterion.MET);
        assertThat(verdict("rehearsed", 169.0, 240.0)).isEqualTo(GateCriterion.NOT_MET);
        assertThat(verdict("rehearsed", null, 240.0)).isNotEqualTo(GateCriterion.MET);
    }

    /** One function that was silent, or that nobody asked, keeps the outage from beginning. */
    @Test
    void theOutageDoesNotBeginBeforeEverybodyAnsweredOnTheBridge() {
        Map<String, Object> answers = new TreeMap<>();
        for (String who :
                List.of("DBA on duty", "Application owner", "Network", "Platform", "Storage", "Service desk")) {
            assertThat(bridge(answers)).as("before " + who).isNotEqualTo(GateCriterion.MET);
            answers.put(who, Map.of("answered", "Gulliver, 17 26"));
        }
        assertThat(bridge(answers)).isEqualTo(GateCriterion.MET);
        answers.put("Storage", Map.of("answered", ""));
        assertThat(bridge(answers)).isEqualTo(GateCriterion.NOT_MET);
    }

    private static String bridge(Map<String, Object> answers) {
        return criteria("go-1", 60.0, 240.0, Map.of("roll-call", Map.of("items", answers))).stream()
                .filter(one -> one.id().equals("bridge-complete"))
                .findFirst()
                .orElseThrow()
                .verdict();
    }
}
