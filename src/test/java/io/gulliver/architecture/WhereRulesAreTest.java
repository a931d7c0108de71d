package io.gulliver.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The table <i>Where a rule is</i> of {@code docs/architecture.md} is true: each rule is said in that class alone. */
class WhereRulesAreTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([^|`]+) \\| `([\\w.]+)` \\| `(.+)` \\|$");

    private record Rule(String rule, String type, String words) {}

    private static List<Rule> rules() {
        String page = text(ROOT.resolve("docs/architecture.md"));
        return ROW.matcher(page.substring(page.indexOf("## Where a rule is")))
                .results()
                .map(row -> new Rule(row.group(1), row.group(2), row.group(3)))
                .toList();
    }

    @Test
    void theTableHasRows() {
        assertThat(rules()).hasSizeGreaterThan(10);
    }

    @TestFactory
    Stream<DynamicTest> eachRuleIsSaidInItsClassAlone() {
        return rules().stream()
                .map(rule -> DynamicTest.dynamicTest(
                        rule.rule(),
                        () -> assertThat(filesWith(rule.words()))
                                .as("files with the words: " + rule.words())
                                .containsExactly("io/gulliver/" + rule.type().replace('.', '/') + ".java")));
    }

    private static List<String> filesWith(String words) throws IOException {
        Pattern java = Pattern.compile(".*/src/main/java/(.*\\.java)");
        try (Stream<Path> modules = Stream.of("orchestrator", "workers", "ui").map(ROOT::resolve)) {
            return modules.flatMap(module -> walk(module.resolve("src/main/java")))
                    .filter(file -> text(file).contains(words))
                    .map(file -> java.matcher(file.toString().replace('\\', '/')))
                    .filter(Matcher::matches)
                    .map(match -> match.group(1))
                    .toList();
        }
    }

    private static Stream<Path> walk(Path directory) {
        try {
            return Files.walk(directory).filter(Files::isRegularFile);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
