package io.gulliver.service.backup;

import io.gulliver.domain.audit.AuditEvent;
import io.gulliver.persistence.Json;
import io.gulliver.persistence.StoreException;
import io.gulliver.persistence.engine.EngineStore;
import io.gulliver.service.audit.CheckpointKey;
import io.gulliver.service.backup.Manifest.FileEntry;
import io.gulliver.service.backup.Manifest.TableEntry;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationVersion;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import tools.jackson.core.JacksonException;

/**
 * Puts a backup into an empty store and a data directory without keys: every digest is compared before anything is written,
 * all rows come in one transaction, and the schema goes on from the backup's to this version's. The store then holds every
 * engine for lost, as {@code ./gulliver recover} does.
 */
public final class StoreRestore {
    /** Files of a data directory that travel sealed. */
    static final List<String> KEYS = List.of("audit-key", "payload-keys.json");

    private static final List<String> FILES =
            Stream.concat(KEYS.stream(), Stream.of(Manifest.CHECKPOINTS)).toList();

    private static final int LONGEST_MANIFEST = 64 << 20;
    /** What migrations put into an empty store by themselves. */
    private static final Set<String> SEEDED = Set.of("chores", "store_heartbeats");

    private final StoreTarget store;
    private final Clock clock;

    public StoreRestore(StoreTarget store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /**
     * What was restored.
     *
     * @param tables how many
     * @param rows in all
     * @param madeAt when the backup was made
     * @param schema that it had
     * @param sha256 of its signed list
     */
    public record Report(int tables, long rows, String madeAt, String schema, String sha256) {}

    private record Verified(Manifest manifest, String sha256, Map<String, byte[]> keys) {}

    /**
     * Restores it.
     *
     * @param file the backup; its keys lie beside it
     * @param passphraseFile with which they were sealed
     * @throws BackupException with what to do; the store is as it was
     */
    public Report restore(Path file, Path passphraseFile) {
        requireNoKeys();
        try (ZipFile zip = new ZipFile(file.toFile(), StandardCharsets.UTF_8)) {
            Verified verified = verify(zip, file, passphraseFile);
            try (StoreTarget.Access access = store.open(true)) {
                fill(zip, verified, access);
            }
            Manifest manifest = verified.manifest();
            return new Report(
                    manifest.tables().size(),
                    manifest.tables().stream().mapToLong(TableEntry::rows).sum(),
                    manifest.madeAt().toString(),
                    manifest.schema(),
                    verified.sha256());
        } catch (ZipException e) {
            throw new BackupException(file + " is no whole backup: " + e.getMessage() + ". Take another copy.", e);
        } catch (IOException e) {
            throw new BackupException("The backup " + file + " cannot be read: " + e.getMessage() + ".", e);
        } catch (SQLException e) {
            throw new BackupException(
                    "The store (" + store + ") did not take the backup: " + e.getMessage() + " Nothing was restored.",
                    e);
        } catch (StoreException e) {
            throw new BackupException(e.getMessage(), e);
        }
    }

    private void requireNoKeys() {
        List<String> there = new ArrayList<>(FILES);
        there.removeIf(name -> Files.notExists(store.directory().resolve(name), LinkOption.NOFOLLOW_LINKS));
        if (!there.isEmpty()) {
            throw new BackupException("The data directory " + store.directory() + " holds " + String.join(", ", there)
                    + ", so it belongs to an installation. Name a new one with --data DIR.");
        }
    }

    // ---- what the backup says of itself, before anything is written

    private Verified verify(ZipFile zip, Path file, Path passphraseFile) throws IOException {
        String text = text(zip, Manifest.NAME, file);
        Manifest manifest;
        try {
            manifest = Json.read(text, Manifest.class);
        } catch (JacksonException | NullPointerException e) {
            throw new BackupException(file + " is no backup of Gulliver's: its " + Manifest.NAME + " is damaged.");
        }
        if (!Manifest.FORMAT.equals(manifest.format())) {
            throw new BackupException(file + " is no backup of Gulliver's.");
        }
        String newest = StoreTarget.newestSchema();
        if (manifest.version() > Manifest.VERSION || manifest.schema().compareTo(newest) > 0) {
            throw new BackupException(file + " was made by a newer Gulliver (format " + manifest.version() + ", schema "
                    + manifest.schema() + "; this one knows format " + Manifest.VERSION + ", schema " + newest
                    + "). Restore it with that version or a later one.");
        }
        Path keysFile = StoreBackup.keysOf(file);
        if (Files.notExists(keysFile)) {
            throw new BackupException("The keys of " + file + " are not there. Put " + keysFile.getFileName()
                    + " beside it, which was written with it.");
        }
        String sealed = Files.readString(keysFile);
        if (!Json.sha256(sealed).equals(manifest.keysSha256())) {
            throw new BackupException(keysFile + " is not the file that was written with " + file.getFileName()
                    + ", or was changed. Take both from the same backup.");
        }
        Map<String, byte[]> keys = KeyBox.open(sealed, KeyBox.passphrase(passphraseFile), keysFile);
        if (!keys.keySet().equals(new TreeSet<>(KEYS))) {
            throw new BackupException(keysFile + " holds " + keys.keySet() + ", wanted " + KEYS + ".");
        }
        requireSigned(manifest, text, text(zip, Manifest.SIGNATURE, file).strip(), keys, file);
        requireContent(zip, manifest, file);
        return new Verified(manifest, Json.sha256(text), keys);
    }

    /** Whoever changes a backup would need the audit key, which is sealed. */
    private static void requireSigned(
            Manifest manifest, String text, String signature, Map<String, byte[]> keys, Path file) throws IOException {
        Path copy = Files.createTempFile("gulliver-audit", ".key");
        try {
            Files.write(copy, keys.getOrDefault("audit-key", new byte[0]));
            CheckpointKey key = CheckpointKey.open(copy);
            if (!key.publicKey().equals(manifest.publicKey()) || !key.verifies(text, signature)) {
                throw new BackupException(
                        file + " is not signed with the audit key of its installation: it was changed."
                                + " Take another copy.");
            }
        } finally {
            Files.delete(copy);
        }
    }

    private static void requireContent(ZipFile zip, Manifest manifest, Path file) throws IOException {
        Set<String> wanted = new HashSet<>(List.of(Manifest.NAME, Manifest.SIGNATURE));
        for (TableEntry table : manifest.tables()) {
            wanted.add(table.entry());
            requireSame(zip, file, table.entry(), table.bytes(), table.sha256(), table.rows());
        }
        for (FileEntry one : manifest.files()) {
            if (!one.name().equals(Manifest.CHECKPOINTS)) {
                throw new BackupException(file + " holds " + one.name() + ", which this version does not know.");
            }
            wanted.add(one.name());
            requireSame(zip, file, one.name(), one.bytes(), one.sha256(), -1);
        }
        for (ZipEntry entry : Collections.list(zip.entries())) {
            if (!wanted.remove(entry.getName())) {
                throw new BackupException(
                        file + " holds " + entry.getName() + ", which its list does not name: it was changed.");
            }
        }
    }

    private static void requireSame(ZipFile zip, Path file, String name, long bytes, String sha256, long rows)
            throws IOException {
        MessageDigest digest = Json.digest();
        long read = 0;
        long lines = 0;
        try (InputStream in = entry(zip, name, file)) {
            byte[] buffer = new byte[64 * 1024];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
                read += n;
                for (int i = 0; i < n && rows >= 0; i++) {
                    lines += buffer[i] == '\n' ? 1 : 0;
                }
            }
        }
        if (read != bytes
                || rows >= 0 && lines != rows
                || !HexFormat.of().formatHex(digest.digest()).equals(sha256)) {
            throw new BackupException(name + " of " + file
                    + " is not what was written: its digest, size or number of lines differs. Take another copy.");
        }
    }

