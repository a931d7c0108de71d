package io.gulliver.service.backup;

import io.gulliver.persistence.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.core.JacksonException;

/** The installation's keys, sealed with a passphrase: PBKDF2 with HMAC-SHA-256, then AES-256-GCM. */
final class KeyBox {
    static final int ITERATIONS = 600_000;
    static final int LEAST_PASSPHRASE = 12;
    private static final String FORMAT = "gulliver-keys";
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private KeyBox() {}

    /** What stands in the file. All but {@code data} is authenticated with it. */
    private record Sealed(String format, int version, String kdf, int iterations, String salt, String iv, String data) {
        byte[] header() {
            return (format + "\n" + version + "\n" + kdf + "\n" + iterations + "\n" + salt + "\n" + iv)
                    .getBytes(StandardCharsets.UTF_8);
        }

        Sealed with(String sealed) {
            return new Sealed(format, version, kdf, iterations, salt, iv, sealed);
        }
    }

    /** Files by name, in base64. */
    private record Content(Map<String, String> files) {}

    /**
     * The passphrase in a file, without its line end.
     *
     * @throws BackupException not there, too short, or open to others
     */
    static String passphrase(Path file) {
        try {
            if (Files.getFileStore(file).supportsFileAttributeView("posix")
                    && !OWNER_ONLY.containsAll(Files.getPosixFilePermissions(file))) {
                throw new BackupException(
                        "The passphrase file " + file + " is open to others. Close it: chmod 600 '" + file + "'.");
            }
            String phrase = Files.readString(file).strip();
            if (phrase.length() < LEAST_PASSPHRASE) {
                throw new BackupException("The passphrase in " + file + " has " + phrase.length()
                        + " characters; the keys want at least " + LEAST_PASSPHRASE + ". Choose a longer one.");
            }
            return phrase;
        } catch (IOException e) {
            throw new BackupException(
                    "The passphrase file " + file + " cannot be read ("
                            + e.getClass().getSimpleName() + "). Name a file with --passphrase-file.",
                    e);
        }
    }

    static String seal(Map<String, byte[]> files, String passphrase) {
        byte[] salt = random(16);
        byte[] iv = random(12);
        Base64.Encoder base64 = Base64.getEncoder();
        Map<String, String> texts = new TreeMap<>();
        files.forEach((name, bytes) -> texts.put(name, base64.encodeToString(bytes)));
        Sealed open = new Sealed(
                FORMAT,
                1,
                "PBKDF2WithHmacSHA256",
                ITERATIONS,
                base64.encodeToString(salt),
                base64.encodeToString(iv),
                "");
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, key(passphrase, salt, ITERATIONS), new GCMParameterSpec(128, iv));
            cipher.updateAAD(open.header());
            byte[] sealed = cipher.doFinal(Json.write(new Content(texts)).getBytes(StandardCharsets.UTF_8));
            return Json.write(open.with(base64.encodeToString(sealed))) + "\n";
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has PBKDF2 and AES-GCM", e);
        }
    }

    /** @throws BackupException another passphrase, or the file was changed */
    static Map<String, byte[]> open(String text, String passphrase, Path file) {
        try {
            Sealed sealed = Json.read(text, Sealed.class);
            if (!FORMAT.equals(sealed.format) || sealed.version != 1) {
                throw new BackupException(file + " does not hold the keys of a backup that this version knows.");
            }
            if (sealed.iterations < 1 || sealed.iterations > 10_000_000) {
                throw new BackupException(file + " was changed: it asks for " + sealed.iterations + " iterations.");
            }
            Base64.Decoder base64 = Base64.getDecoder();
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(
                    Cipher.DECRYPT_MODE,
                    key(passphrase, base64.decode(sealed.salt), sealed.iterations),
                    new GCMParameterSpec(128, base64.decode(sealed.iv)));
            cipher.updateAAD(sealed.header());
            Content content = Json.read(
                    new String(cipher.doFinal(base64.decode(sealed.data)), StandardCharsets.UTF_8), Content.class);
            Map<String, byte[]> files = new TreeMap<>();
            content.files.forEach((name, value) -> files.put(name, base64.decode(value)));
            return files;
        } catch (AEADBadTagException e) {
            throw new BackupException("The keys in " + file
                    + " do not open with this passphrase, or the file was changed. Nothing was restored.");
        } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
            throw new BackupException(file + " does not hold the keys of a backup: it is damaged.");
        } catch (GeneralSecurityException e) {
            throw new BackupException("The keys in " + file + " cannot be opened: " + e.getMessage(), e);
        }
    }

    private static SecretKey key(String passphrase, byte[] salt, int iterations) throws GeneralSecurityException {
        PBEKeySpec spec = new PBEKeySpec(passphrase.toCharArray(), salt, iterations, 256);
        try {
            return new SecretKeySpec(
                    SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                            .generateSecret(spec)
                            .getEncoded(),
                    "AES");
        } finally {
            spec.clearPassword();
        }
    }

    private static byte[] random(int bytes) {
        byte[] made = new byte[bytes];
        new SecureRandom().nextBytes(made);
        return made;
    }
}
