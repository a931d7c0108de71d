package io.gulliver.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.ui.PageWords.Rule;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The reader of pages refuses what it says that it refuses, each rule by an example, and lets pass what people say. */
class PageWordsTest {
    private static final String REFUSED = """
            SNAKE_CASE      | <p>the size is data_gb</p>                                         | data_gb
            SNAKE_CASE      | <td><code>sga_target_mb</code></td>                                | sga_target_mb
            SNAKE_CASE      | <p>it is WAITING_PERSON</p>                                        | WAITING_PERSON
            STEP_KEY        | <p>(not known: step content-again was skipped)</p>                 | step content-again
            STEP_KEY        | <p>Step create-volumes[2] is being tried</p>                       | Step create-volumes[2]
            STEP_KEY        | <p>Task stop-applications completed: done</p>                      | Task stop-applications
            TOLD_TWICE      | <p>On the host: oratab entry: oratab entry</p>                     | : oratab entry: oratab entry
            NEVER           | <p class="told">into <code>left_behind</code></p>                  | left_behind
            NEVER           | <details><summary>Why</summary>left_behind</details>               | left_behind
            DOTTED_NAME     | <td>cpu.busyCores.p95</td>                                         | cpu.busyCores.p95
            DOTTED_NAME     | <p>Last: pm, migration.created</p>                                 | migration.created
            CAMEL_CASE      | <dt>playbookHash</dt>                                              | playbookHash
            CONDITION       | <p>when a && b</p>                                                 | &&
            CONDITION       | <p>!(params.level)</p>                                             | params.level
            CONDITION       | <p>has(x)</p>                                                      | has(
            CONDITION       | <p>size == 3</p>                                                   | ==
            CODE            | <p>by R53</p>                                                      | R53
            CODE            | <p>Not judged yet: S04-XTTS</p>                                    | S04-XTTS
            CODE            | <p>D14 of live discovery</p>                                       | D14
            CODE            | <p>see V13</p>                                                     | V13
            CODE            | <p>a W107 is open</p>                                              | W107
            POINTER         | <p>/databases This program has no database.</p>                    | /databases
            NO_VALUE        | <td>null</td>                                                      | null
            NO_VALUE        | <td>NaN GB</td>                                                    | NaN
            NO_VALUE        | <p>undefined</p>                                                   | undefined
            BARE_TRUTH      | <td>false</td>                                                     | false
            ISO_DURATION    | <p>takes PT2H30M</p>                                               | PT2H30M
            ISO_DURATION    | <p>keeps P7D</p>                                                   | P7D
            STARS           | <p>A *no* stops it</p>                                             | *no*
            STARS           | <p>There are **no databases** yet</p>                              | **no databases**
            BRACES          | <p>Run {0} of 3</p>                                                | {
            NO_WORDS        | <p>??database.title_en??</p>                                       | ??database.title_en
            PLURAL_OF_ONE   | <p>1 tasks</p>                                                     | 1 tasks
            PLURAL_OF_ONE   | <p>needs <b>1</b> IFLs</p>                                         | 1 IFLs
            PLURAL_OF_ONE   | <p>All 1 waves are on plan</p>                                     | All 1
            PLURAL_OF_ONE   | <p>IFL(s)</p>                                                      | L(s)
            TWICE           | <p><b>47</b><span>47</span> in the register</p>                    | 47 47
            NO_RANGE        | <p>out 27 min, from 27 min to 27 min</p>                           | from 27 min to 27 min
            NO_RANGE        | <p>changed by 0 %, from 25,086 to 25,086 GB.</p>                   | from 25,086 to 25,086
            LOOSE_STOP      | <p>Sizing confirmed .</p>                                          | .
            LOOSE_STOP      | <p>It is done.. Next</p>                                           | ..
            SMALL_SENTENCE  | <p>done. it is no longer wanted</p>                                | done. it
            GLUED           | <td><span>GoldenGate</span><span>no playbook yet</span></td>       | en
            """;

    private static List<PageWords.Found> found(String html) {
        return PageWords.wrong(Jsoup.parse(html), Set.of("HR#1"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\u0001', textBlock = REFUSED)
    void refusesWhatOnlyProgramsSay(Rule rule, String html, String words) {
        assertThat(found(html.startsWith("<t") ? "<table><tr>" + html + "</tr></table>" : html))
                .extracting(one -> one.rule() + " " + one.words().strip())
                .contains(rule + " " + words);
    }

    @Test
    void everyRuleHasAnExampleThatFailsIt() {
        Set<Rule> shown = REFUSED.lines()
                .map(line -> Rule.valueOf(line.split("\\|", 2)[0].strip()))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(Rule.class)));
        assertThat(shown).containsExactlyInAnyOrder(Rule.values());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<p>Run discovery_19.sql on db1.example.com as ada@example.org, release 19.22.0.0, at 10.1.2.3.</p>",
                "<p>Read /etc/hosts and DBA_SEGMENTS of V$SESSION and/or DBMS_CRYPTO.</p>",
                "<p>Wave 1 starts; run 1 ends. 1 s, 1 process, 21 tasks, 0.1 cores, 2.1 tasks.</p>",
                "<p>HR#1 needs 2 IFLs, from 20 min to 40 min, P50 and P90.</p>",
                "<p>Time zone America/Argentina/San_Juan.</p>",
                "<p>W1 and R-46 wait. A sum of 3 * 4 * 5. It takes 5 of 5 days.</p>",
                "<details><summary>Why</summary><code>params.level_0 && null</code></details>",
                "<pre>select * from dba_users where a is null</pre>",
                "<textarea>null {0}</textarea>",
                "<p title='data_gb' data-value='null'>Data</p>",
                "<script>undefined</script><p hidden>null</p>",
                "<table><tr><td>1</td><td>1</td></tr></table>"
            })
    void letsPassWhatPeopleSayAndWhatIsNotShown(String html) {
        assertThat(found(html)).isEmpty();
    }

    @Test
    void readsTheSummaryOfWhatIsFolded() {
        assertThat(found("<details open><summary>data_gb</summary>files_gb</details>"))
                .extracting(PageWords.Found::words)
                .containsExactly("data_gb");
    }

    @Test
    void namesThePageTheWordsAndWhatStandsAround() {
        Map<String, Document> pages = new LinkedHashMap<>();
        pages.put("/first", Jsoup.parse("<p>so data_gb is unknown</p>"));
        pages.put("/second", Jsoup.parse("<p>so data_gb is unknown</p>"));
        assertThat(PageWords.report(pages, Set.of()))
                .containsExactly("SNAKE_CASE “data_gb” in “so data_gb is unknown” on /first");
    }

    @Test
    void everyExceptionHasItsReason() {
        for (Map<String, String> exceptions :
                Arrays.asList(PageWords.Allowed.PLACES_OF_OTHERS, PageWords.Allowed.CODES, PageWords.Allowed.TYPED)) {
            assertThat(exceptions.values())
                    .allSatisfy(reason -> assertThat(reason).hasSizeGreaterThan(15));
        }
    }
}
