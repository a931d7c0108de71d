package io.gulliver.whole;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a document tells its reader to do: fenced blocks behind a comment such as {@code <!-- walk: three on web, stays -->}.
 *
 * @param steps in the order of the document
 */
record Walk(List<Step> steps) {
    private static final Pattern BLOCK = Pattern.compile(
            "<!-- walk: (?<walk>\\w+)(?: on (?<machine>\\w+))?(?:, (?:file (?<file>\\S+)|(?<stays>stays)))? -->\\n"
                    + "```(?<language>\\w+)\\n(?<text>.*?)\\n```\\n",
            Pattern.DOTALL);

    /**
     * One block.
     *
     * @param walk of which it is part
     * @param machine on which it is done; {@code one} when there is one alone
     * @param language of the fence
     * @param file whose content it is, or null
     * @param stays whether it is a process that goes on
     * @param text of it
     */
    record Step(
            String walk,
            String machine,
            String language,
            @Nullable String file,
            boolean stays,
            String text) {}

    static Walk of(Path document) throws IOException {
        String text = Files.readString(document);
        List<Step> steps = new ArrayList<>();
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            steps.add(new Step(
                    block.group("walk"),
                    block.group("machine") == null ? "one" : block.group("machine"),
                    block.group("language"),
                    block.group("file"),
                    block.group("stays") != null,
                    block.group("text")));
        }
        long marks = Pattern.compile("<!-- walk:").matcher(text).results().count();
        if (marks != steps.size()) {
            throw new AssertionError(
                    document + ": " + marks + " blocks are marked, and " + steps.size() + " of them can be read");
        }
        return new Walk(List.copyOf(steps));
    }

    /** The steps of one walk. */
    List<Step> of(String walk) {
        return steps.stream().filter(step -> step.walk().equals(walk)).toList();
    }
}
