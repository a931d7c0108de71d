package io.gulliver.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.ui.frame.Formats;
import io.gulliver.ui.frame.Words;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Properties;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A number agrees with its word, and a number that is a name has no thousands. */
class PluralsTest {
    private static final Pattern CHOICE = Pattern.compile("\\{\\d,choice,(?:[^{}]|\\{[^{}]*})*}");
    private static final Pattern MANY = Pattern.compile(
            "\\{\\d(?:,number(?:,integer)?)?}(?:\\*\\*|!!)? (databases|volumes|facts|steps|lines|snapshots|rows|days|IFLs"
                    + "|applications|problems|checkpoints|waves|ports|arrays|people|tasks|minutes|hours)\\b");
    private final Words words = Words.standalone();

    private String sentence(String key, Object... arguments) {
        return words.sentence(key, arguments).plain();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    frame.rule              | 0 1          | Program: 0 of one database is across
                    frame.rule              | 0 0          | Program: 0 of 0 databases are across
                    frame.rule              | 1204 2000    | Program: 1,204 of 2,000 databases are across
                    access.lead.none        | 0 0 0 1      | Nothing was tried yet: one database waits for a first check.
                    access.lead             | 1 3 1 1      | 1 of 3 databases can be reached and read; one needs work; 1 not tried.
                    access.lead             | 0 1 1 0      | 0 of 1 database can be reached and read; one needs work.
                    access.lead             | 1 3 2 0      | 1 of 3 databases can be reached and read; 2 need work.
                    inventory.said          | 1 0 1 1      | One database is added, 0 changed; people of one application are added or changed; one problem was left out.
                    inventory.said          | 0 2 0 0      | No database is added, 2 changed; people of no application are added or changed; no problem was left out.
                    inventory.counts        | 1 0 0 1 0    | one database new, 0 changed, 0 as they were; people of one application new, 0 changed
                    evaluation.runs         | 1            | it would run: nothing stops it, and every figure of its one step is known.
                    evaluation.evaluating   | 0 1          | it is still being evaluated, 0 of one step so far.
                    program.lead.across     | 1            | The database is across.
                    program.lead.across     | 30           | All 30 databases are across.
                    program.sub.noplan      | 0 1          | 0 of one database is across.
                    window.seen             | 0 1          | 0 of one day
                    window.sub              | 1 1 1 1      | One day with a month-end is wanted before a database is sized; sessions are sampled every minute. AWR is read, as the program says that the Diagnostics Pack is licensed.
                    cost.part               | 1            | of the one line that has a price; the others are quantities
                    sizing.load.coverage    | 1 50 50 1    | one snapshot; rows of 50 % of snapshots times hosts, covering 50 % of the time; one snapshot has a row of every host
                    plan.lead.rest          | 1            | One more wave is planned, and nothing is agreed for it.
                    """)
    void agreesWithItsWord(String key, String numbers, String said) {
        Object[] arguments =
                Arrays.stream(numbers.split(" +")).map(Integer::valueOf).toArray();
        assertThat(sentence(key, arguments)).isEqualTo(said);
    }

    @Test
    void agreesInSentencesWithOtherWordsToo() {
        assertThat(words.text("facts.withdrawn", "a.out", 1, 0))
                .isEqualTo("a.out is withdrawn: one fact falls back to another source, none is gone.");
        assertThat(words.text("audit.check.well", 1, 0, 1, "noon"))
                .contains("one row read at noon", "one signed checkpoint compared");
        assertThat(sentence("sizing.lead", "CRM", "1", "8 GiB", "100", 1.0)).startsWith("CRM needs 1 IFL, ");
        assertThat(sentence("sizing.lead", "CRM", words.text("sizing.open"), "8 GiB", "100", 0))
                .startsWith("CRM needs an open number of IFLs, ");
        assertThat(sentence("whatif.cpu.lead", "1", "900", "990", "2,000", "50.0", "MIPS", 1.0))
                .isEqualTo(
                        "1 IFL: 900 MIPS are required, 990 MIPS at the design point; 1 IFL has a capacity of 2,000 MIPS"
                                + " and is 50.0 % used.");
        assertThat(sentence("whatif.cpu.headroom", "1", 1.0)).endsWith(": 1 IFL.");
        assertThat(sentence("whatif.storage.lead", "100", 1, 1, 1, 1))
                .isEqualTo(
                        "100 GB on one volume, one array, one port; one port so that the loss of a fabric is survived.");
        for (String title : new String[] {"sar report as text", "z/VM report", "properties of partitions"}) {
            assertThat(words.text("facts.given.said", "a.out", title, 97, 1))
                    .isEqualTo("a.out is recognised: " + title
                            + ". 97 % of what such a file can tell came out, one new fact.");
        }
    }

    @Test
    void aRangeHasTwoEnds() {
        assertThat(sentence("methods.lead", "CRM", "Data Pump", "27 min", "27 min", "27 min", 0))
                .isEqualTo("CRM crosses by Data Pump: users are out 27 min.");
        assertThat(sentence("methods.lead", "CRM", "Data Pump", "27 min", "20 min", "40 min", 1))
                .isEqualTo("CRM crosses by Data Pump: users are out 27 min, from 20 min to 40 min.");
        Formats fmt = new Formats(Instant.EPOCH, ZoneOffset.UTC);
        assertThat(fmt.range(Duration.ofSeconds(1620), Duration.ofSeconds(1630)))
                .as("both read 27 min")
                .isFalse();
        assertThat(fmt.range(Duration.ofMinutes(27), Duration.ofMinutes(28))).isTrue();
        assertThat(fmt.span(Duration.ofMinutes(93)).replace('\u00a0', ' '))
                .as("hours beside hours")
                .isEqualTo("1 h 33");
        assertThat(fmt.coarse(Duration.ofMinutes(59)).replace('\u00a0', ' ')).isEqualTo("59 min");
        assertThat(fmt.coarse(Duration.ofMinutes(90)).replace('\u00a0', ' ')).isEqualTo("1 h 30");
        assertThat(fmt.coarse(Duration.ofMinutes(640)).replace('\u00a0', ' ')).isEqualTo("11 h");
        assertThat(fmt.span(Duration.ofMinutes(59)).replace('\u00a0', ' ')).isEqualTo("59 min");
    }

    @Test
    void noMessageCountsOneAsMany() throws IOException {
        Properties all = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of("src/main/resources/messages.properties"))) {
            all.load(reader);
        }
        TreeSet<String> wrong = new TreeSet<>();
        for (String key : all.stringPropertyNames()) {
            // one choice may hold figures, another choice never
            Matcher many = MANY.matcher(CHOICE.matcher(all.getProperty(key)).replaceAll("…"));
            if (many.find() && !key.startsWith("window.task.many.")) {
                wrong.add(key + ": " + many.group());
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void numbersThatAreNamesHaveNoThousands() {
        assertThat(words.text("database.run", 1204, "rehearsal")).isEqualTo("Run 1204, rehearsal");
        assertThat(words.text("database.log.run", 1204, "UTC")).isEqualTo("run 1204, times in UTC");
        assertThat(words.text("database.log.line", 120_400L)).isEqualTo("Link to line 120400");
        assertThat(words.text("assessment.foot", "Made.", 1204L))
                .isEqualTo("Made. Version 1204 of the collected facts.");
        assertThat(words.text("inventory.line", 1204)).isEqualTo("Line 1204");
        assertThat(words.text("unreadable.json.at", 1204, 1300)).contains("line 1204, column 1300");
        assertThat(words.text("database.run.line", "data-pump", 1204, "pm", "noon"))
                .startsWith("data-pump v1204,");
    }
}
