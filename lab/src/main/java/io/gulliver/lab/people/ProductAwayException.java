package io.gulliver.lab.people;

/** The product does not answer now, or says that it cannot serve now: the same call is right again later. */
final class ProductAwayException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ProductAwayException(String message) {
        super(message);
    }

    ProductAwayException(String message, Throwable cause) {
        super(message, cause);
    }
}
