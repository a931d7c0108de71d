package io.gulliver.adapter.oracle;

import java.util.ArrayList;
import java.util.List;

/**
 * A statement text with its named binds found: {@code :name} outside of quotes and comments.
 *
 * <p>JDBC knows positions only, so each name becomes {@code ?}; a name that stands twice is bound twice.
 *
 * @param positional the text with {@code ?} for each bind
 * @param binds names by position
 */
record SqlText(String positional, List<String> binds) {

    static SqlText of(String text) {
        StringBuilder out = new StringBuilder();
        List<String> binds = new ArrayList<>();
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            int end = i + 1;
            if (c == '\'' || c == '"') {
                end = after(text, text.indexOf(c, i + 1), 1);
            } else if (text.startsWith("--", i)) {
                end = after(text, text.indexOf('\n', i), 0);
            } else if (text.startsWith("/*", i)) {
                end = after(text, text.indexOf("*/", i), 2);
            } else if (c == ':' && end < text.length() && Character.isLetter(text.charAt(end))) {
                while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
                    end++;
                }
                binds.add(text.substring(i + 1, end));
                out.append('?');
                i = end;
                continue;
            }
            out.append(text, i, end);
            i = end;
        }
        return new SqlText(out.toString(), List.copyOf(binds));
    }

    private static int after(String text, int found, int width) {
        return found < 0 ? text.length() : found + width;
    }
}
