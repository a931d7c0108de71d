package io.gulliver.service.backup;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.StoreException;
import io.gulliver.service.audit.CheckpointKey;
import io.gulliver.service.backup.Manifest.FileEntry;
import io.gulliver.service.backup.Manifest.TableEntry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyOut;
import tools.jackson.core.JacksonException;

/**
 * Writes a backup: every table of the store in one snapshot, as text, with a signed list of what there is; and beside it the
 * keys, sealed. A product may run on the store meanwhile. Holds a row at a time.
 */
public final class StoreBackup {
    /** In the audit record, on the object {@code store}: a backup was made. */
    public static final String ACTION = "store.backed-up";

    private final StoreTarget store;
    private final Clock clock;

    public StoreBackup(StoreTarget store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /**
     * What was written.
     *
     * @param file the backup
     * @param keys its sealed keys
     * @param tables how many
     * @param rows in all
     * @param sha256 of the signed list: names the backup
     * @param noted whether the store has a row of its audit record about it; not when it may only be read
     */
    public record Report(Path file, Path keys, int tables, long rows, String sha256, boolean noted) {}

    /** Where the keys of a backup lie. */
    public static Path keysOf(Path file) {
        return file.resolveSibling(file.getFileName() + ".keys");
    }

    /**
     * Writes it.
     *
     * @param file that is not there yet; it is there when it is whole
     * @param passphraseFile with which the keys are sealed
     * @throws BackupException with what to do; no file is left under its name
     */
    public Report write(Path file, Path passphraseFile) {
        Path wanted = file.toAbsolutePath().normalize();
        Path keys = keysOf(wanted);
        for (Path one : List.of(wanted, keys)) {
            if (Files.exists(one)) {
                throw new BackupException(one + " is there already. Name another file with --to.");
            }
        }
        String passphrase = KeyBox.passphrase(passphraseFile);
        Map<String, byte[]> secrets = secrets();
        CheckpointKey signing = CheckpointKey.open(store.directory().resolve("audit-key"));
        Path part = wanted.resolveSibling("." + wanted.getFileName() + ".part");
        Path keysPart = keys.resolveSibling("." + keys.getFileName() + ".part");
        try {
            String sealed = KeyBox.seal(secrets, passphrase);
            writeWhole(keysPart, out -> out.write(sealed.getBytes(StandardCharsets.UTF_8)));
            Report[] report = new Report[1];
            writeWhole(part, out -> report[0] = write(out, wanted, Json.sha256(sealed), signing));
            Files.move(keysPart, keys, StandardCopyOption.ATOMIC_MOVE);
            Files.move(part, wanted, StandardCopyOption.ATOMIC_MOVE);
            return note(report[0]);
        } catch (IOException e) {
            throw new BackupException(
                    "The backup " + wanted + " could not be written: " + e.getMessage()
                            + ". Make room or name another place; nothing is left under its name.",
                    e);
        } catch (SQLException e) {
            throw new BackupException(
                    "The store could not be read (" + store + "): " + e.getMessage()
                            + ". Nothing is left under the backup's name; try again.",
                    e);
        } catch (StoreException e) {
            throw new BackupException(e.getMessage(), e);
        } finally {
            delete(part);
            delete(keysPart);
        }
    }

    private Map<String, byte[]> secrets() {
        Map<String, byte[]> secrets = new TreeMap<>();
        for (String name : StoreRestore.KEYS) {
            Path file = store.directory().resolve(name);
            try {
                secrets.put(name, Files.readAllBytes(file));
            } catch (IOException e) {
                throw new BackupException(
                        "The key file " + file + " cannot be read ("
                                + e.getClass().getSimpleName()
                                + "). A backup without it could not be restored: name the data directory of a server with"
                                + " --data DIR.",
                        e);
            }
        }
        return secrets;
    }

    private interface Content {
        void writeTo(OutputStream out) throws IOException, SQLException;
    }

    /** For its owner alone, and on disk before it returns. */
    private static void writeWhole(Path part, Content content) throws IOException, SQLException {
        Files.deleteIfExists(part);
        if (Files.getFileStore(part.getParent()).supportsFileAttributeView("posix")) {
            Files.createFile(part, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } else {
            Files.createFile(part);
        }
        part.toFile().deleteOnExit();
        try (OutputStream out = Files.newOutputStream(part, StandardOpenOption.WRITE)) {
            content.writeTo(out);
        }
        try (FileChannel written = FileChannel.open(part, StandardOpenOption.WRITE)) {
            written.force(true);
        }
    }

    private static void delete(Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            // It is under no name that anybody takes for a backup.
        }
    }

    private Report write(OutputStream out, Path file, String keysSha256, CheckpointKey signing)
            throws IOException, SQLException {
        try (StoreTarget.Access access = store.open(false);
                Connection read = access.connect();
                ZipOutputStream zip = new ZipOutputStream(out, StandardCharsets.UTF_8)) {
            read.setAutoCommit(false);
            read.setReadOnly(true);
            read.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            String schema = StoreTables.schema(read)
                    .orElseThrow(() -> new BackupException("The store (" + store
                            + ") has no tables yet: nothing was started on it. Name another one."));
            Instant at = clock.instant();
            List<TableEntry> tables = new ArrayList<>();
            for (String table : StoreTables.names(read)) {
                tables.add(table(read, table, zip));
            }
            List<FileEntry> files = List.of(checkpoints(read, zip));
            Manifest manifest = new Manifest(
                    Manifest.FORMAT,
                    Manifest.VERSION,
                    at,
                    schema,
                    StoreTables.texts(read, "select version()").get(0),
                    tables,
                    files,
                    keysSha256,
                    signing.publicKey());
            String text = manifest.canonical();
            put(zip, Manifest.NAME, text);
            put(zip, Manifest.SIGNATURE, signing.sign(text) + "\n");
            read.rollback();
            return new Report(
                    file,
                    keysOf(file),
                    tables.size(),
                    tables.stream().mapToLong(TableEntry::rows).sum(),
                    Json.sha256(text),
                    false);
        }
    }

    /** Behind the snapshot: the pages say when the last backup was made. */
    private Report note(Report written) {
        AuditEvent event = new AuditEvent(
                null,
                clock.instant(),
                "backup",
                ACTION,
                "store",
                null,
                written.sha256(),
                null,
                Map.of("rows", written.rows(), "tables", written.tables()));
        try (StoreTarget.Access access = store.open(false);
                Connection write = access.connect()) {
            StoreTables.tell(write, event);
            return new Report(written.file(), written.keys(), written.tables(), written.rows(), written.sha256(), true);
        } catch (SQLException | StoreException readOnly) {
            return written;
        }
    }

    private static TableEntry table(Connection read, String table, ZipOutputStream zip)
            throws IOException, SQLException {
        List<String> columns = StoreTables.columns(read, table);
        // Before the rows: a number that is given out meanwhile belongs to a row of later.
        Map<String, Long> sequences = StoreTables.sequences(read, table);
        MessageDigest digest = Json.digest();
        long rows = 0;
        long bytes = 0;
        zip.putNextEntry(new ZipEntry("tables/" + table + ".txt"));
        if (!StoreTables.LEFT_OUT.contains(table)) {
            String list =
                    String.join(", ", columns.stream().map(StoreTables::quoted).toList());
            CopyOut copy = read.unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyOut("copy " + StoreTables.quoted(table) + " (" + list
                            + ") to stdout with (format text, encoding 'UTF8')");
            try {
                for (byte[] row = copy.readFromCopy(); row != null; row = copy.readFromCopy()) {
                    digest.update(row);
                    zip.write(row);
                    rows++;
                    bytes += row.length;
                }
            } finally {
                if (copy.isActive()) {
                    copy.cancelCopy();
                }
            }
        }
        zip.closeEntry();
        return new TableEntry(table, columns, rows, bytes, HexFormat.of().formatHex(digest.digest()), sequences);
    }

    /** The data directory's checkpoints, up to the last one that the snapshot knows. */
    private FileEntry checkpoints(Connection read, ZipOutputStream zip) throws IOException, SQLException {
        long last = StoreTables.names(read).contains("audit_checkpoints")
                ? Long.parseLong(StoreTables.texts(read, "select coalesce(max(number), 0) from audit_checkpoints")
                        .get(0))
                : Long.MAX_VALUE;
        MessageDigest digest = Json.digest();
        long bytes = 0;
        zip.putNextEntry(new ZipEntry(Manifest.CHECKPOINTS));
        Path file = store.directory().resolve(Manifest.CHECKPOINTS);
        if (Files.exists(file)) {
            try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (number(line) <= last) {
                        byte[] text = (line + "\n").getBytes(StandardCharsets.UTF_8);
                        digest.update(text);
                        zip.write(text);
                        bytes += text.length;
                    }
                }
            }
        }
        zip.closeEntry();
        return new FileEntry(Manifest.CHECKPOINTS, bytes, HexFormat.of().formatHex(digest.digest()));
    }

    /** A checkpoint's number; 0 for one of before they had any, and for what a crash left. */
    private static long number(String line) {
        try {
            Object signed = Json.readMap(line).get("signed");
            Object number =
                    signed == null ? null : Json.readMap(signed.toString()).get("number");
            return number instanceof Number known ? known.longValue() : 0;
        } catch (JacksonException torn) {
            return 0;
        }
    }

    private static void put(ZipOutputStream zip, String name, String text) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }
}
