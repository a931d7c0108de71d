package io.gulliver.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * SHA-256 of a program that may have been read before. A mark beside it holds the result with the names, sizes, inodes
 * and change times of what was read; while these are the same, nothing is read again. The system sets the change time
 * at every write, replacement and change of mode, and nobody can set it back. Whoever could forge the mark could as well
 * change the program behind the comparison; a mark of another user, or one that others may write, is not believed.
 */
public final class ContentDigest {
    /** A write within the clock's grain of the reading might leave the change time as it was. */
    private static final Duration SETTLED = Duration.ofSeconds(2);

    private ContentDigest() {}

    /** Reads the content and answers its SHA-256, lower-case hex. */
    @FunctionalInterface
    public interface Reading {
        String sha256() throws IOException;
    }

    /**
     * The SHA-256 of a file or of a directory's files.
     *
     * @param content file or directory
     * @param mark file that is written when it can be; outside the content
     * @param reading used when there is no mark of this very content
     */
    public static String of(Path content, Path mark, Reading reading) throws IOException {
        return of(content, mark, reading, Clock.systemUTC());
    }

    static String of(Path content, Path mark, Reading reading, Clock clock) throws IOException {
        Optional<String> before = fingerprint(content, clock);
        if (before.isEmpty()) {
            return reading.sha256();
        }
        Optional<String> known = known(mark, before.get());
        if (known.isPresent()) {
            return known.get();
        }
        String sha256 = reading.sha256();
        if (before.equals(fingerprint(content, clock))) {
            write(mark, before.get() + " " + sha256 + "\n");
        }
        return sha256;
    }

    /** Over a line for each file and link, by path; empty while one is too new, and where files have no change time. */
    private static Optional<String> fingerprint(Path content, Clock clock) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(content)) {
            files = walk.sorted().toList();
        }
        FileTime settled = FileTime.from(clock.instant().minus(SETTLED));
        MessageDigest all = sha256();
        for (Path file : files) {
            Map<String, Object> is;
            try {
                is = Files.readAttributes(file, "unix:mode,size,ino,ctime", LinkOption.NOFOLLOW_LINKS);
            } catch (UnsupportedOperationException | IllegalArgumentException notUnix) {
                return Optional.empty();
            }
            FileTime changed = (FileTime) is.get("ctime");
            if (changed.compareTo(settled) > 0) {
                return Optional.empty();
            }
            all.update((content.relativize(file) + "\0" + is.get("mode") + "\0" + is.get("size") + "\0" + is.get("ino")
                            + "\0" + changed.toInstant() + "\n")
                    .getBytes(StandardCharsets.UTF_8));
        }
        return Optional.of(HexFormat.of().formatHex(all.digest()));
    }

    private static Optional<String> known(Path mark, String fingerprint) throws IOException {
        if (!Files.isRegularFile(mark, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        String owner = Files.getOwner(mark, LinkOption.NOFOLLOW_LINKS).getName();
        Set<PosixFilePermission> rights = Files.getPosixFilePermissions(mark, LinkOption.NOFOLLOW_LINKS);
        if (!owner.equals(System.getProperty("user.name"))
                || rights.contains(PosixFilePermission.GROUP_WRITE)
                || rights.contains(PosixFilePermission.OTHERS_WRITE)) {
            return Optional.empty();
        }
        String[] parts = Files.readString(mark).strip().split(" ");
        return parts.length == 2 && parts[0].equals(fingerprint) ? Optional.of(parts[1]) : Optional.empty();
    }

    private static void write(Path mark, String line) {
        Path next = null;
        try {
            next = Files.createTempFile(mark.toAbsolutePath().getParent(), mark.getFileName() + ".", "");
            Files.writeString(next, line);
            Files.move(next, mark, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException mayNotBeWritten) {
            // It only saves time. The next start reads the content again.
            delete(next);
        }
    }

    private static void delete(@org.jspecify.annotations.Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException left) {
            file.toFile().deleteOnExit();
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