    private static InputStream entry(ZipFile zip, String name, Path file) throws IOException {
        ZipEntry entry = zip.getEntry(name);
        if (entry == null) {
            throw new BackupException(file + " has no " + name + ": it is no whole backup of Gulliver's.");
        }
        return zip.getInputStream(entry);
    }

    private static String text(ZipFile zip, String name, Path file) throws IOException {
        try (InputStream in = entry(zip, name, file)) {
            byte[] bytes = in.readNBytes(LONGEST_MANIFEST + 1);
            if (bytes.length > LONGEST_MANIFEST) {
                throw new BackupException(name + " of " + file + " is larger than any backup's.");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    // ---- into the store

    private void fill(ZipFile zip, Verified verified, StoreTarget.Access access) throws SQLException, IOException {
        try (Connection write = access.connect()) {
            if (!committed(write, verified)) {
                requireEmpty(write);
                clear(write);
                rows(zip, verified, access);
            }
        }
        settle();
        migrate(access, MigrationVersion.LATEST);
    }

    /** All rows and, beside their places, the files; both or none. */
    private void rows(ZipFile zip, Verified verified, StoreTarget.Access access) throws SQLException, IOException {
        boolean done = false;
        try {
            migrate(access, MigrationVersion.fromVersion(verified.manifest().schema()));
            try (Connection write = access.connect()) {
                write.setAutoCommit(false);
                load(zip, verified, write);
                place(zip, verified);
                write.commit();
                done = true;
            }
        } finally {
            if (!done) {
                try (Connection write = access.connect()) {
                    clear(write);
                } finally {
                    for (String name : FILES) {
                        remove(part(name));
                    }
                }
            }
        }
    }

    /** Whether this backup's rows are all there and its files wait beside their places: a restoration was ended just then. */
    private boolean committed(Connection write, Verified verified) throws SQLException {
        if (!FILES.stream().allMatch(name -> Files.isRegularFile(part(name)))
                || !StoreTables.names(write).contains("engines")) {
            return false;
        }
        try (PreparedStatement restored =
                write.prepareStatement("select 1 from engines where cluster = ? and namespace = ?")) {
            restored.setString(1, EngineStore.RESTORED);
            restored.setString(2, verified.sha256());
            try (ResultSet row = restored.executeQuery()) {
                return row.next();
            }
        }
    }

    /** Nothing that anybody could miss: no tables, or those of a restoration that was cut off. */
    private void requireEmpty(Connection write) throws SQLException {
        List<String> full = new ArrayList<>();
        for (String table : StoreTables.names(write)) {
            if (!SEEDED.contains(table)
                    && !StoreTables.texts(write, "select 1 from " + StoreTables.quoted(table) + " limit 1")
                            .isEmpty()) {
                full.add(table);
            }
        }
        if (!full.isEmpty()) {
            throw new BackupException("The store (" + store + ") is not empty: there are rows in "
                    + String.join(", ", full.subList(0, Math.min(5, full.size())))
                    + (full.size() > 5 ? " and " + (full.size() - 5) + " more tables" : "")
                    + ". A backup is restored into an empty one only: name another database or data directory.");
        }
    }

    private static void clear(Connection write) throws SQLException {
        List<String> tables = new ArrayList<>(StoreTables.names(write));
        if (StoreTables.schema(write).isPresent()) {
            tables.add("flyway_schema_history");
        }
        if (!tables.isEmpty()) {
            try (Statement drop = write.createStatement()) {
                drop.execute("drop table "
                        + String.join(
                                ", ", tables.stream().map(StoreTables::quoted).toList())
                        + " cascade");
            }
        }
    }

    private static void migrate(StoreTarget.Access access, MigrationVersion to) {
        try {
            Flyway.configure()
                    .dataSource(access.source())
                    .locations("classpath:db/migration")
                    .validateMigrationNaming(true)
                    .target(to)
                    .load()
                    .migrate();
        } catch (FlywayException e) {
            throw new BackupException("The schema " + to + " could not be laid: " + e.getMessage(), e);
        }
    }

    private void load(ZipFile zip, Verified verified, Connection write) throws SQLException, IOException {
        Manifest manifest = verified.manifest();
        Map<String, TableEntry> tables = new TreeMap<>();
        manifest.tables().forEach(table -> tables.put(table.name(), table));
        List<String> there = StoreTables.names(write);
        if (!there.equals(List.copyOf(tables.keySet()))) {
            throw new BackupException("The backup has other tables than schema " + manifest.schema()
                    + " of this version: " + difference(tables.keySet(), there)
                    + ". It was made from a changed store, or by another build.");
        }
        try (Statement statement = write.createStatement()) {
            statement.execute("truncate "
                    + String.join(", ", there.stream().map(StoreTables::quoted).toList()));
        }
        for (String name : StoreTables.inOrder(write, there)) {
            TableEntry table = tables.get(name);
            if (!StoreTables.columns(write, name).equals(table.columns())) {
                throw new BackupException("Table " + name + " has other columns in the backup ("
                        + String.join(", ", table.columns()) + ") than in this version's schema " + manifest.schema()
                        + ".");
            }
            copyIn(zip, table, write);
            for (Map.Entry<String, Long> sequence : table.sequences().entrySet()) {
                try (PreparedStatement set =
                        write.prepareStatement("select setval(pg_get_serial_sequence(?, ?)::regclass, ?)")) {
                    set.setString(1, StoreTables.quoted(name));
                    set.setString(2, sequence.getKey());
                    set.setLong(3, sequence.getValue());
                    set.executeQuery().close();
                }
            }
        }
        forgetEngine(write, verified);
    }

    private static Set<String> difference(Set<String> one, List<String> other) {
        Set<String> all = new TreeSet<>(one);
        other.forEach(name -> {
            if (!all.add(name)) {
                all.remove(name);
            }
        });
        return all;
    }

    private static void copyIn(ZipFile zip, TableEntry table, Connection write) throws SQLException, IOException {
        String columns = String.join(
                ", ", table.columns().stream().map(StoreTables::quoted).toList());
        MessageDigest digest = Json.digest();
        CopyIn copy = write.unwrap(PGConnection.class)
                .getCopyAPI()
                .copyIn("copy " + StoreTables.quoted(table.name()) + " (" + columns
                        + ") from stdin with (format text, encoding 'UTF8')");
        long rows;
        try (InputStream in = zip.getInputStream(zip.getEntry(table.entry()))) {
            byte[] buffer = new byte[64 * 1024];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
                copy.writeToCopy(buffer, 0, n);
            }
            rows = copy.endCopy();
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
        if (rows != table.rows() || !HexFormat.of().formatHex(digest.digest()).equals(table.sha256())) {
            throw new BackupException("Table " + table.name()
                    + " changed while it was restored. Nothing was restored; take another copy.");
        }
    }

    /**
     * No engine that runs anywhere is this store's: the next start takes every run over with the next generation. The
     * directory is another one, too.
     */
    private void forgetEngine(Connection write, Verified verified) throws SQLException {
        String by = "restore";
        AuditEvent event = new AuditEvent(
                null,
                clock.instant(),
                by,
                "store.restored",
                "store",
                null,
                verified.sha256(),
                null,
                Map.of(
                        "made",
                        verified.manifest().madeAt().toString(),
                        "schema",
                        verified.manifest().schema(),
                        "into",
                        store.toString()));
        try (Statement statement = write.createStatement();
                PreparedStatement engine = write.prepareStatement(
                        "insert into engines (cluster, namespace, data_directory, adopted_by, adopted_at)"
                                + " values (?, ?, '-', ?, now())")) {
            statement.execute("delete from data_directories");
            engine.setString(1, EngineStore.RESTORED);
            engine.setString(2, verified.sha256());
            engine.setString(3, by);
            engine.executeUpdate();
        }
        StoreTables.tell(write, event);
    }

    // ---- into the data directory

    /** Beside their places: the names say that an installation is here, and before the commit there is none. */
    private void place(ZipFile zip, Verified verified) {
        try {
            Files.createDirectories(store.directory());
            for (Map.Entry<String, byte[]> key : verified.keys().entrySet()) {
                try (OutputStream out = Files.newOutputStream(ownFile(part(key.getKey())))) {
                    out.write(key.getValue());
                }
            }
            try (InputStream in = zip.getInputStream(zip.getEntry(Manifest.CHECKPOINTS));
                    OutputStream out = Files.newOutputStream(ownFile(part(Manifest.CHECKPOINTS)))) {
                in.transferTo(out);
            }
        } catch (IOException e) {
            throw new BackupException(
                    "Keys and checkpoints cannot be written into " + store.directory() + ": " + e.getMessage()
                            + ". Nothing was restored; make room, or name another directory with --data DIR.",
                    e);
        }
    }

    private void settle() throws IOException {
        for (String name : FILES) {
            if (Files.exists(part(name))) {
                Files.move(part(name), store.directory().resolve(name), StandardCopyOption.ATOMIC_MOVE);
            }
        }
    }

    private Path part(String name) {
        return store.directory().resolve(name + ".part");
    }

    private static void remove(Path part) {
        try {
            Files.deleteIfExists(part);
        } catch (IOException e) {
            // why the restoration failed is told; the next one writes over this
        }
    }

    private static Path ownFile(Path file) throws IOException {
        Files.deleteIfExists(file);
        if (Files.getFileStore(file.toAbsolutePath().getParent()).supportsFileAttributeView("posix")) {
            return Files.createFile(
                    file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        return Files.createFile(file);
    }
}
