package io.gulliver.service.migration;

import static io.gulliver.testing.Atlas.ANA;
import static io.gulliver.testing.Atlas.BEN;
import static io.gulliver.testing.Atlas.batch;
import static io.gulliver.testing.Atlas.command;
import static io.gulliver.testing.Atlas.entry;
import static io.gulliver.testing.Atlas.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.domain.estate.DatabaseProfile;
import io.gulliver.domain.estate.Environment;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.Stage;
import io.gulliver.domain.migration.StepKey;
import io.gulliver.domain.migration.StepState;
import io.gulliver.domain.migration.Verb;
import io.gulliver.domain.people.Speaker;
import io.gulliver.domain.plan.CutoverDates;
import io.gulliver.domain.plan.Freeze;
import io.gulliver.domain.plan.OutageWord;
import io.gulliver.domain.plan.PlanBreak;
import io.gulliver.domain.plan.StageTimes;
import io.gulliver.domain.plan.Wave;
import io.gulliver.domain.plan.WaveMember;
import io.gulliver.persistence.StoreContract;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.decision.DecisionStore;
import io.gulliver.persistence.view.DecisionRow;
import io.gulliver.testing.Atlas;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
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
        String name = "DB-" + UUID.randomUUID();
        stores.databases().add("atlas", List.of(DatabaseProfile.of(name, "app", Environment.TEST)), "Mia");
        run = Atlas.migration(stores, name);
        plan(name);
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
        stores.tasks()
                .claim(
                        stores.tasks()
                                .open(run.id(), StepKey.parse("decide"))
                                .orElseThrow()
                                .id(),
                        ANA);
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
                        stores.tasks(),
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

    /** In a wave that moved, with dates that were agreed on and do not hold any more, and one decision. */
    private void plan(String name) {
        Instant noon = Instant.parse("2026-05-04T10:00:00Z");
        int number = run.number();
        Wave wave = stores.plans().add("atlas", number, "The first", noon, List.of(), "Mia");
        stores.plans().add("atlas", number + 500, "Another", noon, List.of(), "Mia");
        stores.plans().place(new WaveMember("atlas", number, name, null), "Mia");
        stores.plans()
                .update(
                        new Wave(
                                wave.program(),
                                wave.number(),
                                "The first, moved",
                                noon.plus(Duration.ofDays(1)),
                                List.of(),
                                Wave.State.CONFIRMED,
                                wave.version(),
                                "Mia",
                                noon),
                        "Mia");
        stores.plans().add(new Freeze(0, "atlas", noon, noon.plusSeconds(60), "Quarter's end"), "Fritz");
        stores.plans().writeTimes("atlas", Map.of(name, times(noon, Duration.ZERO)));
        stores.plans().setBaseline("atlas", "The board agreed", "Berta");
        stores.plans().writeTimes("atlas", Map.of(name, times(noon, Duration.ofHours(30))));
        stores.plans()
                .writeCutovers(
                        "atlas",
                        Map.of(
                                name,
                                new CutoverDates(
                                        noon,
                                        noon.plusSeconds(5400),
                                        null,
                                        null,
                                        List.of(new PlanBreak(
                                                PlanBreak.Kind.FREEZE, "Users are out within Quarter's end.")))));
        stores.plans()
                .addOutageWord(
                        "atlas", new OutageWord(run.id(), noon, "Otto", "sub-otto", "The shop is closed anyway", noon));
        stores.decisions()
                .add(
                        new DecisionStore.NewDecision(
                                "atlas",
                                name,
                                DecisionRow.Kind.METHOD,
                                "DATA_PUMP",
                                "We know it best",
                                "Mia",
                                1,
                                "b".repeat(64),
                                Map.of()),
                        0);
        for (int row = 0; row < 1100; row++) {
            stores.audit()
                    .append(new AuditEvent(
                            "atlas",
                            noon,
                            "Rita",
                            "facts.changed",
                            "database/atlas/" + name,
                            null,
                            null,
                            null,
                            Map.of("row", "number " + row + ".")));
        }
    }

    private static List<StageTimes> times(Instant from, Duration late) {
        return Arrays.stream(Stage.values())
                .map(stage -> new StageTimes(
                        stage,
                        null,
                        null,
                        from,
                        from.plusSeconds(3600),
                        from.plus(late),
                        from.plus(late).plusSeconds(3600),
                        null,
                        null))
                .toList();
    }

    @Test
    void decisionsAreThereThoughTheAssessmentIsNot() throws Exception {
        assertThat(Files.readString(folder.resolve("index.html")))
                .contains("It could not be made: no database")
                .contains("method: DATA_PUMP", "We know it best", "b".repeat(64))
                .contains("An outage outside of the plan", "Otto, ", "The shop is closed anyway");
    }

    @Test
    void thePlanSaysWhoAgreedWhenAndWhyAndWhatDoesNotHoldAnyMore() throws Exception {
        String report = Files.readString(folder.resolve("index.html"));
        String plan = report.substring(report.indexOf("<h2 id=\"plan\">"), report.indexOf("<h2 id=\"assessment\">"));
        assertThat(plan)
                .contains("Agreed is what Berta agreed on last, ", "The board agreed")
                .contains("<td>2026-05-05 18:00:00 to 2026-05-05 19:00:00</td>", "<td>30 h 0 min late</td>")
                .contains(
                        "<td>Users out (T)</td><td>2026-05-04 12:00:00</td>",
                        "<td>Users in</td><td>2026-05-04 13:30:00</td>",
                        "<td>Outage as planned</td><td>1 h 30 min</td>")
                .contains("<td>freeze</td><td>Users are out within Quarter&#39;s end.</td>");
    }

    @Test
    void theAuditExtractHasThePlanTheWaveFreezesAndTasksAndDropsNoOlderRow() throws Exception {
        String report = Files.readString(folder.resolve("index.html"));
        String audit = report.substring(report.indexOf("<h2 id=\"audit\">"), report.indexOf("<h2 id=\"files\">"));
        String task = stores.tasks()
                .open(run.id(), StepKey.parse("decide"))
                .orElseThrow()
                .id();
        assertThat(audit)
                .contains("<td>plan.approved</td><td>plan/atlas</td>")
                .contains("<td>wave.changed</td><td>wave/atlas/" + run.number() + "</td>")
                .contains("<td>freeze.added</td><td>freeze/atlas/")
                .contains("<td>task.claimed</td><td>task/" + task + "</td>")
                .contains("row: number 0.", "row: number 1099.")
                .doesNotContain("wave/atlas/" + (run.number() + 500));
        assertThat(audit.indexOf("row: number 0.")).as("oldest first").isLessThan(audit.indexOf("row: number 1099."));
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
