package io.gulliver.trust;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file that should hold certificates of authorities cannot be used; the message says why, and what to do. */
public final class UnusableAuthoritiesException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String why;

    UnusableAuthoritiesException(Path file, String why, @Nullable Throwable cause) {
        super(
                file + " cannot be used: " + why + ". Put the certificate of the other side, or of the authority that"
                        + " vouches for it, there in PEM form (-----BEGIN CERTIFICATE-----), one or more.",
                cause);
        this.why = why;
    }

    /** What is wrong with the file, as part of a sentence: {@code it holds no certificate}. */
    public String why() {
        return why;
    }
}
