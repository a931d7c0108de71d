package io.gulliver.secret;

/**
 * Says where a secret lies, and is none itself: {@code env:NAME}, {@code file:/path} or {@code vault:path#field}.
 *
 * @param scheme where to look
 * @param location the name, path or address there
 */
public record SecretRef(Scheme scheme, String location) {
    /** Where secrets may lie. */
    public enum Scheme {
        /** An environment variable of this process. */
        ENV,
        /** A file that only this user may read; one trailing line end is left off. */
        FILE,
        /** A HashiCorp Vault; known by name, not built in. */
        VAULT
    }

    /**
     * Reads a reference. The text is not repeated in the message, because people paste passwords where references
     * belong.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static SecretRef parse(String text) {
        int colon = text.indexOf(':');
        String scheme = colon < 0 ? "" : text.substring(0, colon);
        String location = text.substring(colon + 1).strip();
        for (Scheme known : Scheme.values()) {
            if (known.name().equalsIgnoreCase(scheme) && !location.isEmpty()) {
                return new SecretRef(known, location);
            }
        }
        throw new IllegalArgumentException("A secret is given by reference: env:NAME, file:/path or vault:path#field."
                + " What is written there is none of these (not shown, as it may be the secret itself).");
    }

    @Override
    public String toString() {
        return scheme.name().toLowerCase(java.util.Locale.ROOT) + ":" + location;
    }
}
