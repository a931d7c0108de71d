package io.gulliver.service.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.assessment.network.AddressAnswer;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.playbook.PlaybookLoader;
import io.gulliver.playbook.ValueDeclaration;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
              - id: judge
                title: Judge
                stage: build
                kind: task
                role: dba
                instructions: Say what became of it.
                outputs:
                  answer: {type: string, pattern: '(made|accepted): .+', description: "made: how; or accepted: why."}
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

        assertThat(outputs.problems(hash, "ask", given, true))
                .containsOnlyKeys("zone", "ports", "hosts", "done")
                .allSatisfy((name, what) -> assertThat(what).isNotBlank());
    }

    @Test
    void whatFitsPasses() {
        assertThat(outputs.problems(
                        hash, "ask", Map.of("zone", "blue", "ports", 4, "hosts", List.of("a"), "done", true), true))
                .isEmpty();
        assertThat(outputs.problems(hash, "unknown", Map.of("zone", 5), true)).isEmpty();
    }

    @Test
    void whatIsLeftOutIsNamedUnlessTheTaskFailed() {
        Map<String, Object> given = Map.of("zone", " ", "ports", 4);

        assertThat(outputs.problems(hash, "ask", given, true))
                .containsOnlyKeys("zone", "hosts", "done")
                .containsEntry("zone", "missing. Wanted is a string. Give it, or say that the task failed");
        assertThat(outputs.problems(hash, "ask", given, false)).isEmpty();
    }

    @Test
    void aTextIsOfTheFormThatIsAsked() {
        assertThat(outputs.problems(hash, "judge", Map.of("answer", "accepted: nobody reads it"), true))
                .isEmpty();
        assertThat(outputs.problems(hash, "judge", Map.of("answer", "looks good"), true))
                .containsOnlyKeys("answer")
                .containsValue("no answer to what is asked. Wanted is a string, made: how; or accepted: why."
                        + " Give it, or say that the task failed");
    }

    /** The shipped playbooks' decision on what an import could not make. */
    @Test
    void aFindingIsMadeOrAcceptedAndSaysHowOrWhy() {
        PlaybookLibrary library = PlaybookLibrary.shipped();
        String shipped = library.findNewest("data-pump").orElseThrow().hash();
        TaskOutputs ofShipped = new TaskOutputs(new LibraryPlans(library, () -> {
            throw new AssertionError("the library has it");
        }));
        String step = "findings";

        for (String answer : List.of("made: by hand", "accepted: nothing reads it", "accepted:\n two lines\n long")) {
            assertThat(ofShipped.problems(shipped, step, Map.of("answer", answer), true))
                    .as(answer)
                    .isEmpty();
        }
        for (String answer : List.of("", "  ", "yes", "accepted", "accepted: ", "made:\n")) {
            assertThat(ofShipped.problems(shipped, step, Map.of("answer", answer), true))
                    .as(answer)
                    .containsOnlyKeys("answer");
        }
        assertThat(ofShipped.problems(shipped, step, Map.of(), false)).isEmpty();
    }

    /** The address of a server that a person gives: each part by itself, then all of them together. */
    @Test
    void partsOfAnAddressMustFitTogether() {
        PlaybookLibrary library = PlaybookLibrary.shipped();
        String shipped = library.findNewest("dpm-server").orElseThrow().hash();
        TaskOutputs ofShipped = new TaskOutputs(new LibraryPlans(library, () -> {
            throw new AssertionError("the library has it");
        }));
        Map<String, Object> answer = new TreeMap<>(Map.of(
                "server_name", "lnx01.db.bank.example",
                "server_address", "10.20.30.41/24",
                "gateway", "10.20.30.1",
                "vlan", "none",
                "name_servers", "10.1.1.53",
                "time_servers", "ntp.bank.example"));
        assertThat(ofShipped.declared(shipped, "addresses"))
                .extracting(ValueDeclaration::name)
                .containsExactlyInAnyOrderElementsOf(AddressAnswer.PARTS);
        assertThat(ofShipped.problems(shipped, "addresses", answer, true)).isEmpty();
        answer.put("gateway", "10.20.31.1");
        assertThat(ofShipped.problems(shipped, "addresses", answer, true)).containsOnlyKeys("gateway");
        answer.put("server_address", "10.20.30.41");
        assertThat(ofShipped.problems(shipped, "addresses", answer, true)).containsOnlyKeys("server_address");
    }

    /** The word of somebody without an account is told in full, and whoever records it is named whatever was typed. */
    @Test
    void whoeverRecordsTheWordOfAnotherIsNamed() {
        Map<String, Object> typed =
                Map.of("name", "Olive Laputa", "heard", "on the bridge", "recorded_by", "Olive Laputa");

        assertThat(outputs.problems(hash, "accepted", Map.of("name", " "), true))
                .containsOnlyKeys("name", "heard");
        assertThat(outputs.problems(hash, "accepted", typed, true)).isEmpty();
        assertThat(outputs.recorded(hash, "accepted", typed, "Cora Brobding"))
                .containsEntry("name", "Olive Laputa")
                .containsEntry("recorded_by", "Cora Brobding");
        assertThat(outputs.declared(hash, "accepted"))
                .extracting(declaration -> declaration.name())
                .containsExactlyInAnyOrder("name", "heard");
    }

    @Test
    void toOtherTasksNobodyIsAdded() {
        assertThat(outputs.recorded(hash, "ask", Map.of("zone", "blue"), "Cora Brobding"))
                .isEqualTo(Map.of("zone", "blue"));
    }
}
