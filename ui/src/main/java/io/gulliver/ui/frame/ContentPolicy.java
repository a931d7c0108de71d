package io.gulliver.ui.frame;

/** What a page may load, as the header {@code Content-Security-Policy} says it. */
public final class ContentPolicy {
    /** No inline script, no inline style, nothing from elsewhere, never inside a frame. */
    public static final String HEADER = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none';"
            + " form-action 'self'; frame-ancestors 'none'";

    private ContentPolicy() {}

    /** The same, with other origins that a form may lead to. */
    public static String leadingTo(String origins) {
        return HEADER.replace("form-action 'self'", "form-action 'self' " + origins);
    }
}
