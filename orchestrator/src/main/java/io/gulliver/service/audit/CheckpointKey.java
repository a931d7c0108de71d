package io.gulliver.service.audit;

import io.gulliver.persistence.StoreException;
import io.gulliver.trust.SigningKey;
import java.io.IOException;
import java.nio.file.Path;

/** The Ed25519 key that signs checkpoints of the audit record; its file has mode 0600. Keep a copy of the public half. */
public final class CheckpointKey {
    private final SigningKey key;

    private CheckpointKey(SigningKey key) {
        this.key = key;
    }

    /** Reads the key, or makes it when the file is missing. */
    public static CheckpointKey open(Path file) {
        try {
            return new CheckpointKey(SigningKey.open(file));
        } catch (IOException e) {
            throw new StoreException(
                    "The audit key " + file + " cannot be read or made (" + e.getMessage()
                            + "). Check the file and its rights, or restore it from its copy; a new key cannot vouch for"
                            + " old checkpoints.",
                    e);
        }
    }

    /** The public half, base64: what others verify with. */
    public String publicKey() {
        return key.publicKey();
    }

    /** Signs a text with the installation's key. */
    public String sign(String text) {
        return key.sign(text);
    }

    /** Whether the signature is this key's, over this text. */
    public boolean verifies(String text, String base64) {
        return SigningKey.verifies(key.publicKey(), text, base64);
    }

    @Override
    public String toString() {
        return "CheckpointKey";
    }
}
