package io.gulliver.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.util.HexFormat;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;

/**
 * The secrets of one lab: made at its first start, kept in files of mode 0600, known to nobody else.
 *
 * <p>The product is given references to these files, never what is in them.
 */
public final class LabSecrets {
    private static final String PRIVATE = "rw-------";
    private final Path directory;

    private LabSecrets(Path directory) {
        this.directory = directory;
    }

    public static LabSecrets open(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        return new LabSecrets(directory);
    }

    /** A password under a name. */
    public String password(String name) throws IOException {
        Path file = file(name);
        if (!Files.exists(file)) {
            byte[] random = new byte[16];
            new SecureRandom().nextBytes(random);
            write(file, HexFormat.of().formatHex(random).getBytes(StandardCharsets.UTF_8));
        }
        return Files.readString(file).strip();
    }

    /** The public line of the key that logs in to every host; the private key lies in the file of this name. */
    public String publicKey(String name) throws IOException {
        Path file = file(name);
        Path publicFile = directory.resolve(name + ".pub");
        if (!Files.exists(file) || !Files.exists(publicFile)) {
            try {
                KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
                generator.initialize(new ECGenParameterSpec("secp256r1"));
                KeyPair pair = generator.generateKeyPair();
                java.io.ByteArrayOutputStream text = new java.io.ByteArrayOutputStream();
                OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(pair, "gulliver lab", null, text);
                Files.deleteIfExists(file);
                write(file, text.toByteArray());
                Files.writeString(publicFile, PublicKeyEntry.toString(pair.getPublic()) + "\n");
            } catch (GeneralSecurityException e) {
                throw new IOException("The lab's login key cannot be made: " + e.getMessage(), e);
            }
        }
        return Files.readString(publicFile).strip();
    }

    /** The reference by which the product is told of a secret. */
    public String reference(String name) {
        return "file:" + file(name);
    }

    private Path file(String name) {
        return directory.resolve(name);
    }

    private static void write(Path file, byte[] content) throws IOException {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(PRIVATE)));
        Files.write(file, content);
    }
}
