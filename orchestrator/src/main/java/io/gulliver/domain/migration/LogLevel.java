package io.gulliver.domain.migration;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much a line of a remote program's output weighs, by the code it begins with or the word in front.
 *
 * <p>Of Data Pump the codes of {@code docs/domain/data-pump.md}, section 2.7; any other code of Oracle's is an error until
 * somebody has looked at it. Judged line by line: what a step fails for is decided by the step itself.
 */
public enum LogLevel {
    /** Nothing to be seen in it. */
    PLAIN,
    /** Expected; nothing to do. */
    NOTE,
    /** To be looked at. */
    WARNING,
    /** Something failed. */
    ERROR;

    /** What stands before a line's own words: Data Pump's time stamp and its worker's number. */
    private static final Pattern FRONT =
            Pattern.compile("^(?:\\d{2}-[A-Z]{3}-\\d{2,4} \\d{2}:\\d{2}:\\d{2}(?:\\.\\d+)?: )?\\s*(?:W-\\d+ +)?");

    private static final Pattern CODE =
            Pattern.compile("(?:ORA|RMAN|PLS|SP2|TNS|LRM|UDE|UDI|KUP|DBT|DIA|OGG|NID|PRCR|CRS)-(\\d{3,5})\\b.*");

    /** Objects that exist already, and dependents of those (ORA-31684, ORA-39111). */
    private static final List<Integer> EXPECTED = List.of(31684, 39111);

    /**
     * Compiled with warnings, appended, clear text, a package's word, the wait for space, work in the root, no checksum.
     */
    private static final List<Integer> TO_BE_LOOKED_AT = List.of(39082, 39152, 39173, 39127, 39171, 39357, 39456);

    private static final Pattern WARNS = Pattern.compile("(?i)\\[?warn(?:ing)?\\]?\\b.*");
    private static final Pattern FAILS = Pattern.compile("(?i)\\[?(?:fatal|error)\\]?(?::|\\]).*");

    /** The level of one line, without its line end. */
    public static LogLevel of(String line) {
        Matcher front = FRONT.matcher(line);
        String words = front.find() ? line.substring(front.end()) : line;
        Matcher code = CODE.matcher(words);
        if (code.matches()) {
            int number = Integer.parseInt(code.group(1));
            if (words.startsWith("ORA-") && EXPECTED.contains(number)) {
                return NOTE;
            }
            return words.startsWith("ORA-") && TO_BE_LOOKED_AT.contains(number) || words.contains("WARNING:")
                    ? WARNING
                    : ERROR;
        }
        if (WARNS.matcher(words).matches()) {
            return WARNING;
        }
        return FAILS.matcher(words).matches() ? ERROR : PLAIN;
    }
}
