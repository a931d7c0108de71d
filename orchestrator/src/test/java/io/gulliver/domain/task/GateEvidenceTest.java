package io.gulliver.domain.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.task.GateEvidence.Attached;
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

    @Test
    void holdsTheFilesThatAreShownWithItByNameAndContent() {
        GateEvidence bare = shown(Map.of("a", 3));
        assertThat(bare.sha256())
                .as("of a gate without files, as releases before this one have it: approvals under way stay good")
                .isEqualTo("8d21c8288db4a5dcd936ba80375d5f60e448a8e6d77d28ce7faeab3d9fd36838");
        Attached first = new Attached("plan.pdf", "b".repeat(64));
        Attached second = new Attached("log\nFiles.txt", "a".repeat(64));
        GateEvidence both = bare.with(first).with(second);
        assertThat(both.text())
                .startsWith(bare.text())
                .endsWith("\nFiles\n" + "a".repeat(64) + "  log_Files.txt\n" + "b".repeat(64) + "  plan.pdf\n");
        assertThat(both.sha256())
                .isNotEqualTo(bare.with(first).sha256())
                .isNotEqualTo(bare.sha256())
                .isEqualTo(bare.with(second).with(first).with(second).sha256());
        assertThat(bare.with(new Attached("plan.pdf", "c".repeat(64))).sha256())
                .as("other content under the same name")
                .isNotEqualTo(bare.with(first).sha256());
        assertThat(both.without(second).sha256()).isEqualTo(bare.with(first).sha256());
        for (GateEvidence earlier : List.of(bare, bare.with(first), both)) {
            assertThat(both.under(earlier.sha256())).contains(earlier);
        }
        assertThat(both.under(bare.with(second).sha256()))
                .as("it never showed the second alone")
                .isEmpty();
    }
}
