package io.gulliver.persistence.embedded;

import io.gulliver.persistence.Json;
import io.gulliver.persistence.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;
import tools.jackson.core.JacksonException;

/**
 * The two passwords of the embedded server, in a file that only its owner may read.
 *
 * @param administrator of the server's superuser, used to make database and owner and to see after them
 * @param owner of the store's own user, with which every session of Gulliver works
 */
record PostgresCredentials(String administrator, String owner) {
    static final String ADMINISTRATOR = "gulliver_administrator";
    static final String OWNER = "gulliver";

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    static PostgresCredentials random() {
        return new PostgresCredentials(secret(), secret());
    }

    private static String secret() {
        byte[] bytes = new byte[24];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    static PostgresCredentials read(Path file) {
        try {
            Set<PosixFilePermission> open = Files.getPosixFilePermissions(file);
            if (!OWNER_ONLY.containsAll(open)) {
                throw new StoreException("The store's password file " + file + " is open to others ("
                        + PosixFilePermissions.toString(open) + ", wanted rw-------). Close it with 'chmod 600 " + file
                        + "', see who could have read it, then start again.");
            }
            return Json.read(Files.readString(file), PostgresCredentials.class);
        } catch (JacksonException e) {
            throw new StoreException(
                    "The store's password file " + file + " cannot be understood. Restore it from a backup.", e);
        } catch (IOException e) {
            throw new StoreException(
                    "The store's password file " + file + " cannot be read ("
                            + e.getClass().getSimpleName() + "), and the data beside it cannot be opened without it."
                            + " Restore it from a backup.",
                    e);
        }
    }

    void write(Path file) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(next);
        Files.createFile(next, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        Files.writeString(next, Json.write(this));
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Says which users there are, never the passwords. */
    @Override
    public String toString() {
        return "passwords of " + ADMINISTRATOR + " and " + OWNER;
    }
}
