package io.gulliver.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the README of a module says to start reading, there is something to read. */
class ReadmesTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final Pattern PLACE = Pattern.compile("`((?:[a-z]+/)+)([A-Z]\\w*)?`");

    @ParameterizedTest
    @ValueSource(strings = {"orchestrator", "workers", "lab", "ctl", "ui"})
    void namesOnlyRoomsAndClassesThatAreThere(String module) throws IOException {
        String readme = Files.readString(ROOT.resolve(module).resolve("README.md"));
        List<Path> roots = Stream.of(
                        "src/main/java/io/gulliver/" + module, "src/main/java/io/gulliver", "src/main/resources", "")
                .map(ROOT.resolve(module)::resolve)
                .toList();

        List<String> missing = PLACE.matcher(readme)
                .results()
                .map(place -> place.group(1) + (place.group(2) == null ? "" : place.group(2)))
                .filter(place -> roots.stream()
                        .noneMatch(root ->
                                Files.exists(root.resolve(place)) || Files.exists(root.resolve(place + ".java"))))
                .toList();

        assertThat(missing)
                .as("named in the README of %s and not there", module)
                .isEmpty();
    }
}
