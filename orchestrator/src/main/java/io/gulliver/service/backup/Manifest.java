package io.gulliver.service.backup;

import io.gulliver.persistence.Json;
import io.gulliver.persistence.audit.AuditHash;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a backup holds; {@code manifest.json}, signed with the audit key.
 *
 * @param format {@link #FORMAT}
 * @param version of the format
 * @param madeAt when the snapshot was taken
 * @param schema newest store migration of it, as Flyway writes it
 * @param postgres the server that it was read from, for people
 * @param tables each of the store's
 * @param files the others, by name
 * @param keysSha256 of the file with the sealed keys
 * @param publicKey public half of the audit key, base64
 */
record Manifest(
        String format,
        int version,
        Instant madeAt,
        String schema,
        String postgres,
        List<TableEntry> tables,
        List<FileEntry> files,
        String keysSha256,
        String publicKey) {
    static final String FORMAT = "gulliver-backup";
    static final int VERSION = 1;
    static final String NAME = "manifest.json";
    static final String SIGNATURE = "manifest.sig";
    static final String CHECKPOINTS = "audit-checkpoints.jsonl";

    Manifest {
        tables = List.copyOf(tables);
        files = List.copyOf(files);
    }

    /**
     * One table: a line of text a row, columns with tabs between, as PostgreSQL's COPY writes them: {@code \N} for null;
     * backslash, tab and line end within a value as {@code \\}, {@code \t}, {@code \n}, {@code \r}; bytes as {@code \\x} and hex.
     *
     * @param name of the table
     * @param columns in the order of the lines
     * @param rows how many lines
     * @param bytes of the text
     * @param sha256 of the text
     * @param sequences last number given out, by the column that it is for; a column without a number yet is not there
     */
    record TableEntry(
            String name, List<String> columns, long rows, long bytes, String sha256, Map<String, Long> sequences) {
        TableEntry {
            columns = List.copyOf(columns);
            sequences = new TreeMap<>(sequences);
        }

        String entry() {
            return "tables/" + name + ".txt";
        }
    }

    /** Another file: its name, size and digest. */
    record FileEntry(String name, long bytes, String sha256) {}

    /** What is signed: the same for the same content, byte by byte. */
    String canonical() {
        return AuditHash.canonical(Json.write(this));
    }
}
