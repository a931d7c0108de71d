package io.gulliver.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** {@code docs/crossing-map.md}: every fact of a crossing by Data Pump has its place in the product, or says what is missing. */
class CrossingMapTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final PlaybookLibrary LIBRARY = PlaybookLibrary.shipped();

    /** What is known to be missing. A line may leave this list, and none may join it. */
    private static final Set<String> OPEN = new TreeSet<>();

    private static final Pattern LINE = Pattern.compile("\\| ([A-Z]+\\d+) \\| ([^|]+) \\| ([^|]+) \\|");
    private static final Map<String, Pattern> ROWS = new TreeMap<>(Map.of(
            "domain/data-pump.md", Pattern.compile("^\\| ((?:C|DP|NL)\\d+) \\|"),
            "domain/cutover.md", Pattern.compile("^\\| (G\\d+) \\|"),
            "domain/around-the-data.md", Pattern.compile("^\\| (AD\\d+) \\|")));

    private record Place(String is, String where) {}

    private static Map<String, Place> map() throws IOException {
        Map<String, Place> map = new LinkedHashMap<>();
        for (String line : Files.readAllLines(DOCS.resolve("crossing-map.md"))) {
            Matcher matcher = LINE.matcher(line);
            if (matcher.matches()) {
                assertThat(map.put(
                                matcher.group(1),
                                new Place(
                                        matcher.group(2).strip(),
                                        matcher.group(3).strip())))
                        .as("a second line for " + matcher.group(1))
                        .isNull();
            }
        }
        return map;
    }

    private static Set<String> rows() throws IOException {
        Set<String> rows = new TreeSet<>();
        for (Map.Entry<String, Pattern> page : ROWS.entrySet()) {
            List<String> found = new ArrayList<>();
            for (String line : Files.readAllLines(DOCS.resolve(page.getKey()))) {
                Matcher matcher = page.getValue().matcher(line);
                if (matcher.find()) {
                    found.add(matcher.group(1));
                }
            }
            assertThat(found).as(page.getKey()).isNotEmpty();
            rows.addAll(found);
        }
        return rows;
    }

    @Test
    void everyRowOfTheFactsHasItsLineAndEveryLineItsRow() throws IOException {
        assertThat(new TreeSet<>(map().keySet())).isEqualTo(rows());
    }

    @Test
    void aStepThatIsNamedIsInItsPlaybook() throws IOException {
        for (Map.Entry<String, Place> line : map().entrySet()) {
            String playbook = switch (line.getValue().is()) {
                case "step" -> "data-pump";
                case "link" -> "data-pump-link";
                default -> null;
            };
            if (playbook == null) {
                assertThat(line.getValue().is()).as(line.getKey()).isIn("product", "not here", "open");
                continue;
            }
            Set<String> steps = LIBRARY.findNewest(playbook).orElseThrow().steps().stream()
                    .map(Step::id)
                    .collect(Collectors.toSet());
            assertThat(List.of(line.getValue().where().split(", ")))
                    .as(line.getKey() + " in " + playbook)
                    .isSubsetOf(steps);
        }
    }

    @Test
    void whatIsOpenOnlyBecomesLess() throws IOException {
        Set<String> open = new TreeSet<>();
        map().forEach((row, place) -> {
            if (place.is().equals("open")) {
                open.add(row);
            }
        });
        assertThat(open)
                .as("take what is done from the test's list too; add nothing to it")
                .isEqualTo(OPEN);
    }
}
