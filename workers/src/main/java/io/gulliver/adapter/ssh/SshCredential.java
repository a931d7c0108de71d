package io.gulliver.adapter.ssh;

import java.util.Objects;
import java.util.function.Supplier;

/**
 * How we prove who we are to a host. The secret is asked for at each login and kept nowhere; {@code toString} never
 * shows it.
 */
public sealed interface SshCredential {

    /**
     * A private key, as the text of an OpenSSH or PEM file without a passphrase.
     *
     * @param pem gives the text; called at every login, from any thread
     */
    record PrivateKey(Supplier<String> pem) implements SshCredential {
        public PrivateKey {
            Objects.requireNonNull(pem);
        }

        @Override
        public String toString() {
            return "private key";
        }
    }

    /**
     * A password.
     *
     * @param secret gives the password; called at every login, from any thread
     */
    record Password(Supplier<String> secret) implements SshCredential {
        public Password {
            Objects.requireNonNull(secret);
        }

        @Override
        public String toString() {
            return "password";
        }
    }
}
