package io.gulliver.adapter.hmc;

import com.google.re2j.Pattern;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Takes secrets out of any text that leaves the client: by value, for those that we know, and by property name.
 *
 * <p>By value matters because an HMC echoes the request body in its error bodies, also as one escaped string.
 */
final class Redaction {

    static final String BLANK = "***";

    private static final String NAMES = "(?:[a-z-]*password|api-session|session-credential|[a-z-]*secret)";

    /** A member of an object; its value ends at the first quote that is not escaped. */
    private static final Pattern BY_NAME = Pattern.compile("(\"" + NAMES + "\"\\s*:\\s*\")(?:\\\\.|[^\"\\\\])*");

    /** The same inside a string, where each quote and backslash is escaped once more. */
    private static final Pattern BY_NAME_INSIDE = Pattern.compile(
            "(\\\\\"" + NAMES + "\\\\\"\\s*:\\s*\\\\\")(?:\\\\\\\\(?:\\\\\\\\|\\\\\"|[^\"\\\\])|[^\"\\\\])*");

    private final Set<String> secrets = ConcurrentHashMap.newKeySet();

    /** Blanks this value from now on, also as JSON writes it and as JSON writes that. */
    void learn(String secret) {
        if (!secret.isEmpty()) {
            secrets.add(secret);
            String once = escaped(secret);
            secrets.add(once);
            secrets.add(escaped(once));
        }
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    /** By value first: a name's rule that stops too early would leave half a value that nobody knows any more. */
    String blank(String text) {
        String result = text;
        for (String secret : secrets.stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList()) {
            result = result.replace(secret, BLANK);
        }
        result = BY_NAME.matcher(result).replaceAll("$1" + BLANK);
        return BY_NAME_INSIDE.matcher(result).replaceAll("$1" + BLANK);
    }
}
