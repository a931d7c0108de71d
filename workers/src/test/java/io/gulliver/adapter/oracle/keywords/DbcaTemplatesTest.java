package io.gulliver.adapter.oracle.keywords;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.oracle.keywords.KeywordTable.Entry;
import io.gulliver.adapter.oracle.keywords.KeywordTable.Release;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of DBCA's keys beside the response files that Oracle publishes: two hands that must agree. */
class DbcaTemplatesTest {

    static List<Entry> templates() {
        return KeywordTable.load("dbca-templates").entries("templates");
    }

    @ParameterizedTest
    @MethodSource("templates")
    void theTableKnowsEveryKeyThatOracleWrites(Entry template) {
        SortedSet<String> unknown = new TreeSet<>(template.texts("keys"));
        SortedSet<String> more = new TreeSet<>();
        for (Entry entry : KeywordTable.load("dbca").entries("keys_flat")) {
            if (entry.in(new Release(template.text("schema"))) && !entry.practice()) {
                unknown.removeAll(entry.texts("keys"));
                if (entry.text("confidence").equals("documented")) {
                    more.addAll(entry.texts("keys"));
                }
            }
        }
        assertThat(unknown).as(template.text("file")).isEmpty();
        if (template.text("complete").equals("true")) {
            more.removeAll(template.texts("keys"));
            assertThat(more)
                    .as("documented keys that Oracle's complete file lacks: " + template.text("file"))
                    .isEmpty();
        }
    }
}
