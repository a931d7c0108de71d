package io.gulliver.service.migration;

import static io.gulliver.persistence.Atlas.ANA;
import static io.gulliver.persistence.Atlas.BEN;
import static io.gulliver.persistence.Atlas.batch;
import static io.gulliver.persistence.Atlas.command;
import static io.gulliver.persistence.Atlas.entry;
import static io.gulliver.persistence.Atlas.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.Speaker;
import io.gulliver.persistence.Atlas;
import io.gulliver.persistence.StoreContract;
import io.gulliver.persistence.UnknownRowException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The evidence of a run, as somebody unpacks it who has nothing but the pack. */
class EvidencePackTest extends StoreContract {
    @TempDir
    Path folder;

    private Migration run;
    private List<String> names;

    @BeforeEach
    void packAndUnpack() throws IOException {
        run = Atlas.migration(stores);
        stores.evidence()
                .attach(
                        run.id(),
                        StepKey.parse("build[a b]"),
                        stores.evidence().keep("odd name.log", "log", new ByteArrayInputStream(new byte[] {1, 2, 3})),
                        null);
        stores.journal()
                .flush(batch(
                        run.id(),
                        1,
                        entry(1, run("discover", StepState.DONE)),
                        entry(2, run("decide", StepState.WAITING_PERSON))));
        for (Speaker who : List.of(ANA, BEN)) {
            stores.commands().record(command(run.id(), run.id() + who.name(), Verb.DECIDE, "decide", "approve", who));
        }
        unpack();
    }

    private void unpack() throws IOException {
        EvidencePack pack = new EvidencePack(
                new EvidencePack.Sources(
                        stores.migrations(),
                        stores.journal(),
                        stores.commands(),
                        stores.calls(),
                        stores.evidence(),
                        stores.playbooks(),
                        stores.programs(),
                        stores.plans(),
                        stores.decisions(),
                        stores.risks(),
                        stores.audit()),
                id -> "# By hand\n",
                (program, database) -> {
                    throw new UnknownRowException("no database <" + database + ">");
                });
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        pack.write(run.id(), bytes);
        names = new ArrayList<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            for (ZipEntry one = zip.getNextEntry(); one != null; one = zip.getNextEntry()) {
                names.add(one.getName());
                Path file = folder.resolve(one.getName());
                Files.createDirectories(file.getParent());
                Files.write(file, zip.readAllBytes());
            }
        }
    }

    @Test
    void beginsWithAReportAndItsDigestsVerify() throws Exception {
        assertThat(names)
                .startsWith("index.html")
                .endsWith("SHA256SUMS")
                .contains("by-hand.md", "steps.json", "evidence/build[a_b]/odd_name.log");
        Process check = new ProcessBuilder("sha256sum", "-c", "SHA256SUMS")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(check.waitFor()).as(said).isZero();
        assertThat(said.lines())
                .as("every file of the pack but the list itself")
                .hasSize(names.size() - 1)
                .allMatch(line -> line.endsWith(": OK"));
    }

    @Test
    void theReportSaysWhoDecidedWhatOnWhichEvidence() throws Exception {
        String report = Files.readString(folder.resolve("index.html"));
        String shown = Files.readString(folder.resolve("SHA256SUMS"))
                .lines()
                .filter(line -> line.endsWith("  evidence/decide/shown.txt"))
                .map(line -> line.substring(0, 64))
                .findFirst()
                .orElseThrow();
        assertThat(report)
                .contains("Ana, ", "Ben, ", "approve", "because")
                .contains("On what the gate shows, SHA-256 <code>" + shown)
                .contains("kept as <a href=\"evidence/decide/shown.txt\">")
                .contains("It could not be made: no database &lt;" + run.database() + "&gt;")
                .contains("command.recorded")
                .doesNotContain("names no evidence", "<script", "http://", "https://");
        for (String part :
                List.of("plan", "assessment", "decisions", "validation", "timings", "risks", "audit", "files")) {
            assertThat(report).contains("<h2 id=\"" + part + "\">", "<a href=\"#" + part + "\">");
        }
        assertThat(stores.commands().list(run.id(), 10))
                .as("no approval without the hash of what was shown")
                .hasSize(2)
                .allSatisfy(row -> assertThat(row.evidenceHash()).isEqualTo(shown));
    }

    @Test
    void aFileThatCameAfterTheDecisionIsNotWhatItRestsOn() throws Exception {
        stores.evidence()
                .attach(
                        run.id(),
                        StepKey.of("decide"),
                        stores.evidence().keep("late.txt", "attachment", new ByteArrayInputStream(new byte[] {4})),
                        "Ben");
        unpack();
        assertThat(Files.readString(folder.resolve("index.html")))
                .contains("On what the gate shows, but for files that are attached to it, SHA-256")
                .doesNotContain("On what the gate shows, SHA-256", "On something else");
    }
}
