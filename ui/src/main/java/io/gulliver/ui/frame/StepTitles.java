package io.gulliver.ui.frame;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Calls steps by their titles where the engine wrote their keys: of <i>Task load[T1] completed</i> it makes
 * <i>Task “Initial load” (T1) completed</i>. */
public final class StepTitles {
    private static final Pattern NAMED =
            Pattern.compile("\\b([Ss]tep|[Tt]ask|[Dd]ecision) ([a-z0-9][a-z0-9-]*)(?:\\[([^\\]]*)])?(?![\\w-])");

    private StepTitles() {}

    /**
     * The text with titles.
     *
     * @param titles by the step's id; what is none of them stays as it is
     */
    public static String in(String text, Map<String, String> titles) {
        return NAMED.matcher(text).replaceAll(named -> {
            String title = titles.get(named.group(2));
            if (title == null) {
                return Matcher.quoteReplacement(named.group());
            }
            String item = named.group(3) == null ? "" : " (" + named.group(3) + ")";
            return Matcher.quoteReplacement(named.group(1) + " “" + title + "”" + item);
        });
    }
}
