package io.gulliver.service.migration;

import io.gulliver.domain.migration.Migration;
import io.gulliver.domain.migration.MigrationId;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.calls.CallLogStore;
import io.gulliver.persistence.command.CommandStore;
import io.gulliver.persistence.evidence.EvidenceStore;
import io.gulliver.persistence.journal.JournalStore;
import io.gulliver.persistence.migration.MigrationStore;
import io.gulliver.persistence.playbook.PlaybookStore;
import io.gulliver.persistence.view.EvidenceRow;
import io.gulliver.persistence.view.JournalRow;
import io.gulliver.persistence.view.PlaybookRow;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.FileTime;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * One download for a database: playbook, steps, run log, commands and approvals, calls, rendered scripts, logs and
 * reports, each with its digest in {@code SHA256SUMS}.
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
    private final ManualRunbook byHand;

    public EvidencePack(
            MigrationStore migrations,
            JournalStore journal,
            CommandStore commands,
            CallLogStore calls,
            EvidenceStore evidence,
            PlaybookStore playbooks,
            ManualRunbook byHand) {
        this.migrations = migrations;
        this.journal = journal;
        this.commands = commands;
        this.calls = calls;
        this.evidence = evidence;
        this.playbooks = playbooks;
        this.byHand = byHand;
    }

    /** Writes the archive; the stream stays open. */
    public void write(MigrationId id, OutputStream out) throws IOException {
        Migration migration = migrations.require(id);
        ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8);
        StringBuilder sums = new StringBuilder();
        text(zip, sums, migration, "migration.json", Json.write(migration));
        text(zip, sums, migration, "steps.json", Json.write(migrations.steps(id)));
        text(
                zip,
                sums,
                migration,
                "playbook.yaml",
                playbooks
                        .find(migration.playbookHash())
                        .map(PlaybookRow::content)
                        .orElse(""));
        text(zip, sums, migration, "by-hand.md", byHand.markdown(id));
        text(zip, sums, migration, "commands.json", Json.write(commands.list(id, MOST)));
        text(zip, sums, migration, "calls.json", Json.write(calls.list(id, null, MOST)));
        text(zip, sums, migration, "run-log.jsonl", runLog(id));
        Set<String> names = new LinkedHashSet<>();
        for (EvidenceRow row : evidence.list(id, null)) {
            if (row.kept()) {
                String step = row.step() == null ? "migration" : row.step().toString();
                String name = "evidence/" + safe(step) + "/" + safe(row.ref().name());
                String unique = name;
                for (int copy = 2; !names.add(unique); copy++) {
                    unique = name + "." + copy;
                }
                try (InputStream content = evidence.open(row.ref().sha256())) {
                    entry(zip, sums, migration, unique, content);
                }
            }
        }
        text(zip, new StringBuilder(), migration, "SHA256SUMS", sums.toString());
        zip.finish();
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

    private static void text(ZipOutputStream zip, StringBuilder sums, Migration migration, String name, String text)
            throws IOException {
        entry(zip, sums, migration, name, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static void entry(
            ZipOutputStream zip, StringBuilder sums, Migration migration, String name, InputStream content)
            throws IOException {
        ZipEntry entry = new ZipEntry(name);
        // One instant for all, so that the same state gives the same archive.
        entry.setLastModifiedTime(FileTime.from(migration.createdAt()));
        zip.putNextEntry(entry);
        MessageDigest digest = Json.digest();
        new DigestInputStream(content, digest).transferTo(zip);
        zip.closeEntry();
        sums.append(HexFormat.of().formatHex(digest.digest()))
                .append("  ")
                .append(name)
                .append('\n');
    }
}
