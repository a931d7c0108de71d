package io.gulliver.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each row of the threat model's table names a test that holds it, and that test is there. */
class ThreatModelTest {
    @Test
    void everyThreatIsHeldByATestThatIsThere() throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("docs/threat-model.md"))) {
            root = root.getParent();
        }
        Set<String> tests;
        try (Stream<Path> files = Files.walk(root)) {
            tests = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith("Test.java") || name.endsWith("IT.java"))
                    .map(name -> name.substring(0, name.length() - ".java".length()))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
        int rows = 0;
        for (String line : Files.readAllLines(root.resolve("docs/threat-model.md"))) {
            if (!line.startsWith("| **")) {
                continue;
            }
            rows++;
            String held = line.substring(line.lastIndexOf('|', line.length() - 2));
            Matcher name = Pattern.compile("`(\\w+)`").matcher(held);
            Set<String> named = new TreeSet<>();
            while (name.find()) {
                named.add(name.group(1));
            }
            assertThat(named).as(line).isNotEmpty();
            assertThat(tests).as(line).containsAll(named);
        }
        assertThat(rows).isGreaterThan(20);
    }
}
