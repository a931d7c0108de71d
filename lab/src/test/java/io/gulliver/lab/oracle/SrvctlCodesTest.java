package io.gulliver.lab.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the lab's srvctl says is Oracle's word: each code has a row with where it was read, and no other has one. */
class SrvctlCodesTest {
    private static final Pattern CODE = Pattern.compile("(?:PRCC|PRCD|PRCR|PRKO|CRS)-\\d{4}");

    @Test
    void eachCodeHasTheSourceThatItWasReadIn() throws IOException {
        Set<String> said = CODE.matcher(Files.readString(
                        Path.of("src", "main", "java", "io", "gulliver", "lab", "oracle", "LabRestart.java")))
                .results()
                .map(match -> match.group())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> sourced = Files.readAllLines(Path.of("..", "docs", "lab.md")).stream()
                .map(Pattern.compile("\\| `(" + CODE.pattern() + ")` \\| [^|]+ \\| [^|]*\\S[^|]* \\|")::matcher)
                .filter(row -> row.matches())
                .map(row -> row.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(said).isNotEmpty();
        assertThat(sourced).isEqualTo(said);
    }
}
