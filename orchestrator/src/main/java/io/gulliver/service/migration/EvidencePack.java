package io.gulliver.service.migration;

import io.gulliver.assessment.question.DatabaseAssessment;
import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.domain.program.Program;
import io.gulliver.domain.risk.Risk;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.UnknownRowException;
import io.gulliver.persistence.audit.AuditStore;
import io.gulliver.persistence.calls.CallLogStore;
import io.gulliver.persistence.command.CommandStore;
import io.gulliver.persistence.decision.DecisionStore;
import io.gulliver.persistence.evidence.EvidenceStore;
import io.gulliver.persistence.journal.JournalStore;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.plan.PlanStore;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.program.ProgramStore;
import io.gulliver.persistence.risk.RiskStore;
import io.gulliver.persistence.view.AuditRow;
import io.gulliver.persistence.view.CommandRow;
import io.gulliver.persistence.view.EvidenceRow;
import io.gulliver.persistence.view.JournalRow;
import io.gulliver.persistence.view.Page;
import io.gulliver.persistence.view.PlaybookRow;
import io.gulliver.persistence.view.StepRow;
import io.gulliver.persistence.view.TaskReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.FileTime;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * One download for a database: a report to read first ({@code index.html}), then playbook, steps, run log, commands and approvals,
 * calls, rendered scripts, logs and reports, each with its digest in {@code SHA256SUMS}, as {@code sha256sum -c} reads it.
 */
public final class EvidencePack {
    private static final int PAGE = 5000;
    private static final int MOST = 100_000;

    private final MigrationStore migrations;
    private final JournalStore journal;
    private final CommandStore commands;
    private final CallLogStore calls;
    private final EvidenceStore evidence;
    private final PlaybookStore playbooks;
    private final ProgramStore programs;
    private final PlanStore plans;
    private final DecisionStore decisions;
    private final RiskStore risks;
    private final TaskReader tasks;
    private final AuditStore audit;
    private final Function<MigrationId, String> byHand;
    private final Assessed assessed;

    /** What planning says of a database at this moment. */
    @FunctionalInterface
    public interface Assessed {
        /** Throws as {@code AssessmentReports.database}. */
        DatabaseAssessment of(String program, String database);
    }

    /** What a pack is made of. */
    public record Sources(
            MigrationStore migrations,
            JournalStore journal,
            CommandStore commands,
            CallLogStore calls,
            EvidenceStore evidence,
            PlaybookStore playbooks,
            ProgramStore programs,
            PlanStore plans,
            DecisionStore decisions,
            RiskStore risks,
            TaskReader tasks,
            AuditStore audit) {}

    /** @param byHand what is left to do without Gulliver, as Markdown */
    public EvidencePack(Sources sources, Function<MigrationId, String> byHand, Assessed assessed) {
        this.migrations = sources.migrations();
        this.journal = sources.journal();
        this.commands = sources.commands();
        this.calls = sources.calls();
        this.evidence = sources.evidence();
        this.playbooks = sources.playbooks();
        this.programs = sources.programs();
        this.plans = sources.plans();
        this.decisions = sources.decisions();
        this.risks = sources.risks();
        this.tasks = sources.tasks();
        this.audit = sources.audit();
        this.byHand = byHand;
        this.assessed = assessed;
    }

    /** A file of the pack, opened once to be summed up and once to be written. */
    private record Part(String name, Content content, String sha256, long bytes) {
        interface Content {
            InputStream open() throws IOException;
        }
    }

