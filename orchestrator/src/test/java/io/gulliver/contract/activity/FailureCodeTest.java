package io.gulliver.contract.activity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FailureCodeTest {
    @Test
    void theOperatorsPageListsEveryCodeWithItsKind() throws IOException {
        List<String> documented = Files.readAllLines(Path.of("../docs/failures.md")).stream()
                .filter(line -> line.matches("\\| [A-Z_]+ \\| [A-Z]+ \\| .+"))
                .map(line -> line.split("\\|")[1].strip() + " " + line.split("\\|")[2].strip())
                .toList();
        List<String> known = Stream.of(FailureCode.values())
                .map(code -> code.name() + " " + code.kind())
                .toList();
        assertThat(documented).containsExactlyElementsOf(known);
    }
}
