package io.gulliver.secret;

/** A secret cannot be had or may not be used there; the message never holds it. */
public final class SecretException extends RuntimeException {
    public SecretException(String message) {
        super(message);
    }
}