    /** Writes the archive; the stream stays open. */
    public void write(MigrationId id, OutputStream out) throws IOException {
        Migration migration = migrations.require(id);
        List<StepRow> steps = migrations.steps(id);
        List<CommandRow> said = commands.list(id, MOST);
        List<Part> parts = new ArrayList<>();
        parts.add(text("migration.json", Json.write(migration)));
        parts.add(text("steps.json", Json.write(steps)));
        parts.add(text(
                "playbook.yaml",
                playbooks
                        .find(migration.playbookHash())
                        .map(PlaybookRow::content)
                        .orElse("")));
        parts.add(text("by-hand.md", byHand.apply(id)));
        parts.add(text("commands.json", Json.write(said)));
        parts.add(text("calls.json", Json.write(calls.list(id, null, MOST))));
        parts.add(text("run-log.jsonl", runLog(id)));
        Set<String> names = new LinkedHashSet<>();
        List<EvidenceRow> attached = evidence.list(id, null);
        for (EvidenceRow row : attached) {
            if (row.kept()) {
                String step = row.step() == null ? "migration" : row.step().toString();
                String name = "evidence/" + safe(step) + "/" + safe(row.ref().name());
                String unique = name;
                for (int copy = 2; !names.add(unique); copy++) {
                    unique = name + "." + copy;
                }
                parts.add(part(unique, () -> evidence.open(row.ref().sha256())));
            }
        }
        ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8);
        StringBuilder sums = new StringBuilder();
        Part report = text("index.html", report(migration, steps, said, attached, parts));
        entry(zip, migration, report, sums);
        for (Part part : parts) {
            entry(zip, migration, part, sums);
        }
        entry(zip, migration, text("SHA256SUMS", sums.toString()), new StringBuilder());
        zip.finish();
    }

    private String report(
            Migration migration,
            List<StepRow> steps,
            List<CommandRow> said,
            List<EvidenceRow> attached,
            List<Part> parts) {
        Program program = programs.require(migration.program());
        DatabaseAssessment assessment = null;
        String unassessed = null;
        try {
            assessment = assessed.of(migration.program(), migration.database());
        } catch (UnknownRowException | IllegalArgumentException e) {
            // the run of a shared server is of no database; a policy may name a machine that no table has
            unassessed = String.valueOf(e.getMessage());
        }
        List<CommandRow> oldestFirst = new ArrayList<>(said);
        oldestFirst.sort(Comparator.comparing(CommandRow::recordedAt));
        List<Risk> risen = risks.ofDatabase(migration.program(), migration.database());
        return EvidenceReport.html(new EvidenceReport.Contents(
                migration,
                program.title(),
                program.zone(),
                steps,
                oldestFirst,
                attached,
                plans.times(migration.program()).getOrDefault(migration.database(), List.of()),
                plans.baselines(migration.program()),
                plans.cutover(migration.program(), migration.database()).orElse(null),
                plans.outageWords(migration.id()),
                assessment,
                unassessed,
                decisions.list(migration.program(), migration.database()),
                risen,
                audited(migration, risen),
                parts.stream()
                        .map(part -> new EvidenceReport.PackedFile(part.name(), part.sha256(), part.bytes()))
                        .toList()));
    }

    /** All that is on record of the run: of its database, its tasks and risks, the plan, its wave and the freezes; oldest first. */
    private List<AuditRow> audited(Migration migration, List<Risk> risen) {
        String program = migration.program();
        String database = "database/" + program + "/" + migration.database();
        List<String> objects = new ArrayList<>(List.of(
                "migration/" + migration.id(), database, database + "/", "plan/" + program, "freeze/" + program + "/"));
        plans.members(program).stream()
                .filter(member -> member.database().equals(migration.database()))
                .forEach(member -> objects.add("wave/" + program + "/" + member.wave()));
        if (migration.wave() != null) {
            objects.add("wave/" + program + "/" + migration.wave());
        }
        tasks.ids(migration.id()).forEach(task -> objects.add("task/" + task));
        risen.forEach(risk -> objects.add("risk/" + program + "/" + risk.key()));
        List<AuditRow> rows = new ArrayList<>();
        String cursor = null;
        do {
            Page<AuditRow> page = audit.about(program, objects, cursor, PAGE);
            rows.addAll(page.rows());
            cursor = page.next();
        } while (cursor != null);
        Collections.reverse(rows);
        return rows;
    }

    private String runLog(MigrationId id) {
        StringBuilder lines = new StringBuilder();
        long after = 0;
        while (true) {
            List<JournalRow> page = journal.entries(id, null, after, PAGE);
            for (JournalRow row : page) {
                lines.append(Json.write(row)).append('\n');
                after = row.seq();
            }
            if (page.size() < PAGE) {
                return lines.toString();
            }
        }
    }

    private static String safe(String name) {
        String flat = name.replaceAll("[^A-Za-z0-9._\\[\\]-]", "_");
        return flat.startsWith(".") ? "_" + flat.substring(1) : flat;
    }

    private static Part text(String name, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return part(name, () -> new ByteArrayInputStream(bytes));
    }

    private static Part part(String name, Part.Content content) throws IOException {
        MessageDigest digest = Json.digest();
        try (InputStream in = new DigestInputStream(content.open(), digest)) {
            long bytes = in.transferTo(OutputStream.nullOutputStream());
            return new Part(name, content, HexFormat.of().formatHex(digest.digest()), bytes);
        }
    }

    private static void entry(ZipOutputStream zip, Migration migration, Part part, StringBuilder sums)
            throws IOException {
        ZipEntry entry = new ZipEntry(part.name());
        // One instant for all, so that the same state gives the same archive.
        entry.setLastModifiedTime(FileTime.from(migration.createdAt()));
        zip.putNextEntry(entry);
        try (InputStream content = part.content().open()) {
            content.transferTo(zip);
        }
        zip.closeEntry();
        sums.append(part.sha256()).append("  ").append(part.name()).append('\n');
    }
}
