package io.gulliver.lab;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/**
 * What a login of a lab host, and Oracle's software of it, may in a directory. One user of this machine owns all trees of the
 * lab, so the rights of that owner are those that the login has there. Its shell has them by the kernel; what the lab itself
 * does for the login asks here, for the lab may run as root.
 */
public final class FileRights {
    private FileRights() {}

    /**
     * Before a file or directory is read.
     *
     * @throws AccessDeniedException in place of EACCES
     */
    public static void checkRead(Path file) throws IOException {
        reach(file);
        need(file, PosixFilePermission.OWNER_READ);
    }

    /**
     * Before something is written to a file that is there, or made where there is none.
     *
     * @throws AccessDeniedException in place of EACCES
     */
    public static void checkWrite(Path file) throws IOException {
        reach(file);
        if (Files.exists(file)) {
            need(file, PosixFilePermission.OWNER_WRITE);
        } else {
            checkChange(file);
        }
    }

    /**
     * Before an entry of a directory is made, renamed or removed.
     *
     * @throws AccessDeniedException in place of EACCES
     */
    public static void checkChange(Path entry) throws IOException {
        reach(entry);
        Path folder = entry.toAbsolutePath().getParent();
        if (folder != null) {
            need(folder, PosixFilePermission.OWNER_WRITE);
        }
    }

    private static void reach(Path file) throws IOException {
        for (Path folder = file.toAbsolutePath().getParent(); folder != null; folder = folder.getParent()) {
            need(folder, PosixFilePermission.OWNER_EXECUTE);
        }
    }

    private static void need(Path path, PosixFilePermission right) throws IOException {
        if (Files.exists(path)) {
            Set<PosixFilePermission> rights = Files.getPosixFilePermissions(path);
            if (!rights.contains(right)) {
                throw new AccessDeniedException(path.toString());
            }
        }
    }
}
