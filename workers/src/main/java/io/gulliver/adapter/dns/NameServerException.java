package io.gulliver.adapter.dns;

/** A name server said nothing that could be used. */
public final class NameServerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NameServerException(String message, Throwable cause) {
        super(message, cause);
    }
}
