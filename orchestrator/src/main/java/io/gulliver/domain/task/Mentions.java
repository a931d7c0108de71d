package io.gulliver.domain.task;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whom a text calls: {@code @ana} at the beginning of a word. What stands in back quotes is code and calls nobody, and neither
 * does the second half of an address: DBAs write {@code `@utlrp.sql`} and {@code oracle@host}.
 */
public final class Mentions {
    private static final Pattern CODE = Pattern.compile("```.*?```|`[^`\\n]*`", Pattern.DOTALL);
    private static final Pattern CALL =
            Pattern.compile("(?<![\\p{L}\\p{N}_@./\\\\-])@([\\p{L}\\p{N}][\\p{L}\\p{N}._-]*)");

    private Mentions() {}

    /** Names as they are written, each once, in the order of the text; a full stop or dash at the end is the sentence's. */
    public static List<String> in(String text) {
        LinkedHashSet<String> names = new LinkedHashSet<>();
        Matcher call = CALL.matcher(CODE.matcher(text).replaceAll(" "));
        while (call.find()) {
            names.add(call.group(1).replaceFirst("[._-]+$", ""));
        }
        return List.copyOf(names);
    }
}
