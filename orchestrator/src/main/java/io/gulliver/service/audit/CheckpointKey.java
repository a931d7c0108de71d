package io.gulliver.service.audit;

import io.gulliver.persistence.StoreException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;

/** The Ed25519 key that signs checkpoints of the audit record; its file has mode 0600. Keep a copy of the public half. */
public final class CheckpointKey {
    private final PrivateKey signing;
    private final PublicKey verifying;

    private CheckpointKey(PrivateKey signing, PublicKey verifying) {
        this.signing = signing;
        this.verifying = verifying;
    }

    /** Reads the key, or makes it when the file is missing. Two lines: private and public half, base64. */
    public static CheckpointKey open(Path file) {
        try {
            if (Files.notExists(file)) {
                KeyPair made = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
                Path part = Files.createTempFile(file.toAbsolutePath().getParent(), "audit-key", ".part");
                if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
                    Files.setPosixFilePermissions(part, PosixFilePermissions.fromString("rw-------"));
                }
                Base64.Encoder encoder = Base64.getEncoder();
                Files.write(
                        part,
                        List.of(
                                encoder.encodeToString(made.getPrivate().getEncoded()),
                                encoder.encodeToString(made.getPublic().getEncoded())));
                Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            }
            List<String> lines = Files.readAllLines(file);
            if (lines.size() < 2) {
                throw new StoreException("The audit key " + file + " has " + lines.size()
                        + " lines, wanted 2. Restore it from its copy; a new key cannot vouch for old checkpoints.");
            }
            KeyFactory factory = KeyFactory.getInstance("Ed25519");
            Base64.Decoder decoder = Base64.getDecoder();
            return new CheckpointKey(
                    factory.generatePrivate(new PKCS8EncodedKeySpec(decoder.decode(lines.get(0)))),
                    factory.generatePublic(new X509EncodedKeySpec(decoder.decode(lines.get(1)))));
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new StoreException(
                    "The audit key " + file + " cannot be read or made (" + e.getMessage()
                            + "). Check the file and its rights.",
                    e);
        }
    }

    /** The public half, base64: what others verify with. */
    public String publicKey() {
        return Base64.getEncoder().encodeToString(verifying.getEncoded());
    }

    /** Signs a text with the installation's key. */
    public String sign(String text) {
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(signing);
            signature.update(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("signing failed", e);
        }
    }

    /** Whether the signature is this key's, over this text. */
    public boolean verifies(String text, String base64) {
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initVerify(verifying);
            signature.update(text.getBytes(StandardCharsets.UTF_8));
            return signature.verify(Base64.getDecoder().decode(base64));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return "CheckpointKey";
    }
}
