package io.gulliver.ui.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Classes on one server share its store, in an order that nobody chooses: a program of one is not made again by another. */
class ServerCaseTest {
    private static final Pattern MADE = Pattern.compile(
            "\\bprogram\\(\\s*\"([a-z0-9-]+)\"|\\\\\"key\\\\\":\\s*\\\\\"([a-z0-9-]+)\\\\\",\\s*\\\\\"title");

    @Test
    void noTwoClassesOnTheSharedServerMakeAProgramOfOneKey() throws IOException {
        Map<String, Set<String>> makers = new TreeMap<>();
        try (Stream<Path> files = Files.walk(Path.of("src", "test", "java"))) {
            for (Path file : (Iterable<Path>) files.filter(one -> one.toString().endsWith("Test.java"))::iterator) {
                String source = Files.readString(file);
                if (source.contains(" extends ServerCase ")) {
                    MADE.matcher(source)
                            .results()
                            .map(made -> made.group(1) == null ? made.group(2) : made.group(1))
                            .forEach(key -> makers.computeIfAbsent(key, any -> new TreeSet<>())
                                    .add(file.getFileName().toString()));
                }
            }
        }
        assertThat(makers).as("programs that tests make").hasSizeGreaterThan(20);
        makers.values().removeIf(classes -> classes.size() == 1);
        assertThat(makers).as("programs that two classes make").isEmpty();
    }
}
