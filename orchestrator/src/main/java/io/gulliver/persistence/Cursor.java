package io.gulliver.persistence;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Base64;
import java.util.List;

/** Packs the sort values of a page's last row into an opaque cursor and back. */
public final class Cursor {
    private static final String SEPARATOR = "\u001f";

    private Cursor() {}

    public static String of(Object... values) {
        StringBuilder text = new StringBuilder();
        for (Object value : values) {
            text.append(text.length() == 0 ? "" : SEPARATOR).append(value);
        }
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** @throws IllegalArgumentException when it is no cursor of this list */
    public static List<String> parts(String cursor, int wanted) {
        List<String> parts;
        try {
            parts = List.of(
                    new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8).split(SEPARATOR, -1));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + cursor + "' is no cursor. Start the list again without one.", e);
        }
        if (parts.size() != wanted) {
            throw new IllegalArgumentException(
                    "'" + cursor + "' is no cursor of this list. Start the list again without one.");
        }
        return parts;
    }

    /**
     * A moment that a part of a cursor holds.
     *
     * @throws IllegalArgumentException it holds none
     */
    public static Instant instant(String part) {
        try {
            return Instant.parse(part);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    "'" + part + "' in the cursor is no moment. Start the list again without a cursor.", e);
        }
    }
}
