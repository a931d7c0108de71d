package io.gulliver.adapter.ssh;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;

/** Fresh keys in the forms in which people keep them. */
final class TestKeys {
    private TestKeys() {}

    /** A new Ed25519 key. */
    static KeyPair ed25519() {
        try {
            return KeyUtils.generateKeyPair("ssh-ed25519", 256);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static String privateText(KeyPair pair) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(pair, "test", null, out);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        return out.toString(StandardCharsets.US_ASCII);
    }

    static String publicLine(KeyPair pair) {
        return PublicKeyEntry.toString(pair.getPublic());
    }
}
