package io.gulliver.domain.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GateEvidenceTest {
    private static final GateCriterion EQUAL = new GateCriterion(
            "tables-equal", "No table differs", GateCriterion.MET, "different == 0 [different of content = 0]");

    private static GateEvidence shown(Map<String, Object> inputs) {
        return GateEvidence.of(new MigrationId("atlas-1"), StepKey.of("go"), "Go or no-go", inputs);
    }

    @Test
    void holdsCriteriaWithTheirFiguresAndInstructionsInOneForm() {
        Map<String, Object> one = new LinkedHashMap<>();
        one.put("criteria", List.of(EQUAL.asInput()));
        one.put("instructions", "12 of 12 tables\r\nare equal");
        one.put("b", Map.of("y", 1, "x", 2));
        one.put("a", 3);
        GateEvidence evidence = shown(one);
        assertThat(evidence.text()).isEqualTo("""
                Gate: Go or no-go
                Migration: atlas-1, step go

                Criteria
                - No table differs (tables-equal): met
                  different == 0 [different of content = 0]

                Instructions
                12 of 12 tables
                are equal

                Values
                a = 3
                b = {x=2, y=1}
                """);
        Map<String, Object> other = new LinkedHashMap<>();
        other.put("a", 3);
        other.put("b", new LinkedHashMap<>(Map.of("x", 2, "y", 1)));
        other.put("instructions", "12 of 12 tables\nare equal");
        other.put("criteria", List.of(EQUAL.asInput()));
        assertThat(shown(other).sha256()).isEqualTo(evidence.sha256()).matches("[0-9a-f]{64}");
    }

    @Test
    void changesWithEveryThingThatIsShown() {
        String usual = shown(Map.of("criteria", List.of(EQUAL.asInput()), "instructions", "x"))
                .sha256();
        GateCriterion open = new GateCriterion("tables-equal", "No table differs", GateCriterion.NOT_MET, EQUAL.why());
        for (Map<String, Object> other : List.<Map<String, Object>>of(
                Map.of("criteria", List.of(open.asInput()), "instructions", "x"),
                Map.of("criteria", List.of(EQUAL.asInput()), "instructions", "y"),
                Map.of("instructions", "x"))) {
            assertThat(shown(other).sha256()).isNotEqualTo(usual);
        }
    }
}
