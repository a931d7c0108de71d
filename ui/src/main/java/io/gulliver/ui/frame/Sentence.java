package io.gulliver.ui.frame;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A sentence with emphasis, written in {@code messages.properties} with {@code **strong**} and {@code !!warning!!} around
 * words. Each part is escaped by the template like any other text.
 *
 * @param parts in reading order
 */
public record Sentence(List<Part> parts) {
    /**
     * @param text plain text
     * @param css {@code null}-free class: empty for plain, {@code strong}, or {@code strong warn}; of what an author told
     *     also {@code em} and {@code code}
     * @param mark the headline figure that it states, or null
     */
    public record Part(String text, String css, @Nullable Mark mark) {
        Part(String text, String css) {
            this(text, css, null);
        }
    }

    /** Marks of an author; a star between signs of a statement, a sum or a file name is none. */
    private static final Pattern TOLD = Pattern.compile("\\*\\*(?=\\S)(?<strong>[^*]+?)(?<=\\S)\\*\\*"
            + "|!!(?=\\S)(?<warn>[^!]+?)(?<=\\S)!!"
            + "|`(?<code>[^`\\n]+)`"
            + "|(?<![\\w*])\\*(?=[\\p{L}\\p{N}])(?<em>[^*\\n]+?)(?<=[\\p{L}\\p{N}.)])\\*(?![\\w*])");

    private static final Pattern HUMP = Pattern.compile("(?<=[a-z])[A-Z](?![A-Z])");

    /** Holds the place of a figure; no text that people type keeps it. */
    static final char PLACE = '\ue000';

    public Sentence {
        parts = List.copyOf(parts);
    }

    /** What the author of a playbook wrote, with {@code *emphasis*} and {@code `code`} too; a mark without its end stays. */
    static Sentence told(String text) {
        List<Part> parts = new ArrayList<>();
        Matcher marked = TOLD.matcher(text);
        int at = 0;
        while (marked.find()) {
            if (marked.start() > at) {
                parts.add(new Part(text.substring(at, marked.start()), ""));
            }
            for (String group : List.of("strong", "warn", "code", "em")) {
                String inside = marked.group(group);
                if (inside != null) {
                    parts.add(new Part(inside, group.equals("warn") ? "strong warn" : group));
                }
            }
            at = marked.end();
        }
        if (at < text.length()) {
            parts.add(new Part(text.substring(at), ""));
        }
        return new Sentence(parts);
    }

    /** The same with a capital letter in front. */
    public static String capital(String text) {
        return text.isEmpty() ? text : text.substring(0, 1).toUpperCase(Locale.ENGLISH) + text.substring(1);
    }

    /** A name of a program's in words: of {@code tables_different} and {@code /tablesDifferent} it makes {@code Tables different}. */
    public static String named(String name) {
        String parted =
                HUMP.matcher(name).replaceAll(found -> " " + found.group().toLowerCase(Locale.ROOT));
        return capital(parted.replaceAll("[./_-]+", " ").strip());
    }

    static Sentence parse(String text) {
        List<Part> parts = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int strong = text.indexOf("**", at);
            int warn = text.indexOf("!!", at);
            boolean isStrong = strong >= 0 && (warn < 0 || strong < warn);
            int open = isStrong ? strong : warn;
            String mark = isStrong ? "**" : "!!";
            int close = open < 0 ? -1 : text.indexOf(mark, open + 2);
            if (close < 0) {
                parts.add(new Part(text.substring(at), ""));
                break;
            }
            if (open > at) {
                parts.add(new Part(text.substring(at, open), ""));
            }
            parts.add(new Part(text.substring(open + 2, close), isStrong ? "strong" : "strong warn"));
            at = close + 2;
        }
        return new Sentence(parts);
    }

    /** The same with figures in the places that hold them: a private sign, the number of the figure, the sign again. */
    Sentence with(List<Mark> marks) {
        if (marks.isEmpty()) {
            return this;
        }
        List<Part> marked = new ArrayList<>();
        for (Part part : parts) {
            // every other piece is the number of a figure
            String[] pieces = part.text().split(String.valueOf(PLACE), -1);
            for (int i = 0; i < pieces.length; i++) {
                if (i % 2 == 1) {
                    Mark mark = marks.get(Integer.parseInt(pieces[i]));
                    marked.add(new Part(mark.text(), part.css(), mark));
                } else if (!pieces[i].isEmpty()) {
                    marked.add(new Part(pieces[i], part.css()));
                }
            }
        }
        return new Sentence(marked);
    }

    /** The words without emphasis. */
    public String plain() {
        StringBuilder text = new StringBuilder();
        parts.forEach(part -> text.append(part.text()));
        return text.toString();
    }
}
