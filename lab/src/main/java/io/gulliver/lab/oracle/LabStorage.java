package io.gulliver.lab.oracle;

import io.gulliver.lab.FileRights;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * Where the files of a host's databases lie: its directories, which Oracle does not make for files that it is told by name, and
 * the disk groups of its ASM instance, as {@link io.gulliver.lab.estate.AsmPrograms} keeps them.
 */
final class LabStorage {
    private static final String NO_FILE = "ORA-27040: file create error, unable to create file";

    /** What ASM keeps for itself of a group, in MB. */
    private static final long OWN_MB = 100;

    private final Path root;
    private final ToLongFunction<String> used;

    /**
     * @param root top of the host's tree
     * @param used bytes that the host's databases have in a disk group
     */
    LabStorage(Path root, ToLongFunction<String> used) {
        this.root = root;
        this.used = used;
    }

    /** Of ASM: its name begins with a plus. */
    static boolean inGroup(String file) {
        return file.startsWith("+");
    }

    /** The disk group of a file or destination. */
    static String group(String file) {
        return file.substring(1).replaceFirst("/.*", "");
    }

    private Path inside(String path) {
        Path given = Path.of(path);
        return given.startsWith(root) ? given : root.resolve(path.substring(1));
    }

    private Path asm(String name) {
        return root.resolve("var/lab/asm").resolve(name);
    }

    /** MB of each group that is mounted; none where no ASM instance is up. */
    SortedMap<String, Long> groups() {
        SortedMap<String, Long> groups = new TreeMap<>();
        if (!Files.exists(asm("instance")) || !Files.isDirectory(asm("groups"))) {
            return groups;
        }
        try (Stream<Path> all = Files.list(asm("groups"))) {
            Map<String, Long> sizes = new HashMap<>();
            for (String path : Files.readAllLines(root.resolve("var/lab/paths"))) {
                String[] parts = path.split("\\|");
                sizes.put(parts[0], 1024 * Long.parseLong(parts[5]));
            }
            Path dasd = root.resolve("var/lab/dasd");
            for (String device : Files.exists(dasd) ? Files.readAllLines(dasd) : List.<String>of()) {
                String[] parts = device.split("\\|");
                // A cylinder of a 3390 holds 720 KiB.
                sizes.put("ccw-" + parts[0] + "-part1", Long.parseLong(parts[2]) * 720 / 1024);
            }
            for (Path group : all.toList()) {
                long size = 0;
                for (String disk : Files.readAllLines(group)) {
                    size += sizes.getOrDefault(disk.split(" ")[0], 0L);
                }
                groups.put(group.getFileName().toString(), size);
            }
            return groups;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** MB of a group that nothing has. */
    long freeMb(String group) {
        return Math.max(0, groups().getOrDefault(group, 0L) - OWN_MB - (used.applyAsLong(group) >> 20));
    }

    /**
     * Before a file is made.
     *
     * @param refused what the statement answers when that cannot be
     * @throws OraError of those words, over what the operating system or ASM says
     */
    void requireRoom(String file, long bytes, OraError refused) {
        if (inGroup(file)) {
            requireGroup(file, bytes, refused);
            return;
        }
        Path path = inside(file);
        if (!Files.isDirectory(path.getParent())) {
            throw new OraError(refused, NO_FILE + "\nLinux Error: 2: No such file or directory");
        }
        try {
            FileRights.checkChange(path);
        } catch (AccessDeniedException e) {
            throw new OraError(refused, NO_FILE + "\nLinux Error: 13: Permission denied");
        } catch (IOException e) {
            throw new OraError(refused, NO_FILE + "\n" + e.getMessage());
        }
    }

    private void requireGroup(String file, long bytes, OraError refused) {
        String group = group(file);
        String failed = "ORA-17502: ksfdcre:4 Failed to create file " + file + "\n";
        if (!groups().containsKey(group)) {
            throw new OraError(
                    refused, failed + "ORA-15001: diskgroup \"" + group + "\" does not exist or is not mounted");
        }
        if (freeMb(group) < bytes >> 20) {
            throw new OraError(refused, failed + "ORA-15041: diskgroup \"" + group + "\" space exhausted");
        }
    }

    /**
     * Makes a directory, as DBCA does where its user may.
     *
     * @throws OraError where it may not
     */
    void makeDirectory(String directory) {
        try {
            Path path = inside(directory);
            Path there = path;
            while (!Files.exists(there)) {
                FileRights.checkChange(there);
                there = there.getParent();
            }
            Files.createDirectories(path);
        } catch (IOException e) {
            throw new OraError(
                    new OraError(19504, "failed to create file \"" + directory + "\""),
                    NO_FILE + "\nLinux Error: 13: Permission denied");
        }
    }

    /** A database has files in a group, as {@code asmcmd ls} shows. */
    void enter(String group, String database) {
        try {
            Files.createDirectories(asm("content").resolve(group).resolve(database));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A database is deleted, with all that it had in whatever group. */
    void leave(String database) {
        for (String group : List.copyOf(groups().keySet())) {
            try {
                Files.deleteIfExists(asm("content").resolve(group).resolve(database));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A name as Oracle gives it to a file of its own in a group. */
    static Optional<String> managed(String destination, String database, String kind, String name, int number) {
        return inGroup(destination)
                ? Optional.of("+" + group(destination) + "/" + database + "/" + kind + "/" + name + "." + number + ".1")
                : Optional.empty();
    }
}
