package io.gulliver.adapter.ssh;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.digest.BuiltinDigests;
import org.jspecify.annotations.Nullable;

/**
 * The one key by which we know a host: its SHA-256 fingerprint, and its type where the whole key was given.
 *
 * @param fingerprint as {@code ssh-keygen -l} prints it: {@code SHA256:} and 43 characters of base64
 * @param keyType {@code ssh-ed25519} and the like, or null when only the fingerprint is known
 */
public record HostKeyPin(String fingerprint, @Nullable String keyType) {

    public HostKeyPin {
        if (!fingerprint.matches("SHA256:[A-Za-z0-9+/]{43}")) {
            throw new IllegalArgumentException(
                    "Host key pin \"" + fingerprint
                            + "\" is no SHA-256 fingerprint. Wanted: SHA256: and 43 characters, as ssh-keygen -l -f prints it.");
        }
    }

    /**
     * Reads a pin from the settings.
     *
     * @param text {@code SHA256:…}, or a public key line {@code ssh-ed25519 AAAA… comment}
     * @throws IllegalArgumentException with what is wrong
     */
    public static HostKeyPin parse(String text) {
        String trimmed = text.trim();
        if (trimmed.startsWith("SHA256:")) {
            return new HostKeyPin(trimmed, null);
        }
        try {
            PublicKey key = PublicKeyEntry.parsePublicKeyEntry(trimmed).resolvePublicKey(null, null, null);
            if (key == null) {
                throw new IllegalArgumentException("Host key pin \"" + trimmed + "\" is of an unknown key type.");
            }
            return of(key);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "Host key pin \"" + trimmed + "\" cannot be read as a public key: " + e.getMessage(), e);
        }
    }

    /** The pin of a key we hold. */
    public static HostKeyPin of(PublicKey key) {
        return new HostKeyPin(KeyUtils.getFingerPrint(BuiltinDigests.sha256, key), KeyUtils.getKeyType(key));
    }
}
