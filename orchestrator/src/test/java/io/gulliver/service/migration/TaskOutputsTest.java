package io.gulliver.service.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.playbook.PlaybookLoader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a person gives for a task, against what its step declares. */
class TaskOutputsTest {
    private static final String PLAYBOOK = """
            name: asked
            version: 1
            method: demo
            title: A task that asks
            steps:
              - id: ask
                title: Ask
                stage: build
                kind: task
                role: dba
                instructions: Say zone and ports.
                outputs:
                  zone: {type: string}
                  ports: {type: int}
                  hosts: {type: list, of: string}
                  done: {type: bool}
              - id: accepted
                title: Accepted
                stage: build
                kind: task
                role: dba
                instructions: Say whose word it is.
                outputs:
                  name: {type: string}
                  heard: {type: string}
                  recorded_by: {type: string}
            """;

    private TaskOutputs outputs;
    private String hash;

    @BeforeEach
    void aPlaybook() {
        PlaybookLibrary library = PlaybookLibrary.shipped();
        PlaybookLoader.Outcome outcome = library.add("asked/v1.yaml", PLAYBOOK.getBytes(StandardCharsets.UTF_8));
        assertThat(outcome).isInstanceOf(PlaybookLoader.Loaded.class);
        hash = ((PlaybookLoader.Loaded) outcome).playbook().hash();
        outputs = new TaskOutputs(new LibraryPlans(library, () -> {
            throw new AssertionError("the library has it");
        }));
    }

    @Test
    void everyValueOfAnotherTypeIsNamed() {
        Map<String, Object> given =
                Map.of("zone", 5, "ports", "x", "hosts", List.of("a", 1), "done", "yes", "unasked", "for");

        assertThat(outputs.problems(hash, "ask", given))
                .containsOnlyKeys("zone", "ports", "hosts", "done")
                .allSatisfy((name, what) -> assertThat(what).isNotBlank());
    }

    @Test
    void whatFitsAndWhatIsLeftOutPasses() {
        assertThat(outputs.problems(
                        hash, "ask", Map.of("zone", "blue", "ports", 4, "hosts", List.of("a"), "done", true)))
                .isEmpty();
        assertThat(outputs.problems(hash, "ask", Map.of())).isEmpty();
        assertThat(outputs.problems(hash, "unknown", Map.of("zone", 5))).isEmpty();
    }

    /** The word of somebody without an account is told in full, and whoever records it is named whatever was typed. */
    @Test
    void whoeverRecordsTheWordOfAnotherIsNamed() {
        Map<String, Object> typed =
                Map.of("name", "Olive Laputa", "heard", "on the bridge", "recorded_by", "Olive Laputa");

        assertThat(outputs.missing(hash, "accepted", Map.of("name", " "))).containsOnlyKeys("name", "heard");
        assertThat(outputs.missing(hash, "accepted", typed)).isEmpty();
        assertThat(outputs.recorded(hash, "accepted", typed, "Cora Brobding"))
                .containsEntry("name", "Olive Laputa")
                .containsEntry("recorded_by", "Cora Brobding");
        assertThat(outputs.declared(hash, "accepted"))
                .extracting(declaration -> declaration.name())
                .containsExactlyInAnyOrder("name", "heard");
    }

    @Test
    void ofOtherTasksNothingIsDemandedAndNothingAdded() {
        assertThat(outputs.missing(hash, "ask", Map.of())).isEmpty();
        assertThat(outputs.recorded(hash, "ask", Map.of("zone", "blue"), "Cora Brobding"))
                .isEqualTo(Map.of("zone", "blue"));
    }
}
