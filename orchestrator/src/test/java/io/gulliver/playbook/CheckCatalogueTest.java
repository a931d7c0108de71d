package io.gulliver.playbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.core.type.TypeReference;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Every row of the catalogue of tuning checks is a rule, or has a named reason why it comes later. */
class CheckCatalogueTest {
    private static final Pattern ROW = Pattern.compile("^\\| ([A-Z]{2,4}-[A-Z0-9]+-[0-9]{2}) \\|", Pattern.MULTILINE);

    private record Answer(Map<String, List<String>> later, List<String> beyond) {}

    private static Answer answer() throws IOException {
        try (InputStream in = CheckCatalogueTest.class.getResourceAsStream("/checks/later.yaml")) {
            return new YAMLMapper().readValue(in, new TypeReference<>() {});
        }
    }

    private static String catalogue() throws IOException {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path file = at.resolve("shared").resolve("domain").resolve("tuning-checks.md");
            if (Files.isRegularFile(file)) {
                return Files.readString(file);
            }
        }
        return abort("The catalogue of tuning checks is not beside this repository, so rules are not compared with it");
    }

    private static List<String> places() throws IOException {
        List<String> all = new ArrayList<>(CheckRules.shipped().rules().keySet());
        answer().later().values().forEach(all::addAll);
        return all;
    }

    @Test
    void everyRowIsARuleOrComesLaterForANamedReason() throws IOException {
        TreeSet<String> rows = new TreeSet<>();
        Matcher matcher = ROW.matcher(catalogue());
        while (matcher.find()) {
            rows.add(matcher.group(1));
        }
        assertThat(rows).hasSizeGreaterThan(180);
        TreeSet<String> answered = new TreeSet<>(places());
        answered.removeAll(answer().beyond());
        assertThat(answered).isEqualTo(rows);
    }

    @Test
    void noRowIsBothARuleAndLater() throws IOException {
        Map<String, Integer> times = new TreeMap<>();
        places().forEach(id -> times.merge(id, 1, Integer::sum));
        assertThat(times).allSatisfy((id, count) -> assertThat(count).as(id).isEqualTo(1));
    }

    @Test
    void whatTheCatalogueDoesNotHaveIsARule() throws IOException {
        assertThat(CheckRules.shipped().rules().keySet()).containsAll(answer().beyond());
    }
}
