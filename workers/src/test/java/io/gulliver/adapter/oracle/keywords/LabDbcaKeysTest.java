package io.gulliver.adapter.oracle.keywords;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.adapter.oracle.keywords.KeywordTable.Entry;
import io.gulliver.adapter.oracle.keywords.KeywordTable.Release;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lab's DBCA knows the keys of each schema that the examiner's table vouches for, and no others. */
class LabDbcaKeysTest {

    @ParameterizedTest
    @ValueSource(strings = {"12.2", "18", "19", "21", "23"})
    void knowsTheKeysOfTheSchema(String release) throws IOException {
        Release schema = new Release(release);
        SortedSet<String> known = new TreeSet<>();
        for (Entry entry : KeywordTable.load("dbca").entries("keys_flat")) {
            if (!entry.practice() && entry.in(schema)) {
                known.addAll(entry.texts("keys"));
            }
        }
        SortedSet<String> ofTheLab = new TreeSet<>();
        try (InputStream in = Objects.requireNonNull(
                getClass().getClassLoader().getResourceAsStream("gulliver-lab/oracle/dbca-keys.txt"))) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                List<String> words = List.of(line.split(" "));
                if (!line.startsWith("#")
                        && schema.atLeast(words.get(1))
                        && (words.size() < 3 || !schema.after(words.get(2)))) {
                    ofTheLab.add(words.get(0));
                }
            }
        }
        assertThat(ofTheLab).isEqualTo(known);
    }
}
