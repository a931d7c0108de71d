package io.gulliver.trust;

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

/** An Ed25519 key of ours in a file of mode 0600 with two lines: private and public half, base64. */
public final class SigningKey {
    private static final String ALGORITHM = "Ed25519";

    private final PrivateKey signing;
    private final String publicKey;

    private SigningKey(PrivateKey signing, String publicKey) {
        this.signing = signing;
        this.publicKey = publicKey;
    }

    /**
     * Reads the key, or makes it when the file is missing.
     *
     * @throws IOException the file cannot be read or made, or is none of ours
     */
    public static SigningKey open(Path file) throws IOException {
        try {
            if (Files.notExists(file)) {
                make(file);
            }
            List<String> lines = Files.readAllLines(file);
            if (lines.size() < 2) {
                throw new IOException("it has " + lines.size() + " lines, wanted 2");
            }
            PrivateKey signing = KeyFactory.getInstance(ALGORITHM)
                    .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(lines.get(0))));
            return new SigningKey(
                    signing,
                    Base64.getEncoder().encodeToString(key(lines.get(1)).getEncoded()));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static void make(Path file) throws IOException, GeneralSecurityException {
        KeyPair made = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
        Path part = Files.createTempFile(file.toAbsolutePath().getParent(), "key", ".part");
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

    private static PublicKey key(String base64) throws GeneralSecurityException {
        return KeyFactory.getInstance(ALGORITHM)
                .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(base64)));
    }

    /** The public half (X.509), base64: what others verify with. */
    public String publicKey() {
        return publicKey;
    }

    /** Signs a text; base64. */
    public String sign(String text) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(signing);
            signature.update(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("signing failed", e);
        }
    }

    /** Whether the signature is that of the key with this public half, over this text. */
    public static boolean verifies(String publicKey, String text, String base64) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initVerify(key(publicKey));
            signature.update(text.getBytes(StandardCharsets.UTF_8));
            return signature.verify(Base64.getDecoder().decode(base64));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return "SigningKey";
    }
}
