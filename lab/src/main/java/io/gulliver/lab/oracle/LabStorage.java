package io.gulliver.lab.oracle;

import io.gulliver.lab.FileRights;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the files of a host's databases lie: its directories, which Oracle does not make for files that it is told by name. */
final class LabStorage {
    private static final String NO_FILE = "ORA-27040: file create error, unable to create file";

    private final Path root;

    /** @param root top of the host's tree */
    LabStorage(Path root) {
        this.root = root;
    }

    private Path inside(String path) {
        Path given = Path.of(path);
        return given.startsWith(root) ? given : root.resolve(path.substring(1));
    }

    /**
     * Before a file is made in a directory.
     *
     * @param refused what the statement answers when that cannot be
     * @throws OraError of those words, over what the operating system says
     */
    void requireRoom(String file, OraError refused) {
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

    /** Makes a directory, as DBCA does where its user may. */
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
}
