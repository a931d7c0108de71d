package io.gulliver.playbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./gulliver playbook} prints. */
class PlaybookToolTest {
    private static final String COPYING = """
            fragment: stages/copying
            version: 1
            title: Copying
            inputs: {to: {type: string}}
            entry: [copy]
            exit: [copy]
            steps:
              - {id: copy, title: Copy, stage: build, action: conformance.copy, inputs: {from: a, to: "${inputs.to}"}, estimate: 90s, undoEstimate: 5m}
            """;

    private static final String FIRST = """
            name: demo
            version: 1
            method: demo
            title: A demo
            facts: {cpus: {type: int}}
            parameters: {limit: {type: int, default: 4}}
            steps:
              - {id: stop, title: Stop, stage: build, kind: task, role: dba, hold: jobs}
              - {id: copy, title: Copy, stage: build, action: conformance.copy, needs: [stop], inputs: {from: a, to: b}, estimate: 90s}
              - {id: make, title: Make, stage: build, action: conformance.make, needs: [copy], when: 'facts.cpus > 2'}
              - {id: old, title: Old, stage: build, action: conformance.look, needs: [stop]}
              - {id: go, title: Go, stage: cutover, phase: outage, kind: gate, role: dba, needs: [make, old], release: jobs, notBefore: T-2h}
              - {id: said, title: Said, stage: cutover, phase: after, action: conformance.note, needs: [go], inputs: {text: "${steps.copy.outputs.checksum}"}, pointOfNoReturn: true}
            """;

    private static final String SECOND = """
            name: demo
            version: 2
            method: demo
            title: Another demo
            facts: {cpus: {type: int}, hosts: {type: list, of: string}}
            parameters: {limit: {type: int, default: 8}}
            steps:
              - {id: stop, title: Stop, stage: build, kind: task, role: dba, hold: jobs}
              - {include: stages/copying@v1, as: in, with: {to: c}, needs: [stop]}
              - {id: make, title: Make, stage: build, action: conformance.make, needs: [in, stop], when: 'facts.cpus > 3'}
              - {id: new, title: New, stage: build, kind: task, role: network, needs: [stop], purpose: rehearsal}
              - {id: go, title: Go, stage: cutover, phase: outage, kind: gate, role: dba, needs: [make, new], release: jobs, fourEyes: true, notBefore: T+30m}
              - {id: said, title: Said, stage: cutover, phase: after, action: conformance.note, needs: [go], inputs: {text: all}, pointOfNoReturn: true, purpose: production}
            """;

    private static String print(String... words) {
        TreeMap<String, byte[]> fragments = new TreeMap<>();
        fragments.put("stages/copying/v1.yaml", COPYING.getBytes(StandardCharsets.UTF_8));
        TreeMap<String, byte[]> playbooks = new TreeMap<>();
        playbooks.put("demo/v1.yaml", FIRST.getBytes(StandardCharsets.UTF_8));
        playbooks.put("demo/v2.yaml", SECOND.getBytes(StandardCharsets.UTF_8));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        new PlaybookTool(PlaybookLibrary.of(Files.actions(), fragments, playbooks), out).run(List.of(words));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void showsTheCompiledPlaybookWithIdsOriginAndSize() {
        assertThat(print("show", "demo")
                        .lines()
                        .filter(line -> !line.startsWith("compiled"))
                        .toList())
                .containsExactly(
                        "demo v2: Another demo",
                        "6 steps, 5 of its own, 1 of stages/copying@v1",
                        "5 of them in a rehearsal",
                        "",
                        "Before the outage",
                        "  stop                         Stop",
                        "      task of dba; holds jobs",
                        "  in-copy                      Copy",
                        "      conformance.copy; from stages/copying@v1; needs stop; about 90s; taken back in 5m",
                        "  make                         Make",
                        "      conformance.make; needs in-copy, stop; when facts.cpus > 3; gives the name"
                                + " thing-${migration.database} in conformance",
                        "",
                        "In the outage",
                        "  go                           Go",
                        "      gate of dba; needs make, new; releases jobs",
                        "",
                        "After the outage",
                        "  said                         Said",
                        "      conformance.note; needs go; in production alone; point of no return",
                        "",
                        "In rehearsals alone",
                        "  new                          New",
                        "      task of network; needs stop; in rehearsal alone");
        assertThat(print("show", "demo")).containsPattern("compiled 2,[0-9]{3} of 65,536 bytes, hash [0-9a-f]{64}");
    }

    @Test
    void saysTheDifferenceOfTwoVersionsInWords() {
        assertThat(print("diff", "demo@v1", "demo@v2").lines().skip(1))
                .containsExactly(
                        "The playbook: title was A demo, is Another demo",
                        "The fact hosts is new (list of string)",
                        "The parameter limit: default was 4, is 8",
                        "Step copy is called in-copy",
                        "Step new is new: New (task of network, after stop)",
                        "Step old is gone: Old",
                        "Step in-copy: input to was b, is c",
                        "Step in-copy: undoEstimate is new, 5m",
                        "Step make also waits for stop",
                        "Step make: condition was facts.cpus > 2, is facts.cpus > 3",
                        "Step go also waits for new",
                        "Step go no longer waits for old",
                        "Step go: notBefore was T-2h, is T+30m",
                        "Step go: fourEyes was false, is true",
                        "Step said: input text was ${steps.in-copy.outputs.checksum}, is all",
                        "Step said is in production alone now, was in every run",
                        "1 step comes from stages/copying@v1 now");
        assertThat(print("diff", "demo@v2", "demo")).endsWith("They say the same.\n");
    }

    @Test
    void printsTheTextThatTheHashIsMadeOver() {
        assertThat(print("text", "demo")).contains("- id: in-copy\n    from: \"stages/copying@v1\"");
        assertThat(print("text", "demo@v1")).isEqualTo(FIRST);
    }

    @Test
    void readsAFileThatDoesNotShip(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("ours.yaml");
        java.nio.file.Files.writeString(file, SECOND.replace("Another demo", "Ours"));
        assertThat(print("diff", "demo", file.toString())).contains("title was Another demo, is Ours");
        java.nio.file.Files.writeString(file, SECOND.replace("needs: [in, stop]", "needs: [inn, stop]"));
        assertThatThrownBy(() -> print("show", file.toString()))
                .isInstanceOf(PlaybookLibrary.Broken.class)
                .hasMessageContaining("ours.yaml:10")
                .hasMessageContaining("no step is called 'inn'");
    }

    @Test
    void saysWhatItCanDo() {
        assertThatThrownBy(() -> print("show", "nope")).hasMessageContaining("No playbook is called nope");
        assertThatThrownBy(() -> print("show", "demo@v9")).hasMessageContaining("No playbook is called demo@v9");
        assertThatThrownBy(() -> print("sow")).hasMessageContaining("'sow' is not known");
        assertThatThrownBy(() -> print("diff", "demo")).hasMessageContaining("'diff' takes 2 playbooks");
        assertThat(print("list")).containsPattern("demo@v1 +6 steps +[23],[0-9]{3} bytes  A demo");
    }
}
