package io.gulliver.adapter.oracle;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** The only way an identifier gets into a statement: checked, then quoted. */
public final class OracleName {

    /** Longest name from 12.2 on, in bytes; before it is 30 and the database itself refuses. */
    private static final int MAX_BYTES = 128;

    // A quoted name may hold anything but a double quote and NUL; control characters are refused, no tool can show
    // them.
    private static final Pattern ALLOWED = Pattern.compile("[^\"\\p{Cntrl}]+");

    private OracleName() {}

    /**
     * Quotes one name as it stands in the dictionary: {@code ORDERS} becomes {@code "ORDERS"}.
     *
     * @throws IllegalArgumentException for an empty or too long name, a double quote or a control character
     */
    public static String quote(String name) {
        if (!ALLOWED.matcher(name).matches() || name.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            throw new IllegalArgumentException("\"" + name.replaceAll("\\p{Cntrl}", "?")
                    + "\" is no Oracle name: 1 to " + MAX_BYTES
                    + " bytes without double quotes and control characters. Take the name from the dictionary.");
        }
        return '"' + name + '"';
    }

    /** Quotes an object with its owner: {@code "APP"."ORDERS"}. */
    public static String quote(String owner, String name) {
        return quote(owner) + "." + quote(name);
    }

    /** A text literal: quotes doubled, control characters refused. */
    public static String literal(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                throw new IllegalArgumentException(
                        "A text literal holds a control character at position " + i + "; remove it from the value.");
            }
        }
        return "'" + text.replace("'", "''") + "'";
    }
}
