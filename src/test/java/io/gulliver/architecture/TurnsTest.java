package io.gulliver.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.gulliver.testing.TakesTurns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What takes turns is there, says so itself, and has a long part that runs it whatever the commit. */
class TurnsTest {
    private static final List<Path> TESTS = List.of(
            Path.of("java"),
            Path.of("../../orchestrator/src/test/java"),
            Path.of("../../workers/src/test/java"),
            Path.of("../../ui/src/test/java"));

    @ParameterizedTest
    @EnumSource
    void everyClassOfAGroupSaysThatItIsOfIt(TakesTurns.Group group) throws IOException {
        Map<String, String> said = new TreeMap<>();
        for (Path tests : TESTS) {
            try (Stream<Path> files = Files.walk(tests)) {
                for (Path file : files.filter(one -> one.toString().matches(".*(IT|Test)\\.java"))
                        .toList()) {
                    if (Files.readString(file).contains("@TakesTurns(TakesTurns.Group." + group + ")")) {
                        said.put(file.getFileName().toString().replace(".java", ""), file.toString());
                    }
                }
            }
        }
        assertThat(said.keySet()).containsExactlyInAnyOrderElementsOf(group.classes());
    }

    @ParameterizedTest
    @EnumSource
    void everyClassOfAGroupHasALongPart(TakesTurns.Group group) throws IOException {
        List<String> named = Files.readAllLines(Path.of("long-parts")).stream()
                .filter(line -> !line.startsWith("#") && !line.isBlank())
                .flatMap(line -> Arrays.stream(line.split(" +")[2].split(",")))
                .collect(Collectors.toList());
        assertThat(named).containsAll(group.classes());
    }

    @Test
    void aRunHasSomeOfEachGroup() {
        for (TakesTurns.Group group : TakesTurns.Group.values()) {
            assertThat(group.now()).isNotEmpty();
        }
    }
}
