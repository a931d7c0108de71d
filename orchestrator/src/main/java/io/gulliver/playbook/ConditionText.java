package io.gulliver.playbook;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A condition's text with other names in it. It is changed word by word, so that texts in quotes, and everything else that
 * it says, stay as they were.
 */
final class ConditionText {
    /** What stands in the place of a name. */
    interface Names {
        /**
         * For {@code steps["id"]}, or {@code steps["id"].outputs.output} where that follows.
         *
         * @return what stands there instead; null leaves it as it is
         */
        @Nullable
        String step(String id, @Nullable String output);

        /** For {@code inputs.name}; null leaves it as it is. */
        @Nullable
        String input(String name);

        /** For {@code has(inputs.name)}; null leaves it as it is. */
        @Nullable
        String hasInput(String name);

        /** For {@code facts.name} with all that follows by dots, and {@code params.name}. */
        void other(String root, String path);
    }

    private static final String WORD = "[a-z][a-z0-9_]{0,62}";
    private static final Pattern STEP = Pattern.compile("steps\\s*\\[\\s*(?:\"([^\"\\\\]*)\"|'([^'\\\\]*)')\\s*]");
    private static final Pattern OUTPUT = Pattern.compile("\\s*\\.\\s*outputs\\s*\\.\\s*(" + WORD + ")");
    private static final Pattern INPUT = Pattern.compile("inputs\\s*\\.\\s*(" + WORD + ")");
    private static final Pattern HAS_INPUT = Pattern.compile("has\\s*\\(\\s*inputs\\s*\\.\\s*(" + WORD + ")\\s*\\)");
    private static final Pattern OTHER = Pattern.compile("(facts|params)((?:\\s*\\.\\s*" + WORD + ")+)");
    private static final Pattern BLANKS = Pattern.compile("\\s");
    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private ConditionText() {}

    static String change(String text, Names names) {
        StringBuilder changed = new StringBuilder();
        int at = 0;
        boolean field = false;
        while (at < text.length()) {
            char c = text.charAt(at);
            int end = at + 1;
            String instead = null;
            if (c == '"' || c == '\'') {
                end = endOfText(text, at);
            } else if (c == '/' && text.startsWith("//", at)) {
                int line = text.indexOf('\n', at);
                end = line < 0 ? text.length() : line;
            } else if (Character.isLetter(c) || c == '_') {
                Matcher word = IDENTIFIER.matcher(text);
                end = word.find(at) && word.start() == at ? word.end() : at + 1;
                if (!field) {
                    Name name = name(text, at, names);
                    if (name != null) {
                        end = name.end();
                        instead = name.instead();
                    }
                }
            }
            if (!Character.isWhitespace(c)) {
                field = c == '.';
            }
            changed.append(instead == null ? text.substring(at, end) : instead);
            at = end;
        }
        return changed.toString();
    }

    private record Name(int end, @Nullable String instead) {}

    private static @Nullable Name name(String text, int at, Names names) {
        Matcher has = at(HAS_INPUT, text, at);
        if (has != null) {
            return new Name(has.end(), names.hasInput(String.valueOf(has.group(1))));
        }
        Matcher input = at(INPUT, text, at);
        if (input != null) {
            return new Name(input.end(), names.input(String.valueOf(input.group(1))));
        }
        Matcher step = at(STEP, text, at);
        if (step != null) {
            String id = step.group(1) == null ? String.valueOf(step.group(2)) : step.group(1);
            Matcher output = at(OUTPUT, text, step.end());
            return output == null
                    ? new Name(step.end(), names.step(id, null))
                    : new Name(output.end(), names.step(id, output.group(1)));
        }
        Matcher other = at(OTHER, text, at);
        if (other != null) {
            names.other(
                    String.valueOf(other.group(1)),
                    BLANKS.matcher(String.valueOf(other.group(2)))
                            .replaceAll("")
                            .substring(1));
            return new Name(other.end(), null);
        }
        return null;
    }

    private static @Nullable Matcher at(Pattern pattern, String text, int at) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find(at) && matcher.start() == at ? matcher : null;
    }

    /** Behind the closing quote of the text that begins here; a raw one takes a backslash as it stands. */
    private static int endOfText(String text, int at) {
        boolean raw = at > 0
                && "rR".indexOf(text.charAt(at - 1)) >= 0
                && (at == 1 || !Character.isLetterOrDigit(text.charAt(at - 2)));
        String quote = text.substring(at, at + 1);
        String closing = text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
        int end = at + closing.length();
        while (end < text.length() && !text.startsWith(closing, end)) {
            end += text.charAt(end) == '\\' && !raw ? 2 : 1;
        }
        return Math.min(text.length(), end + closing.length());
    }
}
