package io.gulliver.ui.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.pattern.CompositeConverter;
import io.gulliver.secret.SecretRegistry;
import java.util.Set;

/**
 * The word {@code %mask(…)} of log patterns: blanks every live secret in what the brackets rendered, stack traces too, and
 * lets nothing of it look like a line of its own: what follows the first line is led by a bar, and control characters are
 * written out. A very long one is cut.
 */
public final class MaskConverter extends CompositeConverter<ILoggingEvent> {
    private static final int LONGEST = 32 * 1024;
    private static final String CONTINUED = System.lineSeparator() + "  | ";
    /** Of lines and paragraphs in Unicode, and the marks that turn the direction of a text. */
    private static final Set<Character> SEPARATORS =
            Set.of('\u2028', '\u2029', '\u202a', '\u202b', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068');

    @Override
    protected String transform(ILoggingEvent event, String rendered) {
        return plain(SecretRegistry.process().mask(rendered));
    }

    /** Without anything that a terminal, a reader or a parser of lines takes for something else. */
    static String plain(String text) {
        int end = text.length();
        while (end > 0 && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
            end--;
        }
        boolean cut = end > LONGEST;
        StringBuilder plain = new StringBuilder(Math.min(end, LONGEST) + 64);
        for (int i = 0; i < Math.min(end, LONGEST); i++) {
            char c = text.charAt(i);
            if (c == '\n') {
                plain.append(CONTINUED);
            } else if (c == '\r' && i + 1 < end && text.charAt(i + 1) == '\n') {
                continue;
            } else if (c == '\t' || c >= ' ' && c < 0x7f || c > 0x9f && !SEPARATORS.contains(c)) {
                plain.append(c);
            } else {
                plain.append("\\x").append(String.format("%02x", (int) c));
            }
        }
        if (cut) {
            plain.append(" … ").append(end - LONGEST).append(" characters more");
        }
        return plain.append(System.lineSeparator()).toString();
    }
}
