package io.gulliver.secret;

import io.gulliver.domain.landscape.HostPattern;

/**
 * Allows a secret to be used for one kind of system on hosts of a pattern, and nowhere else.
 *
 * @param secret the reference it is about
 * @param kind for example {@code hmc}, {@code ssh}, {@code oracle}
 * @param hosts host names with {@code *} for any characters, for example {@code *.bank.example}
 */
public record SecretGrant(SecretRef secret, String kind, HostPattern hosts) {
    boolean allows(SecretRef wanted, String wantedKind, String host) {
        return secret.equals(wanted) && kind.equals(wantedKind) && hosts.matches(host);
    }
}
