package io.gulliver.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.playbook.Playbook;
import io.gulliver.playbook.PlaybookLibrary;
import io.gulliver.playbook.Step;
import io.gulliver.ui.frame.Sentence;
import io.gulliver.ui.frame.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the shipped playbooks tell people reads like words: no marks of the author, no codes, no calls of the API. */
class TaskTextTest {
    private static final Pattern LEFT = Pattern.compile(
            // a reference that is filled in later may hold any sign
            "(?<!\\w)\\*|\\*(?!\\w)|`|!!|\\b[GRSD]\\d{1,2}:|\\b(GET|POST|PUT|DELETE)\\s+/|/api/|\\bPT\\d");

    private final Words words = Words.standalone();

    private static List<Step> steps() {
        PlaybookLibrary library = PlaybookLibrary.shipped();
        return library.playbooks().stream()
                .map(Playbook::steps)
                .flatMap(List::stream)
                .toList();
    }

    @Test
    void noTaskOfAShippedPlaybookShowsMarksOrCodes() {
        List<String> found = new ArrayList<>();
        List<Step> steps = steps();
        assertThat(steps).hasSizeGreaterThan(100);
        for (Step step : steps) {
            List<String> texts = new ArrayList<>(step.evidence());
            texts.add(step.title());
            step.criteria().forEach(one -> texts.add(one.title()));
            step.outputs().values().forEach(one -> texts.add(String.valueOf(one.description())));
            if (step.instructions() != null) {
                texts.add(words.told(step.instructions()).plain());
            }
            for (String text : texts) {
                var left = LEFT.matcher(text.replaceAll("\\$\\{[^}]*}", "…"));
                if (text.contains("left_behind")) {
                    found.add(step.id() + ": left_behind in: " + text);
                }
                if (left.find()) {
                    found.add(step.id() + ": " + left.group() + " in: " + text);
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void emphasisAndListsOfAnAuthorAreSeen() {
        Sentence told = words.told("""
                Do **this** now, after *go*, and
                !!never!! that:

                1. Run `sqlplus / as sysdba`
                   once.
                2. Look.
                - or not
                """);
        assertThat(told.plain())
                .isEqualTo("Do this now, after go, and never that:\n\n1. Run sqlplus / as sysdba once.\n2. Look."
                        + "\n- or not");
        assertThat(told.parts())
                .extracting(Sentence.Part::css)
                .containsExactly("", "strong", "", "em", "", "strong warn", "", "code", "");
    }

    @Test
    void starsThatAreNoEmphasisStay() {
        for (String text : List.of(
                "SELECT * FROM A, B WHERE 2*3 = 6 AND 4*5 = 20",
                "COUNT(*), SUM(*)",
                "*.log and *.trc",
                "a ** b",
                "one * two",
                "5 * 4 * 3")) {
            assertThat(words.told(text).plain()).isEqualTo(text);
        }
    }
}
