package io.gulliver.evidence;

import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Regular expressions on texts that people send, in time that grows with the text and not faster (RE2J).
 *
 * <p>Those of the JDK search by trial: a line of 20 KB can hold them for a quarter of a minute, and a long quoted word ends
 * the thread's stack. Look-around, back references and possessive marks do not exist here. {@code $} is the end of the text.
 */
public final class Regex {
    private static final Map<String, Pattern> COMPILED = new ConcurrentHashMap<>();
    private static final String BLANKS = "\\s+";

    private Regex() {}

    /** Whether the whole text is so. */
    public static boolean matches(String text, String expression) {
        return compiled(expression).matches(text);
    }

    /** As {@link String#replaceAll(String, String)}. */
    public static String replaceAll(String text, String expression, String replacement) {
        return compiled(expression).matcher(text).replaceAll(replacement);
    }

    /** As {@link String#split(String)}: empty ones at the end are left out. */
    public static String[] split(String text, String expression) {
        return split(text, expression, 0);
    }

    /** As {@link String#split(String, int)}. */
    public static String[] split(String text, String expression, int limit) {
        return expression.equals(BLANKS)
                ? splitAtBlanks(text, limit)
                : compiled(expression).split(text, limit);
    }

    /** By far the most frequent one, by hand. */
    private static String[] splitAtBlanks(String text, int limit) {
        List<String> parts = new ArrayList<>();
        int length = text.length();
        int from = 0;
        int i = 0;
        while (i < length && (limit <= 0 || parts.size() < limit - 1)) {
            if (!blank(text.charAt(i))) {
                i++;
                continue;
            }
            parts.add(text.substring(from, i));
            while (i < length && blank(text.charAt(i))) {
                i++;
            }
            from = i;
        }
        if (parts.isEmpty()) {
            return new String[] {text};
        }
        parts.add(text.substring(from));
        int end = parts.size();
        while (limit == 0 && end > 0 && parts.get(end - 1).isEmpty()) {
            end--;
        }
        return parts.subList(0, end).toArray(String[]::new);
    }

    private static boolean blank(char c) {
        return c == ' ' || c >= '\t' && c <= '\r';
    }

    /** All expressions are constants of readers, so that there are few. */
    private static Pattern compiled(String expression) {
        return COMPILED.computeIfAbsent(expression, Pattern::compile);
    }
}
